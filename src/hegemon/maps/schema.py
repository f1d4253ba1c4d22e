"""The map file format: constants, the hash that identifies a map, and a text layout for editing by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from hegemon._json import JSON

FORMAT = "hegemon-map"
SCHEMA = 1
MAX_TERRITORIES = 512
MAX_NAME = 80
MAX_COORDINATE = 1e6
MAX_VALUE = 1_000_000
MAX_FILE_BYTES = 16_000_000
CARD_KINDS = ("infantry", "cavalry", "artillery")
"""Kinds of cards by their numbers. Without kinds in the map, territory t has kind t modulo 3."""


def topology_hash(
    territories: Sequence[str],
    links: Iterable[tuple[int, int]],
    groups: Iterable[tuple[str, int, Sequence[int]]],
    card_kinds: Sequence[int] = (),
) -> str:
    """Sixteen hex digits that identify names, links, groups and card kinds, in order.

    A map without card kinds has the hash that it had before there were any. The drawing, the name of the map and its
    source are left out, so that a redrawn map keeps its records valid.
    """
    topology: dict[str, list[object]] = {
        "territories": list(territories),
        "links": [list(link) for link in links],
        "groups": [[name, value, list(members)] for name, value, members in groups],
    }
    if card_kinds:
        topology["cards"] = list(card_kinds)
    text = json.dumps(topology, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def fold(name: str) -> str:
    """A name without case and with single spaces; two names that fold alike count as the same."""
    return " ".join(name.split()).casefold()


def map_text(data: Mapping[str, JSON]) -> str:
    """JSON text with one territory, link or group per line, for readable diffs."""
    fields = []
    for key, value in data.items():
        if isinstance(value, list):
            rows = ",\n".join("    " + _line(row) for row in value)
            fields.append(f"  {_line(key)}: [\n{rows}\n  ]" if rows else f"  {_line(key)}: []")
        else:
            fields.append(f"  {_line(key)}: {_line(value)}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
