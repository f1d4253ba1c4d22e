"""Curves of a training run as SVG files, made without any plotting library."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 36, 44
COLOURS = ("#1b6ca8", "#c0562f", "#3b8a4a", "#7a4fa3", "#8a6d1b", "#c23b7e")


def draw_curves(
    title: str,
    across: str,
    curves: Mapping[str, Points],
    bands: Mapping[str, Points] | None = None,
    *,
    whole: bool = False,
) -> str:
    """One line per name; a band is the low and high end of the interval at every point of the line of its name.

    With `whole` only whole numbers stand below.
    """
    bands = bands or {}
    x_low, x_high = _limits([x for points in curves.values() for x, _ in points], margin=0.0)
    heights = [y for points in curves.values() for _, y in points] + [y for ends in bands.values() for y in _flat(ends)]
    y_low, y_high = _limits(heights, margin=0.05)

    def at(x: float, y: float) -> str:
        right = LEFT + (x - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)
        down = HEIGHT - BOTTOM - (y - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)
        return f"{right:.1f},{down:.1f}"

    parts = [_text(WIDTH / 2, 20, title, "middle"), _text(WIDTH / 2, HEIGHT - 8, across, "middle")]
    for y in ticks(y_low, y_high):
        (left, down), right = at(x_low, y).split(","), at(x_high, y)
        parts.append(f'<polyline points="{left},{down} {right}" stroke="#ddd" fill="none"/>')
        parts.append(_text(LEFT - 6, float(down) + 4, f"{y:g}", "end"))
    for x in ticks(x_low, x_high, least=1.0 if whole else 0.0):
        parts.append(_text(float(at(x, y_low).split(",")[0]), HEIGHT - BOTTOM + 16, f"{x:g}", "middle"))
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        if name in bands:
            xs = [x for x, _ in points]
            lows = [at(x, low) for x, (low, _) in zip(xs, bands[name], strict=True)]
            highs = [at(x, high) for x, (_, high) in zip(xs, bands[name], strict=True)]
            parts.append(_area(lows + highs[::-1], colour))
        parts.append(_line([at(x, y) for x, y in points], colour))
        parts.append(_text(WIDTH - RIGHT, TOP + 14 * (number + 1), name, "end", colour))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{"".join(parts)}</svg>\n'


def ticks(low: float, high: float, least: float = 0.0) -> list[float]:
    """Round numbers between two numbers, four to nine of them, or fewer to keep the least distance."""
    step = 10.0 ** math.floor(math.log10((high - low) / 4))
    step *= max(factor for factor in (1, 2, 5) if (high - low) / (step * factor) >= 4)
    step = max(step, least)
    return [round(step * i, 12) for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _limits(values: Sequence[float], margin: float) -> tuple[float, float]:
    low, high = min(values), max(values)
    wide = (high - low) or max(abs(high), 1.0)
    return low - margin * wide, (high if high > low else low + wide) + margin * wide


def _area(corners: Sequence[str], colour: str) -> str:
    edge = "2" if len(corners) == 2 else "0"  # of a single point: without an edge it could not be seen
    style = f'fill="{colour}" stroke="{colour}" stroke-width="{edge}" opacity="0.15"'
    return f'<polygon points="{" ".join(corners)}" {style}/>'


def _line(points: Sequence[str], colour: str) -> str:
    if len(points) == 1:
        right, down = points[0].split(",")
        return f'<circle cx="{right}" cy="{down}" r="3" fill="{colour}"/>'
    return f'<polyline points="{" ".join(points)}" stroke="{colour}" stroke-width="2" fill="none"/>'


def _flat(ends: Points) -> list[float]:
    return [y for pair in ends for y in pair]


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
