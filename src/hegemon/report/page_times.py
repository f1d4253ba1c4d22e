"""Decision times and throughput on the page."""

from __future__ import annotations

from hegemon.charts.markup import Markup, join, tag
from hegemon.report.page_parts import agent_name, cell, note, table
from hegemon.report.plots import throughput_chart, time_chart
from hegemon.report.summary import Summary
from hegemon.report.words import duration, percent, seconds, whole


def times_section(summary: Summary) -> Markup:
    return tag("section", tag("h2", "Time"), _thinking(summary), _throughput(summary), id="time")


def _thinking(summary: Summary) -> Markup:
    times = summary.times
    if not times.agents:
        return note("No decision has been timed yet.")
    names, styles = [agent.alias for agent in summary.agents], [f"c{at}" for at in range(len(summary.agents))]
    rows = [
        (
            cell(agent_name(summary, line.agent)),
            cell(whole(line.decisions), value=line.decisions),
            *(cell(seconds(value), value=value) for value in (line.mean, line.median, line.most, line.slowest)),
        )
        for line in times.agents
    ]
    looked = (
        "All decisions are included."
        if times.share >= 1
        else f"Median, 95 % and densities use a scattered {percent(times.share)} of the games; number of decisions, "
        "mean and slowest use all."
    )
    return join(
        tag("h3", "Time per decision"),
        time_chart(times, names, styles),
        note(
            "Wall-clock time. Shape: density; dot: median; bar: 95 % of the decisions were faster; ring: slowest. ",
            looked,
        ),
        table(("Agent", "Decisions", "Mean", "Median", "95 % within", "Slowest"), rows, style="sortable"),
    )


def _throughput(summary: Summary) -> Markup:
    flow = summary.throughput
    if not flow.games:
        return join(tag("h3", "Games per minute"), note("No game has been finished yet."))
    loads = [load for load in flow.loads if load is not None]
    busy = f" Load of the machine: {min(loads):.1f} to {max(loads):.1f}." if loads else ""
    runs = " Dashed lines: start of a later run." if flow.borders else ""
    text = (
        f"Games finished in {len(flow.games)} slices of {seconds(flow.slice)}; {duration(flow.seconds)} of play, "
        f"without pauses between runs.{runs}{busy}"
    )
    return join(tag("h3", "Games per minute"), throughput_chart(flow), note(text))
