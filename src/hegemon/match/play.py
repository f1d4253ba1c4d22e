"""One game: ask the agents, resolve the turns, keep the record, end it by the rules, the clock or adjudication."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hegemon._core import Random
from hegemon.agents import VERBS, Agent, Clock, make_agent
from hegemon.errors import AgentError, GameError, IllegalActionError, IllegalPlanError, NotationError
from hegemon.game import AnyGame, AnyState, Record, Result, seeded
from hegemon.match.time import TimeControl


@dataclass(frozen=True)
class Adjudication:
    """When a match ends a game that the rules would let go on. None of this is known to the engine.

    The estimates are the agents' own chances of winning; an agent that gives none is never judged by them.
    """

    turn_limit: int = 100
    """Drawn after this many turns."""
    surrender: float = 0.0
    """One agent above 1 - surrender and the other at most surrender: the first wins. 0 is never."""
    tie_after: int = 0
    """Drawn after this many turns once both estimates are within tie_band of one half. 0 is never."""
    tie_band: float = 0.01

    @classmethod
    def default(cls, game: AnyGame) -> Adjudication:
        """Long enough for any sensible game on the map (see the game's turn_limit)."""
        return cls(turn_limit=game.turn_limit)


SOARES2025 = Adjudication(turn_limit=101, surrender=0.01, tie_after=50, tie_band=0.01)
"""The surrender and tie rules of Soares (2025): a tie once more than 100 turns were played. Its program asks them
before it looks at the board, so that a surrender could overrule a conquest; here the board comes first."""


class CannotBegin(AgentError):
    """An agent failed before its first decision."""

    def __init__(self, message: str, seat: int) -> None:
        super().__init__(message)
        self.seat = seat


class Observer:
    """Somebody who looks on: what a game tells while it is played. This one does not listen."""

    def begins(self, record: Record) -> None:
        """The start is known, and the agents are about to be told."""

    def asks(self, seat: int, allowed: float | None) -> None:
        """A seat is asked to begin or to decide, and may take so many seconds."""

    def answers(self, seat: int, seconds: float, agent: Agent) -> None:
        """It has decided."""

    def turn(self, record: Record) -> None:
        """A turn was added to the record, or the game has ended."""


@dataclass
class Player:
    """An agent in its seat, with what the match counts about it."""

    agent: Agent
    name: str
    seat: int
    time: TimeControl
    observer: Observer
    bank: float = 0.0
    """Seconds left for the game, under a game clock."""
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    estimate: float | None = None
    told: int = 0
    """Turns of the record whose events it has been told."""

    def ask(self, record: Record) -> Any:
        """The agent's decision, or a Forfeit: a crash, a time loss, or an illegal decision."""
        state: AnyState = record.final
        since, self.told = record.turns[self.told :], len(record.turns)
        view = state.view(self.seat, lambda: [event for turn in since for event in turn.events])
        allowed = self.time.allowed(self.bank)
        self.observer.asks(self.seat, allowed)
        clock = Clock(self.time.suggested(self.bank), self.bank if self.time.per_game else None)
        before = time.monotonic()
        try:
            plan = view.ask(self.agent, clock)
            used = time.monotonic() - before
            self.estimate = _estimate(self.agent)
        except (NotationError, IllegalPlanError, IllegalActionError) as error:
            return self._lost("illegal", f"illegal {view.decision}: {error}")
        except (Exception, SystemExit) as error:  # an agent's bug must not take the match down
            return self._lost("crash", f"crash: {_describe(error)}{_place(error, self.agent)}")
        self.observer.answers(self.seat, used, self.agent)
        self._count(used)
        if allowed is not None and used > allowed:
            return self._lost("time", f"time: {used:.3f} s of {allowed - self.time.forgiven:.6g} s")
        objections = state.objections(self.seat, plan)
        return self._lost("illegal", f"illegal {view.decision}: {objections[0]}") if objections else plan

    def _count(self, used: float) -> None:
        self.decisions += 1
        self.seconds += used
        self.slowest = max(self.slowest, used)
        self.bank = max(0.0, self.bank - used) + self.time.increment

    def _lost(self, fault: str, why: str) -> Forfeit:
        return Forfeit(self.seat, fault, forfeit_reason(self.name, self.seat, why))


@dataclass(frozen=True)
class Forfeit:
    """A seat that lost by its own fault."""

    seat: int
    fault: str
    reason: str

    def result(self, seats: int) -> Result:
        """Of two, the other wins; several share the win, for who would have won cannot be known."""
        return Result(1 - self.seat if seats == 2 else None, self.reason, self.seat, self.fault)


def forfeit_reason(name: str, seat: int, why: str) -> str:
    return f"{name} (seat {seat}) forfeits, {why}"


def play(
    game: AnyGame,
    agents: Sequence[Agent | str],
    *,
    seed: int | Random = 0,
    time_per_move: float | None = None,
    time_control: TimeControl | None = None,
    adjudication: Adjudication | None = None,
    start: AnyState | None = None,
    names: Sequence[str] | None = None,
    observer: Observer | None = None,
) -> Record:
    """Play one game and return its record. Same seed, same agents without time limit: same record.

    `seed` feeds separate streams for the start, the dice and each agent, so that no agent's thinking changes the dice.
    `names` are what the record calls the agents, by default their specs.
    """
    if len(agents) != game.seats:
        raise GameError(f"{game} is played by {game.seats} agents, not {len(agents)}")
    if start is not None and start.game != game:
        raise GameError(f"the start is a position of {start.game}, not of {game}")
    if time_control is None:
        time_control = TimeControl(per_move=time_per_move or 0.0)
    observer = observer or Observer()
    root = seed if isinstance(seed, Random) else seeded(seed)
    names = names or [agent if isinstance(agent, str) else type(agent).__name__ for agent in agents]
    record = Record(game, tuple(names), start or game.start(root.stream(0)))
    if not isinstance(seed, Random):
        record.info["seed"] = seed
    if time_control.per_move:
        record.info["time_per_move"] = time_control.per_move
    elif time_control.limited:
        record.info["time"] = str(time_control)
    observer.begins(record)
    folder = os.getcwd()  # noqa: PTH109 (twice as fast)
    players = [
        _seat(record, agent, seat, root.stream(2 + seat), time_control, observer) for seat, agent in enumerate(agents)
    ]
    dice = Dice(root.stream(1))
    rules = adjudication or Adjudication.default(game)
    while record.result is None:
        record.result = _step(record, players, dice, rules)
        observer.turn(record)
    if os.getcwd() != folder:  # noqa: PTH109
        os.chdir(folder)  # an agent has gone elsewhere, but files are named from here
    record.info["decisions"] = [player.decisions for player in players]
    if time_control.limited:
        record.info["slowest"] = [round(player.slowest, 4) for player in players]
    return record


class Dice:
    """The dice of a game: every roll has a stream of its own, known by the turn, the seat and its n-th roll in it, so
    that one seat's extra roll does not shift those of the others."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._rolls: dict[tuple[int, int], int] = {}

    def of(self, record: Record) -> Random:
        """The stream for what is about to be decided."""
        state, deciders = record.final, record.final.deciders
        if len(deciders) > 1:  # a whole turn at once; the core keeps the seats' dice apart within it
            return self._random.stream(len(record.turns))
        key = state.round, deciders[0]
        return self._random.stream(key[0]).stream(key[1]).stream(self._rolls.get(key, 0))

    def rolled(self, round: int, seat: int) -> None:
        self._rolls[round, seat] = self._rolls.get((round, seat), 0) + 1


def _seat(
    record: Record, agent: Agent | str, seat: int, random: Random, time_control: TimeControl, observer: Observer
) -> Player:
    game, name = record.game, record.agents[seat]
    made = make_agent(agent) if isinstance(agent, str) else agent
    verb = VERBS[game.rules.family]
    if not callable(getattr(made, verb, None)):
        other = f"agent {name} does not play the {game.rules.family} game (it has no method {verb})"
        raise AgentError(f"{other}; choose other rules or another agent")
    observer.asks(seat, None)
    try:
        made.begin(game, seat, random)
    except (Exception, SystemExit) as error:  # the agent's own code
        why = str(error) if isinstance(error, AgentError) else _describe(error)
        raise CannotBegin(f"agent {name} cannot begin {game}: {why}", seat) from error
    return Player(made, name, seat, time_control, observer, bank=time_control.per_game)


def _step(record: Record, players: Sequence[Player], dice: Dice, rules: Adjudication) -> Result | None:
    """Play one turn and add it to the record; the result if the game is over."""
    state = record.final
    if state.result is not None:
        return Result(state.result.winner, state.result.reason)
    decisions: list[Any] = [None] * record.game.seats
    for seat in state.deciders:
        answer = players[seat].ask(record)
        if isinstance(answer, Forfeit):
            return answer.result(len(players))
        decisions[seat] = answer
    turn = state.advance(decisions, dice.of(record))
    if turn.chance:
        dice.rolled(state.round, state.deciders[0])
    record.add(decisions, turn)
    return turn.state.result or _adjudicate(turn.state, players, rules)


def _adjudicate(state: AnyState, players: Sequence[Player], rules: Adjudication) -> Result | None:
    estimates = [player.estimate for player in players]
    known = [e for e in estimates if e is not None]
    if len(known) == len(players) and state.round > 0:
        for seat, estimate in enumerate(known):
            others = [e for other, e in enumerate(known) if other != seat]
            if rules.surrender > 0 and estimate > 1 - rules.surrender and max(others) <= rules.surrender:
                return Result(seat, "surrender")
        if 0 < rules.tie_after < state.round and all(abs(e - 0.5) <= rules.tie_band + 1e-12 for e in known):
            return Result(None, "agreed tie")
    return Result(None, "turn limit") if state.round >= rules.turn_limit else None


def _estimate(agent: Agent) -> float | None:
    estimate = getattr(agent, "estimate", None)
    return float(estimate) if isinstance(estimate, int | float) else None


def _place(error: BaseException, agent: Agent) -> str:
    """Where the agent's own code was when it failed: the last line of a file in the folder of its class."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # the first is the match's own
    module = sys.modules.get(type(agent).__module__)
    home = Path(getattr(module, "__file__", None) or "").parent
    own = [frame for frame in frames if Path(frame.filename).parent == home]
    return "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in (own or frames)[-1:])


def _describe(error: BaseException) -> str:
    """The error in one line, even if its own text fails or cannot be written."""
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    except Exception:
        text = type(error).__name__
    return text.encode("ascii", "backslashreplace").decode()[:300]
