"""hegemon watch: a game in the terminal, live or from a record."""

from __future__ import annotations

import shutil
import sys
import time as clock
from pathlib import Path
from typing import Annotated

import typer

from hegemon.agents import REGISTRY
from hegemon.cli.options import (
    ForceOption,
    OptionalMap,
    RulesOption,
    SeedOption,
    TimeOption,
    printable,
    require_free,
    use_colour,
)
from hegemon.errors import RecordError
from hegemon.game import AnyState, Deploy, Event, Game, Move, Pick, Record, RecordFile, load_records
from hegemon.game.classic import ClassicEvent
from hegemon.match import play

LETTERS = "abcdef"

Delay = Annotated[float, typer.Option("--delay", "-d", min=0, max=60, help="Seconds between turns.")]


def watch(
    what: Annotated[list[str], typer.Argument(help="A record (game.jsonl), or two to six agents to play live.")],
    map: OptionalMap = None,
    rules: RulesOption = "soares2025",
    seed: SeedOption = 0,
    time: TimeOption = None,
    delay: Delay = 0.7,
    game: Annotated[int, typer.Option("--game", "-g", min=1, help="Which game of a record file.")] = 1,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="Show only the position after this turn.")] = None,
    width: Annotated[int | None, typer.Option("--width", min=40, max=300, help="Columns to draw in.")] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Write a live game's record to this file.")] = None,
    force: ForceOption = False,
) -> None:
    """Watch a game turn by turn, live or from a record.

    hegemon watch heuristic random --map owl-island

    hegemon watch game.jsonl --game 3 --delay 0
    """
    screen = _Screen(delay if sys.stdout.isatty() else 0.0, width, turn)
    if len(what) == 1:
        if not Path(what[0]).exists() and what[0] in REGISTRY:
            raise typer.BadParameter(f"{what[0]} needs an opponent: give two agents, or one record file")
        found = load_records(what[0])
        _replay(screen, found, game)
        if found.problem:
            raise RecordError(found.problem)
    else:
        require_free(save, force)
        board = Game(map, rules, len(what))
        record = play(board, what, seed=seed, time_per_move=time, on_turn=screen.live)
        if save is not None:
            record.save(save)


def _replay(screen: _Screen, found: RecordFile, number: int) -> None:
    if number > len(found.records):
        if found.problem:
            raise RecordError(found.problem)
        raise typer.BadParameter(f"--game {number}: the file holds {len(found.records)}")
    record = found.records[number - 1]
    for at in range(len(record.turns) + 1):
        screen.show(record, at)
    screen.end(record)
    if len(found.records) > 1:
        print(f"game {number} of {len(found.records)}; another with --game N")


class _Screen:
    """Draws one position after another: in place on a terminal, one below the other in a pipe."""

    def __init__(self, delay: float, width: int | None, only: int | None) -> None:
        size = shutil.get_terminal_size((100, 50))
        self.delay, self.only = delay, only
        self.width = width or max(40, size.columns)
        self.in_place = sys.stdout.isatty() and only is None
        self.height = size.lines - 2 if self.in_place else 10**6
        self.shown_start = False

    def live(self, record: Record) -> None:
        if not self.shown_start:
            self.shown_start = True
            self.show(record, 0)
        if record.turns:
            self.show(record, len(record.turns))
        self.end(record)

    def show(self, record: Record, at: int) -> None:
        """The position after turn `at`, with what happened in it; cut to the height of the terminal."""
        if self.only is not None and at != self.only:
            return
        state = record.turns[at - 1].state if at else record.start
        names = record.game.map.territories
        deeds = [line for event in record.turns[at - 1].events for line in _sentence(event, names)] if at else []
        board = state.draw(colour=use_colour(), width=self.width).rstrip("\n").split("\n")
        room = self.height - 3
        few = max(min(len(deeds), 8), room - len(board))
        shown = deeds[:few] + [f"... and {len(deeds) - few} more"] * (len(deeds) > few)
        if self.in_place:
            sys.stdout.write("\x1b[2J\x1b[H")
        print("\n".join([_headline(record, state, at), "", *board[: max(room - len(shown), 0)], *shown]), flush=True)
        clock.sleep(self.delay)

    def end(self, record: Record) -> None:
        if record.result is not None:
            winner = record.result.winner
            who = "drawn" if winner is None else f"{LETTERS[winner]} ({printable(record.agents[winner])}) wins"
            print(f"\nafter {record.rounds} turns: {who}, {printable(record.result.reason)}")


def _headline(record: Record, state: AnyState, at: int) -> str:
    when = "start" if at == 0 else f"{state.phase} {at}" if state.round == 0 else f"turn {state.round}"
    letters = ", ".join(f"{LETTERS[seat]} = {printable(name)}" for seat, name in enumerate(record.agents))
    incomes = ", ".join(f"{LETTERS[seat]} {state.income(seat)}" for seat in range(record.game.seats))
    return f"{record.game}   {when}   {letters}, . = nobody   income {incomes}"


def _sentence(event: Event | ClassicEvent, names: tuple[str, ...]) -> list[str]:
    """What happened, in words; nothing for an order that did nothing."""
    who = f"  {LETTERS[event.seat]} "
    if isinstance(event, ClassicEvent):
        return [who + _action(event, names)]
    if event.deed == "idle":
        return []
    match event.order:
        case Pick(territory):
            return [who + f"picks {names[territory]}"]
        case Deploy(territory):
            return [who + f"+{event.armies} {names[territory]}"]
        case Move(source, target):
            if event.deed == "transfer":
                return [who + f"{event.armies} from {names[source]} to {names[target]}"]
            outcome = "takes it" if event.captured else "fails"
            losses = f"lost {event.losses}, killed {event.kills}"
            return [who + f"{event.armies} attack {names[target]} from {names[source]}: {outcome} ({losses})"]


def _action(event: ClassicEvent, names: tuple[str, ...]) -> str:
    action = event.action
    match action.kind:
        case "pick":
            return f"picks {names[action.source]}"
        case "place":
            return f"+{action.armies} {names[action.source]}"
        case "attack" if action.dice:
            lost = event.chance[0] if event.chance else 0
            return f"throws {action.dice} dice at {names[action.target]} from {names[action.source]}: loses {lost}"
        case "attack":
            won = event.chance and event.chance[0] < action.armies
            return f"{action.armies} attack {names[action.target]} from {names[action.source]}: " + (
                f"takes it with {event.chance[0] + 1} left" if won else "fails"
            )
        case "fortify":
            return f"{action.armies} from {names[action.source]} to {names[action.target]}"
        case "occupy":
            return f"moves in with {action.armies}"
        case "trade":
            return "trades a set of cards"
    return "passes"
