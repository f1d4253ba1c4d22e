"""Pictures: well formed, complete, escaped, and within their width."""

import re
import xml.etree.ElementTree as ET

import pytest

from hegemon.game.drawing.canvas import columns, shorten
from hegemon.game.drawing.text import text
from hegemon.maps import Group, Map, load_map, map_names
from hegemon.maps.drawing.layout import fit, wraps
from hegemon.maps.drawing.svg import svg

SPECS = [*map_names(), "grid(4, 3)", "random(30, seed=4)"]
EVIL = Map(
    "a<b&c",
    ("<script>alert(1)</script>", 'R&D "lab" \']]>', "漢字の国", "e\u0301tat", "N" * 80),
    ((0, 1), (1, 2), (2, 3), (3, 4)),
    (Group("G <&> 1", -2, (0, 1)), Group("Ж" * 80, 0, (1, 2, 3))),
    ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)),
)
LONE = Map("lone", ("Rock",), (), (), ((5.0, 5.0),))


def position(board: Map) -> tuple[list[int], list[int]]:
    size = len(board.territories)
    return [t % 5 - 2 for t in range(size)], [(7 * t) % 31 for t in range(size)]


def words(picture: str) -> str:
    """All text of a picture, which must be well-formed XML; lines of one label are joined by a space."""
    return " ".join(" ".join(ET.fromstring(picture).itertext()).split())


def plain(drawing: str) -> list[str]:
    return re.sub(r"\x1b\[[\d;]*m", "", drawing).splitlines()


@pytest.mark.parametrize("spec", SPECS)
def test_svg_is_well_formed_and_has_every_name(spec: str) -> None:
    board = load_map(spec)
    owners, armies = position(board)
    for picture in (svg(board), svg(board, owners, armies, title="A & B", highlight=[0], offered=[1], hidden=[2])):
        content = words(picture)
        assert all(name in content for name in board.territories)
        assert all(f"{g.name} {g.value:+d}" in content for g in board.groups)


def test_svg_escapes_names_and_titles() -> None:
    picture = svg(EVIL, [0, 1, -1, -2, 0], [1, 2, 3, 4, 5], title='x < y & "z"', seats=["<b>me</b>"], income=[9])
    assert "<script>" not in picture
    assert "<b>" not in picture
    content = words(picture)
    for wanted in (*EVIL.territories, 'x < y & "z"', "<b>me</b>: 2 territories, 6 armies, +9 a turn"):
        assert wanted in content


def test_svg_shows_owners_armies_and_the_unknown() -> None:
    board = load_map("triangle")
    root = ET.fromstring(svg(board, [0, 1, -2], [17, 4, 99]))
    space = "{http://www.w3.org/2000/svg}"
    lands = [c for c in root.iter(f"{space}path") if c.find(f"{space}title") is not None]
    assert [land.get("fill") for land in lands] == ["#0072b2", "#d55e00", "url(#hegemon-hidden)"]
    shown = [t.text for t in root.iter(f"{space}text")]
    assert {"17", "4", "?"} <= set(shown)
    assert "99" not in shown
    assert "seat 1: 1 territory, 4 armies" in shown


def test_svg_marks() -> None:
    board = load_map("hex")
    base = svg(board)
    assert "stroke-dasharray" not in base
    assert svg(board, offered=[1, 2]).count("stroke-dasharray") == 2
    assert svg(board, highlight=[3]).count('stroke-width="4"') == base.count('stroke-width="4"') + 1


def test_svg_of_extreme_maps() -> None:
    for board in (LONE, load_map("grid(1, 1)"), load_map("random(300, seed=1)")):
        content = words(svg(board, *position(board)))
        assert all(name in content for name in board.territories)


def test_the_link_around_the_world_leaves_on_both_sides() -> None:
    for name in ("classic", "earth"):
        board = load_map(name)
        (link,) = wraps(board, fit(board, 100, 6, (0.05, 0.8), 17))
        assert {board.territories[t] for t in board.links[link]} == {"Alaska", "Kamchatka"}
    for name in set(map_names()) - {"classic", "earth"}:
        assert wraps(load_map(name), fit(load_map(name), 100, 6, (0.05, 0.8), 17)) == set()


@pytest.mark.parametrize("name", map_names())
def test_army_numbers_lie_on_their_territories_and_apart(name: str) -> None:
    board = load_map(name)
    size = len(board.territories)
    root = ET.fromstring(svg(board, [0] * size, list(range(100, 100 + size)), width=1000))
    numbers = {t.text: t for t in root.iter("{http://www.w3.org/2000/svg}text")}
    boxes = []
    for t in range(size):
        label = numbers[str(100 + t)]
        x, y, high = (float(label.get(key, "nan")) for key in ("x", "y", "font-size"))
        assert high >= 8.5
        boxes.append((x - 0.9 * high, y - high, x + 0.9 * high, y))
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert not any(left < c and right > a and top < d and bottom > b for a, b, c, d in boxes[:i])


@pytest.mark.parametrize("width", [30, 80, 100, 120])
@pytest.mark.parametrize("spec", [*SPECS, "random(120, seed=4)"])
def test_text_fits_its_width_and_lists_every_territory(spec: str, width: int) -> None:
    board = load_map(spec)
    owners, armies = position(board)
    for drawing in (
        text(board, owners, armies, width=width),
        text(board, owners, armies, colour=False, width=width),
        text(board, width=width),
    ):
        assert all(columns(row) <= width for row in plain(drawing))
        assert all(name in drawing for name in board.territories)


def test_text_with_and_without_colour_say_the_same() -> None:
    board = load_map("owl-island")
    owners, armies = position(board)
    bare, coloured = text(board, owners, armies, colour=False), text(board, owners, armies)
    assert "\x1b" not in bare
    assert "\x1b[97;48;5;25m" in coloured
    assert [row.replace("[", " ").replace("]", " ").rstrip() for row in bare.splitlines()] == [
        row.rstrip() for row in plain(coloured)
    ]


def test_text_of_a_small_position() -> None:
    drawing = text(load_map("simple"), [0, 0, 0, 1, -1, -2, 1, 1, -1], [3, 1, 2, 9, 4, 5, 6, 7, 8], colour=False)
    assert drawing.endswith(
        "Region 1 +2  a 3/3\n  a3 T0  a1 T1  a2 T2\n"
        "Region 2 +2  . 1/3, ? 1/3, b 1/3\n  b9 T3  .4 T4  ?  T5\n"
        "Region 3 +2  b 2/3, . 1/3\n  b6 T6  b7 T7  .8 T8\n"
    )
    sheet = drawing.split("\n\n")[0]
    assert all(tag in sheet for tag in ("[a3]", "[b9]", "[.4]", "[?]", "T8", "·"))


def test_text_of_large_maps_is_the_table_only() -> None:
    board = load_map("grid(8, 8)")
    assert "·" not in text(board, *position(board))
    assert text(board, *position(board), colour=False).startswith("Block 1 ")


def test_text_of_odd_names_and_lone_territories() -> None:
    owners, armies = position(EVIL)
    for width in (20, 60, 100):
        drawing = text(EVIL, owners, armies, colour=False, width=width)
        assert all(columns(row) <= width for row in drawing.splitlines())
    assert "漢字の国" in drawing
    assert "in no group" in drawing
    assert text(LONE, [0], [4], colour=False).split() == ["[a4]", "Rock", "in", "no", "group", "a", "1/1", "a4", "Rock"]


def test_columns_and_shorten() -> None:
    assert columns("ab漢e\u0301") == 5
    assert shorten("Scandinavia", 11) == "Scandinavia"
    assert shorten("Scandinavia", 6) == "Scand…"
    assert columns(shorten("漢字の国", 4)) <= 4
