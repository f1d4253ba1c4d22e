"""The charts of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hegemon.charts import Density, Interval, density_chart, interval_chart, share_bar, step_chart
from hegemon.charts.axes import Scale
from hegemon.charts.markup import Markup
from hegemon.report.summary import Thinking, Throughput, Times
from hegemon.report.words import count, elo, percent, rate, seconds, whole


def rating_chart(ratings: Sequence[Interval], title: str) -> Markup:
    """Ratings, the best on top; a bar with an infinite end reaches the edge."""
    ends = [0.0, *(end for one in ratings for end in (one.low, one.value, one.high) if math.isfinite(end))]
    low, high = min(ends), max(ends)
    margin = 0.04 * (high - low) or 50.0
    return interval_chart(
        ratings,
        Scale(low - margin, high + margin, 200, 700),
        elo,
        title=title,
        description="Rating in Elo points with 95 % interval",
        axis="Elo points from the mean of the league",
        mark=0,
    )


def share_chart(shares: Sequence[Interval], fair: float, title: str, what: str) -> Markup:
    """Shares compared with a fair share."""
    high = min(1.0, max(2 * fair, *(share.high for share in shares)) * 1.04)
    return interval_chart(
        shares,
        Scale(0.0, high, 64, 390),
        percent,
        title=title,
        description=f"{what} with 95 % interval",
        axis=f"{what}; the line is a fair share",
        mark=fair,
        ticks=5,
        tick_label=lambda share: percent(share, 0),
        name_columns=10,
    )


def time_chart(times: Times, names: Sequence[str], styles: Sequence[str]) -> Markup:
    """Thinking times of each agent."""
    return density_chart(
        [_density(agent, names[agent.agent], styles[agent.agent]) for agent in times.agents],
        times.edges,
        seconds,
        title="Time per decision",
        description="Distribution of thinking times on a logarithmic scale; the table below has the figures",
        axis="time per decision, logarithmic",
    )


def _density(agent: Thinking, name: str, style: str) -> Density:
    more = (
        f"{name}: median {seconds(agent.median)}, 95 % within {seconds(agent.most)}, slowest "
        f"{seconds(agent.slowest)}, {count(agent.decisions, 'decision')}"
    )
    return Density(name, style, agent.density, agent.median, agent.most, agent.slowest, more)


def throughput_chart(flow: Throughput) -> Markup:
    """Games a minute over the playing time."""
    unit, size = ("min", 60.0) if flow.seconds >= 180 else ("s", 1.0)
    unit, size = ("h", 3600.0) if flow.seconds >= 3 * 3600 else (unit, size)
    mean = 60 * sum(flow.games) / flow.seconds
    return step_chart(
        [60 * games / flow.slice for games in flow.games],
        flow.seconds / size,
        mean,
        rate,
        title="Games per minute",
        description=f"{whole(sum(flow.games))} games, {rate(mean)} a minute on average",
        across=f"playing time, {unit}",
        up="games a minute",
        borders=[at / size for at in flow.borders],
    )


def endings_bar(endings: Sequence[tuple[str, int]]) -> Markup:
    """How games ended."""
    return share_bar(endings, percent, title="How games ended")
