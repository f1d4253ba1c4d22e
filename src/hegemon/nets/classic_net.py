"""Networks of the classic game for playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.game import ClassicGame, ClassicPosition, Game
from hegemon.nets.classic_encode import CLASSIC_ENCODER_VERSION, game_of
from hegemon.nets.net import Net

SeatValues = NDArray[np.float32]
"""[B, seats]: the value of each position for every seat, 1 for a certain win, -1 / (seats - 1) for a certain loss."""


class ClassicNet(Net[_core.ClassicNet]):
    """A network of the classic game: the value of a position for every seat, and a logit for each legal action."""

    family = "classic"
    encoder = f"classic-{CLASSIC_ENCODER_VERSION}"

    def _make(self, game: Game, kernels: str) -> _core.ClassicNet:
        assert isinstance(game, ClassicGame)
        return _core.ClassicNet(self.architecture, dict(self.weights), game.core, kernels)

    @overload
    def evaluate(
        self, states: Sequence[ClassicPosition], policy: Literal[True] = True
    ) -> tuple[SeatValues, list[NDArray[np.float32]]]: ...
    @overload
    def evaluate(self, states: Sequence[ClassicPosition], policy: Literal[False]) -> SeatValues: ...
    def evaluate(
        self, states: Sequence[ClassicPosition], policy: bool = True
    ) -> SeatValues | tuple[SeatValues, list[NDArray[np.float32]]]:
        """The values of positions for every seat, and the logits of their legal actions, in the order of legal_actions.

        A seat must decide in each position. Views of the seat to move are allowed too.
        """
        game = game_of(states)
        try:
            values, logits, offsets = self.core(game).evaluate([state.core for state in states], policy)
        except ValueError as error:
            raise NetError(f"these positions cannot be evaluated: {error}") from None
        self.require_finite(values, logits)
        if logits is None or offsets is None:
            return values
        return values, np.split(logits, offsets[1:-1])
