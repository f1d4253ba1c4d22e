"""The HTML page: one self-contained file without external scripts."""

from __future__ import annotations

import os
from pathlib import Path

from hegemon._files import write_whole
from hegemon.arena import StoredGames
from hegemon.charts.markup import Markup, tag
from hegemon.errors import ReportError
from hegemon.report.build import summarise
from hegemon.report.page_frame import html_page
from hegemon.report.page_head import details, head
from hegemon.report.page_league import league_section
from hegemon.report.page_replays import replays_section
from hegemon.report.page_times import times_section
from hegemon.report.summary import Summary
from hegemon.report.words import moment

NAME = "report.html"
NOTES = (
    (
        "Intervals",
        "Intervals are 95 %: in about 95 of 100 tournaments like this one, an interval contains the true value. With "
        "many intervals on a page, some miss it. Agents with overlapping intervals may still differ in strength; the "
        "result of their pairing shows that better than their ratings.",
    ),
    (
        "Starts and blocks",
        "A block is one start with the same dice, played once in every seating, so that no agent gains from a lucky "
        "deal or seat. Games with the same start are not independent, so the unit of inference is the start, not the "
        "game. Scores have Wilson intervals with an effective number of trials, estimated from the differences between "
        "starts; all pairings of a setup with the same start count as one. If all starts have equal scores, each "
        "counts as one trial, which makes the interval wide. Do not rely on intervals from fewer than about 20 starts.",
    ),
    (
        "Ratings",
        "Bradley-Terry for two seats, Plackett-Luce for more, fitted to all games of a league at once; the order of "
        "the games does not matter. Ratings are in Elo points, and 0 is the mean of the league: a difference of 100 "
        "points is an expected score of 64 %, 200 is 76 %, 400 is 91 %. The interval is the wider of two: from "
        "resampled blocks, and from resampled starts with all their games; a single start gives none. An agent that "
        "won or lost everything has no finite rating; a weak prior gives it one whose size means little, and its "
        "interval is open on that side. Ratings are valid only for these setups, rules, times and opponents.",
    ),
    (
        "Points",
        "A win is one point; a tie is shared by all. A forfeit loses: with two seats the other wins, with more the "
        "others share the point. A game that reaches its turn limit is a tie; if many games do, the limit decides "
        "much of the score.",
    ),
)


def render(summary: Summary) -> str:
    """The page of a summary."""
    return html_page(summary.name, _sections(summary), len(summary.agents))


def write_report(
    store: StoredGames, path: str | os.PathLike[str] | None = None, summary: Summary | None = None
) -> Path:
    """Write the page of a store, by default into its folder; an old page is replaced when the new one is complete.

    The summary of the store is made if it is not given.
    """
    target = store.folder / NAME if path is None else Path(path)
    text = render(summary or summarise(store))
    write_whole(target, text, ReportError, make_folder=True)
    return target


def _sections(summary: Summary) -> list[Markup]:
    leagues = [league_section(summary, league, at) for at, league in enumerate(summary.leagues)]
    return [
        head(summary),
        _contents(summary),
        *leagues,
        times_section(summary),
        replays_section(summary),
        details(summary),
        _notes(summary),
    ]


def _contents(summary: Summary) -> Markup:
    entries = [(f"league-{at}", f"{league.rules}, {league.seats} seats") for at, league in enumerate(summary.leagues)]
    entries += [("time", "Time"), ("games", "Games"), ("details", "Agents, setups and machine"), ("notes", "Notes")]
    return tag("nav", [tag("a", name, href=f"#{key}") for key, name in entries], aria_label="Contents")


def _notes(summary: Summary) -> Markup:
    made = f"Made by hegemon {summary.version} on {moment(summary.made)} from {summary.store}."
    body = [tag("p", tag("b", f"{title}. "), text) for title, text in NOTES]
    return tag("footer", tag("h2", "How to read the numbers"), *body, tag("p", made, class_="soft"), id="notes")
