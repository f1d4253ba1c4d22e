"""Maps of other programs: what every format gives, what is not kept, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.errors import MapError
from hegemon.maps import Map, load_map
from hegemon.maps.foreign import FORMATS, ImportMapError, Source, Start, export_map, import_map, import_source
from tests.maps.foreign_files import (
    CONQUER_CLUB,
    CONQUEST,
    DOMINATION,
    FILES,
    LUX,
    TRIPLEA,
    WARLIGHT,
    WARLIGHT_JSON,
    WARZONE,
    read,
)


def problems(text: str, format: str | None = None) -> list[str]:
    with pytest.raises(ImportMapError) as error:
        read(text, format)
    return list(error.value.problems)


# --- Every format -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FILES)
def test_every_format_gives_the_same_map(format: str) -> None:
    imported = read(FILES[format])
    board = imported.map
    assert imported.format == format
    assert {frozenset(link) for link in board.links} == {frozenset(p) for p in ((0, 1), (0, 2), (1, 3), (2, 3))}
    if format == "triplea":
        assert board.groups == ()
    else:
        assert [(group.value, group.members) for group in board.groups] == [(2, (0, 1)), (3, (2, 3))]
    if not format.startswith("warlight"):
        assert board.territories == ("Old Mill", "New Mill", "Ford", "Bridge")
    left, right = {0, 2}, {1, 3}
    assert max(board.positions[t][0] for t in left) < min(board.positions[t][0] for t in right) or "war" in format
    assert Map.from_json(board.to_json()) == board


def test_all_formats_are_tried_here() -> None:
    assert set(FILES) == {known.name for known in FORMATS}


@pytest.mark.parametrize("format", [known.name for known in FORMATS if known.write])
@pytest.mark.parametrize("name", ["earth", "old-world", "grid(4, 3)"])
def test_exported_maps_come_back(format: str, name: str) -> None:
    board = load_map(name)
    exported = export_map(board, format, "stem")
    first, *others = exported.files.values()
    beside = {f"stem{suffix}": text.encode() for suffix, text in exported.files.items()}
    again = import_source(Source(first.encode(), "stem", beside.get), format)
    same = again.map
    order = (
        [again.map.territories.index(t) for t in board.territories]
        if "war" not in format
        else range(len(board.territories))
    )
    number = dict(zip(order, range(len(board.territories)), strict=True))
    assert {frozenset(number[t] for t in link) for link in same.links} == {frozenset(link) for link in board.links}
    groups = {(group.value, frozenset(number[m] for m in group.members)) for group in same.groups}
    assert groups == {(group.value, frozenset(group.members)) for group in board.groups}
    assert bool(others) == bool(same.card_kinds) == (format == "domination")
    if same.card_kinds:
        assert same.card_kinds == tuple(t % 3 for t in range(len(board.territories)))


@pytest.mark.parametrize("format", ["domination", "conquest", "lux", "warlight", "warlight-json"])
def test_what_a_format_cannot_say_is_refused(format: str) -> None:
    with pytest.raises(MapError, match="belongs to 2 groups, and there every territory belongs to exactly one"):
        export_map(load_map("italy"), format)


def test_overlapping_groups_are_kept_where_a_format_has_them() -> None:
    italy = load_map("italy")
    for format in ("conquer-club", "warzone"):
        (text,) = export_map(italy, format).files.values()
        again = import_source(Source(text.encode())).map
        assert [(g.name, g.value, g.members) for g in again.groups] == [
            (g.name, g.value, g.members) for g in italy.groups
        ]


def test_unknown_formats() -> None:
    with pytest.raises(MapError, match="'lx': did you mean lux"):
        read(LUX, "lx")
    with pytest.raises(MapError, match="there is no map format 'qqq': domination, conquest"):
        export_map(load_map("hex"), "qqq")
    with pytest.raises(MapError, match="maps of TripleA can be read, not written"):
        export_map(load_map("hex"), "triplea")
    with pytest.raises(ImportMapError, match="none of the known formats"):
        read("hello")
    with pytest.raises(ImportMapError, match="none of the known formats"):
        read("")
    with pytest.raises(MapError, match="both or drop, not as 'x'"):
        read(LUX, one_way="x")


def test_load_map_says_how_to_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"a.map": DOMINATION, "b.json": WARZONE, "c.xml": CONQUER_CLUB}.items():
        Path(name).write_text(text)
        with pytest.raises(MapError, match=f"it is a map of .*; hegemon maps import '{name}' makes a map file of it"):
            load_map(name)


def test_files_beside_the_map(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "game.xml").write_text(TRIPLEA)
    (tmp_path / "centers.txt").write_text("Old Mill (1,2)\nNew Mill (3, 4.5)\nFord (5,6)\nBridge (7,8)\n")
    (tmp_path / "polygons.txt").write_text(
        "".join(
            f"{t} < (0,0) (4,0) (4,4) > < (0,0) (1,0) (1,1) >\n" for t in ("Old Mill", "New Mill", "Ford", "Bridge")
        )
    )
    imported = import_map(tmp_path / "games" / "game.xml")
    assert imported.map.positions == ((1, 2), (3, 4.5), (5, 6), (7, 8))
    assert imported.map.polygons == (((0, 0), (4, 0), (4, 4)),) * 4
    (tmp_path / "secret").write_text("[cards]\nCannon 1\n")
    (tmp_path / "games" / "a.map").write_text(DOMINATION.replace("square.cards", "../../secret"))
    assert import_map(tmp_path / "games" / "a.map").map.card_kinds == (2, 1, 2, 0)  # only names, no paths, are used
    (tmp_path / "games" / "b.map").write_text(DOMINATION.replace("square.cards", 5000 * "x"))
    assert import_map(tmp_path / "games" / "b.map").map.card_kinds == ()
    with pytest.raises(MapError, match="No such file"):
        import_map(tmp_path / "nothing.map")


# --- What is not kept ---------------------------------------------------------------------------------------------


def test_one_way_links() -> None:
    text = CONQUEST.replace("Old Mill,10,10,North Side,New Mill,Ford", "Old Mill,10,10,North Side,New Mill")
    both, dropped = read(text), read(text, one_way="drop")
    assert len(both.map.links) == 4
    assert any("1 one-way link made two-way: Ford > Old Mill" in lost for lost in both.lost)
    assert len(dropped.map.links) == 3
    assert any("1 one-way link left out: Ford > Old Mill" in lost for lost in dropped.lost)


def test_parts_that_cannot_be_reached() -> None:
    text = WARLIGHT.replace("1 2,3 2 4 3 4", "1 2 3 4").replace("settings starting", "# settings starting")
    text = text.replace("regions 1 1 2 1 3 2 4 2", "regions 1 1 2 1 3 2 4 2 5 2").replace("3 4", "3 4,5")
    assert problems(text) == [
        "region 1, region 2 cannot be reached from the rest of the map: add a link, or let repair leave them out"
    ]
    repaired = read(text, repair=True)
    assert repaired.map.territories == ("region 3", "region 4", "region 5")
    assert [group.name for group in repaired.map.groups] == ["super region 2"]
    assert repaired.start is None


def test_names_are_made_different_and_printable() -> None:
    text = WARZONE.replace("New Mill", "old  mill").replace('"Ford"', '""').replace("Bridge", "x\\u202e" + 90 * "y")
    imported = read(text)
    assert imported.map.territories == ("Old Mill", "old mill (2)", "territory 13", "x " + 78 * "y")
    assert any("names of territories must be different" in lost for lost in imported.lost)


def test_places_are_made_where_there_are_none() -> None:
    board = read(WARLIGHT).map
    assert len(set(board.positions)) == 4
    board = read(CONQUEST.replace(",60,", ",0,").replace(",10,", ",0,").replace(",50,", ",0,")).map
    assert len(set(board.positions)) == 4


def test_places_of_lux_grow_downward() -> None:
    board = read(LUX).map
    assert board.positions[0] == (10, 10)
    assert board.polygons[2] == ((0, 30), (40, 30), (40, 60), (0, 60))
    assert board.provenance == "drawn by Ann Other"


def test_the_start_of_a_challenge_game() -> None:
    assert read(WARLIGHT).start == Start(wastelands=(2,), offered=(0, 3), picks_each=1)
    assert read(WARLIGHT_JSON).start is None
    both = WARLIGHT.replace("starting_regions 1 4", "starting_regions 1 4 3 2").replace(
        "pick_amount 1", "pick_amount 9"
    )
    assert read(both).start == Start(wastelands=(2,), offered=(0, 3, 1), picks_each=1)


def test_what_triplea_has_more() -> None:
    lost = "\n".join(read(TRIPLEA).lost)
    for word in (
        "1 sea zones",
        "impassable territories were left out: Peak",
        "without connections were left out: Info",
    ):
        assert word in lost


def test_cards_of_domination() -> None:
    assert read(DOMINATION).map.card_kinds == (2, 0, 1, 0)
    assert read(DOMINATION.replace("crd square.cards", "")).map.card_kinds == ()
    missing = read(DOMINATION.replace("square.cards", "other.cards"))
    assert missing.map.card_kinds == ()
    assert any("there is no file 'other.cards' beside the map" in lost for lost in missing.lost)


# --- Bonuses of Conquer Club --------------------------------------------------------------------------------------


def continent(name: str, bonus: str, *members: str, more: str = "") -> str:
    tags = ["continent" if member.startswith("+") else "territory" for member in members]
    inside = "".join(f"<{tag}>{member.lstrip('+')}</{tag}>" for tag, member in zip(tags, members, strict=True))
    return (
        f"<continent><name>{name}</name><bonus>{bonus}</bonus><components>{inside}</components>{more}</continent></map>"
    )


def test_continents_of_continents_and_overrides() -> None:
    more = "<overrides><override>North Side</override><override>South Side</override></overrides>"
    board = read(CONQUER_CLUB.replace("</map>", continent("All", "9", "+North Side", "+South Side", more=more))).map
    assert [(g.name, g.value, g.members) for g in board.groups][2] == ("All", 9 - 2 - 3, (0, 1, 2, 3))


def test_overrides_that_are_not_inside_are_told() -> None:
    more = "<overrides><override>South Side</override></overrides>"
    imported = read(CONQUER_CLUB.replace("</map>", continent("Two", "4", "Old Mill", "Ford", more=more)))
    assert imported.map.groups[2].value == 4
    assert any("sums of bonuses differ: Two over South Side" in lost for lost in imported.lost)


def test_bonuses_for_a_part_are_left_out() -> None:
    text = CONQUER_CLUB.replace(
        "</map>", continent("Mills", "4", "Old Mill", "New Mill", more="<required>1</required>")
    )
    imported = read(text)
    assert len(imported.map.groups) == 2
    assert any("a bonus of 'Mills' was left out: it needs a part" in lost for lost in imported.lost)
    whole = read(text.replace("<required>1", "<required>2"))
    assert len(whole.map.groups) == 3
    inside = read(text.replace("</map>", continent("Outer", "5", "+Mills", "Ford")))
    assert len(inside.map.groups) == 2
    assert any("a bonus of 'Outer' was left out" in lost for lost in inside.lost)


def test_bonuses_by_levels_and_mandatory_territories() -> None:
    levels = '<bonus required="1">1</bonus><bonus required="2">2</bonus><bonus required="3">4</bonus>'
    text = CONQUER_CLUB.replace("</map>", continent("Levels", "?", "Old Mill", "New Mill", "Ford"))
    text = text.replace("<bonus>?</bonus>", f"<bonuses>{levels}</bonuses>")
    imported = read(text)
    assert [(g.name, g.value, g.members) for g in imported.map.groups][2:] == [("Levels", 4, (0, 1, 2))]
    text = text.replace("<territory>Ford<", '<territory type="mandatory">Ford<').replace(
        "2</bonus><bonus", "0</bonus><bonus"
    )
    groups = [(g.name, g.value, g.members) for g in read(text).map.groups]
    assert groups[2:] == [("Levels", 4, (0, 1, 2)), ("Levels (mandatory)", 1, (2,))]


def test_continents_in_each_other_cost_little() -> None:
    nested = "".join(
        continent(f"c{i}", "1", "Ford", *(f"+c{j}" for j in range(i))).removesuffix("</map>") for i in range(40)
    )
    assert len(read(CONQUER_CLUB.replace("</map>", nested + "</map>")).map.groups) == 42


def test_other_rules_of_conquer_club() -> None:
    more = (
        "<bonus>-2</bonus><neutral killer='yes'>3</neutral><bombardments><bombardment>Ford</bombardment></bombardments>"
    )
    text = CONQUER_CLUB.replace("</borders>", f"</borders>{more}", 1).replace("</map>", "<objective/></map>")
    text = text.replace("<border>Ford<", '<border condition="Bridge">Ford<')
    imported = read(text)
    assert [(g.name, g.value, g.members) for g in imported.map.groups][2] == ("Old Mill (bonus)", -2, (0,))
    for word in ("bombardments", "neutral", "objectives", "groups of one", "always open"):
        assert any(word in lost for lost in imported.lost)


# --- What is wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "old", "new", "message"),
    [
        ("domination", "1 2 3\n", "1 2 9\n", "line 21: there is no territory 9"),
        ("domination", "3 Ford 2 10 50", "3 Ford 2 ten 50", "line 17: '3 Ford 2 ten 50' is not a country: write"),
        ("domination", "4 Bridge 2", "3 Bridge 2", "line 18: territory 3 is there twice"),
        ("domination", "4 Bridge 2", "4 Bridge 3", "there is no continent 3: they are 1 to 2"),
        ("domination", "North_Side 2 red", "North_Side two red", "line 11: 'North_Side two red' is not a continent"),
        ("domination", "[borders]", "[bordres]", r"line 21: there is no section \[bordres\]"),
        ("conquest", "Old Mill,BRIDGE", "Old Mill,Bridg", "line 14: there is no territory 'Bridg': did you mean"),
        ("conquest", "Ford,10,50,South Side", "Ford,10,50,South", "line 16: there is no continent 'South'"),
        ("conquest", "North Side=2", "North Side=", "line 9: 'North Side=' is not a continent: write Name=bonus"),
        ("conquest", "Ford,10,50", "Ford,10,fifty", "line 16: .* is not a territory: write Name,x,y,Continent,neigh"),
        ("warlight", "1 2,3", "1 2,x", "line 5: 'x' is not the id of a region"),
        ("warlight", "regions 1 1 2 1", "regions 1 1 2", "line 4: .*"),
        ("warlight", "regions 1 1 2 1 3 2", "regions 1 1 2 1 3 7", "line 4: region 3 is in super region 7, which does"),
        ("warlight", "wastelands 3", "wastelands 5", "line 6: there is no territory 5"),
        ("warlight-json", '"bonus": 2', '"bonus": "two"', r"SuperRegions\[0\].bonus: is 'two', not a whole number"),
        ("warlight-json", '"neighbors": [4]}', '"neighbors": 4}', r"Regions\[1\].neighbors: is 4, not a list"),
        ("warlight-json", '"id": 4, ', "", r"Regions\[3\].id: is missing"),
        ("warzone", '"connectedTo": [12, 13]', '"connectedTo": [12, 99]', r"territories\[0\]: .* no territory 99"),
        ("warzone", '"value": 2', '"value": 2.5', r"bonuses\[0\].value: is 2.5, not a whole number"),
        ("warzone", "}]}}", "}]}", "not JSON: .* at line 7 column 1"),
        ("lux", "<adjoining>1,2<", "<adjoining>1,7<", "line 9: there is no territory 7"),
        ("lux", "0,60 40,60", "0,60 40;60", "line 10: '40;60' is not a point: write x,y"),
        ("lux", "<bonus>2<", "<bonus>lots<", "line 8, bonus: is 'lots', not a whole number"),
        ("lux", "</luxboard>", "</luxbord>", "line 19: not XML: mismatched tag"),
        ("lux", "<luxboard>", "<luxboards>", "not XML"),
        ("conquer-club", "<border>Ford<", "<border>Frod<", "line 7: there is no territory 'Frod': did you mean 'Ford'"),
        ("conquer-club", "<territory>Ford<", "<territory>Fort<", "line 6: there is no territory 'Fort'"),
        ("conquer-club", "South Side", "North Side", "line 5: continent 'North Side' is there twice"),
        ("conquer-club", "<bonus>2</bonus>", "", "line 3, bonus: is missing"),
        ("triplea", 't1="Ford"', 't1="Frod"', "line 9: there is no territory 'Frod'"),
        ("triplea", "<map>", "<maps>", "not XML: mismatched tag"),
    ],
)  # fmt: skip
def test_errors_say_where(format: str, old: str, new: str, message: str) -> None:
    assert old in FILES[format]
    with pytest.raises(ImportMapError, match=message):
        read(FILES[format].replace(old, new, 1))


def test_all_errors_are_told_and_can_be_repaired() -> None:
    text = DOMINATION.replace("1 2 3\n", "1 2 3 9\n").replace("2 1 4\n", "2 1 4 8\n")
    assert problems(text) == ["line 21: there is no territory 9", "line 22: there is no territory 8"]
    repaired = read(text, repair=True)
    assert len(repaired.map.links) == 4
    assert "left out: line 21: there is no territory 9" in repaired.lost


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><luxboard>&b;</luxboard>', "entities are not allowed"),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><luxboard>&a;</luxboard>', "entities are not allowed"),
        ('<!DOCTYPE x SYSTEM "http://nowhere/x.dtd"><luxboard>&a;</luxboard>', "entities are not allowed"),
        ("<luxboard>" * 60 + "</luxboard>" * 60, "nested too deep"),
        ('<?xml version="1.0" encoding="no-such"?><luxboard></luxboard>', "0 territories"),
        ('<?xml version="1.0" encoding="shift-jis"?><luxboard></luxboard>', "0 territories"),
        ("<luxboard>", "not XML"),
    ],
)  # fmt: skip
def test_hostile_xml(text: str, message: str) -> None:
    with pytest.raises(ImportMapError, match=message):
        read(text)


def test_text_of_old_programs_for_windows() -> None:
    content = CONQUEST.replace("Ford", "Fjörd").encode("cp1252")
    assert import_source(Source(content)).map.territories[2] == "Fjörd"
    content = LUX.replace("Ford", "Fjörd").encode("cp1252")
    assert import_source(Source(content)).map.territories[2] == "Fjörd"
    assert import_source(Source(CONQUEST.replace("\n", "\r\n").encode("utf-16"))).map.territories[2] == "Ford"


def test_a_continent_in_itself() -> None:
    text = CONQUER_CLUB.replace("</map>", continent("Loop", "4", "+Loop"))
    assert problems(text) == ["line 15: continent 'Loop' contains itself"]


def test_too_many_territories() -> None:
    pairs = " ".join(f"{i} 1" for i in range(1, 700))
    links = " ".join(f"{i} {i + 1}" for i in range(1, 699))
    text = f"setup_map super_regions 1 3\nsetup_map regions {pairs}\nsetup_map neighbors {links}\n"
    assert problems(text) == ["it has 699 territories: a map has 1 to 512"]
