"""The public list of names, and the examples in the README, are true."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import hegemon

ROOT = Path(__file__).parent.parent


def test_the_public_list_is_exactly_what_the_package_offers() -> None:
    visible = {
        name
        for name, value in vars(hegemon).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert visible | {"__version__"} == set(hegemon.__all__)


@pytest.mark.parametrize(
    "package", ["statistics", "maps", "rules", "game", "nets", "agents", "match", "arena", "report"]
)
def test_each_package_offers_what_its_list_says(package: str) -> None:
    module = importlib.import_module(f"hegemon.{package}")
    assert sorted(module.__all__) == sorted(set(module.__all__))
    for name in module.__all__:
        assert hasattr(module, name), name


def test_importing_hegemon_stays_light() -> None:
    heavy = ("torch", "scipy", "matplotlib", "rich", "safetensors", "typer")
    code = f"import sys, hegemon; print(' '.join(m for m in {heavy} if m in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))])
def test_the_examples_in_the_documents_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(example)
    assert runner.failures == 0


def test_the_readme_shows_the_two_commands_and_a_played_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text
    assert ">>> record = hg.play(" in text
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
        assert (ROOT / picture).is_file(), picture
