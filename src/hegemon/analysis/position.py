"""An agent's analysis of one position."""

from __future__ import annotations

from typing import Any, Protocol, cast

from hegemon._core import Random
from hegemon.agents import VERBS, Agent, Clock, end_game, make_agent
from hegemon.errors import AgentError, GameError
from hegemon.game import Game, State, View, parse_position, seeded
from hegemon.search import AnyAnalysis

_AGENTS = {"classic": "mcts", "simultaneous": "smcts"}
_VISITS = {"classic": (100_000, 5_000), "simultaneous": (20_000, 2_000)}
"""Visits for one position, which take most of a second, and for each decision of a whole game."""


def default_agent(game: Game, seconds: float | None = None, *, whole: bool = False) -> str:
    """The agent that analyses a position, or a whole game, if none is named; a time limit replaces its visits."""
    family = game.rules.family
    return _AGENTS[family] if seconds is not None else f"{_AGENTS[family]}(visits={_VISITS[family][whole]})"


class Analyst(Protocol):
    """An agent that can show what it thinks."""

    def begin(self, game: Game, seat: int, random: Random) -> None: ...

    def analyse(self, view: Any, clock: Clock) -> AnyAnalysis: ...


def analyse(
    position: State | View | str,
    agent: Agent | str = "",
    *,
    seat: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> AnyAnalysis:
    """What an agent thinks of a position: its candidates, best first, with visits, values and principal variations.

    The agent is by default mcts (classic game) or smcts (simultaneous game). It sees only what the seat may know; the
    seat is by default the first that has to decide. Without `seconds` the agent's own limits hold.
    """
    if isinstance(position, str):
        position = parse_position(position)
    view = position if isinstance(position, View) else position.view(deciding_seat(position, seat))
    if seat is not None and seat != view.seat:
        raise GameError(f"this is the view of seat {view.seat}, not of seat {seat}")
    analyst = make_analyst(agent or default_agent(view.game, seconds), view.game)
    analyst.begin(view.game, view.seat, seeded(seed).stream(view.seat))
    try:
        return analyst.analyse(view, Clock(seconds))
    finally:
        end_game(analyst, None)


def deciding_seat(state: State, seat: int | None = None) -> int:
    """The seat, by default the first that has to decide; a GameError if it has nothing to decide."""
    if not state.deciders:
        raise GameError("no seat has a decision in this position")
    if seat is not None and seat not in state.deciders:
        deciding = " and ".join(map(str, state.deciders))
        raise GameError(f"seat {seat} has nothing to decide here; only seat {deciding}")
    return state.deciders[0] if seat is None else seat


def make_analyst(agent: Agent | str, game: Game) -> Analyst:
    """The agent, if it plays the game and can show what it thinks; else an AgentError names one that does."""
    family = game.rules.family
    made = make_agent(agent) if isinstance(agent, str) else agent
    name = agent if isinstance(agent, str) else type(agent).__name__
    if not hasattr(made, VERBS[family]):
        raise AgentError(f"agent {name} does not play the {family} game; try {_AGENTS[family]}")
    if not hasattr(made, "analyse"):
        raise AgentError(f"agent {name} does not search, so there is nothing to show; try {_AGENTS[family]}")
    return cast(Analyst, made)
