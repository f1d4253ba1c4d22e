"""Games of the core that are stepped by numbered actions, and the opponents that play in them."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import SupportsIndex, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._words import counted
from hegemon.agents import VERBS, Agent, AgentLike, Clock, agent_name, make_agent
from hegemon.agents.base import ask, end_game
from hegemon.agents.failures import error_line
from hegemon.agents.own import object_for_game, require_agents
from hegemon.errors import AgentError, GameError, HegemonError, IllegalDecisionError
from hegemon.game import Action, ClassicGame, Game, Plan, SimultaneousGame

Episode: TypeAlias = _core.ClassicEpisode | _core.SimultaneousEpisode
VectorCore: TypeAlias = _core.ClassicVector | _core.SimultaneousVector
Opponents: TypeAlias = "AgentLike | Sequence[AgentLike]"

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
    require_game(game)
    limit = turn_limit(game, max_turns)
    if isinstance(game, ClassicGame):
        return _core.ClassicEpisode(game.core, limit)
    if isinstance(game, SimultaneousGame):
        return _core.SimultaneousEpisode(game.core, limit)
    raise GameError(f"a game is a ClassicGame or a SimultaneousGame, not {game!r:.40}")


def require_game(game: object) -> None:
    """A GameError unless this is a game."""
    if not isinstance(game, Game):
        raise GameError(f"a game is needed, such as hegemon.Game(rules='yao2025'), not {game!r:.40}")


def action_number(action: object) -> int:
    """The number of an action, as numpy or Python has it; a GameError if it is not a whole number."""
    try:
        return operator.index(cast(SupportsIndex, action))
    except TypeError:
        if isinstance(action, np.ndarray) and action.shape == (1,):
            return action_number(action[0])
        raise GameError(f"an action is a whole number, not {action!r:.40}") from None


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
        self.game, self.chosen = game, _one_for_each(game, opponents)
        self.inside = all(each == "random" for each in self.chosen)
        self.agents = [] if self.inside else [make_agent(e) if isinstance(e, str) else e for e in self.chosen]
        self.by_seat: dict[int, tuple[Agent, str]] = {}

    def begin(self, seat: int, random: _core.Random) -> None:
        """A new game, in which the learner has this seat."""
        self.end()
        others = (other for other in range(self.game.seats) if other != seat)
        for other, chosen, agent in zip(others, self.chosen, self.agents, strict=False):
            with _charged(agent_name(chosen), other):
                playing = object_for_game(agent)
                playing.begin(self.game, other, random.stream(other))
            self.by_seat[other] = playing, agent_name(chosen)

    def play(self, episode: Episode, seat: int, limit: int) -> None:
        """Until the learner decides, is out, or the game is over or cut off."""
        if self.inside:
            episode.play_others(seat)
            return
        while not episode.over and not episode.decides(seat) and episode.alive(seat) and episode.turns < limit:
            other = next(other for other in self.by_seat if episode.decides(other))
            self._decide(episode, other)

    def _decide(self, episode: Episode, seat: int) -> None:
        (agent, name), state = self.by_seat[seat], self.game.state(episode.state)  # type: ignore[attr-defined]
        with _charged(name, seat):
            answer = ask(agent, state.view(seat), Clock())
        try:
            decision = state.read(answer) if isinstance(answer, str) else answer
            if isinstance(episode, _core.ClassicEpisode) and isinstance(decision, Action):
                episode.play(decision.to_core())
            elif isinstance(episode, _core.SimultaneousEpisode) and isinstance(decision, Plan):
                episode.hand_in(seat, decision.to_core())
            else:
                raise TypeError("no decision of this family")
        except (ValueError, TypeError, HegemonError) as error:
            told = f"opponent {name} in seat {seat} answered {answer!r:.60}: {error}"
            raise IllegalDecisionError(told, seat) from error

    def end(self) -> None:
        """The game is over or was stopped."""
        ended, self.by_seat = self.by_seat, {}
        for seat, (agent, name) in ended.items():
            with _charged(name, seat):
                end_game(agent, None)


def _one_for_each(game: Game, opponents: Opponents) -> Sequence[AgentLike]:
    """An opponent for each seat but the learner's; an AgentError if one is no agent, or plays two seats."""
    needed = game.seats - 1
    if opponents is None:
        raise AgentError("opponents=None is for vector environments; give an agent, such as opponents='random'")
    listed = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    chosen = require_agents(opponents if listed else [opponents] * needed)  # type: ignore[arg-type]
    if len(chosen) != needed:
        raise GameError(f"{game} needs {counted(needed, 'opponent')}, not {len(chosen)}")
    verb = VERBS[game.rules.family]
    for agent in chosen:
        if not isinstance(agent, str) and hasattr(agent, "begin") and not callable(getattr(agent, verb, None)):
            raise AgentError(f"opponent {agent_name(agent)} cannot play {game}: it has no method {verb}")
    return chosen


@contextmanager
def _charged(name: str, seat: int) -> Iterator[None]:
    """What goes wrong in an opponent's own code is said to be the opponent's."""
    try:
        yield
    except Exception as error:
        raise AgentError(f"opponent {name} in seat {seat} failed: {error_line(error)}") from error
