"""Maps of Warzone: the JSON of its query API, a whole game or only the part ``map`` of it."""

from __future__ import annotations

import json

from hegemon._json import JSONObject
from hegemon.maps.foreign.data import as_list, as_object, number, read_object
from hegemon.maps.foreign.draft import Draft
from hegemon.maps.foreign.exported import Exported
from hegemon.maps.foreign.source import Source
from hegemon.maps.map import Map


def is_warzone(head: str) -> bool:
    return head.lstrip("\ufeff \t\r\n").startswith("{") and '"connectedTo"' in head


def read_warzone(source: Source) -> Draft:
    feed = read_object(source)
    draft = Draft(source.stem)
    data = as_object(draft, "map", feed["map"]) if "map" in feed else feed
    draft.name = str(data.get("name") or source.stem)
    _territories(draft, data)
    _bonuses(draft, data)
    if data.get("distributionModes"):
        draft.lose("distribution modes were left out: the rules say here which territories are offered")
    if any(key in feed for key in ("settings", "players", "turn0", "standing0")):
        draft.lose("settings, players and turns were left out: only the map was read")
    return draft


def _territories(draft: Draft, data: dict[str, object]) -> None:
    links: list[tuple[str, int, int]] = []
    for i, row in enumerate(as_list(draft, "territories", data.get("territories"))):
        where = f"territories[{i}]"
        territory = as_object(draft, where, row)
        key = number(draft, f"{where}.id", territory.get("id"))
        if key is None:
            continue
        draft.territory(where, key, str(territory.get("name") or f"territory {key}"))
        for near in as_list(draft, f"{where}.connectedTo", territory.get("connectedTo", [])):
            other = number(draft, f"{where}.connectedTo", near)
            links += [] if other is None else [(where, key, other)]
    for where, a, b in links:
        draft.link(where, a, b)


def _bonuses(draft: Draft, data: dict[str, object]) -> None:
    for i, row in enumerate(as_list(draft, "bonuses", data.get("bonuses", []))):
        where = f"bonuses[{i}]"
        bonus = as_object(draft, where, row)
        value = number(draft, f"{where}.value", bonus.get("value"))
        listed = as_list(draft, f"{where}.territoryIDs", bonus.get("territoryIDs"))
        members = [number(draft, f"{where}.territoryIDs", member) for member in listed]
        if value is not None:
            name = str(bonus.get("name") or f"bonus {i + 1}")
            draft.group(where, name, value, [member for member in members if member is not None])


def write_warzone(map: Map, stem: str) -> Exported:
    """The map as the query API gives it."""
    territories: list[JSONObject] = [
        {"id": t + 1, "name": name, "connectedTo": [n + 1 for n in near]}
        for t, (name, near) in enumerate(zip(map.territories, map.neighbours, strict=True))
    ]
    bonuses: list[JSONObject] = [
        {"id": i, "name": group.name, "value": group.value, "territoryIDs": [m + 1 for m in group.members]}
        for i, group in enumerate(map.groups, 1)
    ]
    data = {"map": {"id": 1, "name": map.name, "territories": territories, "bonuses": bonuses}}
    lost = ["the drawing is left out: Warzone keeps it in a picture (SVG)"]
    return Exported({".json": json.dumps(data, ensure_ascii=False, indent=1) + "\n"}, lost)
