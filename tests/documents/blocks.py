"""The fenced blocks of Markdown pages, and the code and commands in docstrings, which --help and the API pages show."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([^"]+)"')
COMMAND = re.compile(r"^ *(hegemon [a-z].+)$", re.MULTILINE)
"""A command on a line of its own."""
EMPHASISED = re.compile(r"\[bold\](hegemon [^\[]+)\[/bold\]")
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
    """The blocks of every document and of every module, by the path of the file."""
    paths = [path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*.md")]
    paths += [path for pattern in ("*.md", "core/*.md", "scripts/*.md") for path in ROOT.glob(pattern)]
    found = {path: markdown_blocks(path.read_text(encoding="utf-8")) for path in sorted(paths)}
    for path in sorted([*ROOT.glob("src/hegemon/**/*.py"), *ROOT.glob("examples/*.py")]):
        found[path] = docstring_blocks(path.read_text(encoding="utf-8"))
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


def docstring_blocks(source: str) -> list[Block]:
    """The code in docstrings, and the commands that help texts emphasise."""
    found = []
    signs = COMMAND.search(source) or any(sign in source for sign in (">>>", "::", "```"))
    for node in ast.walk(ast.parse(source)) if signs else ():  # most modules have nothing to look for
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            text, line = ast.get_docstring(node) or "", getattr(node, "lineno", 1)
            found += [Block(line, "sh", "", command + "\n") for command in COMMAND.findall(text.partition("\n")[2])]
            if ">>>" in text:
                found.append(Block(line, "pycon", "", text))
            if text.rstrip().endswith("::") or "::\n" in text or "```" in text:
                found.append(Block(line, "docstring", "", text))  # which is not run, and so fails
    return found + [Block(1, "sh", "", command + "\n") for command in EMPHASISED.findall(source)]
