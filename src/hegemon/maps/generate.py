"""Generated maps: grids, and random planar landmasses that are the same on every machine."""

from __future__ import annotations

from itertools import pairwise
from math import fsum
from random import Random

from hegemon.errors import MapError
from hegemon.maps.map import Group, Map, Point
from hegemon.maps.names import group_names, place_names
from hegemon.maps.schema import MAX_TERRITORIES
from hegemon.maps.voronoi import OUTSIDE, Cell, voronoi

MIN_RANDOM, MAX_RANDOM = 10, 500
_CELL = 40.0  # drawing units across one territory
_SHORT_BORDER = 0.2  # borders shorter than this share of a cell are not links
_GROUP_SIZES = (3, 4, 4, 4, 5, 5, 5, 6, 6, 7)


def group_value(size: int, borders: int) -> int:
    """A fair bonus: size - 1 + (2 * borders - size) // 3, at least 1.

    ``borders`` counts the members with a neighbour outside the group, which must be defended. If half of the members
    are borders, the value is one less than the size; a group with more borders earns more.
    """
    return max(1, size - 1 + (2 * borders - size) // 3)


def grid(width: int, height: int) -> Map:
    """A grid of squares named like a spreadsheet (A1 is the top left), with groups of about 2x2 to 3x3 squares."""
    if width < 1 or height < 1 or width * height > MAX_TERRITORIES:
        raise MapError(f"grid({width}, {height}): both sides must be at least 1 and the area at most {MAX_TERRITORIES}")
    cells = [(x, y) for y in range(height) for x in range(width)]
    number = {cell: i for i, cell in enumerate(cells)}
    links = tuple((number[x, y], number[near]) for x, y in cells for near in ((x + 1, y), (x, y + 1)) if near in number)
    columns, rows = _split(width), _split(height)
    if len(columns) == len(rows) == 1:  # one group would be the whole map: cut the longer side
        columns, rows = (_halves(width), rows) if width >= height else (columns, _halves(height))
    blocks = [[number[x, y] for y in ys for x in xs] for ys in rows for xs in columns]
    return Map(
        name=f"grid({width}, {height})",
        territories=tuple(f"{_column(x)}{y + 1}" for x, y in cells),
        links=links,
        groups=_groups(blocks, links, [f"Block {i + 1}" for i in range(len(blocks))]),
        positions=tuple((x + 0.5, y + 0.5) for x, y in cells),
        polygons=tuple(
            ((float(x), float(y)), (x + 1.0, float(y)), (x + 1.0, y + 1.0), (float(x), y + 1.0)) for x, y in cells
        ),
        provenance="generated",
    )


def random_map(territories: int, seed: int = 0) -> Map:
    """A random landmass of 10 to 500 territories; the same seed gives the same map everywhere.

    1. Scatter points, even them out (Lloyd's relaxation) and take their Voronoi cells.
    2. Grow a landmass from the middle, cell by cell; the other cells are sea.
    3. Link cells that share a border of meaningful length.
    4. Cut the land into connected groups of mostly 3 to 7 territories, valued by ``group_value``.
    """
    if not MIN_RANDOM <= territories <= MAX_RANDOM:
        raise MapError(f"random({territories}): the number of territories must be {MIN_RANDOM} to {MAX_RANDOM}")
    if seed < 0:
        raise MapError(f"random({territories}, seed={seed}): the seed must not be negative")
    rng = Random(seed)
    cells = _relaxed_cells(territories, rng)
    land = _grow_land(cells, territories, rng)
    polygons = _polygons(cells, land)
    number = {cell: i for i, cell in enumerate(land)}
    links = tuple((number[a], number[b]) for a in land for b in _linked(cells[a]) if a < b and b in number)
    members = _clusters(len(land), links, rng)
    return Map(
        name=f"random({territories}, seed={seed})",
        territories=place_names(rng, territories),
        links=links,
        groups=_groups(members, links, group_names(rng, len(members))),
        positions=tuple((round(x, 1), round(y, 1)) for x, y in (cells[i].centroid() for i in land)),
        polygons=polygons,
        provenance="generated",
    )


def _split(length: int) -> list[range]:
    """Cut 0..length-1 into runs of 2 or 3, as even as possible."""
    count = -(-length // 3)
    ends = [(i * length + count - 1) // count for i in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]


def _halves(length: int) -> list[range]:
    middle = (length + 1) // 2
    return [part for part in (range(middle), range(middle, length)) if part]


def _column(x: int) -> str:
    return (_column(x // 26 - 1) if x >= 26 else "") + chr(ord("A") + x % 26)


def _groups(blocks: list[list[int]], links: tuple[tuple[int, int], ...], names: list[str]) -> tuple[Group, ...]:
    home = {t: b for b, block in enumerate(blocks) for t in block}
    border = {t for a, b in links if home[a] != home[b] for t in (a, b)}
    return tuple(
        Group(name, group_value(len(block), len(border.intersection(block))), tuple(block))
        for name, block in zip(names, blocks, strict=True)
    )


def _relaxed_cells(territories: int, rng: Random) -> list[Cell]:
    """Cells of a rectangle large enough for the land and the sea around it."""
    rows = 4
    while (rows - 2) * (rows * 3 // 2 - 2) < 1.35 * territories:
        rows += 1
    columns = rows * 3 // 2
    width, height = columns * _CELL, rows * _CELL
    sites = [
        ((x + 0.02 + 0.96 * rng.random()) * _CELL, (y + 0.02 + 0.96 * rng.random()) * _CELL)
        for y in range(rows)
        for x in range(columns)
    ]
    for _ in range(2):
        sites = [cell.centroid() for cell in voronoi(sites, width, height)]
    return voronoi(sites, width, height)


def _linked(cell: Cell) -> list[int]:
    shortest = _SHORT_BORDER * _CELL
    return sorted(other for other, squared in cell.borders().items() if squared >= shortest * shortest)


def _grow_land(cells: list[Cell], size: int, rng: Random) -> list[int]:
    """The cells of a connected, compact landmass that avoids the edge of the rectangle where it can."""
    centres = [cell.centroid() for cell in cells]
    around = [_linked(cell) for cell in cells]
    far_x, far_y = max(x for x, _ in centres), max(y for _, y in centres)

    def cost(i: int) -> float:
        x, y = centres[i][0] / far_x - 0.5, centres[i][1] / far_y - 0.5
        rim = 10.0 if OUTSIDE in cells[i].across else 0.0
        return (x * x + y * y) * (0.5 + noise[i]) + rim

    noise = [rng.random() for _ in cells]
    for _ in range(2):  # smooth, so that bays are wider than one cell
        noise = [(noise[i] + fsum(noise[n] for n in near)) / (1 + len(near)) for i, near in enumerate(around)]
    low, high = min(noise), max(noise)
    noise = [2 * (value - low) / (high - low) for value in noise]
    costs = [cost(i) for i in range(len(cells))]
    land: set[int] = set()
    frontier = {min(range(len(cells)), key=lambda i: (costs[i] / (0.5 + noise[i]), i))}  # the cell in the middle
    while len(land) < size:
        best = min(frontier, key=lambda i: (costs[i], i))
        land.add(best)
        frontier = (frontier | set(around[best])) - land
    return sorted(land)


def _polygons(cells: list[Cell], land: list[int]) -> tuple[tuple[Point, ...], ...]:
    """Rounded outlines; a corner shared by three cells is rounded once, so that neighbours fit without gaps."""
    shared: dict[tuple[int, ...], Point] = {}
    outlines = []
    for i in land:
        outline: list[Point] = []
        for k, (x, y) in enumerate(cells[i].corners):
            around = (i, cells[i].across[k - 1], cells[i].across[k])
            key = tuple(sorted(around)) if OUTSIDE not in around else (i, -k - 2)
            corner = shared.setdefault(key, (round(x, 1), round(y, 1)))
            if corner not in outline:
                outline.append(corner)
        outlines.append(tuple(outline))
    return tuple(outlines)


def _clusters(size: int, links: tuple[tuple[int, int], ...], rng: Random) -> list[list[int]]:
    """Connected clusters that cover all territories: start in the tightest corner, take the best-attached neighbour."""
    around: list[set[int]] = [set() for _ in range(size)]
    for a, b in links:
        around[a].add(b)
        around[b].add(a)
    free = set(range(size))
    clusters: list[list[int]] = []
    while free:
        cluster = [min(free, key=lambda t: (len(around[t] & free), t))]
        free.discard(cluster[0])
        target = min(rng.choice(_GROUP_SIZES), max(3, size // 3))
        while len(cluster) < target:
            edge = {n for t in cluster for n in around[t]} & free
            if not edge:
                break
            best = max(edge, key=lambda t: (len(around[t].intersection(cluster)), -len(around[t] & free), -t))
            cluster.append(best)
            free.discard(best)
        near = [c for c in clusters if len(c) < 7 and any(around[t].intersection(c) for t in cluster)]
        if len(cluster) < 3 and near:  # too small: join the smallest neighbour
            min(near, key=lambda c: (len(c), c)).extend(cluster)
        else:
            clusters.append(cluster)
    return [sorted(cluster) for cluster in clusters]
