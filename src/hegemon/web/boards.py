"""Maps as the page draws them."""

from __future__ import annotations

from functools import lru_cache

from hegemon._json import JSONObject
from hegemon.maps import Map
from hegemon.maps.areas import Areas, areas


@lru_cache(maxsize=64)
def board_json(map: Map) -> JSONObject:
    """A map with everything that the page needs to draw it."""
    return drawn_json(map, areas(map))


def drawn_json(map: Map, drawing: Areas) -> JSONObject:
    """A map with its drawing: outlines are the text of SVG paths."""
    parts = drawing.as_json()
    patches, outlines = parts.pop("territories"), parts.pop("groups")
    assert isinstance(patches, list)
    assert isinstance(outlines, list)
    return {
        "name": map.name,
        "hash": map.hash,
        "note": map.note,
        "territories": [{"name": name, **patch} for name, patch in zip(map.territories, patches, strict=True)],
        "links": [list(link) for link in map.links],
        "groups": [
            {"name": group.name, "value": group.value, "members": list(group.members), **outline}
            for group, outline in zip(map.groups, outlines, strict=True)
        ],
        **parts,
    }
