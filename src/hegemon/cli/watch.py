"""hegemon watch: a game in the terminal, live or from a record."""

from __future__ import annotations

import shutil
import sys
import time as clock
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from hegemon.agents import REGISTRY
from hegemon.cli._family import rules_for
from hegemon.cli._games import GAME_HELP, find_game
from hegemon.cli.options import (
    FittingRulesOption,
    ForceOption,
    OptionalMap,
    SeedOption,
    TimeOption,
    printable,
    printable_lines,
    require_free,
    require_writable,
    use_colour,
)
from hegemon.errors import RecordError
from hegemon.game import ClassicState, Game, Record, Result, State
from hegemon.game.drawing.describe import LETTERS, describe_turns
from hegemon.match import Adjudication, Observer, play

Delay = Annotated[float, typer.Option("--delay", "-d", min=0, max=60, help="Seconds between frames.")]


def watch(
    what: Annotated[
        list[str],
        typer.Argument(help="A record (game.jsonl), the store of a tournament, or two to six agents to play live."),
    ],
    map: OptionalMap = None,
    rules: FittingRulesOption = None,
    seed: SeedOption = 0,
    time: TimeOption = None,
    delay: Delay = 0.7,
    game: Annotated[str, typer.Option("--game", "-g", help=GAME_HELP)] = "",
    turn: Annotated[
        int | None,
        typer.Option("--turn", min=0, help="Show only this turn; 0 is the position before the first turn."),
    ] = None,
    turns: Annotated[
        int | None, typer.Option("--turns", min=1, help="Turn limit of a live game, after which it is drawn.")
    ] = None,
    every: Annotated[
        str, typer.Option("--every", help="Draw a frame for every turn, or (classic game) for every decision.")
    ] = "turn",
    numbers: Annotated[bool, typer.Option("--numbers", help="Show the territory numbers.")] = False,
    positions: Annotated[
        bool,
        typer.Option("--positions", help="Print the position before each turn as text, for hegemon analyse."),
    ] = False,
    width: Annotated[
        int | None, typer.Option("--width", min=40, max=300, help="Width of the drawing in columns.")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Write the record of a live game to this file.")] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write a page that steps through the game (slider, keys) instead of drawing it."),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Watch a game turn by turn, live or from a record. A turn of the classic game belongs to one seat.

    hegemon watch heuristic random --map owl-island

    hegemon watch demo --game 3.0 --delay 0

    hegemon watch demo --game 3.0 --html game.html
    """
    if every not in ("turn", "decision"):
        raise typer.BadParameter(f"--every {every}: expected turn or decision")
    screen = _Screen(delay if sys.stdout.isatty() else 0.0, width, turn, every == "decision", numbers, positions)
    if len(what) == 1:
        if not Path(what[0]).exists() and what[0] in REGISTRY:
            raise typer.BadParameter(f"{what[0]} needs an opponent: give two agents, or one record file")
        found = find_game(Path(what[0]), game)
        if html is not None:
            _write_page(found.record, html, force)
            return
        _show(screen, found.record)
        if found.note and not positions:
            print(found.note)
        if found.problem:
            raise RecordError(found.problem)
        return
    for path in (save, html):
        require_free(path, force)
        require_writable(path)
    board = Game(map, rules_for(rules, what, len(what)), len(what))
    limit = Adjudication.parse(turns=turns)
    if html is not None:
        record = play(board, what, seed=seed, time_per_move=time, adjudication=limit)
        if save is not None:
            record.save(save)
        _write_page(record, html, force=True)
        return
    _play(screen, board, what, seed, time, limit, save)


def _write_page(record: Record, path: Path, force: bool) -> None:
    from hegemon.report import write_replay

    require_free(path, force)
    require_writable(path)
    print(f"page: {write_replay(record, path)}")


def _play(
    screen: _Screen,
    board: Game,
    agents: list[str],
    seed: int,
    time: float | None,
    limit: Adjudication | None,
    save: Path | None,
) -> None:
    """Play live; an interrupted game is saved up to that point."""
    stopped = False
    try:
        play(board, agents, seed=seed, time_per_move=time, adjudication=limit, observer=screen)
    except _Enough:
        pass
    except KeyboardInterrupt:
        stopped = True
    record = screen.record
    if save is not None and record is not None and record.turns:
        record.result = record.result or Result(None, "stopped", seats=record.game.seats)
        record.save(save)
        if stopped:
            print(f"\nstopped; the game so far is in {save}", file=sys.stderr)
    elif stopped:
        print("\nstopped" + ("; nothing was saved" if save is not None else ""), file=sys.stderr)
    if stopped:
        raise typer.Exit(130)
    if record is not None:
        screen.require_shown(record)


def _show(screen: _Screen, record: Record) -> None:
    screen.begin(record)
    for before, after in screen.pictures(record):
        screen.show(record, before, after)
    screen.end(record)
    screen.require_shown(record)


class _Enough(Exception):
    """Raised when the requested turn has been played."""


class _Screen(Observer):
    """Draws one position after another: in place on a terminal, one below the other in a pipe."""

    def __init__(
        self,
        delay: float,
        width: int | None,
        only: int | None,
        decisions: bool,
        numbers: bool,
        positions: bool,
    ) -> None:
        size = shutil.get_terminal_size((100, 50))
        self.delay, self.only, self.decisions, self.numbers = delay, only, decisions, numbers
        self.positions = positions
        self.width = width or max(40, size.columns)
        self.in_place = sys.stdout.isatty() and only is None
        self.height = size.lines - 2 if self.in_place else 10**6
        self.record: Record | None = None
        self.shown = 0  # steps of a live game that have been drawn
        self.found = False

    def turn(self, record: Record) -> None:
        if self.record is None:
            self.record = record
            self.begin(record)
        last = len(record.turns)
        if last > self.shown and (record.result is not None or self._ends(record, last)):
            self.show(record, self.shown, last)
            self.shown = last
        if self.only is not None and record.result is None and record.turn_number(last) > self.only:
            raise _Enough
        self.end(record)

    def pictures(self, record: Record) -> Iterator[tuple[int, int]]:
        """The steps before and after each frame."""
        before = 0
        for after in range(1, len(record.turns) + 1):
            if after == len(record.turns) or self._ends(record, after):
                yield before, after
                before = after

    def _ends(self, record: Record, step: int) -> bool:
        """Whether a frame ends with a step: the next step belongs to another turn."""
        return self.decisions or record.turn_number(step) != record.turn_number(step - 1)

    def begin(self, record: Record) -> None:
        if not self.positions and (self.only is None or (self.only == 0 and record.turn_number(0) > 0)):
            self._draw(record, 0, [])

    def show(self, record: Record, before: int, after: int) -> None:
        """The position after some steps, with the events in them."""
        if self.only in (None, record.turn_number(before)):
            if self.positions:
                print(record.turns[before - 1].state if before else record.start, flush=True)
                self.found = True
                return
            self._draw(record, after, describe_turns(record.game, record.turns[before:after]), before)

    def _draw(self, record: Record, at: int, done: list[str], before: int = 0) -> None:
        """One frame, cut to the height of the terminal."""
        self.found = True
        state = record.turns[at - 1].state if at else record.start
        board = state.draw(colour=use_colour(), width=self.width, numbers=self.numbers).rstrip("\n").split("\n")
        room = self.height - 3
        few = max(min(len(done), 8), room - len(board))
        shown = done[:few] + [f"... and {len(done) - few} more"] * (len(done) > few)
        if self.in_place:
            sys.stdout.write("\x1b[2J\x1b[H")
        head = _headline(record, state, _when(record, before) if at else "start")
        print("\n".join([head, "", *board[: max(room - len(shown), 0)], *shown]), flush=True)
        clock.sleep(self.delay)

    def end(self, record: Record) -> None:
        if record.result is not None and self.only is None and not self.positions:
            winner, loser = record.result.winner, record.result.loser
            who = "drawn" if winner is None else f"{_name(record, winner)} wins"
            if winner is None and loser is not None:
                who = f"{_name(record, loser)} loses"
            print(f"\nafter {_last(record)} turns: {who}, {printable(record.result.reason)}")
            if trace := record.info.get("traceback"):
                print(f"\n{printable_lines(str(trace))}")

    def require_shown(self, record: Record) -> None:
        if self.only is not None and not self.found:
            raise typer.BadParameter(f"--turn {self.only}: the game has {_last(record)} turns")


def _last(record: Record) -> int:
    return record.turn_number(len(record.turns) - 1) if record.turns else 0


def _when(record: Record, before: int) -> str:
    """The turn that a frame shows, and its seat."""
    number, state = record.turn_number(before), record.turns[before - 1].state if before else record.start
    if number == 0:
        return str(state.phase) if state.phase == "pick" else "setup"
    return f"turn {number}" + (f" of {LETTERS[state.mover]}" if isinstance(state, ClassicState) else "")


def _name(record: Record, seat: int) -> str:
    return f"{LETTERS[seat]} ({printable(record.agents[seat])})"


def _headline(record: Record, state: State, when: str) -> str:
    letters = ", ".join(f"{LETTERS[seat]} = {printable(name)}" for seat, name in enumerate(record.agents))
    seats = range(record.game.seats)
    incomes = ", ".join(f"{LETTERS[seat]} {state.income(seat)}" for seat in seats)
    line = f"{record.game}   {when}   {letters}, . = nobody   income {incomes}"
    if isinstance(state, ClassicState) and state.game.rules.cards != "none":
        line += "   cards " + ", ".join(f"{LETTERS[seat]} {state.hands[seat]}" for seat in seats)
    return line
