"""Generated maps: what must hold for all of them, and two pinned ones."""

import re

import pytest

from hegemon.errors import MapError
from hegemon.maps import Map, check_map, grid, random_map
from hegemon.maps.generate import group_value
from hegemon.maps.voronoi import OUTSIDE, voronoi

SIZES = [(10, 0), (10, 1), (11, 4), (17, 9), (42, 2), (90, 3), (200, 5), (500, 6)]


def reach(board: Map, members: set[int]) -> set[int]:
    """The members that can be reached from one of them without leaving."""
    seen = {min(members)}
    todo = list(seen)
    while todo:
        for near in board.neighbours[todo.pop()]:
            if near in members and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen


@pytest.mark.parametrize(("size", "seed"), SIZES)
def test_random_maps(size: int, seed: int) -> None:
    board = random_map(size, seed)
    everything = set(range(size))
    assert len(board.territories) == len({name.lower() for name in board.territories}) == size
    assert check_map(board.to_json()) == []
    assert reach(board, everything) == everything
    assert len(board.links) <= 3 * size - 6
    assert sorted(t for g in board.groups for t in g.members) == sorted(everything)
    assert all(reach(board, set(g.members)) == set(g.members) for g in board.groups)
    assert all(1 <= len(g.members) <= 8 for g in board.groups)
    assert len(board.groups) > 1


@pytest.mark.parametrize(("size", "seed"), SIZES[4:])
def test_random_maps_have_the_shape_of_a_board(size: int, seed: int) -> None:
    board = random_map(size, seed)
    assert 3.8 < 2 * len(board.links) / size < 5.5
    usual = sum(len(g.members) for g in board.groups if 3 <= len(g.members) <= 7)
    assert usual > 0.85 * size


def test_linked_cells_share_a_side() -> None:
    board = random_map(60, 8)
    for a, b in board.links:
        assert len(set(board.polygons[a]) & set(board.polygons[b])) >= 2


@pytest.mark.parametrize(("size", "seed", "known"), [(20, 1, "38199e9192a6a75f"), (100, 7, "8c67755e85fd0950")])
def test_random_maps_are_the_same_everywhere(size: int, seed: int, known: str) -> None:
    assert random_map(size, seed).hash == known


def test_seeds_differ() -> None:
    assert len({random_map(20, seed).hash for seed in range(8)}) == 8


def test_large_maps_can_be_made() -> None:
    assert len(random_map(500, 1).territories) == 500


@pytest.mark.parametrize("size", [-1, 0, 9, 501])
def test_random_size_out_of_range(size: int) -> None:
    with pytest.raises(MapError, match=re.escape(f"random({size}): the number of territories must be 10 to 500")):
        random_map(size, 0)


def test_grid() -> None:
    board = grid(4, 3)
    assert board.territories == ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3")
    assert len(board.links) == 3 * 3 + 4 * 2
    assert board.links[:3] == ((0, 1), (0, 4), (1, 2))
    assert [g.members for g in board.groups] == [(0, 1, 4, 5, 8, 9), (2, 3, 6, 7, 10, 11)]
    assert board.neighbours[5] == (1, 4, 6, 9)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 2), (3, 3), (6, 6), (7, 5), (10, 10), (512, 1), (30, 17)])
def test_grid_groups_are_tidy_blocks(width: int, height: int) -> None:
    board = grid(width, height)
    assert sorted(t for g in board.groups for t in g.members) == list(range(width * height))
    for group in board.groups:
        columns, rows = {t % width for t in group.members}, {t // width for t in group.members}
        assert len(columns) <= 3
        assert len(rows) <= 3
        assert len(group.members) == len(columns) * len(rows)
    assert len(board.groups) > 1 or width * height == 1


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, -1), (23, 23)])
def test_grid_out_of_range(width: int, height: int) -> None:
    with pytest.raises(MapError, match="the area at most 512"):
        grid(width, height)


@pytest.mark.parametrize(
    ("size", "borders", "value"), [(1, 0, 1), (1, 1, 1), (4, 1, 2), (4, 2, 3), (4, 4, 4), (7, 3, 5), (7, 7, 8)]
)
def test_group_value(size: int, borders: int, value: int) -> None:
    assert group_value(size, borders) == value


def test_voronoi_of_four_known_sites() -> None:
    cells = voronoi([(1.0, 1.0), (3.0, 1.0), (1.0, 3.0), (3.0, 3.0)], 4.0, 4.0)
    assert cells[0].centroid() == (1.0, 1.0)
    assert set(cells[0].corners) == {(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)}
    assert {1, 2, OUTSIDE} <= set(cells[0].across)
    assert cells[0].borders()[1] == 4.0


def test_voronoi_cells_fill_the_rectangle() -> None:
    sites = [((i * 37 % 101) / 10.2 + 0.01, (i * 53 % 97) / 9.8 + 0.01) for i in range(60)]
    cells = voronoi(sites, 10.0, 10.0)
    areas = [
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(c.corners, c.corners[1:] + c.corners[:1], strict=True))) / 2
        for c in cells
    ]
    assert sum(areas) == pytest.approx(100.0)
    for i, cell in enumerate(cells):
        assert all(i in cells[n].borders() for n, squared in cell.borders().items() if squared > 1e-9)
