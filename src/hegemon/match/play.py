"""One game: ask the agents, resolve the turns, keep the record, end it by the rules, the clock or adjudication."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hegemon._core import Random
from hegemon.agents import Agent, Clock, make_agent
from hegemon.errors import AgentError, GameError, IllegalPlanError, NotationError
from hegemon.game import Event, Game, Plan, Record, Result, State, seeded


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
    def default(cls, game: Game) -> Adjudication:
        """Long enough for any sensible game on the map: 100 turns, or two a territory if that is more."""
        return cls(turn_limit=max(100, 2 * len(game.map.territories), game.core.round_cap))


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

    def ask(self, state: State, events: Sequence[Event], limit: float | None) -> Plan | Result:
        """The agent's plan, or the result of its failure: a crash, a time loss, or an illegal plan."""
        view = state.view(self.seat, events)
        clock = Clock(limit)
        before = time.monotonic()
        try:
            plan = self.agent.plan(view, clock)
            used = time.monotonic() - before
            self.estimate = _estimate(self.agent)
        except (NotationError, IllegalPlanError) as error:
            return self._lost(f"illegal plan: {error}")
        except (Exception, SystemExit) as error:  # an agent's bug must not take the match down
            return self._lost(f"crash: {_describe(error)}")
        self.decisions += 1
        self.seconds += used
        self.slowest = max(self.slowest, used)
        if not isinstance(plan, Plan):
            return self._lost(f"illegal plan: {type(plan).__name__} instead of a Plan")
        if limit is not None and used > limit + _grace(limit):
            return self._lost(f"time: {used:.3f} s of {limit:g} s")
        refusals = state.fatal(self.seat, plan)
        return self._lost(f"illegal plan: {refusals[0]}") if refusals else plan

    def _lost(self, why: str) -> Result:
        return Result(1 - self.seat, f"{self.name} (seat {self.seat}) forfeits, {why}")


def play(
    game: Game,
    agents: Sequence[Agent | str],
    *,
    seed: int | Random = 0,
    time_per_move: float | None = None,
    adjudication: Adjudication | None = None,
    start: State | None = None,
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


def _seat(game: Game, agent: Agent | str, seat: int, random: Random) -> Player:
    made = make_agent(agent) if isinstance(agent, str) else agent
    player = Player(made, agent if isinstance(agent, str) else type(agent).__name__, seat)
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
        return state.result
    events = record.turns[-1].events if record.turns else ()
    plans: list[Plan | None] = [None, None]
    for seat in state.deciders:
        answer = players[seat].ask(state, events, limit)
        if isinstance(answer, Result):
            return answer
        plans[seat] = answer
    turn = state.resolve(plans, dice)
    record.add(plans, turn)
    return turn.state.result or _adjudicate(turn.state, players, rules)


def _adjudicate(state: State, players: Sequence[Player], rules: Adjudication) -> Result | None:
    estimates = [player.estimate for player in players]
    known = [e for e in estimates if e is not None]
    if len(known) == len(players) and state.phase == "play":
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


def _describe(error: BaseException) -> str:
    """The error in one line, even if its own text fails or cannot be written."""
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    except Exception:
        text = type(error).__name__
    return text.encode("ascii", "backslashreplace").decode()[:300]
