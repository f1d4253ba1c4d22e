"""hegemon play: people play against agents or each other, on the page or in the terminal."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from hegemon.agents.files import file_settings
from hegemon.cli._family import family_for
from hegemon.cli._page import play_on_page
from hegemon.cli.options import OptionalMap, require_free, require_writable, use_colour
from hegemon.errors import GameError
from hegemon.game import Game, Record
from hegemon.match.foreign import is_foreign
from hegemon.rules import QUICK_RULES, load_rules
from hegemon.terminal import (
    HIDE,
    LiveGame,
    SavedGame,
    Screen,
    Session,
    Wait,
    default_path,
    is_person,
    load_game,
    new_record,
    person_name,
)
from hegemon.terminal.line_input import is_terminal, line_reader

MAPS = {"simultaneous": "owl-island", "classic": None}
OPPONENTS = {"simultaneous": "smcts", "classic": "mcts"}
SECONDS = {"simultaneous": 1.0, "classic": 0.2}
"""An agent's time for a decision: a turn of the classic game has many."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def play(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="Your opponents, or all seats in order with human for a person: smcts human. A person may have a "
            "name: human(name=Ann). By default the opponent is smcts, in the classic game mcts."
        ),
    ] = None,
    map: OptionalMap = None,
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            "-r",
            help="A preset (hegemon rules), optionally with changes: warlight2(fog=none). By default soares2025, or "
            "classic with open hands if the agents or the number of seats ask for it.",
        ),
    ] = "",
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            "-t",
            min=0,
            max=10**6,
            help="An agent's seconds for a decision, by default 1, in the classic game 0.2; 0 is no limit.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Random seed of start and dice; by default a new one."),
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Continue the game in this file.")] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="The file that the game is saved in as you play; by default game-DATE-TIME.jsonl."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lists instead of drawings, without colours: for screen readers.")
    ] = False,
    width: Annotated[
        int | None, typer.Option("--width", min=40, max=300, help="Width of the drawing in columns.")
    ] = None,
    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal",
            help="Play in the terminal, not on the page. So do pipes, and the options --resume, --save, --plain and "
            "--width.",
        ),
    ] = False,
) -> None:
    """Play against agents, or against other people at the same screen. A page opens in the browser.

    hegemon play smcts

    hegemon play smcts --terminal

    hegemon play mcts human heuristic --rules classic --map hex
    """
    if resume is not None:
        if agents or map or rules or seed is not None or save is not None:
            raise typer.BadParameter("--resume continues a game as it began; only --time may be given with it")
        record, note = load_game(resume)
        if not any(is_person(spec) for spec in record.agents):
            raise GameError(f"no person plays in {resume}; hegemon watch {resume} shows it")
        if time is not None:
            record.info["time_per_move"] = time
        if note:
            print(note)
        path = resume
    elif is_terminal() and not (terminal or save or plain or width):
        others = (spec for spec in agents or [] if not is_person(spec))
        specs = tuple(spec for spec in others if is_foreign(spec) or file_settings(spec))
        play_on_page(_new(agents or [], map, rules, seed, time), specs)
        return
    else:
        require_free(save, force=False)
        require_writable(save)
        record = _new(agents or [], map, rules, seed, time)
        path = save or default_path()
    columns = width or max(40, min(120, shutil.get_terminal_size((100, 50)).columns))
    screen = Screen(columns, use_colour() and not plain and os.environ.get("TERM") != "dumb", drawn=not plain)
    live = LiveGame(record)
    try:
        _run(Session(live, SavedGame(path, resumed=resume is not None), screen))
    finally:
        live.close()


def _new(agents: list[str], map: str | None, rules: str, seed: int | None, time: float | None) -> Record:
    family = load_rules(rules).family if rules else _family(agents)
    seats = agents or [OPPONENTS[family]]
    if not any(is_person(spec) for spec in seats):
        seats = ["human", *seats]
    elif len(seats) == 1:
        seats = [*seats, OPPONENTS[family]]
    for spec in seats:
        if is_person(spec):
            person_name(spec)
    board = map or (None if rules else MAPS[family])
    game = Game(board, rules or QUICK_RULES[family], len(seats))
    seed = secrets.randbelow(2**32) if seed is None else seed
    return new_record(game, seats, seed, SECONDS[family] if time is None else time)


def _family(agents: list[str]) -> str:
    """The family of games that all agents play, and so many seats."""
    computers = [spec for spec in agents if not is_person(spec)]
    return family_for(computers, max(2, len(computers) + max(1, len(agents) - len(computers))))


def _run(session: Session) -> None:
    """Read lines until the game is over or the people leave. Ctrl-C and the end of the input leave."""
    read, width = line_reader(session), session.screen.width
    try:
        _print(session.begin(), width)
        while not session.over:
            _print(session.feed(read()), width)
    except EOFError:
        _print(["", session.leave()], width)
    except KeyboardInterrupt:
        _print(["", session.leave()], width)
        raise typer.Exit(130) from None


def _print(pieces: Iterable[str], width: int) -> None:
    """Print each piece as it comes, in lines that fit. On a terminal a Wait vanishes, and HIDE clears the screen."""
    waits = False
    for piece in pieces:
        if waits:
            sys.stdout.write("\r\x1b[K")
        waits = isinstance(piece, Wait) and is_terminal() and os.environ.get("TERM") != "dumb"
        if piece == HIDE:
            sys.stdout.write(CLEAR if is_terminal() else "\n" * 3)
        elif waits:
            sys.stdout.write(piece)
        elif not isinstance(piece, Wait):
            print("\n".join(_fitting(line, width) for line in piece.split("\n")))
        sys.stdout.flush()
    if waits:
        sys.stdout.write("\r\x1b[K")


def _fitting(line: str, width: int) -> str:
    """A line of words in several lines; one with a command, or of a drawing, as it is."""
    if len(line) <= width or "\x1b" in line or "hegemon " in line:
        return line
    return textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
