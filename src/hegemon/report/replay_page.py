"""A page that steps through one game."""

from __future__ import annotations

import os
from pathlib import Path

from hegemon._files import write_whole
from hegemon.charts.markup import Markup, join, tag
from hegemon.errors import ReportError
from hegemon.game import Record
from hegemon.game.drawing.film import Film
from hegemon.report.page_frame import html_page
from hegemon.report.page_parts import note
from hegemon.report.page_player import player
from hegemon.report.replays import scenes
from hegemon.report.words import count


def render_replay(record: Record) -> str:
    """The page of a game: slider, keys, and every turn in words. Seats have the colours of agents."""
    board = Film(record.game.map, "b0", large=True)
    classes = [f"c{seat}" for seat in range(record.game.seats)]
    names: list[Markup] = []
    for seat, name in enumerate(record.agents):
        shown = tag("span", tag("i", class_=f"swatch c{seat}"), name, class_="agent", title=name)
        names += [tag("span", " v ", class_="soft")] * (seat > 0) + [shown]
    trace = str(record.info.get("traceback", ""))
    body = tag(
        "section",
        tag("article", tag("h4", join(*names)), tag("p", _ending(record)), class_="strip"),
        tag("details", tag("summary", "Where its code failed"), tag("pre", trace)) if trace else None,
        Markup(board.stage()),
        player(scenes(record), classes, board),
        note("Slider, buttons or arrow keys; the space bar plays. Outlined territories changed in the turn."),
    )
    title = f"{' v '.join(record.agents)}"
    return html_page(title, [tag("h1", str(record.game)), body], record.game.seats)


def write_replay(record: Record, path: str | os.PathLike[str]) -> Path:
    """Write the page of a game."""
    if not isinstance(record, Record):
        raise ReportError(f"write_replay(record, path) writes the page of a Record, not of {record!r:.40}")
    write_whole(path, render_replay(record), ReportError, make_folder=True)
    return Path(path)


def _ending(record: Record) -> str:
    result, turns = record.result, count(record.length, "turn")
    if result is None:
        return f"Not over ({turns})."
    if result.winner is not None:
        ending = f"{record.agents[result.winner]} wins"
    else:
        ending = "drawn" if result.loser is None else f"{record.agents[result.loser]} loses"
    return f"{ending}: {result.reason} ({turns})."
