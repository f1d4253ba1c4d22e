"""TOML of a person, read within bounds: whatever the text is, it is read or refused at once."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from hegemon.errors import TournamentError

MOST_BYTES = 4_000_000
MOST_DEPTH = 16
"""Lists and tables within each other."""
MOST_PARTS = 16
"""Parts of a dotted key: the parser takes the square of their number."""
MOST_DIGITS = 60

_QUOTED = re.compile(
    r'"""[\s\S]*?(?:"""|\Z)|'
    r"'''[\s\S]*?(?:'''|\Z)|"
    r""""(?:\\.|[^"\\\n])*+"|'[^'\n]*+'|\#[^\n]*+"""
)
_DOTTED = re.compile(rf'(?<![\w-])(?:[\w-]++|"")(?:[ \t]*+\.[ \t]*+(?:[\w-]++|"")){{{MOST_PARTS},}}')
_NUMBER = re.compile(rf"(?<![\w.+-])[+-]?\d[\w.+-]{{{MOST_DIGITS},}}")
_BRACKET = re.compile(r"[\[\]{}]")


def read_toml(path: str | os.PathLike[str]) -> tuple[str, dict[str, Any]]:
    """The text of a file and its data; a TournamentError names file, line and problem."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
        text = content.decode("utf-8")
    except (OSError, ValueError) as error:  # ValueError: too large, not UTF-8, or a null byte in the name
        raise TournamentError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    _require_readable(path, text)
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        line = (found[2] or text.count("\n") + 1) if found else 1
        why = found[1] if found else str(error)
        raise TournamentError(f"{path}:{line}: {why:.200} (this is not TOML)") from None
    except (ValueError, RecursionError, OverflowError) as error:  # a date that is none, and the like
        raise TournamentError(f"{path}: {str(error)[:200]} (this is not TOML)") from None


def _require_readable(path: str | os.PathLike[str], text: str) -> None:
    """Refuse what the parser cannot read in time, or cannot read at all without saying why."""
    bare = _QUOTED.sub(lambda quoted: '""' + "\n" * quoted[0].count("\n"), text)
    for pattern, why in (
        (_DOTTED, f"a key has more than {MOST_PARTS} parts"),
        (_NUMBER, f"a number has more than {MOST_DIGITS} digits"),
    ):
        found = pattern.search(bare)
        if found is not None:
            raise TournamentError(f"{path}:{_line(bare, found.start())}: {why}")
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > MOST_DEPTH:
            raise TournamentError(
                f"{path}:{_line(bare, bracket.start())}: lists and tables are more than {MOST_DEPTH} deep"
            )


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
