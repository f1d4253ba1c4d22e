"""Values with their intervals: a dot with whiskers for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hegemon.charts.axes import Scale, axis_below, chart, line, text
from hegemon.charts.markup import Markup, shorten, tag

ROW, TOP = 30, 12


@dataclass(frozen=True)
class Interval:
    """A value between the ends of its interval; an end may be infinite."""

    name: str
    style: str
    """CSS class of its elements."""
    value: float
    low: float
    high: float
    more: str
    """Tooltip."""


def interval_chart(
    rows: Sequence[Interval],
    scale: Scale,
    label: Callable[[float], str],
    *,
    title: str,
    description: str,
    axis: str,
    mark: float,
    ticks: int = 8,
    tick_label: Callable[[float], str] | None = None,
    name_columns: int = 23,
) -> Markup:
    """One row per interval, with a vertical line at `mark`. Names are left of the scale."""
    bottom = TOP + ROW * len(rows)
    drawn = [_row(row, scale, TOP + ROW * (at + 0.5), label(row.value), name_columns) for at, row in enumerate(rows)]
    told = "; ".join(f"{row.name} {label(row.value)} ({label(row.low)} to {label(row.high)})" for row in rows)
    return chart(
        scale.end + 60,
        bottom + 40,
        title,
        f"{description}: {told}",
        axis_below(scale, 8, bottom, tick_label or label, scale.ticks(ticks)),
        line(scale(mark), 8, scale(mark), bottom, "zero"),
        *drawn,
        text((scale.start + scale.end) / 2, bottom + 34, axis, "axis"),
    )


def _row(row: Interval, scale: Scale, y: float, label: str, name_columns: int) -> Markup:
    left, middle, right = (scale(min(max(end, scale.low), scale.high)) for end in (row.low, row.value, row.high))
    caps = [line(x, y - 5, x, y + 5, "bar") for x, end in ((left, row.low), (right, row.high)) if math.isfinite(end)]
    return tag(
        "g",
        tag("title", row.more),
        text(scale.start - 10, y + 4, shorten(row.name, name_columns), "name", anchor="end"),
        line(left, y, right, y, "bar"),
        caps,
        tag("circle", cx=middle, cy=y, r=5.5, class_="dot"),
        text(right + 8, y + 4, label, "value", anchor="start"),
        class_=row.style,
    )
