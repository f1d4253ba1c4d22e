"""Run the notebooks of examples/notebooks and turn them into pages of the documentation site.

A notebook is committed without outputs. Its cells run in order in one namespace, in an empty folder, as Jupyter would
run them; what they print and the value of their last expression are shown below them.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parent.parent / "examples" / "notebooks"


@dataclass(frozen=True)
class Cell:
    is_code: bool
    text: str


def notebooks() -> list[Path]:
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def read_cells(path: Path) -> list[Cell]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return [Cell(cell["cell_type"] == "code", "".join(cell["source"])) for cell in data["cells"]]


def can_run(path: Path) -> bool:
    """Whether what the notebook imports is installed: training needs torch."""
    trains = any("hegemon.training" in cell.text for cell in read_cells(path))
    return not trains or importlib.util.find_spec("torch") is not None


def run_notebook(path: Path) -> Iterator[tuple[Cell, str]]:
    """Every cell with its outputs as HTML. Errors of cells are raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for number, cell in enumerate(read_cells(path)):
            yield cell, _run_cell(cell.text, f"{path.name}, cell {number}", names) if cell.is_code else ""


def _run_cell(source: str, place: str, names: dict[str, Any]) -> str:
    tree, value = ast.parse(source, place), None
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if last is not None:
        tree.body.pop()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, place, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)
    return _text(printed.getvalue()) + _shown(value)


def _shown(value: object) -> str:
    """The richest form that the value has, as in Jupyter."""
    if value is None:
        return ""
    draw = getattr(value, "_repr_svg_", None)
    return _text(repr(value)) if draw is None else "".join(line.strip() + " " for line in draw().splitlines())


def _text(text: str) -> str:
    return f"<pre>{escape(text)}</pre>" if text else ""


def notebook_page(path: Path) -> str:
    """The notebook as Markdown with the outputs of its cells, or without them where it cannot run."""
    runs = can_run(path) and not os.environ.get("DOCS_WITHOUT_OUTPUTS")
    found = run_notebook(path) if runs else ((cell, "") for cell in read_cells(path))
    parts = []
    for cell, output in found:
        parts.append(f"```python\n{cell.text}\n```" if cell.is_code else cell.text)
        if output:
            parts.append(f"<div>{output}</div>")
    return "\n\n".join(parts) + "\n"
