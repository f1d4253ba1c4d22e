"""Step charts of values per slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hegemon.charts.axes import Scale, axis_below, axis_left, chart, line, text
from hegemon.charts.markup import Markup, tag

WIDTH, HEIGHT, LEFT = 760, 190, 64
TOP, BOTTOM, RIGHT = 14, HEIGHT - 10, WIDTH - 20


def step_chart(
    values: Sequence[float],
    length: float,
    mean: float,
    label: Callable[[float], str],
    *,
    title: str,
    description: str,
    across: str,
    up: str,
    borders: Sequence[float] = (),
) -> Markup:
    """A step for each value over an axis of this length, with a line at the mean and dashed lines at the borders."""
    x, y = Scale(0, length, LEFT, RIGHT), Scale(0, max(values) * 1.08, BOTTOM, TOP)
    return chart(
        WIDTH,
        HEIGHT + 34,
        title,
        description,
        axis_left(y, LEFT, RIGHT, label, y.ticks(4)),
        axis_below(x, BOTTOM, BOTTOM, lambda at: f"{at:g}", x.ticks(8)),
        tag("path", d=_path(values, length / len(values), x, y), class_="flow"),
        line(LEFT, y(mean), RIGHT, y(mean), "zero"),
        text(RIGHT, y(mean) - 5, f"mean {label(mean)}", "value", anchor="end"),
        *(line(x(at), TOP, x(at), BOTTOM, "border") for at in borders),
        text((LEFT + RIGHT) / 2, HEIGHT + 26, across, "axis"),
        tag("text", up, transform=f"translate(14 {HEIGHT / 2:.0f}) rotate(-90)", class_="axis"),
    )


def _path(values: Sequence[float], width: float, x: Scale, y: Scale) -> str:
    path = f"M{x(0):.1f} {y(0):.1f}"
    for at, value in enumerate(values):
        rise = f"V{y(value):.1f}" if at else f"L{x(0):.1f} {y(value):.1f}"
        path += f"{rise}H{x((at + 1) * width):.1f}"
    return f"{path}V{y(0):.1f}Z"
