"""Games with the verbs of OpenSpiel: states with decisions, simultaneous decisions and chance. Needs no other library.

from hegemon.envs import OpenSpielGame

state = OpenSpielGame(hg.Game(rules="yao2025")).new_initial_state(seed=1)
state.apply_action(state.legal_actions()[0])

Actions are the numbers of the environments. In the simultaneous game a node is one small decision of both players, and
a player that has ended its turn can only do so again (action 0). The start of a game comes from its seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.envs.episodes import (
    STEPS_PER_TURN,
    Episode,
    action_number,
    action_text,
    look,
    make_episode,
    require_game,
    reward,
    turn_limit,
)
from hegemon.errors import GameError
from hegemon.game import ClassicGame, Game, Plan, SimultaneousGame
from hegemon.game.convert import seeded

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
"""Players that are none, as OpenSpiel numbers them."""
ROLLS = 1024
"""Chance outcomes of a turn of the simultaneous game where dice or many coins decide: equally likely rolls."""


@dataclass(frozen=True)
class OpenSpielGame:
    """A game of either family. Utilities are +1 for the winner, -1 shared by the losers, 0 for a draw."""

    game: Game
    max_turns: int | None = None

    def __post_init__(self) -> None:
        require_game(self.game)
        turn_limit(self.game, self.max_turns)

    def new_initial_state(self, seed: int = 0) -> OpenSpielState:
        episode = make_episode(self.game, self.max_turns)
        episode.reset(seeded(seed).stream(0))
        return OpenSpielState(self, episode, int(seed), [])

    def num_players(self) -> int:
        return self.game.seats

    def num_distinct_actions(self) -> int:
        return make_episode(self.game).actions

    def max_chance_outcomes(self) -> int:
        """Of battles between up to 2,000 armies a side, or of a draw of cards; of a turn's dice."""
        return max(4000, self.game.core.cards) if isinstance(self.game, ClassicGame) else ROLLS

    def max_game_length(self) -> int:
        return turn_limit(self.game, self.max_turns) * STEPS_PER_TURN

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return [make_episode(self.game).width]

    def information_state_tensor_shape(self) -> list[int]:
        return self.observation_tensor_shape()

    def deserialize_state(self, text: str) -> OpenSpielState:
        """The state that `serialize` wrote; a GameError if it is none of this game."""
        try:
            data = json.loads(text)
            state = self.new_initial_state(data["seed"])
            for actions in data["history"]:
                state.apply_actions(actions) if isinstance(actions, list) else state.apply_action(actions)
        except (ValueError, TypeError, KeyError, GameError) as error:
            raise GameError(f"this is not a state of {self.game}: {error}") from None
        return state

    def __str__(self) -> str:
        return str(self.game)


class OpenSpielState:
    """A decision of one player, of both at once, chance, or the end."""

    def __init__(
        self, spiel: OpenSpielGame, episode: Episode, seed: int, history: Sequence[int | tuple[int, int]]
    ) -> None:
        self._spiel, self._episode, self._seed, self._history = spiel, episode, seed, list(history)
        self._limit = turn_limit(spiel.game, spiel.max_turns)

    # --- Whose node it is ---------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Whether somebody has won, the game is drawn, or the turn limit is reached."""
        return self._episode.over or self._episode.turns >= self._limit

    def is_chance_node(self) -> bool:
        if self.is_terminal():
            return False
        if isinstance(self._episode, _core.ClassicEpisode):
            return self._episode.state.chance != 0
        return not (self._episode.decides(0) or self._episode.decides(1))

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == SIMULTANEOUS

    def current_player(self) -> int:
        if self.is_terminal():
            return TERMINAL
        if self.is_chance_node():
            return CHANCE
        return self._episode.mover if isinstance(self._episode, _core.ClassicEpisode) else SIMULTANEOUS

    # --- What may be done ---------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; of a player that does not decide now, none."""
        now = self.current_player()
        if now == TERMINAL:
            return []
        if now == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()] if player in (None, CHANCE) else []
        if now == SIMULTANEOUS and player is None:
            raise GameError("both players decide: ask for legal_actions(player)")
        chosen = now if player is None else player
        self._spiel.game.require_seat(chosen)
        return self._episode.legal_actions(chosen) if now in (chosen, SIMULTANEOUS) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self._episode.actions)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability)."""
        if not self.is_chance_node():
            raise GameError("no chance is pending")
        if isinstance(self._episode, _core.ClassicEpisode):
            assert isinstance(self._spiel.game, ClassicGame)
            return list(self._spiel.game.core.outcomes(self._episode.state))
        count = self._rolls()
        return [(outcome, 1 / count) for outcome in range(count)]

    def _rolls(self) -> int:
        """Outcomes of the turn: 1 if nothing is left to chance, 2 for one coin, else many rolls."""
        assert isinstance(self._spiel.game, SimultaneousGame)
        rules, picking = self._spiel.game.rules, self._episode.state.phase == 0
        if picking:
            return 1 if rules.picking == "snake" else ROLLS
        if rules.luck_percent or rules.rounding == "weighted-random" or rules.interleave == "coin-per-pair":
            return ROLLS
        return 2 if rules.interleave == "fewer-deploys" else 1

    # --- Doing it -----------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """A decision of the current player, or an outcome of chance."""
        now = self.current_player()
        if now in (TERMINAL, SIMULTANEOUS):
            raise GameError("the game is over" if now == TERMINAL else "both players decide: use apply_actions")
        number = action_number(action)
        try:
            if isinstance(self._episode, _core.ClassicEpisode):
                (self._episode.apply_outcome if now == CHANCE else self._episode.apply)(number)
            else:
                self._resolve(number)
        except (ValueError, TypeError) as error:
            raise GameError(str(error)) from None
        self._history.append(number)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """A decision of each player."""
        if self.current_player() != SIMULTANEOUS or len(actions) != 2:
            raise GameError("apply_actions takes an action of each player, in a simultaneous node")
        assert isinstance(self._episode, _core.SimultaneousEpisode)
        first, second = (action_number(action) for action in actions)
        for player, action in enumerate((first, second)):
            if action not in self._episode.legal_actions(player):
                raise GameError(f"action {action} of player {player} is not legal now")
        for player, action in enumerate((first, second)):
            self._episode.add(player, action)
        self._history.append((first, second))
        if self.is_chance_node() and self._rolls() == 1:
            self._resolve(0)

    def _resolve(self, outcome: int) -> None:
        assert isinstance(self._episode, _core.SimultaneousEpisode)
        count = self._rolls()
        if not 0 <= outcome < count:
            raise ValueError(f"there is no chance outcome {outcome}")
        dice = _core.Random(outcome).stream(self._episode.turns)
        self._episode.resolve(dice, outcome if count == 2 else -1)

    def clone(self) -> OpenSpielState:
        return OpenSpielState(self._spiel, self._episode.copy(), self._seed, self._history)

    def child(self, action: int) -> OpenSpielState:
        """The state after an action; this one does not change."""
        after = self.clone()
        after.apply_action(action)
        return after

    # --- What it is worth, and how it looks -----------------------------------------------------

    def returns(self) -> list[float]:
        """Utilities; zeros before the end and at the turn limit."""
        seats = self._spiel.game.seats
        return [reward(self._episode, seats, seat) if self._episode.over else 0.0 for seat in range(seats)]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        """All decisions and chance outcomes, those of a simultaneous node one after the other."""
        return [action for entry in self._history for action in (entry if isinstance(entry, tuple) else (entry,))]

    def observation_tensor(self, player: int) -> NDArray[np.float32]:
        self._spiel.game.require_seat(player)
        return look(self._episode, player)[0]

    def observation_string(self, player: int) -> str:
        """The view of a player, and in the simultaneous game its plan so far."""
        view = str(self._spiel.game.state(self._episode.state).view(player))  # type: ignore[attr-defined]
        if isinstance(self._episode, _core.ClassicEpisode):
            return view
        return f"{view} plan {Plan.from_core(self._episode.plan(player))}"

    def information_state_tensor(self, player: int) -> NDArray[np.float32]:
        """The observation: what a player remembers besides is up to it."""
        return self.observation_tensor(player)

    def information_state_string(self, player: int) -> str:
        return self.observation_string(player)

    def action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance outcome {action}"
        return action_text(self._episode, self._spiel.game, action)

    def serialize(self) -> str:
        """Text that `deserialize_state` of the game reads."""
        return json.dumps({"seed": self._seed, "history": self._history})

    def num_players(self) -> int:
        return self._spiel.game.seats

    def get_game(self) -> OpenSpielGame:
        return self._spiel

    def __str__(self) -> str:
        return str(self._spiel.game.state(self._episode.state))  # type: ignore[attr-defined]
