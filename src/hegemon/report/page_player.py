"""A game that is stepped through: the board, and the turns as data for the script of the page."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hegemon.charts.markup import Markup, tag
from hegemon.game.drawing.film import Film
from hegemon.report.summary import Scene


def player(scenes: Sequence[Scene], classes: Sequence[str], board: Film) -> Markup:
    """The start of a game; the script adds the controls. `classes` are the CSS classes of the seats."""
    first = scenes[0]
    picture = Markup(board.board_frame(first.owners, first.armies, classes, "the board"))
    data = tag("div", _data(scenes, classes), class_="data", hidden=True)
    side = tag("div", tag("div", class_="now"), tag("ol", class_="told"), class_="side")
    return tag("div", tag("div", picture, class_="field"), side, data, class_="player", tabindex=0)


def _data(scenes: Sequence[Scene], classes: Sequence[str]) -> str:
    """JSON: of every turn its title, what changed, the incomes, and the words."""
    steps: list[list[object]] = []
    before: list[tuple[int, int]] = []
    for scene in scenes:
        now = list(zip(scene.owners, scene.armies, strict=True))
        changed = [[t, *pair] for t, pair in enumerate(now) if not before or pair != before[t]]
        steps.append([scene.title, changed, scene.income, scene.told])
        before = now
    return json.dumps({"classes": list(classes), "steps": steps}, separators=(",", ":"))
