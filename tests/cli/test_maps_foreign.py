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
    assert "bad.map: line 13: there is no territory 'Newmill': did you mean 'New Mill'?\n" in outcome.out
    assert "hegemon: bad.map: line 13: there is no territory 'Newmill'" in outcome.err
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


def test_what_is_read_is_never_overwritten(run: Run) -> None:
    assert "wrote hex.warzone.json" in run("maps", "export", "hex", "--format", "warzone").out
    Path("wz.json").write_text(Path("hex.warzone.json").read_text())
    before = Path("wz.json").read_text()
    outcome = run("maps", "import", "wz.json")
    assert outcome.code == 0, outcome.err
    assert "wrote wz-map.json" in outcome.out
    assert hg.load_map("wz-map.json").neighbours == hg.load_map("hex").neighbours
    refused = run("maps", "import", "wz.json", "--out", "wz.json", "--force")
    assert refused.code == 2
    assert "wz.json is the file that is read, and would be lost" in refused.err
    assert run("maps", "import", "wz.json", "--out", "x.json", "--starts", "wz.json", "--force").code == 2
    assert Path("wz.json").read_text() == before


def test_two_files_of_one_name_do_not_overwrite_each_other(run: Run) -> None:
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, "one.txt").write_text(WARLIGHT)
    outcome = run("maps", "import", "a/one.txt", "b/one.txt", "--out", "maps", "--force")
    assert outcome.code == 2
    assert "was written from a/one.txt just now" in outcome.err


def test_the_file_is_read_before_the_output_is_looked_at(run: Run) -> None:
    Path("one.txt").write_text(WARLIGHT)
    Path("one.json").write_text("mine")
    assert "there is no map format 'bogus'" in run("maps", "import", "one.txt", "--format", "bogus").err
    assert "one.json already exists" in run("maps", "import", "one.txt").err
    Path("two.txt").write_text(WARLIGHT)
    assert "1 of 2 files cannot be imported: one.txt: " in run("maps", "import", "one.txt", "two.txt", "--out", ".").err
    assert Path("two.json").exists()


def test_names_are_shown_as_the_file_spells_them(run: Run) -> None:
    Path("bad.map").write_text(CONQUEST.replace("New Mill,Ford", "Newmill,Ford", 1))
    assert "there is no territory 'Newmill': did you mean 'New Mill'?" in run("maps", "import", "bad.map").err


def test_maps_are_checked_by_name_too(run: Run) -> None:
    assert "italy: good, " in run("maps", "check", "italy").out
    outcome = run("maps", "check", "itally")
    assert outcome.code == 2
    assert "did you mean 'italy'?" in outcome.err
    assert "nosuch.json" in run("maps", "check", "nosuch.json").err
