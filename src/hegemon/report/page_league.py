"""One league on the page: ratings, crosstable, maps, seats, endings, forfeits."""

from __future__ import annotations

from hegemon.charts import Interval
from hegemon.charts.markup import Markup, join, tag
from hegemon.report.page_parts import note
from hegemon.report.page_tables import crosstable, endings_table, forfeit_tables, map_tables, standings_table
from hegemon.report.plots import endings_bar, rating_chart, share_chart
from hegemon.report.summary import League, Summary
from hegemon.report.words import count, elo, percent, score, whole

FEW = 20
"""Number of starts below which intervals are unreliable."""
FAULTS = {
    "time": "Time",
    "crash": "Crash",
    "hang": "Hang",
    "died": "Died",
    "illegal": "Illegal",
}
FAULT_WORDS = (
    "Time: answered too late. Crash: its code failed. Hang: no answer, so it was stopped. Died: its process ended. "
    "Illegal: a decision that the rules forbid. Each lost the game, and counts as lost above."
)


def league_section(summary: Summary, league: League, number: int) -> Markup:
    setups = count(len(league.maps), "map")
    title = f"{league.rules}, {league.seats} seats"
    played = f"{whole(league.played)} of {whole(league.scheduled)} games on {setups}; rules {league.rules_hash}."
    body = (
        [*_results(summary, league), *_games(summary, league)]
        if league.played
        else [note("No game of this league has been played yet.")]
    )
    return tag("section", tag("h2", title), tag("p", played, class_="soft"), *body, id=f"league-{number}")


def _results(summary: Summary, league: League) -> list[Markup | None]:
    linked = (
        None
        if league.comparable
        else note("Not all agents are connected by games: ratings of unconnected agents cannot be compared.")
    )
    half = None
    if league.half_played:
        text = (
            f"{count(league.half_played, 'block')} half played: games with other seatings are missing, so that seats "
        )
        half = note(f"{text}are not balanced yet. Run the tournament's command again to play them.")
    few = None
    if league.capped.blocks < FEW:
        few = note(f"Only {count(league.capped.blocks, 'start')} so far: intervals are unreliable below about {FEW}.")
    return [
        tag("h3", "Ratings"),
        _ratings(summary, league),
        standings_table(summary, league),
        linked,
        half,
        few,
        tag("h3", "Who finished ahead of whom" if league.seats > 2 else "Crosstable"),
        note(_how_to_read(league)),
        crosstable(
            summary,
            league.order,
            league.pairs,
            None if league.seats > 2 else {line.agent: line.score for line in league.standings},
            verb="ahead of" if league.seats > 2 else "against",
        ),
        *_maps(summary, league),
    ]


def _maps(summary: Summary, league: League) -> list[Markup | None]:
    """A table for each map, unless there is only one."""
    if len(league.maps) == 1 and league.seats == 2:
        return [note(f"All games were played on {summary.setups[league.maps[0].setup].map}.")]
    return [tag("h3", "By map"), map_tables(summary, league)]


def _how_to_read(league: League) -> str:
    what = (
        "how often the agent of the row finished ahead of the agent of the column, in per cent (tie: one half)"
        if league.seats > 2
        else "the score of the agent of the row against the agent of the column, in per cent (tie: one half)"
    )
    return (
        f"A cell is {what}; below it the 95 % interval and the number of games. Bold: the interval excludes 50 %. "
        "Columns have the numbers of the rows."
    )


def _ratings(summary: Summary, league: League) -> Markup:
    bars = []
    for line in league.standings:
        if line.rating is None or line.low is None or line.high is None:
            continue
        name = summary.agents[line.agent].alias
        more = f"{name}: {elo(line.rating)} ({elo(line.low)} to {elo(line.high)}), score {score(line.score)}"
        bars.append(Interval(name, f"c{line.agent}", line.rating, line.low, line.high, more))
    return rating_chart(bars, f"Ratings, {league.rules}, {league.seats} seats")


def _games(summary: Summary, league: League) -> list[Markup | None]:
    return [
        tag(
            "div",
            tag("div", tag("h3", "Seats"), _seats(league), class_="half"),
            tag("div", tag("h3", "Endings"), _endings(league), class_="half"),
            class_="halves",
        ),
        tag("h3", "Forfeits"),
        join(note(FAULT_WORDS), forfeit_tables(summary, league, FAULTS))
        if league.forfeits
        else note("None: no time losses, crashes, hangs or illegal decisions."),
    ]


def _seats(league: League) -> Markup:
    bars = [
        Interval(f"seat {seat}", f"s{seat}", found.score, found.low, found.high, f"seat {seat}: {score(found)}")
        for seat, found in enumerate(league.seat_points)
    ]
    return join(
        share_chart(bars, 1 / league.seats, "Points by seat", "points made from a seat"),
        note("All agents together: in whole blocks every agent sits in every seat equally often."),
    )


def _endings(league: League) -> Markup:
    length = ""
    if league.rounds is not None and league.mean_rounds is not None:
        low, middle, high = league.rounds
        half = f"half of them {low:.0f} to {high:.0f} (median {middle:.0f})"
        length = f"Games took {league.mean_rounds:.1f} turns on average; {half}."
    return join(
        endings_bar(list(league.endings.items())),
        endings_table(league),
        note(
            f"Ended by the turn limit: {percent(league.capped.score)} "
            f"(95 % interval {percent(league.capped.low)} to {percent(league.capped.high)}). {length}"
        ),
    )
