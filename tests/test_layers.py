"""A folder imports only the layers below it, in the order of the list in docs/architecture.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "hegemon"
CORE = ROOT / "core"


def test_python_modules_import_only_layers_below() -> None:
    layers = listed("src/hegemon/")
    there = {path.stem for path in PACKAGE.glob("*.py*") if path.is_file()}
    there |= {path.name for path in PACKAGE.iterdir() if any(path.rglob("*.py"))}
    wrong = differences(layers, there)
    for path in sorted(PACKAGE.rglob("*.py")):
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        wrong += above(path, own, imported(path, layers), layers)
    assert not wrong, "\n".join(wrong)


def test_the_core_includes_only_layers_below_and_the_standard_library() -> None:
    layers = listed("core/")
    wrong = differences(layers, {path.name for path in CORE.iterdir() if path.is_dir()} - {"tests"})
    for path in sorted(CORE.rglob("*.[ch]pp")):
        text, own = path.read_text(encoding="utf-8"), path.relative_to(CORE).parts[0]
        if own != "tests":
            wrong += above(path, own, re.findall(r'#include "([^"/]+)/', text), layers)
        allowed = {"gtest/gtest.h"} if own == "tests" else set()
        for name in re.findall(r"#include <([^>]+)>", text):
            input_output = re.match(r"Python|iostream|fstream|cstdio|nanobind", name)
            if name not in allowed and ("/" in name or input_output):
                wrong.append(f"{path.relative_to(ROOT)} must not include <{name}>")
    assert not wrong, "\n".join(wrong)


def listed(heading: str) -> list[str]:
    """The layers under a heading of the document's list, bottom up."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = re.search(r"## Layers, bottom up\n\n```text\n(.*?)```", text, re.DOTALL)
    assert block is not None, "docs/architecture.md has no list under '## Layers, bottom up'"
    section = re.search(rf"^{heading}.*\n((?:  .*\n)*)", block[1], re.MULTILINE)
    assert section is not None, f"the list in docs/architecture.md has no {heading}"
    return [line.split()[0] for line in section[1].splitlines()]


def differences(layers: list[str], there: set[str]) -> list[str]:
    return [f"docs/architecture.md lists {name}, which does not exist" for name in layers if name not in there] + [
        f"docs/architecture.md does not list {name}" for name in sorted(there.difference(layers))
    ]


def above(path: Path, own: str, used: list[str], layers: list[str]) -> list[str]:
    """A complaint for every layer that a file uses though it lies above its own; unlisted ones are told elsewhere."""
    place = {name: at for at, name in enumerate(layers)}
    names = sorted({name for name in used if place.get(name, -1) > place.get(own, len(layers))})
    return [f"{path.relative_to(ROOT)} (layer {own}) must not use {name}, which is above it" for name in names]


def imported(path: Path, layers: list[str]) -> list[str]:
    """The layers that a module imports, anywhere in it."""
    found = []
    for name in names(ast.parse(path.read_text(encoding="utf-8"))):
        package, *rest = name.split(".")
        if package == "hegemon":
            found.append(rest[0] if rest and rest[0] in layers else "__init__")
    return found


def names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module == "hegemon":
                yield from (f"hegemon.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""
