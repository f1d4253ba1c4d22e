"""Draw the maps of the catalogue that show real places: writes the outlines and centres of their territories.

    .venv/bin/python scripts/draw_maps.py [NAME ..]

``map_drawings.json`` has coasts as longitudes and latitudes, and for each territory one or more sites. Land belongs to
the nearest site; a territory with a weight reaches farther, by so many units of the drawing. ``east`` and ``north``
say where meridians and parallels are drawn, as pairs (degrees, place): the maps are stretched where territories are
small. The topology of a map does not change, and neither does its hash.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from hegemon.maps import Map, load_map
from hegemon.maps.areas.ground import WATER, fill, only_largest
from hegemon.maps.areas.routes import touching
from hegemon.maps.areas.trace import trace

DRAWINGS = Path(__file__).with_name("map_drawings.json")
DATA = Path(__file__).parent.parent / "src" / "hegemon" / "maps" / "data"
SAME = {"classic": "earth"}
SIZE, MARGIN = 1000, 4

Floats = NDArray[np.float64]


class Drawing:
    """The drawing of a map on a raster."""

    def __init__(self, board: Map, data: dict[str, Any]) -> None:
        self.board, self.data = board, data
        points = np.concatenate([self._project(land["coast"], close=True) for land in data["lands"]])
        self.low = points.min(axis=0)
        extent = points.max(axis=0) - self.low
        self.scale = SIZE / float(extent.max())
        columns, rows = np.ceil(extent * self.scale).astype(int) + 2 * MARGIN
        self.labels = np.full((rows, columns), WATER, dtype=np.int32)
        for land in data["lands"]:
            self._draw(land)
        self.labels = only_largest(self.labels, len(board.territories))

    def outlined(self) -> Map:
        """The map with new outlines and centres."""
        outlines = trace(self.labels, len(self.board.territories), rounds=12, step=9.0, flat=0.8)
        polygons = [np.rint(outlines.ring(rings[0])).tolist() for rings in outlines.rings]
        return replace(
            self.board,
            positions=tuple(self._middle(t) for t in range(len(polygons))),
            polygons=tuple(tuple((x, y) for x, y in polygon) for polygon in polygons),
        )

    def problems(self) -> tuple[list[str], list[str]]:
        """Links between territories that do not touch, and territories that touch without a link."""
        shared = touching(self.labels, len(self.board.territories))
        links = {frozenset(link) for link in self.board.links}
        pairs = [(a, b) for b in range(len(shared)) for a in range(b)]
        name = {(a, b): f"{self.board.territories[a]} - {self.board.territories[b]}" for a, b in pairs}
        apart = [name[a, b] for a, b in pairs if frozenset((a, b)) in links and shared[a, b] < 12]
        near = [name[a, b] for a, b in pairs if frozenset((a, b)) not in links and shared[a, b] > 0]
        return apart, near

    def _draw(self, land: dict[str, Any]) -> None:
        shape = np.full_like(self.labels, WATER)
        fill(shape, self._pixels(self._project(land["coast"], close=True)), 0)
        for lake in land.get("lakes", ()):
            fill(shape, self._pixels(self._project(lake, close=True)), WATER)
        rows, columns = np.nonzero(shape == 0)
        nearest = np.full(len(rows), np.inf)
        for name, sites in land["sites"].items():
            reach = land.get("weights", {}).get(name, 0) * self.scale
            for x, y in self._pixels(self._project(sites)):
                distance = np.hypot(columns - x, rows - y) - reach
                closer = distance < nearest
                nearest[closer] = distance[closer]
                self.labels[rows[closer], columns[closer]] = self.board.index(name)

    def _project(self, text: str, close: bool = False) -> Floats:
        """The places of points given as ``longitude,latitude ..``; long sides of a coast bend with the meridians."""
        degrees = np.array([[float(number) for number in point.split(",")] for point in text.split()])
        if close:
            after = np.roll(degrees, -1, axis=0)
            degrees = np.stack([degrees + share * (after - degrees) for share in (0, 0.25, 0.5, 0.75)], axis=1)
            degrees = degrees.reshape(-1, 2)
        east, north = np.array(self.data["east"]).T, np.array(self.data["north"]).T
        return np.stack([np.interp(degrees[:, 0], *east), -np.interp(degrees[:, 1], *north)], axis=1)

    def _pixels(self, points: Floats) -> Floats:
        pixels: Floats = (points - self.low) * self.scale + MARGIN
        return pixels

    def _middle(self, t: int) -> tuple[float, float]:
        """The point that is farthest from the edge."""
        depth = ndimage.distance_transform_edt(np.pad(self.labels == t, 1))
        y, x = np.unravel_index(int(depth.argmax()), depth.shape)
        return float(x - 1), float(y - 1)


def main() -> None:
    drawings = json.loads(DRAWINGS.read_text(encoding="utf-8"))
    known = sorted({*drawings, *SAME})
    parser = argparse.ArgumentParser(description="Draw the maps of the catalogue that show real places.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"maps: {', '.join(known)}; all of them if left out")
    parser.add_argument("--folder", type=Path, default=DATA, help="folder for the map files")
    arguments = parser.parse_args()
    for name in arguments.names or known:
        if name not in known:
            parser.error(f"there is no drawing of {name!r}: use {', '.join(known)}")
        drawing = Drawing(load_map(name), drawings[SAME.get(name, name)])
        apart, near = drawing.problems()
        drawing.outlined().save(arguments.folder / f"{name}.json")
        print(f"{name}: links without a border: {', '.join(apart) or 'none'}")
        print(f"{name}: borders without a link: {', '.join(near) or 'none'}")


if __name__ == "__main__":
    main()
