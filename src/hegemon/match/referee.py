"""The referee: asks the agent of a seat, takes its decision as plain data, and decides what it is charged with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hegemon._core import Random
from hegemon._spec import parse_spec
from hegemon._stopwatch import Stopwatch
from hegemon.agents import VERBS, Agent, AgentLike, Clock, ask, end_game, is_registered, make_agent
from hegemon.agents.failures import error_line, error_place, error_traceback, raised_outside
from hegemon.agents.own import object_for_game
from hegemon.agents.registry import keeps_own_clock
from hegemon.errors import AgentError, AgentFailure, IllegalDecisionError, NotationError
from hegemon.game import Decision, Game, Record, Result, State
from hegemon.match.foreign import RemoteAgent, SeatFault, is_foreign
from hegemon.match.foreign.description import described
from hegemon.match.time_control import TimeControl
from hegemon.match.untrusted import plain_decision, plain_number
from hegemon.rules import PRESETS


class CannotBegin(AgentError):
    """An agent failed before its first decision. A note has its traceback."""

    def __init__(self, message: str, seat: int, fault: str = "crash", traceback: str = "") -> None:
        super().__init__(message)
        self.seat, self.fault, self.traceback = seat, fault, traceback
        if traceback:
            self.add_note(traceback)


class Observer:
    """Observer of a running game. The methods of this base class do nothing."""

    def begins(self, record: Record) -> None:
        """Called when the start is known, before the agents begin."""

    def asks(self, seat: int, allowed: float | None) -> None:
        """Called when an agent in this process is asked to begin or to decide, with its time limit in seconds."""

    def begun(self, seat: int) -> None:
        """Called when an agent has begun."""

    def answers(self, seat: int, seconds: float, agent: Agent | RemoteAgent) -> None:
        """Called when a seat has decided."""

    def turn(self, record: Record) -> None:
        """Called when a turn was added to the record, or the game has ended."""


@dataclass(frozen=True)
class Forfeit:
    """A seat that forfeited."""

    seat: int
    fault: str
    reason: str
    error: BaseException | None = field(default=None, compare=False)
    """What the agent raised, if it did."""

    def result(self, seats: int) -> Result:
        """With two seats the other wins; with more, the others share the win."""
        return Result(1 - self.seat if seats == 2 else None, self.reason, self.seat, self.fault, seats=seats)

    @property
    def traceback(self) -> str:
        """Where the agent's code failed; empty if it raised nothing."""
        if isinstance(self.error, SeatFault):
            return self.error.traceback
        if self.error is None or (self.fault == "illegal" and not raised_outside(self.error)):
            return ""
        return error_traceback(self.error)

    def as_error(self) -> BaseException:
        """The agent's own exception if it was raised in this process, else the reason, with the traceback as a note."""
        if self.fault == "crash" and self.error is not None and not isinstance(self.error, SeatFault):
            return self.error
        failure = AgentFailure(self.reason)
        if self.traceback:
            failure.add_note(self.traceback)
        return failure


def forfeit_reason(name: str, seat: int, why: str) -> str:
    return f"{name} (seat {seat}) forfeits, {why}"


@dataclass
class Player:
    """An agent in its seat, with its clock and statistics."""

    agent: Agent | RemoteAgent
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
        allowed = self.time.allowed(self.bank)
        fair = self.time.limited and self.time.clock == "fair"  # measuring it costs as much as a quick decision
        clock = Clock(self.time.suggested(self.bank), self.bank if self.time.per_game else None, fair)
        watch = Stopwatch(fair=fair, all_threads=True)
        try:
            if isinstance(self.agent, RemoteAgent):
                self.observer.asks(self.seat, math.inf)  # it is limited by its own process
                answer = self.agent.decide(state, self.seat, since, clock, allowed)
                used = max(0.0, watch.used - (self.agent.waited if fair else 0.0))
            else:
                self.observer.asks(self.seat, allowed)
                view = state.view(self.seat, lambda: [event for turn in since for event in turn.events])
                given = ask(self.agent, view, clock)
                used = watch.used
                answer = self._taken(state, given)
            self.estimate = plain_number(getattr(self.agent, "estimate", None))
            self.observer.answers(self.seat, used, self.agent)
        except (NotationError, IllegalDecisionError) as error:
            return self.illegal(state, error_line(error, kind=False), error)
        except SeatFault as error:
            if error.fault in ("hang", "died"):
                self.observer.answers(self.seat, watch.used, self.agent)
            if error.fault == "illegal":
                return self.illegal(state, error, error)
            return self.lost(error.fault, f"{error.fault}: {error}", error)
        except (Exception, SystemExit) as error:  # a bug of an agent must not stop the match
            return self.lost("crash", f"crash: {error_line(error)}{error_place(error, self.agent)}", error)
        self._count(used)
        if allowed is not None and used > allowed:
            return self.lost("time", f"time: {used:.3f} s of {allowed - self.time.tolerance:.6g} s")
        return answer

    def _taken(self, state: State, given: object) -> Decision:
        if is_registered(self.agent) and isinstance(given, state.decision):
            return given  # our own agents are trusted
        return plain_decision(state, given)

    def illegal(self, state: State, why: object, error: BaseException | None = None) -> Forfeit:
        """The forfeit of a seat whose decision the rules refuse."""
        return self.lost("illegal", f"illegal {state.decision.__name__.lower()}: {why}", error)

    def _count(self, used: float) -> None:
        self.decisions += 1
        self.seconds += used
        self.slowest = max(self.slowest, used)
        self.bank = max(0.0, self.bank - used) + self.time.increment

    def interferes(self, other: Player) -> bool:
        """Whether this seat keeps the machine busy while another one is asked."""
        return self is not other and isinstance(self.agent, RemoteAgent) and not self.agent.clean

    def end(self, result: Result | None) -> BaseException | None:
        """Tell the agent that its game is over. What it raises then changes no result, and is returned."""
        try:
            end_game(self.agent, result)
        except (Exception, SystemExit) as error:  # the agent's own code
            return error
        return None

    def close(self, *, reuse: bool) -> None:
        """The seat is no longer needed."""
        if isinstance(self.agent, RemoteAgent):
            self.agent.close(reuse=reuse)

    def lost(self, fault: str, why: str, error: BaseException | None = None) -> Forfeit:
        return Forfeit(self.seat, fault, forfeit_reason(self.name, self.seat, why), error)


def seat_agent(
    game: Game, agent: AgentLike, name: str, seat: int, random: Random, time_control: TimeControl,
    observer: Observer, hang_timeout: float, *, apart: bool = False,
) -> Player:  # fmt: skip
    """The player of a seat, whose agent has begun the game; a CannotBegin if it cannot.

    With `apart`, an agent of this package also has a process of its own, as foreign ones have.
    """
    made: Agent | RemoteAgent
    if isinstance(agent, str):
        remote = apart or is_foreign(agent)
        made = RemoteAgent(agent, hang_timeout, pausing=time_control.limited) if remote else make_agent(agent)
        if apart and isinstance(made, RemoteAgent):
            made.yield_to_others()
    else:
        made = object_for_game(agent)
    if isinstance(agent, str) and keeps_own_clock(parse_spec(agent)):
        time_control = TimeControl()
    player = Player(made, name, seat, time_control, observer, bank=time_control.per_game)
    try:
        _require_family(game, made, name)
    except AgentError:
        player.close(reuse=True)
        raise
    observer.asks(seat, math.inf if isinstance(made, RemoteAgent) else None)
    try:
        made.begin(game, seat, random)
    except (Exception, SystemExit) as error:  # the agent's own code
        player.close(reuse=False)
        why = str(error) if isinstance(error, AgentError) else error_line(error)
        if not isinstance(error, SeatFault):
            trace = error_traceback(error) if raised_outside(error) else ""
            where = error_place(error, made) if raised_outside(error) else ""
            raise CannotBegin(f"agent {name} cannot begin {game}: {why}{where}", seat, "crash", trace) from error
        raise CannotBegin(f"agent {name} cannot begin {game}: {why}", seat, error.fault, error.traceback) from None
    observer.begun(seat)
    return player


def _require_family(game: Game, agent: Agent | RemoteAgent, name: str) -> None:
    family = game.rules.family
    if isinstance(agent, RemoteAgent):
        plays = family in agent.described.families
    else:
        plays = callable(getattr(agent, VERBS[family], None))
    if not plays:
        lacks = f"agent {name} does not play the {family} game of rules {game.rules.name}"
        raise AgentError(f"{lacks} (it has no method {VERBS[family]}); {_instead(agent)}")


def _instead(agent: Agent | RemoteAgent) -> str:
    """What an agent can play, or what it lacks."""
    families = agent.described.families if isinstance(agent, RemoteAgent) else described(agent).families
    if not families:
        return "see docs/agents.md"
    family = families[0]
    rules = ", ".join(name for name, preset in PRESETS.items() if preset.family == family)
    return f"it plays the {family} game: use one of the rules {rules}, or another agent"
