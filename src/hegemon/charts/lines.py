"""Lines with bands around them, as an SVG file that needs no style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from hegemon.charts.axes import Scale
from hegemon.charts.markup import Markup, Picture, join, tag

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 624, 36, 316
MOST = 1e15
COLOURS = ("#1b6ca8", "#c0562f", "#3b8a4a", "#7a4fa3", "#8a6d1b", "#c23b7e")


def line_chart(
    title: str,
    across: str,
    lines: Mapping[str, Points],
    bands: Mapping[str, Points] | None = None,
    *,
    whole: bool = False,
    names: Literal["top", "middle"] = "top",
) -> Picture:
    """One line per name; a band has the low and high ends of the intervals of its line.

    With `whole` the horizontal axis shows only whole numbers. `names` is where the names of the lines are, on the
    right. Points that are not finite, or far too large, are left out.
    """
    lines, bands = _drawable(lines, bands or {})
    x = Scale(*_limits([at for points in lines.values() for at, _ in points]), LEFT, RIGHT)
    heights = [value for points in lines.values() for _, value in points]
    heights += [end for ends in bands.values() for pair in ends for end in pair]
    y = Scale(*_limits(heights, margin=0.05), BOTTOM, TOP)
    first = TOP + 14 if names == "top" else (TOP + BOTTOM) / 2 - 7 * (len(lines) - 1)
    return Picture(
        tag(
            "svg",
            _text(WIDTH / 2, 20, title, "middle"),
            _text(WIDTH / 2, HEIGHT - 8, across, "middle"),
            [_tick_left(value, y) for value in y.ticks()],
            [_text(x(at), BOTTOM + 16, f"{at:g}", "middle") for at in x.ticks(least=1.0 if whole else 0.0)],
            [
                _curve(name, number, points, bands.get(name), x, y, first)
                for number, (name, points) in enumerate(lines.items())
            ],
            xmlns="http://www.w3.org/2000/svg",
            width=WIDTH,
            height=HEIGHT,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            font_family="sans-serif",
            font_size=12,
        )
        + "\n"
    )


def _drawable(lines: Mapping[str, Points], bands: Mapping[str, Points]) -> tuple[dict[str, Points], dict[str, Points]]:
    """The points that a drawing can show, and the parts of bands at them."""
    kept_lines: dict[str, Points] = {}
    kept_bands: dict[str, Points] = {}
    for name, points in lines.items():
        band = bands.get(name)
        shown = [
            at
            for at, point in enumerate(points)
            if all(abs(number) < MOST for number in (*point, *(band[at] if band is not None else ())))
        ]
        if shown:
            kept_lines[name] = [points[at] for at in shown]
            if band is not None:
                kept_bands[name] = [band[at] for at in shown]
    return kept_lines, kept_bands


def _limits(values: Sequence[float], margin: float = 0.0) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    wide = (high - low) or max(abs(high), 1.0)
    return low - margin * wide, (high if high > low else low + wide) + margin * wide


def _tick_left(value: float, y: Scale) -> Markup:
    across = tag("line", x1=LEFT, y1=y(value), x2=RIGHT, y2=y(value), stroke="#ddd")
    return join(across, _text(LEFT - 6, y(value) + 4, f"{value:g}", "end"))


def _curve(name: str, number: int, points: Points, band: Points | None, x: Scale, y: Scale, first: float) -> Markup:
    colour = COLOURS[number % len(COLOURS)]
    places = [(x(at), y(value)) for at, value in points]
    drawn = _text(RIGHT, first + 14 * number, name, "end", colour)
    if band is None:
        return join(_line(places, colour), drawn)
    lows = [(place[0], y(low)) for place, (low, _) in zip(places, band, strict=True)]
    highs = [(place[0], y(high)) for place, (_, high) in zip(places, band, strict=True)]
    return join(_area([*lows, *reversed(highs)], colour), _line(places, colour), drawn)


def _area(corners: Points, colour: str) -> Markup:
    edge = 2 if len(corners) == 2 else 0  # a single point would be invisible without an edge
    return tag("polygon", points=_places(corners), fill=colour, stroke=colour, stroke_width=edge, opacity="0.15")


def _line(places: Points, colour: str) -> Markup:
    if len(places) == 1:
        return tag("circle", cx=places[0][0], cy=places[0][1], r=3, fill=colour)
    return tag("polyline", points=_places(places), stroke=colour, stroke_width=2, fill="none")


def _places(points: Points) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _text(x: float, y: float, content: str, anchor: str, colour: str = "#333") -> Markup:
    return tag("text", content, x=x, y=y, text_anchor=anchor, fill=colour)
