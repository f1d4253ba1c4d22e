"""The charts of a report, drawn by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hegemon.report.axes import Scale, axis_below, axis_left, chart, line, text
from hegemon.report.markup import Markup, join, shorten, tag
from hegemon.report.summary import Throughput, Times
from hegemon.report.words import count, elo, percent, rate, seconds, whole

WIDTH = 760
NAMES = 190
"""Room for names on the left."""
ROW = 30


@dataclass(frozen=True)
class Bar:
    """A value with its interval."""

    name: str
    style: str
    value: float
    low: float
    high: float
    more: str


def rating_chart(bars: Sequence[Bar], title: str) -> Markup:
    """Ratings as points with error bars, the best on top; a bar without an end goes on for ever."""
    ends = [0.0, *(end for bar in bars for end in (bar.low, bar.value, bar.high) if math.isfinite(end))]
    low, high = min(ends), max(ends)
    margin = 0.04 * (high - low) or 50.0
    scale = Scale(low - margin, high + margin, NAMES + 10, WIDTH - 60)
    bottom = 12 + ROW * len(bars)
    rows = [_whisker(bar, scale, 12 + ROW * (at + 0.5), elo(bar.value)) for at, bar in enumerate(bars)]
    told = "; ".join(f"{bar.name} {elo(bar.value)} ({elo(bar.low)} to {elo(bar.high)})" for bar in bars)
    ticks = scale.ticks(8)
    return chart(
        WIDTH,
        bottom + 40,
        title,
        f"Rating in Elo points with 95 % interval: {told}",
        axis_below(scale, 8, bottom, elo, ticks),
        line(scale(0), 8, scale(0), bottom, "zero"),
        *rows,
        text((NAMES + WIDTH - 50) / 2, bottom + 34, "Elo points from the mean of the league", "axis"),
    )


def share_chart(bars: Sequence[Bar], fair: float, title: str, what: str) -> Markup:
    """Shares as points with error bars against what would be fair."""
    high = min(1.0, max(2 * fair, *(bar.high for bar in bars)) * 1.04)
    scale = Scale(0.0, high, 64, 390)
    bottom = 12 + ROW * len(bars)
    rows = [_whisker(bar, scale, 12 + ROW * (at + 0.5), percent(bar.value), 54, 10) for at, bar in enumerate(bars)]
    told = "; ".join(f"{bar.name} {percent(bar.value)} ({percent(bar.low)} to {percent(bar.high)})" for bar in bars)
    return chart(
        450,
        bottom + 40,
        title,
        f"{what} with 95 % interval: {told}",
        axis_below(scale, 8, bottom, lambda share: percent(share, 0), scale.ticks(5)),
        line(scale(fair), 8, scale(fair), bottom, "zero"),
        *rows,
        text(227, bottom + 34, f"{what}; the line is a fair share", "axis"),
    )


def _whisker(bar: Bar, scale: Scale, y: float, label: str, names: float = NAMES, columns: int = 23) -> Markup:
    left, middle, right = (scale(min(max(end, scale.low), scale.high)) for end in (bar.low, bar.value, bar.high))
    caps = [line(x, y - 5, x, y + 5, "bar") for x, end in ((left, bar.low), (right, bar.high)) if math.isfinite(end)]
    return tag(
        "g",
        tag("title", bar.more),
        text(names, y + 4, shorten(bar.name, columns), "name", anchor="end"),
        line(left, y, right, y, "bar"),
        caps,
        tag("circle", cx=middle, cy=y, r=5.5, class_="dot"),
        text(right + 8, y + 4, label, "value", anchor="start"),
        class_=bar.style,
    )


def time_chart(times: Times, names: Sequence[str], styles: Sequence[str]) -> Markup:
    """Thinking times of each agent: a hill of their distribution, the median, 95 %, and the slowest."""
    row = 46
    slowest = max(line.slowest for line in times.agents)
    scale = Scale(times.edges[0], max(times.edges[-1], slowest), NAMES + 10, WIDTH - 30, log=True)
    bottom = 16 + row * len(times.agents)
    rows = []
    for at, agent in enumerate(times.agents):
        base = 16 + row * (at + 1) - 8
        more = (
            f"{names[agent.agent]}: median {seconds(agent.median)}, 95 % within {seconds(agent.most)}, slowest "
            f"{seconds(agent.slowest)}, {count(agent.decisions, 'decision')}"
        )
        rows.append(
            tag(
                "g",
                tag("title", more),
                text(NAMES, base - 6, shorten(names[agent.agent], 23), "name", anchor="end"),
                _hill(agent.density, times.edges, scale, base, row - 12),
                line(scale(agent.median), base - 3, scale(agent.slowest), base - 3, "thin"),
                tag("circle", cx=scale(agent.median), cy=base - 3, r=5, class_="dot"),
                line(scale(agent.most), base - 10, scale(agent.most), base + 4, "bar"),
                tag("circle", cx=scale(agent.slowest), cy=base - 3, r=3.5, class_="ring"),
                class_=styles[agent.agent],
            )
        )
    return chart(
        WIDTH,
        bottom + 40,
        "Time per decision",
        "Distribution of thinking times on a logarithmic scale; the table below has the figures",
        axis_below(scale, 8, bottom, seconds, scale.ticks()),
        *rows,
        text((NAMES + WIDTH) / 2, bottom + 34, "time per decision, logarithmic", "axis"),
    )


def _hill(density: Sequence[float], edges: Sequence[float], scale: Scale, base: float, height: float) -> Markup:
    top = max(density) or 1.0
    smooth = [
        (density[max(0, at - 1)] + 2 * density[at] + density[min(len(density) - 1, at + 1)]) / 4
        for at in range(len(density))
    ]
    middles = [(scale(edges[at]) + scale(edges[at + 1])) / 2 for at in range(len(density))]
    points = " ".join(f"{x:.1f},{base - height * value / top:.1f}" for x, value in zip(middles, smooth, strict=True))
    outline = f"{scale(edges[0]):.1f},{base:.1f} {points} {scale(edges[-1]):.1f},{base:.1f}"
    return tag("polygon", points=outline, class_="hill")


def throughput_chart(flow: Throughput) -> Markup:
    """Games a minute over the playing time, as steps."""
    height, left, right = 190, 64, WIDTH - 20
    rates = [60 * games / flow.slice for games in flow.games]
    unit, size = ("min", 60.0) if flow.seconds >= 180 else ("s", 1.0)
    unit, size = ("h", 3600.0) if flow.seconds >= 3 * 3600 else (unit, size)
    across = Scale(0, flow.seconds / size, left, right)
    up = Scale(0, max(rates) * 1.08, height - 10, 14)
    path = f"M{across(0):.1f} {up(0):.1f}"
    for at, pace in enumerate(rates):
        begin, end = at * flow.slice / size, (at + 1) * flow.slice / size
        path += f"V{up(pace):.1f}H{across(end):.1f}" if at else f"L{across(begin):.1f} {up(pace):.1f}H{across(end):.1f}"
    mean = 60 * sum(flow.games) / flow.seconds
    borders = [line(across(at / size), 14, across(at / size), height - 10, "border") for at in flow.borders]
    return chart(
        WIDTH,
        height + 34,
        "Games per minute",
        f"{whole(sum(flow.games))} games, {rate(mean)} a minute on average",
        axis_left(up, left, right, rate, up.ticks(4)),
        axis_below(across, height - 10, height - 10, lambda at: f"{at:g}", across.ticks(8)),
        tag("path", d=f"{path}V{up(0):.1f}Z", class_="flow"),
        line(left, up(mean), right, up(mean), "zero"),
        text(right, up(mean) - 5, f"mean {rate(mean)}", "value", anchor="end"),
        *borders,
        text((left + right) / 2, height + 26, f"playing time, {unit}", "axis"),
        tag("text", "games a minute", transform=f"translate(14 {height / 2:.0f}) rotate(-90)", class_="axis"),
    )


def share_bar(parts: Sequence[tuple[str, int]]) -> Markup:
    """Parts of a whole side by side."""
    total = sum(size for _, size in parts) or 1
    x = 0.0
    drawn = []
    for at, (name, size) in enumerate(parts):
        width = 100 * size / total
        drawn.append(
            tag(
                "rect",
                tag("title", f"{name}: {size} ({percent(size / total)})"),
                x=f"{x:.3f}",
                width=f"{width:.3f}",
                height=10,
                class_=f"part p{at % 6}",
            )
        )
        x += width
    told = ", ".join(f"{name} {percent(size / total)}" for name, size in parts)
    body = join(tag("title", f"How games ended: {told}"), drawn)
    return tag("svg", body, viewBox="0 0 100 10", preserveAspectRatio="none", class_="parts", role="img")
