"""The Agent protocol: an agent receives a view and returns a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hegemon._core import Random
from hegemon._stopwatch import Stopwatch
from hegemon.game import Game, Result, View

END_SECONDS = 2.0
"""Seconds that the `end` of an agent may take."""


@dataclass
class Clock:
    """The time for one decision; `limit` is in seconds, None is no limit.

    Under a game clock `limit` is a suggestion and `bank` is the remaining time for the game; the seat loses when it is
    used up.

    Plan with `left`: where the clock is `fair`, as in matches, time in which a busy machine gives the agent no
    processor does not count.
    """

    limit: float | None = None
    bank: float | None = None
    fair: bool = False

    def __post_init__(self) -> None:
        self._watch = Stopwatch(fair=self.fair)

    @property
    def used(self) -> float:
        """Seconds since the agent was asked."""
        return self._watch.used

    @property
    def left(self) -> float:
        """Seconds left; infinite without a limit."""
        return float("inf") if self.limit is None else self.limit - self.used


@runtime_checkable
class Agent(Protocol):
    """A player of one game at a time. The constructor takes the settings; `begin` is called before every game.

    An agent of the simultaneous family has ``plan(self, view, clock)``, which returns the plan for this turn, or the
    pick in the pick phase. One of the classic family has ``act(self, view, clock)``, which returns one of
    `view.legal_actions`. An agent may have both.

    An agent may set `estimate`, its own winning probability, after each decision; matches with surrender or tie rules
    read it. It may set `statistics`, a dict of numbers (visits, nodes, ..) about that decision; tournaments keep them.

    An agent that holds something open (a program, a file, a connection) may have ``end(self, result)``. It is called
    once after every game that it has begun, also if a seat forfeited: with the Result, or with None if the game was
    stopped. It has two seconds, and what it raises changes no result.
    """

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Start a new game. Take all randomness from `random`, so that games are reproducible."""


class SpecRepr:
    """An agent of the registry, made of settings: its repr is the spec that makes it."""

    def __repr__(self) -> str:
        from hegemon.agents.registry import spec_of

        spec = spec_of(self)
        return f"<{type(self).__name__}, an agent>" if spec is None else f"make_agent({spec!r})"


VERBS = {"simultaneous": "plan", "classic": "act"}
"""The method that an agent needs to play a family."""


def ask(agent: Agent, view: View, clock: Clock) -> object:
    """The agent's decision for a view, by the method of its family. It may be any object: agents are not trusted."""
    decide: Callable[[View, Clock], object] = getattr(agent, VERBS[view.game.rules.family])
    return decide(view, clock)


def end_game(agent: object, result: Result | None) -> None:
    """Tell an agent that its game is over, if it wants to know."""
    end: Callable[[Result | None], object] | None = getattr(agent, "end", None)
    if callable(end):
        end(result)
