"""A grid of character cells for terminal drawings, with double-width letters and colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def columns(text: str) -> int:
    """The number of terminal columns of a text."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def shorten(text: str, room: int) -> str:
    """A text cut to a number of columns, with an ellipsis if it was cut."""
    if columns(text) <= room:
        return text
    kept = ""
    for letter in text:
        if columns(kept + letter) > room - 1:
            break
        kept += letter
    return kept.rstrip() + "…" if room > 0 else ""


def paint(text: str, style: str) -> str:
    """A text in an ANSI style such as ``1;31``; plain if the style is empty."""
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


class Canvas:
    """Cells of (text, style); a double-width letter leaves the next cell empty."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def free(self, x: int, y: int, length: int, border: int = 0) -> bool:
        """Whether a run of cells is on the canvas and empty, with ``border`` more empty cells on either side."""
        inside = 0 <= y < self.height and x >= 0 and x + length <= self.width
        return inside and not any((k, y) in self._cells for k in range(x - border, x + length + border))

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text, overwriting the cells."""
        for letter in text:
            wide = _width(letter)
            if wide == 0:
                before, old_style = self._cells.get((x - 1, y), (" ", ""))
                self._cells[x - 1, y] = (before + letter, old_style)
                continue
            self._cells[x, y] = (letter, style)
            if wide == 2:
                self._cells[x + 1, y] = ("", style)
            x += wide

    def dots(self, path: Iterable[tuple[int, int]], style: str = "") -> None:
        """Draw a dotted line through the cells that are still empty."""
        for x, y in path:
            if self.free(x, y, 1):
                self._cells[x, y] = ("·", style)

    def lines(self) -> list[str]:
        """The canvas as lines without trailing spaces."""
        result = []
        for y in range(self.height):
            row = [self._cells.get((x, y), (" ", "")) for x in range(self.width)]
            while row and row[-1][0] == " " and not row[-1][1]:
                row.pop()
            line, at = "", 0
            while at < len(row):
                end = at
                while end < len(row) and row[end][1] == row[at][1]:
                    end += 1
                line += paint("".join(text for text, _ in row[at:end]), row[at][1])
                at = end
            result.append(line)
        return result


def line(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells of a straight line, one per column or one per row, whichever is denser; every other one if flat."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dx) // 2, abs(dy), 1)
    return [(start[0] + round(dx * k / steps), start[1] + round(dy * k / steps)) for k in range(steps + 1)]
