"""Maps as the page draws them."""

from __future__ import annotations

from functools import lru_cache

from hegemon._json import JSONObject
from hegemon.maps import Map


@lru_cache(maxsize=64)
def board_json(map: Map) -> JSONObject:
    """A map with everything that the page needs to draw it."""
    xs, ys = [x for x, _ in map.positions], [y for _, y in map.positions]
    span = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    scale, pad = 1000 / span, 70.0

    def place(x: float, y: float) -> list[float]:
        return [round((x - min(xs)) * scale + pad, 1), round((y - min(ys)) * scale + pad, 1)]

    return {
        "name": map.name,
        "hash": map.hash,
        "note": map.note,
        "territories": [
            {"name": name, "at": place(x, y)} for name, (x, y) in zip(map.territories, map.positions, strict=True)
        ],
        "links": [list(link) for link in map.links],
        "groups": [{"name": g.name, "value": g.value, "members": list(g.members)} for g in map.groups],
        "box": [0, 0, round((max(xs) - min(xs)) * scale + 2 * pad), round((max(ys) - min(ys)) * scale + 2 * pad)],
    }
