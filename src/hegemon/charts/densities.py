"""Distributions on a logarithmic scale, stacked vertically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hegemon.charts.axes import Scale, axis_below, chart, line, text
from hegemon.charts.markup import Markup, shorten, tag

WIDTH, NAMES = 760, 190
ROW, TOP = 46, 16


@dataclass(frozen=True)
class Density:
    """A distribution: the share of each cell, its median, its 95 % quantile and its maximum."""

    name: str
    style: str
    """CSS class of its elements."""
    shares: Sequence[float]
    median: float
    most: float
    highest: float
    more: str
    """Tooltip."""


def density_chart(
    rows: Sequence[Density],
    edges: Sequence[float],
    label: Callable[[float], str],
    *,
    title: str,
    description: str,
    axis: str,
) -> Markup:
    """For each distribution its density, a dot at the median, a bar at 95 % and a ring at the maximum.

    `edges` are the edges of the cells, evenly spaced on the logarithmic scale.
    """
    scale = Scale(edges[0], max(edges[-1], *(row.highest for row in rows)), NAMES + 10, WIDTH - 30, log=True)
    bottom = TOP + ROW * len(rows)
    return chart(
        WIDTH,
        bottom + 40,
        title,
        description,
        axis_below(scale, 8, bottom, label, scale.ticks()),
        *(_row(row, edges, scale, TOP + ROW * (at + 1) - 8) for at, row in enumerate(rows)),
        text((NAMES + WIDTH) / 2, bottom + 34, axis, "axis"),
    )


def _row(row: Density, edges: Sequence[float], scale: Scale, base: float) -> Markup:
    return tag(
        "g",
        tag("title", row.more),
        text(NAMES, base - 6, shorten(row.name, 23), "name", anchor="end"),
        _hill(row.shares, edges, scale, base, ROW - 12),
        line(scale(row.median), base - 3, scale(row.highest), base - 3, "thin"),
        tag("circle", cx=scale(row.median), cy=base - 3, r=5, class_="dot"),
        line(scale(row.most), base - 10, scale(row.most), base + 4, "bar"),
        tag("circle", cx=scale(row.highest), cy=base - 3, r=3.5, class_="ring"),
        class_=row.style,
    )


def _hill(shares: Sequence[float], edges: Sequence[float], scale: Scale, base: float, height: float) -> Markup:
    top = max(shares) or 1.0
    smooth = [
        (shares[max(0, at - 1)] + 2 * shares[at] + shares[min(len(shares) - 1, at + 1)]) / 4
        for at in range(len(shares))
    ]
    middles = [(scale(edges[at]) + scale(edges[at + 1])) / 2 for at in range(len(shares))]
    points = " ".join(f"{x:.1f},{base - height * value / top:.1f}" for x, value in zip(middles, smooth, strict=True))
    outline = f"{scale(edges[0]):.1f},{base:.1f} {points} {scale(edges[-1]):.1f},{base:.1f}"
    return tag("polygon", points=outline, class_="hill")
