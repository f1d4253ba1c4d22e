"""A map as files of another program, and what the formats of other programs ask of a map."""

from __future__ import annotations

from dataclasses import dataclass, field

from hegemon.errors import MapError
from hegemon.maps.map import Map, Point


@dataclass(frozen=True)
class Exported:
    """Files by their extensions, with everything that they cannot say, and why."""

    files: dict[str, str]
    lost: list[str] = field(default_factory=list)


def require_one_group_each(map: Map, where: str) -> None:
    """A MapError unless every territory belongs to exactly one group."""
    for territory, groups in enumerate(map.groups_of):
        if len(groups) != 1:
            count = "no group" if not groups else f"{len(groups)} groups"
            raise MapError(
                f"map {map.name} has no description {where}: "
                f"{map.territories[territory]} belongs to {count}, and there every territory belongs to exactly one; "
                "try the map earth"
            )


def require_not_negative(map: Map, where: str) -> None:
    """A MapError if a bonus is negative."""
    for group in map.groups:
        if group.value < 0:
            raise MapError(
                f"map {map.name} has no description {where}: "
                f"the bonus of {group.name} is {group.value}, and there it is 0 or more"
            )


@dataclass(frozen=True)
class Canvas:
    """A map in pixels of a picture."""

    width: int
    height: int
    places: list[tuple[int, int]]
    outlines: list[list[tuple[int, int]]]


def on_canvas(map: Map, width: int = 1000, margin: int = 40) -> Canvas:
    points = [*map.positions, *(point for outline in map.polygons for point in outline)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    scale = (width - 2 * margin) / max(right - left, bottom - top, 1e-9)

    def pixel(place: Point) -> tuple[int, int]:
        return round((place[0] - left) * scale) + margin, round((place[1] - top) * scale) + margin

    return Canvas(
        width,
        round((bottom - top) * scale) + 2 * margin,
        [pixel(place) for place in map.positions],
        [[pixel(point) for point in outline] for outline in map.polygons],
    )
