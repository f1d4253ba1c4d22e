"""The page: one file of HTML that needs nothing else and runs no script of strangers."""

from __future__ import annotations

import base64
import hashlib
import os
from importlib.resources import files
from pathlib import Path

from hegemon._files import write_whole
from hegemon.arena import StoredGames
from hegemon.charts.markup import Markup, tag
from hegemon.errors import ReportError
from hegemon.report.build import summarise
from hegemon.report.page_head import details, head
from hegemon.report.page_league import league_section
from hegemon.report.page_parts import colour_rules
from hegemon.report.page_replays import replays_section
from hegemon.report.page_times import times_section
from hegemon.report.summary import Summary
from hegemon.report.words import moment

NAME = "report.html"
NOTES = (
    (
        "Intervals",
        "Every interval is one of 95 %: of many tournaments like this one, about 95 in 100 would give an interval that "
        "holds the true value. With many of them on a page, some miss. Two that overlap may still belong to different "
        "strengths, and a pairing of two agents answers that better than their ratings.",
    ),
    (
        "Starts and blocks",
        "A block is one start with one stream of dice, played once in every seating, so that nobody gains from a lucky "
        "deal or seat. Games with the same start are not independent. So the unit of inference is the start, not the "
        "game: scores are Wilson intervals whose number of trials is the one that the differences between starts "
        "show, and all pairings of a board that met the same start count as one. Where no start differs from another "
        "each counts as one trial, which makes such intervals wide. Below some twenty starts trust none of them.",
    ),
    (
        "Ratings",
        "Of two seats Bradley-Terry, of more Plackett-Luce, fitted to all games of a league at once; the order of the "
        "games plays no part. In Elo points, 0 is the mean of the league: 100 points are 64 % against 36 %, 200 are "
        "76 %, 400 are 91 %. Intervals come from resampled blocks and from resampled starts with all their games, "
        "the wider of the two; of a single start nothing is known. An agent that won or lost everything has no finite "
        "rating; a weak prior gives it one whose size means little, and its interval has no end on that side. "
        "Ratings hold for these boards, rules, times and opponents only.",
    ),
    (
        "Points",
        "A win is one point; a tie is shared by all. A forfeit is lost; of two seats the other wins, of more the "
        "others share the point, for who would have won is not known. A game that reaches its cap is a tie; "
        "where many do, the cap decides much of the score.",
    ),
)


def render(summary: Summary) -> str:
    """The page of a summary."""
    script, style = _asset("_script.js"), _asset("_style.css") + colour_rules(len(summary.agents))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=policy),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", summary.name),
            tag("style", Markup(style)),
        ),
        tag("body", tag("main", *_sections(summary)), tag("script", Markup(script))),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{page}\n"


def write_report(store: StoredGames, path: str | os.PathLike[str] | None = None) -> Path:
    """Write the page of a store, by default into its folder; what was there is replaced once all is written."""
    target = store.folder / NAME if path is None else Path(path)
    text = render(summarise(store))
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
    entries += [("time", "Time"), ("games", "Games"), ("details", "Agents, boards and machine"), ("notes", "Notes")]
    return tag("nav", [tag("a", name, href=f"#{key}") for key, name in entries], aria_label="Contents")


def _notes(summary: Summary) -> Markup:
    made = f"Made by hegemon {summary.version} on {moment(summary.made)} from {summary.store}."
    body = [tag("p", tag("b", f"{title}. "), text) for title, text in NOTES]
    return tag("footer", tag("h2", "How to read the numbers"), *body, tag("p", made, class_="soft"), id="notes")


def _asset(name: str) -> str:
    return files("hegemon.report").joinpath(name).read_text(encoding="utf-8")
