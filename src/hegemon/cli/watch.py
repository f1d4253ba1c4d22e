"""hegemon watch: a game in the terminal, live or from a record."""

from __future__ import annotations

import sys
import time as clock
from pathlib import Path
from typing import Annotated

import typer

from hegemon.cli.options import MapOption, RulesOption, SeedOption, TimeOption
from hegemon.errors import RecordError
from hegemon.game import Event, Game, Record, RecordFile, load_records
from hegemon.match import play

Delay = Annotated[float, typer.Option("--delay", "-d", min=0, max=60, help="Seconds between turns.")]


def watch(
    what: Annotated[list[str], typer.Argument(help="A record (game.jsonl), or two agents to play live.")],
    map: MapOption = "italy",
    rules: RulesOption = "soares2025",
    seed: SeedOption = 0,
    time: TimeOption = None,
    delay: Delay = 0.7,
    game: Annotated[int, typer.Option("--game", "-g", min=1, help="Which game of a record file.")] = 1,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="Show only the position after this turn.")] = None,
    width: Annotated[int, typer.Option("--width", min=40, max=300, help="Columns to draw in.")] = 100,
    save: Annotated[Path | None, typer.Option("--save", help="Write a live game's record to this file.")] = None,
) -> None:
    """Watch a game turn by turn, live or from a record.

    hegemon watch heuristic random --map owl-island

    hegemon watch game.jsonl --game 3 --delay 0
    """
    screen = _Screen(delay if sys.stdout.isatty() else 0.0, width, turn)
    if len(what) == 1:
        found = load_records(what[0])
        _replay(screen, found, game)
        if found.problem:
            raise RecordError(found.problem)
    elif len(what) == 2:
        board = Game(map, rules)
        record = play(board, what, seed=seed, time_per_move=time, on_turn=screen.live)
        if save is not None:
            record.save(save)
    else:
        raise typer.BadParameter("give one record file or two agents")


def _replay(screen: _Screen, found: RecordFile, number: int) -> None:
    if not found.records:
        return
    if number > len(found.records):
        raise typer.BadParameter(f"--game {number}: the file holds {len(found.records)}")
    record = found.records[number - 1]
    screen.show(record, 0)
    for at in range(1, len(record.turns) + 1):
        screen.show(record, at)
    screen.end(record)


class _Screen:
    """Draws one position after another: in place on a terminal, one below the other in a pipe."""

    def __init__(self, delay: float, width: int, only: int | None) -> None:
        self.delay, self.width, self.only = delay, width, only
        self.tty = sys.stdout.isatty()
        self.shown_start = False

    def live(self, record: Record) -> None:
        if not self.shown_start:
            self.shown_start = True
            self.show(record, 0)
        self.show(record, len(record.turns))
        self.end(record)

    def show(self, record: Record, at: int) -> None:
        """The position after turn `at`, with what happened in it."""
        if self.only is not None and at != self.only:
            return
        state = record.states[at]
        if self.tty and self.only is None:
            sys.stdout.write("\x1b[2J\x1b[H")
        letters = ", ".join(f"{'ab'[seat]} = {name}" for seat, name in enumerate(record.agents))
        incomes = " / ".join(str(state.income(seat)) for seat in (0, 1))
        print(f"{record.game}   turn {at} of {state.phase}   {letters}   income {incomes}\n")
        print(state.draw(colour=self.tty, width=self.width))
        if at > 0:
            names = record.game.map.territories
            lines = [_sentence(event, names) for event in record.turns[at - 1].events if event.deed != "idle"]
            print("\n".join(f"  {line}" for line in lines[:24] + ["..."] * (len(lines) > 24)))
        sys.stdout.flush()
        clock.sleep(self.delay)

    def end(self, record: Record) -> None:
        if record.result is not None:
            winner = record.result.winner
            who = "drawn" if winner is None else f"{'ab'[winner]} ({record.agents[winner]}) wins"
            print(f"\nafter {record.rounds} turns: {who}, {record.result.reason}")


def _sentence(event: Event, names: tuple[str, ...]) -> str:
    core = f"{'ab'[event.seat]} "
    order = event.order
    place = names[getattr(order, "territory", getattr(order, "target", 0))]
    if event.deed == "deploy":
        return core + f"+{event.armies} {place}"
    if event.deed == "pick":
        return core + f"picks {place}"
    source = names[getattr(order, "source", 0)]
    if event.deed == "transfer":
        return core + f"{event.armies} from {source} to {place}"
    outcome = "takes it" if event.captured else "fails"
    return core + f"{event.armies} attack {place} from {source}: {outcome}, -{event.losses} for -{event.kills}"
