"""A foreign map file as readers get it: its bytes, its text, and the files beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hegemon._files import as_path
from hegemon.errors import MapError
from hegemon.maps.formats import is_file, read_content

Beside = Callable[[str], "bytes | None"]
"""Finds a file beside the map file, by its name."""


def _nothing(name: str) -> bytes | None:
    return None


@dataclass(frozen=True)
class Source:
    """The content of a map file. `stem` is the name of the file without folder and extension."""

    content: bytes
    stem: str = "imported"
    beside: Beside = _nothing

    @property
    def text(self) -> str:
        return decode(self.content)

    @property
    def lines(self) -> list[str]:
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def decode(content: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with its mark, else what old programs for Windows wrote."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def open_source(path: str | os.PathLike[str]) -> Source:
    """Read a file, and let readers find the files beside it and one folder above."""
    where = as_path(path, MapError, "a map")
    content = read_content(where)

    def beside(name: str) -> bytes | None:
        plain = Path(name.replace("\\", "/")).name
        for folder in (where.parent, where.parent.parent):
            if plain and is_file(folder / plain):
                return read_content(folder / plain)
        return None

    return Source(content, where.stem, beside)
