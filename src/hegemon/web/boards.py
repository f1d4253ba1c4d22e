"""Maps as the page draws them."""

from __future__ import annotations

from functools import lru_cache

from hegemon._json import JSONObject
from hegemon.maps import Map
from hegemon.maps.areas import Areas, areas
from hegemon.maps.areas.value import path


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


def ground_json(drawing: Areas) -> JSONObject:
    """The land of a map for the editor, which knows the rest: outlines, colours, and where they lie on the map."""
    return {
        "place": list(drawing.place),
        "areas": [{"path": path(area.rings), "colour": area.colour} for area in drawing.territories],
        "routes": path(tuple(line for route in drawing.routes for line in route.lines), closed=False),
    }
