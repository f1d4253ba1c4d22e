"""Tags on a sheet of characters, moved apart where they would cover each other."""

from __future__ import annotations

from collections.abc import Sequence

_ROUNDS = 300
_ROW = 2.0
"""The height of a row in widths of a letter: moving a tag by a row is as far as moving it by two columns."""
_HIGH = 2.0
"""Rows of a tag: its own and that of the name below."""


def apart(points: Sequence[tuple[float, float]], widths: Sequence[int], width: int) -> list[tuple[int, int]]:
    """Places (column, row) near the points at which no tag covers another or its name, if that can be done.

    Two tags that overlap move apart by the shorter way; those at the edge of the sheet stay on it.
    """
    places = [list(point) for point in points]
    for _ in range(_ROUNDS):
        moved = False
        for i, one in enumerate(places):
            for j in range(i):
                two = places[j]
                right, down = one[0] - two[0], one[1] - two[1]
                over_x = (widths[i] + widths[j]) / 2 + 1.5 - abs(right)
                over_y = _HIGH - abs(down)
                if over_x <= 0 or over_y <= 0:
                    continue
                moved = True
                if over_x < _ROW * over_y:
                    step = (over_x / 2 + 0.01) * (1 if right >= 0 else -1)
                    one[0], two[0] = one[0] + step, two[0] - step
                else:
                    step = (over_y / 2 + 0.01) * (1 if down >= 0 else -1)
                    one[1], two[1] = one[1] + step, two[1] - step
        for place, wide in zip(places, widths, strict=True):
            place[0] = min(max(place[0], wide / 2 + 0.5), width - wide / 2 - 1)
        if not moved:
            break
    top = min(y for _, y in places)
    return [(round(x), round(y - top + 1)) for x, y in places]
