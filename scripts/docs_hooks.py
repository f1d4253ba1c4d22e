"""Hooks of the documentation site: documents of the top folder, notebooks, and an API reference made from the code.

MkDocs calls ``on_config``, ``on_files`` and ``on_page_markdown`` (see ``mkdocs.yml``).
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import posixpath
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.structure.files import File

import hegemon
from scripts.docs_notebooks import notebook_page, notebooks

ROOT = Path(__file__).parent.parent
ROOT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Documents in the top folder, and the pages that show them."""

API = "API reference"
NOT_API = ("cli", "terminal")
LOCAL_LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")


def on_config(config: Any) -> Any:
    """Name the API pages in the navigation."""
    pages = [api_path(hegemon), *({module.__name__: api_path(module)} for module in api_modules()[1:])]
    config.nav = [{API: pages} if API in entry else entry for entry in config.nav]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the documents of the top folder and the API pages to the site."""
    for source, page in ROOT_PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    for path in notebooks():
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=notebook_page(path)))
    for module in api_modules():
        files.append(File.generated(config, api_path(module), content=api_page(module)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Make links that leave the docs folder point to their page, or to the repository."""
    by_page = {shown: source for source, shown in ROOT_PAGES.items()}
    source = by_page.get(page.file.src_uri, f"docs/{page.file.src_uri}")

    def mended(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        shown = ROOT_PAGES.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        if shown is not None and not (ROOT / target).is_dir():
            return posixpath.relpath(shown, posixpath.dirname(page.file.src_uri) or ".")
        if (ROOT / target).exists():
            return f"{config.repo_url}/blob/main/{target}"
        return link[1]  # MkDocs reports it

    return LOCAL_LINK.sub(mended, markdown)


def api_modules() -> list[ModuleType]:
    """The modules with an API page: the package itself and each public part of it but the command line."""
    parts = [part.name for part in pkgutil.iter_modules(hegemon.__path__)]
    public = [name for name in parts if not name.startswith("_") and name not in NOT_API]
    return [hegemon, *(importlib.import_module(f"hegemon.{name}") for name in public)]


def api_path(module: ModuleType) -> str:
    """Where the page of a module is, within the docs folder."""
    return f"api/{module.__name__.rpartition('.')[2]}.md"


def api_page(module: ModuleType) -> str:
    """The page of one module: the names in its ``__all__``, or everything public where it has no such list."""
    if module is hegemon:
        return _index_page()
    name = module.__name__
    names = getattr(module, "__all__", None)
    if names is None:
        return _page(name, _directive(name, "show_submodules: true"))
    hidden = [member for member in names if _is_hidden(module, member)]
    members = ", ".join(member for member in names if member not in hidden)
    return _page(
        name,
        _directive(name, f"members: [{members}]"),
        *(_directive(_defined_at(module, member), "show_root_heading: true") for member in hidden),
    )


def _index_page() -> str:
    """The page of ``hegemon`` itself: a table that leads to the packages, and the names that only it offers."""
    rows = ["| name | |", "|---|---|"]
    own = []
    for name in hegemon.__all__:
        home = home_of(name)
        if home is hegemon:
            own.append(name)
            continue
        about = (inspect.getdoc(getattr(hegemon, name)) or "").partition("\n")[0].replace("|", "\\|")
        rows.append(f"| [`{name}`]({posixpath.basename(api_path(home))}#{anchor_of(home, name)}) | {about} |")
    return _page("hegemon", "\n".join(rows), _directive("hegemon", f"members: [{', '.join(own)}]"))


def home_of(name: str) -> ModuleType:
    """The package that documents a name of ``hegemon``; names that no other package offers are at home there."""
    packages = api_modules()[1:]
    return next((module for module in packages if name in getattr(module, "__all__", ())), hegemon)


def anchor_of(module: ModuleType, member: str) -> str:
    """The anchor of a public name, which the page of its module has or leads to."""
    if module is hegemon and (home := home_of(member)) is not hegemon:
        return anchor_of(home, member)
    return _defined_at(module, member) if _is_hidden(module, member) else f"{module.__name__}.{member}"


def _page(title: str, *parts: str) -> str:
    return "\n\n".join([f"# {title}", *parts]) + "\n"


def _directive(path: str, option: str) -> str:
    return f"::: {path}\n    options:\n      {option}"


def _is_hidden(module: ModuleType, member: str) -> bool:
    """Whether mkdocstrings would overlook a member: modules, and members named as a submodule (``match.play``)."""
    try:
        if isinstance(getattr(module, member), ModuleType):
            return True
    except ImportError:  # what needs an extra that is not installed is no module
        return False
    is_package = hasattr(module, "__path__")
    return is_package and importlib.util.find_spec(f"{module.__name__}.{member}") is not None


def _defined_at(module: ModuleType, member: str) -> str:
    value = getattr(module, member)
    return value.__name__ if isinstance(value, ModuleType) else f"{value.__module__}.{value.__qualname__}"
