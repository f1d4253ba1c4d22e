"""A network of the classic game for playing: weights by name, evaluated by the compiled core. Needs no torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, overload
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.architectures import ARCHITECTURES, architecture_of
from hegemon.nets.classic_encode import CLASSIC_ENCODER_VERSION, ClassicBoards, game_of
from hegemon.nets.weights import Weights

SeatValues = NDArray[np.float32]
"""[B, seats]: what each position is worth to every seat, 1 for a sure win and -1 / (seats - 1) for a sure loss."""


class ClassicNet(Weights):
    """Weights of an architecture that the core knows. It is immutable; on which maps it plays is the architecture's."""

    encoder = f"classic-{CLASSIC_ENCODER_VERSION}"

    def __init__(
        self, architecture: str, weights: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
    ) -> None:
        if architecture_of(architecture).family != "classic":
            raise NetError(f"there is no network architecture {architecture!r} for the classic game")
        super().__init__(architecture, weights, metadata)
        self._cores: WeakKeyDictionary[ClassicGame, _core.ClassicNet] = WeakKeyDictionary()
        if ARCHITECTURES[architecture].any_map:
            self.core(ClassicGame("hex", "heredia2022"))  # complains now about weights that do not fit

    @property
    def features(self) -> str:
        """The set of features that it reads; see encode_classic."""
        return ARCHITECTURES[self.architecture].features

    def core(self, game: ClassicGame, kernels: str = "best") -> _core.ClassicNet:
        """The network for a game, for searches of the core."""
        if not isinstance(game, ClassicGame):
            raise NetError(f"this network is for the classic game, not for {game}")
        if kernels == "best" and game in self._cores:
            return self._cores[game]
        try:
            core = _core.ClassicNet(self.architecture, dict(self.weights), game.core, kernels)
        except ValueError as error:
            tied = f" (a network of {self.architecture} plays on the map it was trained on, with as many seats)"
            hint = "" if ARCHITECTURES[self.architecture].any_map else tied
            raise NetError(f"this network cannot be used for {game}{hint}: {error}") from None
        if kernels == "best":
            self._cores[game] = core
        return core

    @overload
    def evaluate(
        self, states: ClassicBoards, policy: Literal[True] = True
    ) -> tuple[SeatValues, list[NDArray[np.float32]]]: ...
    @overload
    def evaluate(self, states: ClassicBoards, policy: Literal[False]) -> SeatValues: ...
    def evaluate(
        self, states: ClassicBoards, policy: bool = True
    ) -> SeatValues | tuple[SeatValues, list[NDArray[np.float32]]]:
        """What positions are worth to every seat, and the logits of their legal actions, in the order of those.

        Somebody must decide in each of them. Views do as well as positions, if they are of the seat to move.
        """
        game = game_of(states)
        try:
            values, logits, offsets = self.core(game).evaluate([state.core for state in states], policy)
        except ValueError as error:
            raise NetError(f"these positions cannot be evaluated: {error}") from None
        if logits is None or offsets is None:
            return values
        return values, np.split(logits, offsets[1:-1])
