"""Maps as areas: every territory has land, areas do not overlap, and they touch if and only if they are linked."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hegemon.maps import Group, Map, load_map, map_names
from hegemon.maps.areas import Areas, Sketch, areas, draw_areas
from hegemon.maps.areas.value import Line, path
from hegemon.maps.foreign.arrange import arrange
from hegemon.maps.validate import read_draft
from scripts import draw_maps

GENERATED = ["grid(1, 1)", "grid(5, 4)", "random(10, seed=5)", "random(42, seed=1)", "random(60, seed=2)"]
Edge = tuple[tuple[float, float], tuple[float, float]]


def inside(rings: tuple[Line, ...], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points lie in an area (even-odd)."""
    found = np.zeros(len(points), dtype=bool)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if ay != by:
                crosses = (ay > points[:, 1]) != (by > points[:, 1])
                found ^= crosses & (points[:, 0] < ax + (bx - ax) * (points[:, 1] - ay) / (by - ay))
    return found


def edges(rings: tuple[Line, ...]) -> set[Edge]:
    sides = [(p, q) for ring in rings for p, q in zip(ring, ring[1:] + ring[:1], strict=True) if p != q]
    return {(min(p, q), max(p, q)) for p, q in sides}


def size(rings: tuple[Line, ...]) -> float:
    """The area of an outer ring without its holes."""
    sizes = []
    for ring in rings:
        sides = zip(ring, ring[1:] + ring[:1], strict=True)
        sizes.append(abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides)) / 2)
    return sizes[0] - sum(sizes[1:])


def check(board: Map, found: Areas) -> None:
    assert len(found.territories) == len(board.territories)
    assert len(found.groups) == len(board.groups)
    points = np.array([point for area in found.territories for ring in area.rings for point in ring])
    assert (points >= -0.1).all()
    assert (points <= np.array([found.width, found.height]) + 0.1).all()
    for area in found.territories:
        assert size(area.rings) > 0
        assert inside(area.rings, np.array([area.anchor])).all()
        assert area.room > 0
    borders = [edges(area.rings) for area in found.territories]
    routes = {route.link for route in found.routes}
    links = {frozenset(link): k for k, link in enumerate(board.links)}
    for b in range(len(borders)):
        for a in range(b):
            link = links.get(frozenset((a, b)))
            if link is None:
                assert not borders[a] & borders[b], (board.territories[a], board.territories[b])
            else:
                assert link in routes or borders[a] & borders[b], (board.territories[a], board.territories[b])
    assert all(len(line) > 1 for route in found.routes for line in route.lines)


def overlap(found: Areas, samples: int = 4000) -> float:
    """The share of random points on land that lie in more than one area."""
    points = np.random.default_rng(1).random((samples, 2)) * [found.width, found.height]
    counts = np.sum([inside(area.rings, points) for area in found.territories], axis=0)
    return float((counts > 1).sum() / (counts > 0).sum())


@pytest.mark.parametrize("spec", [*map_names(), *GENERATED])
def test_areas_of_known_maps(spec: str) -> None:
    board = load_map(spec)
    found = areas(board)
    check(board, found)
    assert overlap(found) < 0.002


def test_maps_of_the_catalogue_look_as_they_should() -> None:
    for name in ("classic", "earth"):
        board = load_map(name)
        routes = {frozenset(board.territories[t] for t in board.links[route.link]) for route in areas(board).routes}
        for a, b in (("Brazil", "North Africa"), ("Iceland", "Greenland"), ("Japan", "Mongolia")):
            assert {a, b} in routes
        for a, b in (("Ural", "Ukraine"), ("Central America", "Venezuela"), ("Siberia", "China"), ("Congo", "Egypt")):
            assert {a, b} not in routes
        (around,) = [route for route in areas(board).routes if len(route.lines) == 2]
        assert {board.territories[t] for t in board.links[around.link]} == {"Alaska", "Kamchatka"}
    assert len(areas(load_map("italy")).routes) == 6  # to the islands, and one over land
    assert not areas(load_map("switzerland")).routes


def test_the_largest_map() -> None:
    board = load_map("random(500, seed=1)")
    check(board, areas(board))
    assert len(json.dumps(areas(board).as_json())) < 600_000


def test_challenge_maps_have_no_places_of_their_own() -> None:
    for spec in ("earth", "random(40, seed=8)"):
        board = load_map(spec)
        bare = dataclasses.replace(board, positions=arrange(len(board.territories), board.links), polygons=())
        found = areas(bare)
        check(bare, found)
        assert overlap(found) < 0.002
        assert len(found.routes) < len(board.links) / 2  # most links are borders


def test_the_same_map_gives_the_same_areas() -> None:
    board = load_map("owl-island")
    assert areas(board) is areas(load_map("owl-island"))
    assert draw_areas(board, 7) == draw_areas(board, 7)
    assert draw_areas(board, 7) != draw_areas(board, 8)


def test_groups_around_each_other_have_different_colours() -> None:
    board = load_map("random(200, seed=3)")
    found = areas(board)
    assert {group.colour for group in found.groups} == set(range(8))
    for a, b in board.links:
        (one,), (two,) = board.groups_of[a], board.groups_of[b]
        assert one == two or found.groups[one].colour != found.groups[two].colour


def test_odd_places() -> None:
    names = tuple("abcdefgh")
    ring = tuple((t, (t + 1) % 8) for t in range(8))
    for positions in (
        ((0.0, 0.0),) * 8,
        tuple((float(t), 0.0) for t in range(8)),
        tuple((1e6 * (-1) ** t, -1e6 + t) for t in range(8)),
        tuple((0.0, float(t // 2)) for t in range(8)),
        (*((0.001 * t, 0.0) for t in range(7)), (1000.0, 5.0)),
    ):
        board = Map("odd", names, ring, (), positions)
        check(board, areas(board))
        assert overlap(areas(board)) < 0.002


def test_odd_outlines() -> None:
    """Outlines that are empty, the same, or cross themselves: then the places are used."""
    names, links = ("a", "b", "c"), ((0, 1), (1, 2))
    places = ((0.0, 0.0), (1.0, 0.0), (2.0, 1.0))
    point, square = ((0.0, 0.0),) * 3, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    bow = ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0))
    far = tuple((x + 1e5, y) for x, y in square)
    for outlines in ((point, square, square), (square, square, square), (bow, far, square), (point, point, point)):
        board = Map("odd", names, links, (), places, outlines)
        check(board, areas(board))


def who(found: Areas, points: NDArray[np.float64]) -> NDArray[np.intp]:
    """The territory at places of the map, or -1."""
    scale, *shift = found.place
    owners = np.full(len(points), -1)
    for t, area in enumerate(found.territories):
        owners[inside(area.rings, points * scale + shift)] = t
    return owners


def test_coasts_stay_where_they_are_while_a_territory_is_moved() -> None:
    board = dataclasses.replace(load_map("random(60, seed=2)"), polygons=())
    last = min(range(60), key=lambda t: board.positions[t])  # the leftmost: the whole picture gets wider
    (x, y), places = board.positions[last], np.array(board.positions)
    wider = (*board.positions[:last], (x - 15.0, y), *board.positions[last + 1 :])
    before, after = draw_areas(board), draw_areas(dataclasses.replace(board, positions=wider))
    points = np.random.default_rng(1).random((3000, 2)) * np.ptp(places, axis=0) + places.min(axis=0)
    far = points[np.hypot(*(points - (x, y)).T) > 150]
    assert len(far) > 2000
    assert (who(before, far) == who(after, far)).mean() > 0.95
    assert (who(before, far) == who(draw_areas(board, 1), far)).mean() < 0.9


def test_places_of_the_map_are_found_on_the_drawing() -> None:
    for spec in ("banana", "italy", "random(42, seed=1)"):
        board = load_map(spec)
        found = areas(board)
        scale, dx, dy = found.place
        for (x, y), area in zip(board.positions, found.territories, strict=True):
            assert math.dist((scale * x + dx, scale * y + dy), area.anchor) < 3 * area.room


def test_unfinished_maps_are_drawn_too() -> None:
    board = load_map("banana")
    data = board.to_json()
    rows, links, groups = data["territories"], data["links"], data["groups"]
    assert isinstance(rows, list)
    assert isinstance(links, list)
    assert isinstance(groups, list)
    bad = {
        **data,
        "name": "",
        "territories": [*rows, {"name": "First Bite", "x": 3, "y": 9}],
        "links": [links[0], ["First Bite", "nowhere"], links[0], links[3]],
        "groups": [{"name": "", "value": None, "members": []}, 5, groups[1]],
    }
    draft = read_draft(bad)
    assert not draft.playable
    where = {problem.path for problem in draft.problems}
    assert {("name",), ("territories", 12, "name"), ("links", 1), ("links", 2), ("groups", 0, "value")} <= where
    assert {("groups", 0, "members"), ("groups", 1), ("links",), ("territories", 12)} <= where
    sketch = Sketch.of_draft(draft)
    assert sketch is not None
    assert sketch.links == (board.links[0], board.links[3])
    assert sketch.groups == ((), (), board.groups[1].members)
    found = draw_areas(sketch)
    assert len(found.territories) == 13
    assert len(found.groups) == 3
    assert found.groups[2].outline
    json.dumps(found.as_json(), allow_nan=False)
    for wrong in ([], [{"name": "a", "x": 0}], [{"name": "a", "x": 0, "y": 1e9}], ["a"], 5):
        assert Sketch.of_draft(read_draft({**data, "territories": wrong})) is None
    assert Sketch.of_draft(read_draft("a map")) is None
    outlined = Sketch.of_draft(read_draft(load_map("italy").to_json()))
    assert outlined == Sketch.of(load_map("italy"))


@st.composite
def maps(draw: st.DrawFn) -> Map:
    """Connected maps with any places, also on each other or in a row."""
    count = draw(st.integers(3, 24))
    coordinate = st.one_of(
        st.integers(0, 6).map(float), st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: round(x, 3))
    )
    positions = draw(st.lists(st.tuples(coordinate, coordinate), min_size=count, max_size=count))
    links = {(draw(st.integers(0, t - 1)), t) for t in range(1, count)}
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    links |= {(min(pair), max(pair)) for pair in draw(st.lists(pairs, max_size=2 * count)) if pair[0] != pair[1]}
    members = st.lists(st.integers(0, count - 1), min_size=1, unique=True)
    groups = draw(st.lists(members, max_size=6))
    return Map(
        "any",
        tuple(f"t{t}" for t in range(count)),
        tuple(sorted(links)),
        tuple(Group(f"g{g}", 1, tuple(sorted(own))) for g, own in enumerate(groups)),
        tuple(positions),
    )


@settings(max_examples=40, deadline=None)
@given(maps())
def test_any_map_has_areas(board: Map) -> None:
    found = draw_areas(board)
    check(board, found)
    assert overlap(found, 800) < 0.02
    json.dumps(found.as_json(), allow_nan=False)


def test_paths_say_what_the_lines_are() -> None:
    lines = (((0.0, 0.0), (1.5, -0.2), (10.0, 3.04), (10.0, 3.0)), ((5.0, 5.0), (5.0, 5.0), (-6.1, 7.0)))
    assert path(lines) == "M0 0l1.5-.2 8.5 3.2zM5 5l-11.1 2z"
    assert path(lines[1:], closed=False, scale=2, shift=(1.0, 0.0)) == "M11 10l-22.2 4"
    for area in areas(load_map("italy")).territories:
        numbers = [float(text) for text in re.findall(r"-?(?:\d+(?:\.\d)?|\.\d)", path(area.rings[:1]))]
        steps = np.array(numbers).reshape(-1, 2).cumsum(axis=0)
        drawn = [point for k, point in enumerate(area.rings[0]) if k == 0 or point != area.rings[0][k - 1]]
        assert len(steps) == len(drawn)
        assert all(math.dist(a, b) < 0.02 for a, b in zip(steps.tolist(), drawn, strict=True))


def test_the_drawings_are_those_of_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["draw_maps.py", "italy", "--folder", str(tmp_path)])
    draw_maps.main()
    drawn, known = Map.load(tmp_path / "italy.json"), load_map("italy")
    assert drawn.hash == known.hash
    assert np.abs(np.array(drawn.positions) - np.array(known.positions)).max() <= 1
    for one, two in zip(drawn.polygons, known.polygons, strict=True):
        assert np.abs(np.array(one) - np.array(two)).max() <= 1
