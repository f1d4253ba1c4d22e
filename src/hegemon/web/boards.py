"""Maps as the page draws them."""

from __future__ import annotations

from functools import lru_cache

from hegemon._json import JSONObject
from hegemon.maps import Map
from hegemon.maps.areas import areas


@lru_cache(maxsize=64)
def board_json(map: Map) -> JSONObject:
    """A map with everything that the page needs to draw it: outlines are the text of SVG paths."""
    drawing = areas(map).as_json()
    patches, outlines = drawing.pop("territories"), drawing.pop("groups")
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
        **drawing,
    }
