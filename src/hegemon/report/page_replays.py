"""Film strips of chosen games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from hegemon.charts.markup import Markup, join, tag
from hegemon.game.drawing.film import Film
from hegemon.report.page_parts import agent_name, note
from hegemon.report.page_player import player
from hegemon.report.summary import Frame, Replay, Summary
from hegemon.report.words import count


def replays_section(summary: Summary) -> Markup:
    films: dict[str, Film] = {}
    boards: dict[str, Film] = {}
    for replay in summary.replays:
        films.setdefault(replay.map.hash, Film(replay.map, f"m{len(films)}"))
        if replay.scenes:
            boards.setdefault(replay.map.hash, Film(replay.map, f"b{len(boards)}", large=True))
    text = _introduction(summary) if summary.replays else (note("No game has been played yet."),)
    return tag(
        "section",
        tag("h2", "Games"),
        *text,
        [Markup(film.stage()) for film in [*films.values(), *boards.values()]],
        list(_setups(summary, films, boards)),
        [note(f"Not shown: {problem}") for problem in summary.problems],
        id="games",
    )


def _introduction(summary: Summary) -> Iterator[Markup]:
    left_out = f" ({count(summary.replays_left_out, 'game')} left out)" * (summary.replays_left_out > 0)
    yield note(
        "The longest game of every setup, the first decisive game of every pairing, and the first forfeit of every "
        f"kind, as far as there is room{left_out}. Colours are those of the agents; numbers are armies."
    )
    store = shlex.quote(summary.store)
    yield note(
        "Step through a game with the slider, the buttons, or the arrow keys (the space bar plays). Any other "
        "game of the tournament: ",
        tag("code", f"hegemon watch {store} --game BLOCK.NUMBER"),
        " in the terminal, or as a page like this with ",
        tag("code", "--html game.html"),
        ".",
    )


def _setups(summary: Summary, films: dict[str, Film], boards: dict[str, Film]) -> Iterator[Markup]:
    first = True
    for at, setup in enumerate(summary.setups):
        found = [replay for replay in summary.replays if replay.setup == at]
        if found:
            title = f"{setup.name}: {count(len(found), 'game')}"
            strips = [_strip(summary, replay, films[replay.map.hash], boards) for replay in found]
            yield tag("details", tag("summary", title), *strips, class_="reel", open=first)
            first = False


def _strip(summary: Summary, replay: Replay, film: Film, boards: dict[str, Film]) -> Markup:
    names: list[Markup] = []
    for seat, agent in enumerate(replay.seats):
        names += [tag("span", " v ", class_="soft")] * (seat > 0) + [agent_name(summary, agent)]
    frames = [_frame(summary, replay, frame, film) for frame in replay.frames]
    command = f"hegemon watch {shlex.quote(summary.store)} --game {replay.game}"
    return tag(
        "article",
        tag("h4", join(*names)),
        tag("p", f"{replay.ending} ({count(replay.rounds, 'turn')}). ", tag("span", replay.why, class_="soft")),
        tag("details", tag("summary", "Where its code failed"), tag("pre", replay.traceback))
        if replay.traceback
        else None,
        player(replay.scenes, [f"c{agent}" for agent in replay.seats], boards[replay.map.hash])
        if replay.scenes
        else note(f"Too long to step through here: {command}"),
        tag(
            "details",
            tag("summary", "Stills"),
            note(
                "Below a picture: territories, armies, and armies gained per turn; the leader by territories, then "
                "armies, is in bold."
            ),
            tag("div", frames, class_="film", tabindex=0),
            class_="stills",
            open=not replay.scenes,
        ),
        tag("p", tag("code", command), " final position ", tag("code", replay.hash), class_="hash"),
        class_="strip",
    )


def _frame(summary: Summary, replay: Replay, frame: Frame, film: Film) -> Markup:
    title = "end, " * (frame.last and frame.round > 0) + (f"turn {frame.round}" if frame.round else "start")
    styles = [f"c{agent}" for agent in replay.seats]
    held = [frame.owners.count(seat) for seat in range(len(styles))]
    armies = [
        sum(n for owner, n in zip(frame.owners, frame.armies, strict=True) if owner == seat)
        for seat in range(len(styles))
    ]
    best = max(zip(held, armies, strict=True))
    lines = [
        tag(
            "span",
            tag("i", class_=f"swatch {style}"),
            tag("b" if (held[seat], armies[seat]) == best else "span", f"{held[seat]} · {armies[seat]}"),
            f" +{frame.income[seat]}" if held[seat] else "",
            title=summary.agents[replay.seats[seat]].alias,
        )
        for seat, style in enumerate(styles)
    ]
    picture = Markup(film.frame(frame.owners, frame.armies, styles, title))
    return tag("figure", picture, tag("figcaption", tag("b", title, class_="when"), lines))
