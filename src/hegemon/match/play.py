"""One game: ask the agents, resolve the turns, keep the record, end it by the rules, the clock or adjudication."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hegemon._core import Random
from hegemon.agents import VERBS, Agent, Clock, make_agent
from hegemon.errors import AgentError, GameError, IllegalActionError, IllegalPlanError, NotationError
from hegemon.game import AnyGame, AnyState, Record, Result, seeded


def _grace(limit: float) -> float:
    """Seconds beyond the limit that are forgiven: the noise of a busy machine, not thinking time."""
    return max(0.005, min(0.05, 0.1 * limit))


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


@dataclass
class Player:
    """An agent in its seat, with what the match counts about it."""

    agent: Agent
    name: str
    seat: int
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    estimate: float | None = None
    told: int = 0
    """Turns of the record whose events it has been told."""

    def ask(self, record: Record, limit: float | None) -> Any:
        """The agent's decision, or a Forfeit: a crash, a time loss, or an illegal decision."""
        state: AnyState = record.final
        view = state.view(self.seat, [event for turn in record.turns[self.told :] for event in turn.events])
        self.told = len(record.turns)
        clock = Clock(limit)
        before = time.monotonic()
        try:
            plan = view.ask(self.agent, clock)
            used = time.monotonic() - before
            self.estimate = _estimate(self.agent)
        except (NotationError, IllegalPlanError, IllegalActionError) as error:
            return self._lost(f"illegal {view.decision}: {error}")
        except (Exception, SystemExit) as error:  # an agent's bug must not take the match down
            return self._lost(f"crash: {_describe(error)}{_place(error, self.agent)}")
        self.decisions += 1
        self.seconds += used
        self.slowest = max(self.slowest, used)
        if limit is not None and used > limit + _grace(limit):
            return self._lost(f"time: {used:.3f} s of {limit:g} s")
        objections = state.objections(self.seat, plan)
        return self._lost(f"illegal {view.decision}: {objections[0]}") if objections else plan

    def _lost(self, why: str) -> Forfeit:
        return Forfeit(self.seat, f"{self.name} (seat {self.seat}) forfeits, {why}")


@dataclass(frozen=True)
class Forfeit:
    """A seat that lost by its own fault."""

    seat: int
    reason: str


def play(
    game: AnyGame,
    agents: Sequence[Agent | str],
    *,
    seed: int | Random = 0,
    time_per_move: float | None = None,
    adjudication: Adjudication | None = None,
    start: AnyState | None = None,
    on_turn: Callable[[Record], None] | None = None,
) -> Record:
    """Play one game and return its record. Same seed, same agents without time limit: same record.

    `seed` feeds separate streams for the start, the dice and each agent, so that no agent's thinking changes the dice.
    """
    if len(agents) != game.seats:
        raise GameError(f"{game} is played by {game.seats} agents, not {len(agents)}")
    if start is not None and start.game != game:
        raise GameError(f"the start is a position of {start.game}, not of {game}")
    rules = adjudication or Adjudication.default(game)
    root = seed if isinstance(seed, Random) else seeded(seed)
    dice = root.stream(1)
    players = [_seat(game, agent, seat, root.stream(2 + seat)) for seat, agent in enumerate(agents)]
    record = Record(game, tuple(player.name for player in players), start or game.start(root.stream(0)))
    if not isinstance(seed, Random):
        record.info["seed"] = seed
    while record.result is None:
        record.result = _step(record, players, dice, time_per_move, rules)
        if on_turn is not None:
            on_turn(record)
    record.info["decisions"] = [player.decisions for player in players]
    if time_per_move is not None:
        record.info["time_per_move"] = time_per_move
        record.info["slowest"] = [round(player.slowest, 4) for player in players]
    return record


def _seat(game: AnyGame, agent: Agent | str, seat: int, random: Random) -> Player:
    made = make_agent(agent) if isinstance(agent, str) else agent
    player = Player(made, agent if isinstance(agent, str) else type(agent).__name__, seat)
    verb = VERBS[game.rules.family]
    if not callable(getattr(made, verb, None)):
        other = f"agent {player.name} does not play the {game.rules.family} game (it has no method {verb})"
        raise AgentError(f"{other}; choose other rules or another agent")
    try:
        made.begin(game, seat, random)
    except (Exception, SystemExit) as error:  # the agent's own code
        raise AgentError(f"agent {player.name} cannot begin {game}: {_describe(error)}") from error
    return player


def _step(
    record: Record, players: Sequence[Player], dice: Random, limit: float | None, rules: Adjudication
) -> Result | None:
    """Play one turn and add it to the record; the result if the game is over."""
    state = record.final
    if state.result is not None:
        return Result(state.result.winner, state.result.reason)
    decisions: list[Any] = [None] * record.game.seats
    for seat in state.deciders:
        answer = players[seat].ask(record, limit)
        if isinstance(answer, Forfeit):
            # Of two, the other wins; several share the win, for who would have won cannot be known.
            return Result(1 - seat if len(players) == 2 else None, answer.reason, loser=seat)
        decisions[seat] = answer
    turn = state.advance(decisions, dice)
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
