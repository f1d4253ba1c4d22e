"""Head of the page: agents, setups, machine, and how to repeat the tournament."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon._json import JSONObject
from hegemon.charts.markup import Child, Markup, join, tag
from hegemon.maps.drawing.svg import svg
from hegemon.report.page_parts import agent_name, cell, facts, note, table
from hegemon.report.summary import RunLine, SetupLine, Summary
from hegemon.report.words import DASH, count, duration, moment, percent, rate, whole

DIFFERENCES = 20
"""Games listed whose rows differ from their records."""
RUNS = 20
"""Maximum number of runs listed."""


def head(summary: Summary) -> Markup:
    return tag(
        "header",
        tag("h1", summary.name),
        _sentence(summary),
        _progress(summary),
        _differences(summary),
        _figures(summary),
        tag("section", tag("h2", "What was played"), _played(summary), class_="first"),
    )


def _played(summary: Summary) -> Markup:
    """The conditions in short; agents, setups and machine follow in full below."""
    agents = [agent_name(summary, at) for at in range(len(summary.agents))]
    rules = dict.fromkeys(f"{setup.rules}, {setup.seats} seats" for setup in summary.setups)
    loads = [load for run in summary.runs for load in (run.load_before, run.load_after) if load is not None]
    lines: list[tuple[str, Child]] = [
        ("Agents", agents),
        ("Maps", ", ".join(dict.fromkeys(setup.map for setup in summary.setups))),
        ("Rules", "; ".join(rules)),
        ("Games", f"{whole(summary.played)} of {whole(summary.scheduled)}"),
        *summary.conditions.items(),
    ]
    if summary.runs:
        last = summary.runs[-1]
        lines.append(("Machine", f"{_machine(last.machine)}; {last.workers} games at a time"))
        lines.append(("Versions", _versions(last.machine)))
        lines.append(("Load", f"{min(loads):g} to {max(loads):g} when runs began and ended"))
    return facts(lines)


def _sentence(summary: Summary) -> Markup:
    what = f"{count(len(summary.agents), 'agent')} on {count(len(summary.setups), 'setup')}"
    when = ""
    if summary.span is not None:
        begin, end = map(moment, summary.span)
        when = f", played {begin}" + (f" to {end}" if end != begin else "")
    machines = {_machine(run.machine) for run in summary.runs}
    where = f" on {next(iter(machines))}" if len(machines) == 1 else f" on {len(machines)} machines" if machines else ""
    return tag("p", f"{what}{when}{where}.", class_="lead")


def _progress(summary: Summary) -> Markup | None:
    if summary.played >= summary.scheduled:
        return None if summary.scheduled else note("No games are scheduled in this store yet.")
    share = summary.played / summary.scheduled
    text = f"{whole(summary.played)} of {whole(summary.scheduled)} games played. The results are preliminary."
    bar = tag("span", class_="fill", style=f"width:{100 * share:.2f}%")
    return tag("div", tag("p", text), tag("div", bar, class_="progress"), class_="banner")


def _differences(summary: Summary) -> Markup | None:
    """A warning where stored results are not those of the records."""
    if not summary.differences:
        return None
    text = (
        f"Of {whole(summary.compared)} games that were compared with their records, {len(summary.differences)} differ: "
        "the results below are not those that were played."
    )
    shown = [tag("p", difference) for difference in summary.differences[:DIFFERENCES]]
    return tag("div", tag("p", tag("b", text)), shown, class_="banner")


def _figures(summary: Summary) -> Markup:
    forfeits = sum(sum(agents.values()) for league in summary.leagues for agents in league.forfeits.values())
    capped = sum(league.capped.points for league in summary.leagues)
    games = max(1, summary.played)
    pace = 60 * summary.played / summary.throughput.seconds if summary.throughput.seconds else None
    tiles = [
        (whole(summary.played), f"of {whole(summary.scheduled)} games played"),
        (whole(summary.times.decisions), "decisions"),
        (percent(capped / games) if summary.played else DASH, "ended by the turn limit"),
        (whole(forfeits), "forfeits" if forfeits != 1 else "forfeit"),
        (rate(pace) if pace else DASH, "games a minute"),
    ]
    return tag("div", [tag("div", tag("b", big), tag("span", small)) for big, small in tiles], class_="tiles")


def details(summary: Summary) -> Markup:
    return tag(
        "section",
        tag("h2", "Agents, setups and machine"),
        tag("h3", "Agents"),
        _agents(summary),
        tag("h3", "Boards"),
        tag("div", [_setup(setup, f"s{at}") for at, setup in enumerate(summary.setups)], class_="boards"),
        tag("h3", "Machine"),
        _runs(summary.runs),
        _repeat(summary),
        id="details",
    )


def _agents(summary: Summary) -> Markup:
    rows = [
        (
            cell(agent_name(summary, at)),
            cell(tag("code", agent.spec)),
            cell(_settings(agent.settings)),
            cell(whole(agent.games), value=agent.games),
            cell(tag("code", agent.hash, class_="hash")),
        )
        for at, agent in enumerate(summary.agents)
    ]
    return table(("Agent", "Spec", "All settings", "Games", "Hash"), rows, style="wide")


def _settings(settings: JSONObject) -> Markup:
    found = {name: value for name, value in settings.items() if name != "agent"}
    if not found:
        return tag("span", "none", class_="soft")
    listed = [join(tag("dt", name), tag("dd", tag("code", str(value)))) for name, value in found.items()]
    return tag("details", tag("summary", count(len(found), "setting")), tag("dl", listed, class_="settings"))


def _setup(setup: SetupLine, key: str) -> Markup:
    map = setup.picture
    picture = Markup(svg(map, width=440, key=key).replace(' width="440"', "", 1))
    land = f"{len(map.territories)} territories, {len(map.links)} links, {count(len(map.groups), 'group')}"
    return tag(
        "figure",
        tag("div", picture, class_="board"),
        tag(
            "figcaption",
            tag("b", setup.map),
            f" {DASH} {setup.rules}, {setup.seats} seats",
            tag("br"),
            tag("span", f"{land}; {whole(setup.played)} of {whole(setup.scheduled)} games", class_="soft"),
            tag("br"),
            tag("span", "map ", tag("code", setup.map_hash), " rules ", tag("code", setup.rules_hash), class_="hash"),
        ),
    )


def _machine(machine: JSONObject) -> str:
    name = str(machine.get("processor") or "an unknown processor")
    return f"{name}, {machine.get('cores', '?')} cores"


def _runs(runs: Sequence[RunLine]) -> Markup:
    if not runs:
        return note("No run has begun.")
    rows = [
        (
            cell(moment(run.started)),
            cell(_length(run)),
            cell(whole(run.games), value=run.games),
            cell(str(run.workers), value=run.workers),
            cell(f"{run.load_before:g} → {DASH if run.load_after is None else f'{run.load_after:g}'}"),
            cell(_machine(run.machine)),
            cell(_versions(run.machine)),
        )
        for run in runs[-RUNS:]
    ]
    left_out = len(runs) - len(rows)
    heads = ("Began", "Took", "Games", "At a time", "Load", "Machine", "System and versions")
    return join(table(heads, rows, style="wide"), note(f"And {count(left_out, 'earlier run')}.") if left_out else None)


def _length(run: RunLine) -> str:
    return duration(run.ended - run.started) if run.ended is not None else "has not ended"


def _versions(machine: JSONObject) -> str:
    versions = [f"{name} {machine[name]}" for name in ("hegemon", "python", "numpy") if name in machine]
    memory = [f"{machine['memory_gib']} GiB"] if machine.get("memory_gib") else []
    return ", ".join([str(machine.get("system", "")), *memory, *versions, f"host {machine.get('host', '?')}"])


def _repeat(summary: Summary) -> Markup | None:
    if not summary.repeat:
        return None
    text = (
        "The hashes above verify that agents, maps and rules are the same. Without a time limit the games are the "
        "same; with one, they depend on the speed of the machine."
    )
    return join(tag("h3", "To repeat it"), note(text), tag("pre", tag("code", summary.repeat)))
