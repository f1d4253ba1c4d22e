"""Games of the core that are stepped by numbered actions, and the opponents that play in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.agents import Agent, Clock, make_agent
from hegemon.agents.base import ask, end_game
from hegemon.errors import GameError, IllegalDecisionError
from hegemon.game import Action, ClassicGame, Game, Plan, SimultaneousGame

Episode: TypeAlias = _core.ClassicEpisode | _core.SimultaneousEpisode
VectorCore: TypeAlias = _core.ClassicVector | _core.SimultaneousVector
Opponent: TypeAlias = str | Agent
Opponents: TypeAlias = Opponent | Sequence[Opponent]

LOW, HIGH = -1.0, 6.0
"""Bounds of the numbers of an observation."""
STEPS_PER_TURN = 100
"""An episode is also truncated after so many decisions of the agent for each turn of its limit: under some rules a turn
need not end."""


def turn_limit(game: Game, max_turns: int | None) -> int:
    """The turns after which an episode is truncated; by default the turn limit of matches."""
    if max_turns is None:
        return game.turn_limit
    if isinstance(max_turns, bool) or not isinstance(max_turns, int | np.integer) or not 1 <= max_turns < 2**31:
        raise GameError(f"max_turns is a whole number from 1 on, not {max_turns!r:.40}")
    return int(max_turns)


def make_episode(game: Game, max_turns: int | None = None) -> Episode:
    """A game that is stepped by numbered actions; reset it first."""
    limit = turn_limit(game, max_turns)
    if isinstance(game, ClassicGame):
        return _core.ClassicEpisode(game.core, limit)
    if isinstance(game, SimultaneousGame):
        return _core.SimultaneousEpisode(game.core, limit)
    raise GameError(f"a game is a ClassicGame or a SimultaneousGame, not {game!r:.40}")


RENDER_MODES = ["ansi", "human"]


def require_render_mode(mode: str | None) -> None:
    """Positions are text, which `human` prints."""
    if mode is not None and mode not in RENDER_MODES:
        raise GameError(f"render_mode is ansi, human or None, not {mode!r:.40}")


def rendered(position: object, mode: str | None) -> str | None:
    """The position as text; `human` prints it."""
    if mode == "human":
        print(position)
    return str(position) if mode == "ansi" else None


def look(episode: Episode, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """What a seat sees, and its legal actions as a mask."""
    observation, mask = np.empty(episode.width, np.float32), np.empty(episode.actions, np.int8)
    episode.write(seat, observation, mask)
    return observation, mask


def reward(episode: Episode, seats: int, seat: int) -> float:
    """At the end: +1 for the winner, -1 shared by the others, 0 for a draw; a seat that is out has lost."""
    winner = episode.winner if episode.over else -1
    if episode.over and winner < 0:
        return 0.0
    return 1.0 if winner == seat else -1.0 / (seats - 1)


def action_text(episode: Episode, game: Game, action: int) -> str:
    """What an action means, in words: its block, and its territory or link by name."""
    for name, first, size in episode.blocks:
        if first <= action < first + size:
            return _in_words(game, name, action - first, size)
    raise GameError(f"there is no action {action}; the last one is {episode.actions - 1}")


def _in_words(game: Game, block: str, at: int, size: int) -> str:
    names = game.map.territories
    links = [(s, t) for s in range(len(names)) for t in sorted(game.map.neighbours[s])]
    if block == "occupy":
        return f"occupy {('all', 'half', 'least')[at]}"
    if size == 1:
        return block
    if size == len(links) and block.startswith(("battle", "roll", "move")):
        return f"{block} {names[links[at][0]]} > {names[links[at][1]]}"
    return f"{block} {names[at]}"


class OtherSeats:
    """The opponents of one seat: random ones play inside the core, all others are agents."""

    def __init__(self, game: Game, opponents: Opponents) -> None:
        many = [opponents] * (game.seats - 1) if isinstance(opponents, str) else opponents
        chosen = list(many) if isinstance(many, Sequence) else [many] * (game.seats - 1)
        if len(chosen) != game.seats - 1:
            raise GameError(f"{game} needs {game.seats - 1} opponents, not {len(chosen)}")
        self.game, self.inside = game, all(each == "random" for each in chosen)
        self.agents = [] if self.inside else [make_agent(each) if isinstance(each, str) else each for each in chosen]
        self.by_seat: dict[int, Agent] = {}

    def begin(self, seat: int, random: _core.Random) -> None:
        """A new game, in which the learner has this seat."""
        self.end()
        others = (other for other in range(self.game.seats) if other != seat)
        for other, agent in zip(others, self.agents, strict=self.inside is False):
            agent.begin(self.game, other, random.stream(other))
            self.by_seat[other] = agent

    def play(self, episode: Episode, seat: int, limit: int) -> None:
        """Until the learner decides, is out, or the game is over or cut off."""
        if self.inside:
            episode.play_others(seat)
            return
        while not episode.over and not episode.decides(seat) and episode.alive(seat) and episode.turns < limit:
            other = next(other for other in self.by_seat if episode.decides(other))
            self._decide(episode, other)

    def _decide(self, episode: Episode, seat: int) -> None:
        agent, state = self.by_seat[seat], self.game.state(episode.state)  # type: ignore[attr-defined]
        answer = ask(agent, state.view(seat), Clock())
        decision = state.read(answer) if isinstance(answer, str) else answer
        try:
            if isinstance(episode, _core.ClassicEpisode) and isinstance(decision, Action):
                episode.play(decision.to_core())
            elif isinstance(episode, _core.SimultaneousEpisode) and isinstance(decision, Plan):
                episode.hand_in(seat, decision.to_core())
            else:
                raise TypeError("no decision of this family")
        except (ValueError, TypeError) as error:
            raise IllegalDecisionError(f"{agent!r} in seat {seat} answered {answer!r:.60}: {error}", seat) from None

    def end(self) -> None:
        """The game is over or was stopped."""
        for agent in self.by_seat.values():
            end_game(agent, None)
        self.by_seat = {}
