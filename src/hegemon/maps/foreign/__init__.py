"""Maps in the formats of other programs: reading them as maps of ours, and writing ours for them.

To add a format, write a file with its functions and add it to ``FORMATS``.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from dataclasses import dataclass

from hegemon.errors import MapError
from hegemon.maps.foreign.conquer_club import is_conquer_club, read_conquer_club, write_conquer_club
from hegemon.maps.foreign.conquest import is_conquest, read_conquest, write_conquest
from hegemon.maps.foreign.domination import is_domination, read_domination, write_domination
from hegemon.maps.foreign.draft import Draft, Imported, ImportMapError, Start
from hegemon.maps.foreign.exported import Exported
from hegemon.maps.foreign.lux import is_lux, read_lux, write_lux
from hegemon.maps.foreign.settle import ONE_WAY, Choices, settle
from hegemon.maps.foreign.source import Source, open_source
from hegemon.maps.foreign.triplea import is_triplea, read_triplea
from hegemon.maps.foreign.warlight import is_warlight, read_warlight, write_warlight
from hegemon.maps.foreign.warlight_json import is_warlight_json, read_warlight_json, write_warlight_json
from hegemon.maps.foreign.warzone import is_warzone, read_warzone, write_warzone
from hegemon.maps.map import Map

__all__ = [
    "FORMATS",
    "ONE_WAY",
    "Exported",
    "ImportMapError",
    "Imported",
    "MapFormat",
    "Source",
    "Start",
    "detect",
    "export_map",
    "find_format",
    "import_map",
    "import_source",
]

_HEAD = 100_000
"""Characters in which a format is recognized."""


@dataclass(frozen=True)
class MapFormat:
    """A format of another program. `write` takes a map and the name of the files without extension."""

    name: str
    program: str
    detect: Callable[[str], bool]
    read: Callable[[Source], Draft]
    write: Callable[[Map, str], Exported] | None = None


FORMATS = (
    MapFormat("domination", "Domination", is_domination, read_domination, write_domination),
    MapFormat("conquest", "Conquest", is_conquest, read_conquest, write_conquest),
    MapFormat("lux", "Lux", is_lux, read_lux, write_lux),
    MapFormat("conquer-club", "Conquer Club", is_conquer_club, read_conquer_club, write_conquer_club),
    MapFormat("triplea", "TripleA", is_triplea, read_triplea),
    MapFormat("warzone", "Warzone", is_warzone, read_warzone, write_warzone),
    MapFormat("warlight", "the Warlight AI challenges", is_warlight, read_warlight, write_warlight),
    MapFormat(
        "warlight-json", "the second Warlight AI challenge", is_warlight_json, read_warlight_json, write_warlight_json
    ),
)


def import_map(
    path: str | os.PathLike[str], format: str | None = None, *, one_way: str = "both", repair: bool = False
) -> Imported:
    """Read a map file of another program. An ImportMapError has everything that is wrong with it.

    The format is recognized unless it is given. Links that go one way are made two-way (`one_way="both"`) or left out
    (`"drop"`). With `repair`, what is wrong in the file is left out, too.
    """
    return import_source(open_source(path), format, one_way=one_way, repair=repair)


def import_source(
    source: Source, format: str | None = None, *, one_way: str = "both", repair: bool = False
) -> Imported:
    """The same from the content of a file."""
    choices = Choices(one_way, repair)
    known = find_format(format) if format is not None else detect(source)
    return settle(known.read(source), known.name, choices)


def export_map(map: Map, format: str, stem: str = "map") -> Exported:
    """A map in the format of another program; a MapError says what the format cannot express.

    `stem` is the name of the files without extension: some of them name each other.
    """
    known = find_format(format)
    if known.write is None:
        able = ", ".join(one.name for one in FORMATS if one.write)
        raise MapError(f"maps of {known.program} can be read, not written; there are {able}")
    return known.write(map, stem)


def find_format(name: str) -> MapFormat:
    found = next((known for known in FORMATS if known.name == name), None)
    if found is None:
        names = [known.name for known in FORMATS]
        near = difflib.get_close_matches(name, names, 1, 0.5)
        raise MapError(
            f"there is no map format {name!r:.40}: {f'did you mean {near[0]}?' if near else ', '.join(names)}"
        )
    return found


def detect(source: Source) -> MapFormat:
    """The format of a file by its content."""
    head = source.text[:_HEAD]
    found = next((known for known in FORMATS if known.detect(head)), None)
    if found is None:
        raise ImportMapError([f"it is none of the known formats: {', '.join(known.name for known in FORMATS)}"])
    return found
