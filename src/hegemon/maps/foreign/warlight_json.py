"""Map files of the engines of the second Warlight AI challenge: JSON with regions and super regions."""

from __future__ import annotations

import json

from hegemon._json import JSONObject
from hegemon.maps.foreign.data import as_list, as_object, number, read_object
from hegemon.maps.foreign.draft import Draft
from hegemon.maps.foreign.exported import Exported
from hegemon.maps.foreign.source import Source
from hegemon.maps.foreign.warlight import require_expressible
from hegemon.maps.map import Map


def is_warlight_json(head: str) -> bool:
    return head.lstrip("\ufeff \t\r\n").startswith("{") and '"SuperRegions"' in head and '"Regions"' in head


def read_warlight_json(source: Source) -> Draft:
    data = read_object(source)
    draft = Draft(source.stem, note="a map of the second Warlight AI challenge")
    members: dict[int, list[int]] = {}
    links: list[tuple[str, int, int]] = []
    for i, row in enumerate(as_list(draft, "Regions", data.get("Regions"))):
        where = f"Regions[{i}]"
        region = as_object(draft, where, row)
        key = number(draft, f"{where}.id", region.get("id"))
        home = number(draft, f"{where}.superRegion", region.get("superRegion"))
        if key is None or home is None:
            continue
        draft.territory(where, key, f"region {key}")
        members.setdefault(home, []).append(key)
        for near in as_list(draft, f"{where}.neighbors", region.get("neighbors", [])):
            other = number(draft, f"{where}.neighbors", near)
            links += [] if other is None else [(where, key, other)]
    for where, a, b in links:
        draft.link(where, a, b, both_ways=True)
    _groups(draft, data, members)
    return draft


def _groups(draft: Draft, data: dict[str, object], members: dict[int, list[int]]) -> None:
    found: dict[int, tuple[str, int]] = {}
    for i, row in enumerate(as_list(draft, "SuperRegions", data.get("SuperRegions"))):
        where = f"SuperRegions[{i}]"
        group = as_object(draft, where, row)
        key, bonus = number(draft, f"{where}.id", group.get("id")), number(draft, f"{where}.bonus", group.get("bonus"))
        if key in found:
            draft.wrong(where, f"super region {key} is there twice")
        elif key is not None and bonus is not None:
            found[key] = (where, bonus)
    for key in members.keys() - found.keys():
        draft.wrong("Regions", f"region {members[key][0]} is in super region {key}, which does not exist")
    for key, (where, bonus) in sorted(found.items()):
        draft.group(where, f"super region {key}", bonus, members.get(key, ()))


def write_warlight_json(map: Map, stem: str) -> Exported:
    """The map as an engine reads it; every link once, at its lower territory."""
    require_expressible(map)
    regions: list[JSONObject] = [
        {"id": t + 1, "superRegion": groups[0] + 1, "neighbors": [n + 1 for n in near if n > t]}
        for t, (groups, near) in enumerate(zip(map.groups_of, map.neighbours, strict=True))
    ]
    supers: list[JSONObject] = [{"id": number, "bonus": group.value} for number, group in enumerate(map.groups, 1)]
    lost = ["names are left out: regions and super regions are numbers there"]
    return Exported({".json": json.dumps({"Regions": regions, "SuperRegions": supers}) + "\n"}, lost)
