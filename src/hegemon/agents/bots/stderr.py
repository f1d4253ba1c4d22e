"""What a bot writes to stderr: its beginning and its end are kept, and all of it goes to a file if one is named."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import BinaryIO

from hegemon.errors import AgentError

FIRST, LAST = 2000, 4000
"""Bytes of the beginning and of the end that are kept."""
MOST_WRITTEN = 1 << 26
"""Bytes that one program may add to the file."""
_ERROR = re.compile(r"Error|Exception|panic|fatal|FATAL|[Ss]egmentation fault")
_FRAME = re.compile(r"at |File \"|\.\.\. |raise |throw ")
"""How lines of a stack trace begin, which only quote the code."""


class Stderr:
    """The log of one program."""

    def __init__(self, file: str | Path = "") -> None:
        """All of it is added to the file, if one is named."""
        self._first, self._last, self._count = bytearray(), deque[int](maxlen=LAST), 0
        self._file = _opened(file) if file else None

    def add(self, data: bytes) -> None:
        if self._file is not None and self._count < MOST_WRITTEN:
            self._file.write(data[: MOST_WRITTEN - self._count])
        self._first += data[: FIRST - len(self._first)]
        self._last.extend(data[-LAST:])
        self._count += len(data)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def text(self) -> str:
        """As much as is kept; where something is missing, a line says so."""
        first, last = bytes(self._first), bytes(self._last)
        missing = self._count - len(first) - len(last)
        if missing > 0:
            gap = f"\n... ({missing:,} bytes) ...\n".encode()
            whole = first + gap + last
        else:
            whole = first + last[-missing:] if missing else first + last
        return whole.decode("utf-8", "replace").strip()

    def shown(self, room: int) -> str:
        """What it says in one line of so many characters: the error message if there is one, else start and end."""
        text = self.text
        whole = " ".join(text.split())
        if len(whole) <= room:
            return whole
        lines = [" ".join(line.split()) for line in text.splitlines()]
        errors = [line for line in lines if _ERROR.search(line) and not _FRAME.match(line)]
        return _shortened(errors[-1] if errors else whole, room)


def _shortened(text: str, room: int) -> str:
    """The beginning and the end of a text."""
    if len(text) <= room:
        return text
    start = (room - 4) // 2
    return f"{text[:start]} .. {text[len(text) - (room - 4 - start) :]}"


def _opened(file: str | Path) -> BinaryIO:
    try:
        return Path(file).open("ab", buffering=0)
    except OSError as error:
        raise AgentError(f"bot: cannot write {file} (what it writes to stderr): {error.strerror or error}") from None
