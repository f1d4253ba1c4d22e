"""The public list of names, and the examples in the README, are true."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import hegemon

ROOT = Path(__file__).parent.parent


def test_type_checkers_and_python_see_the_same_names() -> None:
    seen: dict[str, object] = {}
    for node in ast.walk(ast.parse(Path(hegemon.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("hegemon"):
            home = importlib.import_module(str(node.module))
            seen |= {alias.name: getattr(home, alias.name) for alias in node.names}
    for name, value in seen.items():
        assert getattr(hegemon, name) is value, name
    assert set(dir(hegemon)) == {*seen, "__version__"}
    modules = {name for name, value in seen.items() if isinstance(value, types.ModuleType)}
    assert sorted(hegemon.__all__) == sorted({*seen, "__version__"} - modules)
    with pytest.raises(AttributeError, match="no attribute 'plya'"):
        _ = getattr(hegemon, "plya")  # noqa: B009


def test_every_public_part_is_an_attribute_of_the_package() -> None:
    parts = {part.name for part in pkgutil.iter_modules(hegemon.__path__) if not part.name.startswith("_")}
    assert parts - {"cli", "terminal", "web"} <= set(dir(hegemon))


@pytest.mark.parametrize(
    "package", ["statistics", "maps", "rules", "game", "nets", "agents", "match", "testing", "arena", "report"]
)
def test_each_package_offers_what_its_list_says(package: str) -> None:
    module = importlib.import_module(f"hegemon.{package}")
    assert sorted(module.__all__) == sorted(set(module.__all__))
    for name in module.__all__:
        assert hasattr(module, name), name


OTHERS = {"torch", "scipy", "matplotlib", "rich", "safetensors", "typer"}
UNUSED = {"hegemon.maps.drawing.svg", "hegemon.search", "hegemon.nets", "hegemon.arena", "hegemon.report"}


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import hegemon", {"numpy", "hegemon._core", "dataclasses", "importlib.metadata", *OTHERS}),
        ("import hegemon; hegemon.play(hegemon.Game(), ['random', 'random'])", OTHERS | UNUSED),
    ],
)
def test_only_what_is_used_is_imported(code: str, heavy: set[str]) -> None:
    code = f"import sys; {code}; print(*({heavy} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


def test_the_readme_shows_the_two_commands_and_a_played_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text
    assert ">>> record = hg.play(" in text
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
        assert (ROOT / picture).is_file(), picture
