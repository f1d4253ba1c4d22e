"""Notebooks are committed without outputs, and all their cells run; the documentation site shows their outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.docs_notebooks import can_run, notebooks, run_notebook

NAMES = [path.stem for path in notebooks()]


@pytest.mark.parametrize("path", notebooks(), ids=NAMES)
def test_a_notebook_has_no_outputs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    code = [cell for cell in data["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code), "clear all outputs"
    assert text == json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("path", notebooks(), ids=NAMES)
def test_all_cells_run_and_show_a_picture(path: Path) -> None:
    if not can_run(path):
        pytest.skip("needs the extra `learn`")
    outputs = [output for cell, output in run_notebook(path) if cell.is_code]
    assert "<svg" in "".join(outputs)


def test_pages_link_to_every_notebook() -> None:
    navigation = (Path(__file__).parent.parent.parent / "mkdocs.yml").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"notebooks/{name}.md" in navigation
