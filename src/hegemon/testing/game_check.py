"""check_game: random games of your map or rules, in which every promise of positions, views and records is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hegemon._core import Random
from hegemon.agents.failures import error_line, error_traceback
from hegemon.errors import GameError, HegemonError
from hegemon.game import (
    ClassicState,
    Decision,
    Game,
    Record,
    Result,
    SimultaneousState,
    State,
    read_records,
    seeded,
)
from hegemon.maps import Map, load_map
from hegemon.match.arguments import as_game
from hegemon.rules import load_rules, rules_spec
from hegemon.testing.positions import POSITION_CHECKS, TURN_CHECKS, picture_problems
from hegemon.testing.report import Report

MOST_STEPS = 3000
"""Decisions of one game that are played."""


def check_game(
    game: Game | Map | str,
    *,
    games: int = 10,
    positions: int = 300,
    seed: int = 0,
    raises: bool = True,
) -> Report:
    """Play random games and check what every game must keep, for a map or rules of your own.

    Positions: owners, armies and incomes are possible, somebody decides until the end, legal decisions are accepted,
    notation, bytes and hashes lead back to the same position. Views show only what is true, and all of one's own.
    Turns repeat from their chance outcomes, records replay.

    `positions` limits how many positions are checked in all. A CheckFailed lists the problems; with `raises=False` they
    are only in the report.
    """
    for name, value in (("games", games), ("positions", positions)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise GameError(f"{name} is a whole number from 1 on, not {value!r:.40}")
    game = as_game(game, 2)
    walk = _Walk(game, Report(str(game)), max(1, positions // games))
    walk.guarded("game", lambda: _value_problems(game))
    root = seeded(seed)
    for number in range(games if walk.report.ok else 0):
        walk.guarded("play", lambda number=number: walk.play(root.stream(number)))  # type: ignore[misc]
    walk.outcomes()
    return walk.report.require_ok() if raises else walk.report


def _value_problems(game: Game) -> Iterator[str]:
    """Map, rules and game survive their own text."""
    if Map.from_json(game.map.to_json()).hash != game.map.hash:
        yield "the map differs from the one in its own JSON"
    if load_rules(rules_spec(game.rules)) != game.rules:
        yield f"the rules differ from those that {rules_spec(game.rules)} makes"
    if load_rules(game.rules.to_json()) != game.rules:
        yield "the rules differ from those that their fields make"
    if game.start(7) != game.start(7):
        yield "two starts from the same seed differ"
    if load_map(game.map) is not game.map:
        yield "the map is not itself"


class _Walk:
    """Random games, and what they show."""

    def __init__(self, game: Game, report: Report, most: int) -> None:
        self.game, self.report, self.most = game, report, most
        self.seen: dict[str, State] = {}
        self.results: list[Result | None] = []

    def guarded(self, check: str, problems: Callable[[], Iterator[str]]) -> None:
        """Add the problems, and any exception as one more."""
        try:
            for problem in problems():
                self.report.problem(check, problem)
        except Exception as error:
            self.report.problem(check, error_line(error), traceback=error_traceback(error))

    def play(self, random: Random) -> Iterator[str]:
        """One game, to its end under the rules or the turn limit."""
        game = self.game
        record = Record(game, ("random",) * game.seats, game.start(random.stream(0)))
        dice, choices = random.stream(1), random.stream(2)
        every = 1
        while len(record) < MOST_STEPS and record.final.result is None and record.final.turns < game.turn_limit:
            state = record.final
            look = len(record) % every == 0
            if look:
                self._look(state)
            decisions = _random_decisions(state, choices)
            turn = state.advance(decisions, dice)
            record.add(decisions, turn)
            if look:
                for check, problems in TURN_CHECKS.items():
                    self._checked(check, problems(state, decisions, turn), state)
            if len(record) % self.most == 0:
                every += 1  # long games are looked at in ever longer steps
        self._look(record.final)
        self._checked("pictures", picture_problems(record.final), record.final)
        self.results.append(record.final.result)
        record.result = record.final.result or Result(None, "turn limit", seats=game.seats)
        self.report.count("game")
        yield from _record_problems(record)

    def _look(self, state: State) -> None:
        self.report.count("position")
        for check, problems in POSITION_CHECKS.items():
            self._checked(check, problems(state), state)
        other = self.seen.setdefault(state.hash, state)
        if other != state:
            self.report.problem("hash", f"{other} and {state} have the same hash {state.hash}")

    def _checked(self, check: str, problems: Iterator[str], state: State) -> None:
        where = f"in {str(state)[:300]}"
        try:
            for problem in problems:
                self.report.problem(check, f"{problem} {where}")
        except Exception as error:
            self.report.problem(check, f"{error_line(error)} {where}", traceback=error_traceback(error))

    def outcomes(self) -> None:
        """How the games ended, for the author's eye."""
        if not self.results:
            return
        ended = [result for result in self.results if result is not None]
        wins = [sum(result.winner == seat for result in ended) for seat in range(self.game.seats)]
        told = ", ".join(f"seat {seat} {count}" for seat, count in enumerate(wins))
        self.report.note("outcomes", f"{len(ended)} of {len(self.results)} random games ended under the rules ({told})")


def _random_decisions(state: State, random: Random) -> list[Decision | None]:
    decisions: list[Decision | None] = [None] * state.game.seats
    for seat in state.deciders:
        if isinstance(state, ClassicState):
            decisions[seat] = state.random_action(random)
        elif isinstance(state, SimultaneousState):
            decisions[seat] = state.random_plan(seat, random)
    return decisions


def _record_problems(record: Record) -> Iterator[str]:
    try:
        found = read_records(list(record.lines()))
    except HegemonError as error:
        yield f"the record of a game cannot be read: {error}"
        return
    if found.problem:
        yield f"the record of a game does not replay: {found.problem}"
    elif found.records[0].final != record.final or found.records[0].result != record.result:
        yield "the replay of a record ends differently"
