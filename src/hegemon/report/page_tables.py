"""Rating tables and crosstables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hegemon.charts.markup import Markup, join, tag
from hegemon.report.page_parts import agent_name, cell, table
from hegemon.report.summary import ForfeitLine, League, MapTable, Pair, Standing, Summary
from hegemon.report.words import DASH, count, elo, percent, percents, whole
from hegemon.statistics import Tally

WIDE = 11
"""Agents above which a crosstable has narrow columns."""
BLUE, RED = "46,125,190", "208,103,40"


def standings_table(summary: Summary, league: League) -> Markup:
    """Rank, rating, score of each agent, and its forfeits if there are any in the league."""
    heads = ["#", "Agent", "Rating", "95 % interval", "Games", "Points", "Score", "95 % interval"]
    heads += ["Mean place", "First"] if league.seats > 2 else ["Won", "Tied", "Lost"]
    heads += ["Forfeits"] if league.forfeits else []
    rows = [_standing(summary, rank, line, league) for rank, line in enumerate(league.standings, 1)]
    return table(heads, rows, style="sortable")


def _standing(summary: Summary, rank: int, line: Standing, league: League) -> list[Markup]:
    score, unknown = line.score, line.rating is None
    spread = DASH if line.low is None or line.high is None else f"{elo(line.low)} to {elo(line.high)}"
    cells = [
        cell(str(rank), value=rank),
        cell(agent_name(summary, line.agent)),
        cell(tag("b", elo(line.rating)), value=-1e6 if unknown else line.rating),
        cell(spread, style="soft"),
        cell(whole(score.games), value=score.games),
        cell(f"{score.points:.1f}", value=score.points),
        cell(tag("b", percent(score.score) if score.games else DASH), value=score.score),
        cell(percents(score.low, score.high) if score.games else DASH, style="soft", title=_units(score)),
    ]
    if league.seats > 2:
        cells += [_place(line), cell(whole(line.won), value=line.won)]
    else:
        cells += [cell(whole(n), value=n) for n in (line.won, line.tied, line.lost)]
    return [*cells, _forfeits(line)] if league.forfeits else cells


def _place(line: Standing) -> Markup:
    return cell(DASH if line.place is None else f"{line.place:.2f}", value=line.place or 0.0)


def _forfeits(line: Standing) -> Markup:
    if not line.forfeits:
        return cell("0", value=0, style="soft")
    return cell(tag("b", whole(line.forfeits)), value=line.forfeits, style="failed", title="See Forfeits below")


def _units(score: Tally) -> str:
    return f"{count(score.games, 'game')} from {count(score.blocks, 'start')}"


def crosstable(
    summary: Summary,
    order: Sequence[int],
    pairs: Mapping[tuple[int, int], Pair],
    totals: Mapping[int, Tally] | None = None,
    *,
    verb: str = "against",
    compact: bool = False,
) -> Markup:
    """Crosstable: score of the row in per cent, its interval, and the number of games."""
    heads = ["", *(_column(summary, agent, at) for at, agent in enumerate(order, 1))]
    heads += ["All"] if totals is not None else []
    rows = []
    for at, agent in enumerate(order, 1):
        line = [tag("th", f"{at} ", agent_name(summary, agent), scope="row")]
        line += [_meeting(summary, agent, other, pairs.get((agent, other)), verb, compact) for other in order]
        if totals is not None:
            line.append(_total(totals.get(agent)))
        rows.append(line)
    return table(heads, rows, style="cross compact" if compact or len(order) > WIDE else "cross")


def _column(summary: Summary, agent: int, rank: int) -> Markup:
    alias = summary.agents[agent].alias
    return tag("span", tag("i", class_=f"swatch c{agent}"), str(rank), title=alias, aria_label=alias)


def _meeting(summary: Summary, agent: int, other: int, pair: Pair | None, verb: str, compact: bool) -> Markup:
    if agent == other:
        return tag("td", class_="self")
    if pair is None:
        return tag("td", DASH, class_="soft")
    score = pair.score
    tip = (
        f"{summary.agents[agent].alias} {verb} {summary.agents[other].alias}: {percent(score.score)} "
        f"({percents(score.low, score.high)}), won {pair.won}, tied {pair.tied}, lost {pair.lost} of "
        f"{count(score.games, 'game')} from {count(score.blocks, 'start')}, {pair.rounds:.1f} turns on average"
    )
    sure = score.low > 0.5 or score.high < 0.5
    small: list[Markup | str] = [percents(score.low, score.high, 0)]
    if not compact:
        small += [tag("br"), whole(score.games)]
    return tag(
        "td",
        tag("b" if sure else "span", f"{100 * score.score:.0f}", class_="big"),
        tag("small", *small),
        style=heat(score.score),
        title=tip,
    )


def _total(score: Tally | None) -> Markup:
    if score is None or not score.games:
        return tag("td", DASH, class_="soft total")
    small = tag("small", percents(score.low, score.high, 0))
    return tag("td", tag("span", f"{100 * score.score:.0f}", class_="big"), small, class_="total", title=_units(score))


def heat(score: float) -> str:
    """Blue above one half, orange below, nothing at it."""
    strength = min(1.0, 2 * abs(score - 0.5))
    return f"background:rgba({BLUE if score > 0.5 else RED},{0.5 * strength:.2f})"


def map_tables(summary: Summary, league: League) -> Markup:
    """One small table for each map."""
    cards = [_map_table(summary, league, table) for table in league.maps]
    wide = 250 + 54 * len(league.order) if league.seats == 2 else 520
    return tag("div", cards, class_="cards", style=f"--card-width:{wide}px")


def _map_table(summary: Summary, league: League, found: MapTable) -> Markup:
    setup = summary.setups[found.setup]
    totals = {line.agent: line.score for line in found.standings}
    if league.seats == 2:
        body = crosstable(summary, league.order, found.pairs, totals, compact=True)
    else:
        body = _places(summary, found)
    length = f", {found.rounds:.1f} turns on average" if found.rounds is not None else ""
    capped = f", {percent(found.capped.score)} ended by the turn limit" if found.capped.games else ""
    return tag(
        "div",
        tag("h4", setup.map),
        tag("p", f"{whole(setup.played)} of {whole(setup.scheduled)} games{length}{capped}", class_="soft"),
        body,
        class_="card",
    )


def _places(summary: Summary, found: MapTable) -> Markup:
    rows = [
        (
            cell(agent_name(summary, line.agent)),
            cell(tag("b", percent(line.score.score)) if line.score.games else DASH, value=line.score.score),
            cell(percents(line.score.low, line.score.high) if line.score.games else DASH, style="soft"),
            _place(line),
            cell(whole(line.won), value=line.won),
            cell(whole(line.score.games), value=line.score.games),
        )
        for line in found.standings
    ]
    heads = ("Agent", "Points", "95 % interval", "Mean place", "First", "Games")
    return table(heads, rows, style="sortable")


def endings_table(league: League) -> Markup:
    rows = [
        (
            cell(tag("i", class_=f"swatch p{at % 6}"), name),
            cell(whole(games), value=games),
            cell(percent(games / league.played), value=games / league.played),
        )
        for at, (name, games) in enumerate(league.endings.items())
    ]
    return table(("Ending", "Games", "Share"), rows)


def forfeit_tables(summary: Summary, league: League, kinds: Mapping[str, str]) -> Markup:
    """Forfeits by agent and kind, with their reasons."""
    order = [agent for agent in league.order if any(agent in found for found in league.forfeits.values())]
    names = [*kinds, *(fault for fault in league.forfeits if fault not in kinds)]
    games = {line.agent: line.score.games for line in league.standings}
    rows = []
    for agent in order:
        numbers = [league.forfeits.get(fault, {}).get(agent, 0) for fault in names]
        share = sum(numbers) / max(1, games[agent])
        rows.append(
            (
                cell(agent_name(summary, agent)),
                *(cell(whole(n), value=n, style="" if n else "soft") for n in numbers),
                cell(tag("b", whole(sum(numbers))), value=sum(numbers)),
                cell(percent(share), value=share),
            )
        )
    heads = ("Agent", *(kinds.get(fault, fault) for fault in names), "In all", "Of its games")
    return join(table(heads, rows, style="sortable"), _reasons(summary, league))


def _reasons(summary: Summary, league: League) -> Markup:
    total = sum(sum(found.values()) for found in league.forfeits.values())
    rows = [
        (
            cell(tag("code", line.game)),
            cell(summary.setups[line.setup].map),
            cell(agent_name(summary, line.agent)),
            cell(line.fault),
            cell(whole(line.games), value=line.games),
            cell(line.reason, _traceback(line), style="reason"),
        )
        for line in league.forfeit_lines
    ]
    listed = sum(line.games for line in league.forfeit_lines)
    shown = f"{whole(listed)} of {whole(total)}" if listed < total else f"All {whole(total)}"
    return tag(
        "details",
        tag("summary", f"{shown} with their reasons"),
        table(("First game", "Map", "Agent", "Kind", "Games", "Reason"), rows, style="wide"),
    )


def _traceback(line: ForfeitLine) -> Markup | None:
    if not line.traceback:
        return None
    return tag("details", tag("summary", "Where its code failed"), tag("pre", line.traceback))
