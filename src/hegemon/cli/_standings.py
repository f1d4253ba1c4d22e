"""Results of a tournament for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from hegemon._words import counted
from hegemon.cli.options import printable
from hegemon.match.forfeits import and_more
from hegemon.report import Summary
from hegemon.report.summary import League
from hegemon.statistics import Tally

NAME = 34
"""Columns of an agent's name in a crosstable."""
REASONS = 5
"""Forfeits whose reasons the terminal shows."""


def print_standings(summary: Summary, console: Console) -> None:
    """For every league: ratings, crosstable, and the facts needed to judge them."""
    names = [agent.alias for agent in summary.agents]
    for league in summary.leagues:
        if league.played == 0:
            continue
        seats = f", {league.seats} seats" if league.seats > 2 else ""
        maps = ", ".join(summary.setups[table.setup].map for table in league.maps)
        console.print(f"\n[bold]{escape(league.rules)}[/bold]{seats} on {escape(maps)}: {league.played} games")
        console.print(_ratings(league, names))
        if 2 < len(league.standings) <= 14:
            console.print(_crosstable(league, names))
        console.print(_remarks(league, names), markup=False, highlight=False)


def _ratings(league: League, names: Sequence[str]) -> Table:
    """Ratings and scores; forfeits too if there are any, so that a failing agent is not taken for a weak one."""
    heads = ["Elo", "95 % interval", "score", "95 % interval", "games", *(["forfeits"] if league.forfeits else [])]
    table = Table("agent", *(Column(head, justify="right") for head in heads))
    for line in league.standings:
        if line.score.games == 0:
            continue
        rating = ("", "")
        if line.rating is not None and line.low is not None and line.high is not None:
            rating = _elo(line.rating), f"{_elo(line.low)} to {_elo(line.high)}"
        forfeits = [f"[red]{line.forfeits}[/red]" if line.forfeits else ""] if league.forfeits else []
        table.add_row(escape(names[line.agent]), *rating, *_share(line.score), str(line.score.games), *forfeits)
    return table


def _elo(value: float) -> str:
    """+12, 0, -12, -∞; never -0."""
    return f"{value:+.0f}".replace("inf", "∞") if abs(value) >= 0.5 else "0"


def _crosstable(league: League, names: Sequence[str]) -> Table:
    order = [line.agent for line in league.standings if line.score.games]
    heads = [Column(str(place), justify="right", no_wrap=True) for place in range(1, len(order) + 1)]
    head = "score against, %" if league.seats == 2 else "finished ahead of, %"
    table = Table("", Column(head, no_wrap=True, overflow="ellipsis", max_width=NAME), *heads)
    for place, agent in enumerate(order, 1):
        cells = [league.pairs.get((agent, other)) for other in order]
        shown = [f"{100 * pair.score.score:.0f}" if pair else "" for pair in cells]
        table.add_row(str(place), escape(names[agent]), *shown)
    return table


def _remarks(league: League, names: Sequence[str]) -> str:
    seats = " / ".join(f"{100 * tally.score:.1f} %" for tally in league.seat_points)
    parts = [f"points by seat {seats}", f"ended by the turn limit {100 * league.capped.score:.1f} %"]
    if league.mean_rounds is not None:
        parts.append(f"{league.mean_rounds:.1f} turns per game")
    for fault, by_agent in league.forfeits.items():
        if by_agent:
            who = ", ".join(f"{names[agent]} {count}" for agent, count in by_agent.items())
            parts.append(f"forfeits by {fault}: {who}")
    if league.half_played:
        blocks = counted(league.half_played, "block")
        parts.append(f"{blocks} half played (games with other seatings are missing)")
    shown = league.forfeit_lines[:REASONS]
    lines = [f"game {line.game}: {line.reason}{and_more(line.games - 1)}" for line in shown]
    rest = sum(sum(found.values()) for found in league.forfeits.values()) - sum(line.games for line in shown)
    more = [f"... and {counted(rest, 'other forfeit')} (see the report)"] if rest else []
    return "\n".join(["; ".join(parts), *map(printable, lines), *more])


def _share(tally: Tally) -> tuple[str, str]:
    return f"{100 * tally.score:.1f} %", f"{100 * tally.low:.1f} - {100 * tally.high:.1f} %"
