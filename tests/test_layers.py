"""The house has floors: a folder imports only folders below it, and the core knows nothing of Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "hegemon"

# Lowest first; a module may import its own folder and anything before it.
FLOORS = (
    "_words", "errors", "_spec", "_fields", "_core", "statistics",
    "maps", "rules", "game", "search", "nets", "agents", "match", "testing",
    "arena", "training", "papers", "report", "interop", "web", "__init__", "cli", "__main__",
)  # fmt: skip


def floor_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".pyi").removesuffix(".py")


def imported_floors(path: Path) -> set[str]:
    """The parts of hegemon that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            names = [f"hegemon.{alias.name}" for alias in node.names] if module == "hegemon" else [module]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "hegemon":
                part = parts[1] if len(parts) > 1 else "__init__"
                found.add(part if part in FLOORS else "__init__")
    return found


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_its_own_floor_and_those_below(path: Path) -> None:
    own = FLOORS.index(floor_of(path))
    above = {floor for floor in imported_floors(path) if FLOORS.index(floor) > own}
    assert not above, f"{path.relative_to(ROOT)} is on floor {FLOORS[own]} and must not import {above}"


@pytest.mark.parametrize("path", sorted((ROOT / "core").rglob("*.[ch]pp")), ids=lambda path: path.name)
def test_the_core_uses_the_standard_library_only_and_neither_prints_nor_reads_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    allowed = {"gtest/gtest.h"} if "tests" in path.parts else set()
    foreign = [name for name in re.findall(r"#include <([^>]+)>", text) if "/" in name and name not in allowed]
    assert not foreign
    assert not re.search(r"#include <(Python|iostream|fstream|cstdio|nanobind)", text)
