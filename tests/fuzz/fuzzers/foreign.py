"""Map files of other programs, damaged: what can be read is a map that comes back from its own file."""

from __future__ import annotations

import json

from hegemon.errors import MapError
from hegemon.game import SimultaneousGame
from hegemon.maps import Map, check_map
from hegemon.maps.foreign import FORMATS, Source, export_map, import_source
from hegemon.maps.schema import map_text
from tests.fuzz.harness import Generator
from tests.fuzz.mutate import mutate_bytes, mutate_json, odd
from tests.maps.foreign_files import BESIDE, FILES

NAMES = sorted(FILES)
WORDS = (
    "[cards]", "[countries]", "[borders]", "<required>1</required>", "<![CDATA[x]]>", "&lt;", "&#x202e;", "&a;", ",,,,",
    "<continent><name>x</name><bonus>-1</bonus><components><continent>North Side</continent></components></continent>",
    "<overrides><override>North Side</override></overrides>", "<bonus>5</bonus>", "<polygon>0,0 1,1</polygon>", "=",
    "setup_map regions 9 9", "setup_map neighbors 1 1,1,2", '<!ENTITY a "b">', "wildcard", "Cannon 1", "-1", "1e999",
    "999999999999",
)  # fmt: skip


def case(random: Generator) -> None:
    format = random.choice(NAMES)
    text = _changed(FILES[format], random)
    beside = {name: mutate_bytes(content, random) for name, content in BESIDE.items() if random.random() < 0.7}
    asked = random.choice((format, None, None, random.choice(NAMES)))
    content = text.encode("utf-8", "surrogateescape")
    imported = import_source(
        Source(content, str(odd(random)) if random.random() < 0.1 else "file", beside.get),
        asked,
        one_way=random.choice(("both", "drop")),
        repair=random.random() < 0.7,
    )
    _use(imported.map)
    if imported.start is not None and imported.start.picks_each:
        start, game = imported.start, SimultaneousGame(imported.map, "warlight2")
        state = game.picking(start.offered, start.picks_each, wastelands=start.wastelands)
        assert game.parse(str(state)) == state
    assert all(isinstance(lost, str) and lost for lost in imported.lost)


def _changed(text: str, random: Generator) -> str:
    """A file with some lines left out, repeated or exchanged, words put in, numbers or bytes changed."""
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        lines = text.split("\n")
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        kind = random.random()
        if kind < 0.15:
            del lines[at]
        elif kind < 0.3:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind < 0.4:
            lines[at:at] = [lines[other]] * random.choice((1, 2, 40))
        elif kind < 0.6:
            place = random.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + random.choice(WORDS) + lines[at][place:]
        elif kind < 0.75:
            words = lines[at].split(" ")
            words[random.randrange(len(words))] = str(odd(random))
            lines[at] = " ".join(words)
        elif text.startswith("{"):
            return mutate_json(text, random)
        else:
            return mutate_bytes(text.encode("utf-8", "surrogateescape"), random).decode("utf-8", "surrogateescape")
        text = "\n".join(lines)
    return text


def _use(board: Map) -> None:
    """A map that was read is valid, is the same from its own file, and can be written in every format or is refused."""
    assert not [problem for problem in check_map(board.to_json()) if problem.severity == "error"]
    assert Map.from_json(json.loads(map_text(board.to_json()))) == board
    for known in FORMATS:
        if known.write is not None:
            _write(board, known.name)


def _write(board: Map, format: str) -> None:
    try:
        exported = export_map(board, format, "stem")
    except MapError:
        return
    first = next(iter(exported.files.values()))
    beside = {f"stem{suffix}": text.encode() for suffix, text in exported.files.items()}
    again = import_source(Source(first.encode("utf-8"), "stem", beside.get), format)
    assert len(again.map.territories) == len(board.territories)
    assert len(again.map.links) == len(board.links)
    assert sorted(group.value for group in again.map.groups) == sorted(group.value for group in board.groups)
