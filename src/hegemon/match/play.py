"""Plays one game: asks the agents, resolves turns, records them, and applies clocks and adjudication."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hegemon._core import Random
from hegemon.agents import VERBS, Agent, Clock, ask, make_agent
from hegemon.errors import AgentError, GameError, IllegalDecisionError, NotationError
from hegemon.game import Decision, Game, Record, Result, State, seeded
from hegemon.match.adjudication import Adjudication
from hegemon.match.time import TimeControl


class CannotBegin(AgentError):
    """An agent failed before its first decision."""

    def __init__(self, message: str, seat: int) -> None:
        super().__init__(message)
        self.seat = seat


class Observer:
    """Observer of a running game. The methods of this base class do nothing."""

    def begins(self, record: Record) -> None:
        """Called when the start is known, before the agents begin."""

    def asks(self, seat: int, allowed: float | None) -> None:
        """Called when a seat is asked to begin or to decide, with its time limit in seconds."""

    def answers(self, seat: int, seconds: float, agent: Agent) -> None:
        """Called when a seat has decided."""

    def turn(self, record: Record) -> None:
        """Called when a turn was added to the record, or the game has ended."""


@dataclass
class Player:
    """An agent in its seat, with its clock and statistics."""

    agent: Agent
    name: str
    seat: int
    time: TimeControl
    observer: Observer
    bank: float = 0.0
    """Remaining seconds for the game, under a game clock."""
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    estimate: float | None = None
    told: int = 0
    """Number of turns whose events the agent has received."""

    def ask(self, record: Record) -> Decision | Forfeit:
        """The agent's decision, or a Forfeit: a crash, a time loss, or an illegal decision."""
        state: State = record.final
        since, self.told = record.turns[self.told :], len(record.turns)
        view = state.view(self.seat, lambda: [event for turn in since for event in turn.events])
        allowed = self.time.allowed(self.bank)
        self.observer.asks(self.seat, allowed)
        clock = Clock(self.time.suggested(self.bank), self.bank if self.time.per_game else None)
        before = time.monotonic()
        try:
            answer = ask(self.agent, view, clock)
            used = time.monotonic() - before
            self.estimate = _estimate(self.agent)
        except (NotationError, IllegalDecisionError) as error:
            return self.illegal(state, error)
        except (Exception, SystemExit) as error:  # a bug of an agent must not stop the match
            return self._lost("crash", f"crash: {_describe(error)}{_place(error, self.agent)}")
        self.observer.answers(self.seat, used, self.agent)
        self._count(used)
        if allowed is not None and used > allowed:
            return self._lost("time", f"time: {used:.3f} s of {allowed - self.time.forgiven:.6g} s")
        if not isinstance(answer, state.decision):
            return self.illegal(state, f"{type(answer).__name__} instead of {_a(state.decision.__name__)}")
        return answer

    def illegal(self, state: State, why: object) -> Forfeit:
        """The forfeit of a seat whose decision the rules refuse."""
        return self._lost("illegal", f"illegal {state.decision.__name__.lower()}: {why}")

    def _count(self, used: float) -> None:
        self.decisions += 1
        self.seconds += used
        self.slowest = max(self.slowest, used)
        self.bank = max(0.0, self.bank - used) + self.time.increment

    def _lost(self, fault: str, why: str) -> Forfeit:
        return Forfeit(self.seat, fault, forfeit_reason(self.name, self.seat, why))


@dataclass(frozen=True)
class Forfeit:
    """A seat that forfeited."""

    seat: int
    fault: str
    reason: str

    def result(self, seats: int) -> Result:
        """With two seats the other wins; with more, the others share the win."""
        return Result(1 - self.seat if seats == 2 else None, self.reason, self.seat, self.fault)


def forfeit_reason(name: str, seat: int, why: str) -> str:
    return f"{name} (seat {seat}) forfeits, {why}"


def play(
    game: Game,
    agents: Sequence[Agent | str],
    *,
    seed: int | Random = 0,
    time_per_move: float | None = None,
    time_control: TimeControl | None = None,
    adjudication: Adjudication | None = None,
    start: State | None = None,
    names: Sequence[str] | None = None,
    observer: Observer | None = None,
) -> Record:
    """Play one game and return its record. Without a time limit the record depends only on the agents and the seed.

    `seed` is split into streams for the start, the dice and each agent, so that an agent's search never changes the
    dice. `names` are the names of the agents in the record, by default their specs.
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
        os.chdir(folder)  # an agent may have changed the working directory
    record.info["decisions"] = [player.decisions for player in players]
    if time_control.limited:
        record.info["slowest"] = [round(player.slowest, 4) for player in players]
    return record


class Dice:
    """The dice of a game. Every roll has its own random stream, keyed by turn, seat and number, so that an extra roll
    of one seat does not shift the dice of the others."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._rolls: dict[tuple[int, int], int] = {}

    def of(self, record: Record) -> Random:
        """The random stream of the next decision."""
        state, deciders = record.final, record.final.deciders
        if len(deciders) > 1:  # a whole turn at once; the core keeps the seats' dice apart within it
            return self._random.stream(len(record.turns))
        key = state.turns, deciders[0]
        return self._random.stream(key[0]).stream(key[1]).stream(self._rolls.get(key, 0))

    def rolled(self, turn: int, seat: int) -> None:
        self._rolls[turn, seat] = self._rolls.get((turn, seat), 0) + 1


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
    """Play one turn and add it to the record; return the result if the game is over."""
    state = record.final
    if state.result is not None:
        return Result(state.result.winner, state.result.reason)
    decisions: list[Decision | None] = [None] * record.game.seats
    for seat in state.deciders:
        answer = players[seat].ask(record)
        if isinstance(answer, Forfeit):
            return answer.result(len(players))
        decisions[seat] = answer
    try:
        turn = state.advance(decisions, dice.of(record))
    except IllegalDecisionError as error:
        return players[error.seat].illegal(state, error.reasons[0]).result(len(players))
    if turn.chance:
        dice.rolled(state.turns, state.deciders[0])
    record.add(decisions, turn)
    return turn.state.result or rules.judge(turn.state, [player.estimate for player in players])


def _estimate(agent: Agent) -> float | None:
    estimate = getattr(agent, "estimate", None)
    return float(estimate) if isinstance(estimate, int | float) else None


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def _place(error: BaseException, agent: Agent) -> str:
    """File and line in the agent's own code where it failed."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # the first is the match's own
    module = sys.modules.get(type(agent).__module__)
    home = Path(getattr(module, "__file__", None) or "").parent
    own = [frame for frame in frames if Path(frame.filename).parent == home]
    return "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in (own or frames)[-1:])


def _describe(error: BaseException) -> str:
    """The error in one line, even if its text cannot be formatted."""
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    except Exception:
        text = type(error).__name__
    return text.encode("ascii", "backslashreplace").decode()[:300]
