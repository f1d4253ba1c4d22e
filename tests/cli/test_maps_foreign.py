"""hegemon maps import and export."""

from __future__ import annotations

import json
from pathlib import Path

import hegemon as hg
from tests.cli.conftest import Run
from tests.maps.foreign_files import CONQUEST, DOMINATION, DOMINATION_CARDS, WARLIGHT


def test_import_says_what_was_found_and_what_was_not_kept(run: Run) -> None:
    Path("square.map").write_text(DOMINATION)
    Path("square.cards").write_text(DOMINATION_CARDS)
    outcome = run("maps", "import", "square.map")
    assert outcome.code == 0
    assert "square.map: a map of Domination, 4 territories, 4 links, 2 groups, card kinds" in outcome.out
    assert "not kept: the pictures were left out" in outcome.out
    assert hg.load_map("square.json").card_kinds == (2, 0, 1, 0)
    again = run("maps", "import", "square.map")
    assert again.code == 2
    assert "square.json already exists" in again.err
    assert run("maps", "import", "square.map", "--force", "--out", "other.json").code == 0
    assert run("maps", "check", "other.json").code == 0


def test_all_errors_are_listed(run: Run) -> None:
    Path("bad.map").write_text(
        CONQUEST.replace("New Mill,Ford", "Newmill,Fort", 1).replace("image=square.bmp", "image=\x1b")
    )
    outcome = run("maps", "import", "bad.map")
    assert outcome.code == 2
    assert "bad.map: line 13: there is no territory 'newmill': did you mean 'New Mill'?\n" in outcome.out
    assert "hegemon: bad.map: line 13: there is no territory 'newmill'" in outcome.err
    assert "(and 1 more)" in outcome.err
    assert not Path("bad.json").exists()
    repaired = run("maps", "import", "bad.map", "--repair")
    assert repaired.code == 0
    assert "not kept: left out: line 13" in repaired.out
    assert "\x1b" not in repaired.out


def test_many_files_into_a_folder(run: Run) -> None:
    for name in ("one", "two"):
        Path(f"{name}.txt").write_text(WARLIGHT)
    Path("three.txt").write_text("nothing")
    outcome = run(
        "maps", "import", "one.txt", "three.txt", "two.txt", "--out", "maps", "--starts", "starts.txt", "--json"
    )
    assert outcome.code == 2
    assert "1 of 3 files cannot be imported: three.txt: it is none of the known formats" in outcome.err
    rows = json.loads(outcome.out)
    assert [row["name"] for row in rows] == ["one", "two"]
    assert {row["hash"] for row in rows} == {hg.load_map("maps/one.json").hash}
    lines = Path("starts.txt").read_text().splitlines()
    assert lines[0] == "one; warlight2; 0 pick each=1; .2! .2 .6# .2!"
    state = hg.parse_position(lines[1], hg.load_map("maps/two.json"))
    assert hg.play(state.game, ["random", "heuristic"], start=state, seed=1).start == state


def test_export(run: Run) -> None:
    outcome = run("maps", "export", "grid(3, 2)", "--format", "domination")
    assert outcome.code == 0
    assert "wrote grid-3-2.map, grid-3-2.cards" in outcome.out
    assert "crd grid-3-2.cards" in Path("grid-3-2.map").read_text()
    assert run("maps", "export", "hex", "--format", "lux", "--out", "no/such/folder/hex.luxb").code == 2
    assert "belongs to 2 groups" in run("maps", "export", "italy", "--format", "lux").err
    assert "already exists" in run("maps", "export", "grid(3, 2)", "--format", "domination").err
    assert run("maps", "export", "hex", "--format", "conquer-club", "--out", "h.xml").code == 0
    assert run("maps", "import", "h.xml", "--format", "lux").code == 2
    assert run("maps", "import", "h.xml").code == 0
    assert hg.load_map("h.json").neighbours == hg.load_map("hex").neighbours
