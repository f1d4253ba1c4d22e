"""The fenced blocks of Markdown pages, and the commands that the command line shows in its help."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([^"]+)"')
OUTPUT = "output"
"""The title of a block that shows what the block before it prints."""
INPUT = "input"
"""The title of a block that shows what a reader types into the command before it."""


@dataclass(frozen=True)
class Block:
    """A fenced block. With a title it is a file, or the input or output of the block before it."""

    line: int
    language: str
    title: str
    text: str

    @property
    def is_output(self) -> bool:
        return self.title == OUTPUT

    @property
    def is_input(self) -> bool:
        return self.title == INPUT

    @property
    def is_file(self) -> bool:
        return bool(self.title) and not self.is_output and not self.is_input


def pages() -> dict[str, list[Block]]:
    """The blocks of every document and of every help text, by the path of the file."""
    paths = [path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*.md")]
    paths += [path for pattern in ("*.md", "core/*.md", "scripts/*.md") for path in ROOT.glob(pattern)]
    found = {path: markdown_blocks(path.read_text(encoding="utf-8")) for path in sorted(paths)}
    for path in sorted((ROOT / "src/hegemon/cli").glob("*.py")):
        found[path] = help_blocks(path.read_text(encoding="utf-8"))
    return {path.relative_to(ROOT).as_posix(): blocks for path, blocks in found.items() if blocks}


def markdown_blocks(text: str) -> list[Block]:
    found = []
    for fence in FENCE.finditer(text):
        indent, info, body = fence.groups()
        title = TITLE.search(info)
        body = re.sub(f"^{indent}", "", body, flags=re.MULTILINE)
        line = text.count("\n", 0, fence.start()) + 1
        found.append(Block(line, info.partition(" ")[0], title[1] if title else "", body))
    return found


def help_blocks(source: str) -> list[Block]:
    """The lines of docstrings that are commands."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            shown = re.findall(r"^ *(hegemon .+)$", ast.get_docstring(node) or "", re.MULTILINE)
            found += [Block(node.lineno, "sh", "", line + "\n") for line in shown]
    return found
