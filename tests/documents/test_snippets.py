"""Every fenced block of every page, and every command in a help text, runs; what is shown as output is printed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.documents.blocks import ROOT, Block, docstring_blocks, markdown_blocks, pages
from tests.documents.session import HAS_TORCH, NOT_RUN, Failed, Session

PAGES = pages()
TUTORIAL = "docs/tutorial/"
NEEDS_TORCH = (
    "docs/training-zero", "docs/training-expert", "docs/training-dqn", "docs/training-value",
    "docs/training-policy", "docs/training-best", f"{TUTORIAL}4-",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.startswith(NEEDS_TORCH) and not HAS_TORCH:
        pytest.skip("needs the extra `learn`")
    if page == "docs/environments.md" and importlib.util.find_spec("pettingzoo") is None:
        pytest.skip("needs the extra `envs`")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    earlier = [block for other in PAGES if other.startswith(TUTORIAL) and other < page for block in PAGES[other]]
    is_chapter = page.startswith(TUTORIAL)
    Session(page, PAGES[page], as_shown=is_chapter, before=earlier if is_chapter else ()).run()


def test_commands_that_are_not_run_are_shown_somewhere() -> None:
    lines = [line for blocks in PAGES.values() for block in blocks for line in block.text.splitlines()]
    for start in NOT_RUN:
        assert any(line.startswith(start) for line in lines), start


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```\nplain\n```", "a block of no language is not run"),
        ("```console\n$ ls\n```", "a block of console is not run"),
        ("```pycon\n>>> 1 + 1\n3\n\n```", "Expected:\n    3\nGot:\n    2"),
        ("```python\nraise ValueError('no')\n```", "line 1: ValueError: no"),
        ("```sh\nhegemon odds ten\n```", "hegemon odds ten exits with 2"),
        ('```sh\nhegemon odds 10 7\n```\n\n```text title="output"\nnone\n```', "line 5: Failed: the page shows"),
        ("```sh\nrm -rf x\n```", "the tests cannot run 'rm'"),
        ("```sh\nmake nothing\n```", "CalledProcessError"),
        ("```sh\npython -m pip install '.[nothing]'\n```", "there is no extra nothing"),
        ("```toml\nx\n```", "TOMLDecodeError"),
    ],
)
def test_a_block_that_fails_is_named(text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Failed, match=r"page\.md, line") as failed:
        Session("page.md", markdown_blocks(text), as_shown=False).run()
    assert message in str(failed.value)


def test_no_page_has_blocks_that_are_overlooked() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        if page.endswith(".md"):
            assert "~~~" not in text, page
            assert len(PAGES[page]) * 2 == sum(line.lstrip().startswith("```") for line in text.splitlines()), page


def test_code_in_docstrings_is_found() -> None:
    text = 'def f():\n    """About.\n\n    hegemon maps\n\n    >>> 1\n    1\n    """\n'
    assert [block.language for block in docstring_blocks(text)] == ["sh", "pycon"]
    assert [block.language for block in docstring_blocks('"""So::\n\n    f(x)\n"""')] == ["docstring"]


def test_blocks_in_lists_and_titles_are_found() -> None:
    text = 'a\n\n- b\n\n  ```python title="x.py"\n  if a:\n      b\n  ```\n'
    assert markdown_blocks(text) == [Block(5, "python", "x.py", "if a:\n    b\n")]
