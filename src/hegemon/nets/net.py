"""A network for playing: weights by name, evaluated by the compiled core. Needs no torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.game import Plan, SimultaneousGame
from hegemon.nets.encode import ENCODER_VERSION, Boards, Positions, stack, stack_plans
from hegemon.nets.weights import Weights
from hegemon.search.smcts import Network, Plans

Values = NDArray[np.float32]
"""One number for each position, from -1 to 1, from the side of its seat."""


class Net(Weights):
    """Weights of an architecture that the core knows. It plays on every map, and is immutable."""

    encoder = str(ENCODER_VERSION)

    def __init__(
        self, architecture: str, weights: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(architecture, weights, metadata)
        self._cores: WeakKeyDictionary[SimultaneousGame, _core.PolicyValueNet] = WeakKeyDictionary()
        self.core(SimultaneousGame("triangle"))  # complains now about weights that do not fit

    def core(self, game: SimultaneousGame, kernels: str = "best") -> _core.PolicyValueNet:
        """The network on a game's map, for searches of the core."""
        if not isinstance(game, SimultaneousGame):
            raise NetError(f"this network is for the simultaneous game, not for {game}")
        if kernels == "best" and game in self._cores:
            return self._cores[game]
        try:
            core = _core.PolicyValueNet(self.architecture, dict(self.weights), game.core, kernels)
        except ValueError as error:
            raise NetError(f"this network cannot be used: {error}") from None
        if kernels == "best":
            self._cores[game] = core
        return core

    @overload
    def evaluate(self, states: Boards | Positions, seat: int | Sequence[int] = 0, plans: None = None) -> Values: ...
    @overload
    def evaluate(
        self, states: Boards | Positions, seat: int | Sequence[int], plans: Sequence[Sequence[Plan]]
    ) -> tuple[Values, list[NDArray[np.float32]]]: ...
    def evaluate(
        self, states: Boards | Positions, seat: int | Sequence[int] = 0, plans: Sequence[Sequence[Plan]] | None = None
    ) -> Values | tuple[Values, list[NDArray[np.float32]]]:
        """The value of each position to a seat, and the logits of the plans considered in each, if any are given.

        One seat for all, or one for each position. Views are not evaluated: take view.determinize().
        """
        positions = states if isinstance(states, Positions) else stack(states, seat)
        table = None if plans is None else stack_plans(plans)
        try:
            values, logits = self.core(positions.game).evaluate(*positions.arrays, table)
        except ValueError as error:
            raise NetError(f"these positions cannot be evaluated: {error}") from None
        if logits is None or table is None:
            return values
        return values, np.split(logits, table[2][1:-1])

    def network(self, game: SimultaneousGame) -> Network:
        """The network as a function that hegemon.search.smcts calls with the leaves of a search."""
        core = self.core(game)

        def ask(
            owners: NDArray[np.int8], armies: NDArray[np.int32], seats: NDArray[np.int8], plans: Plans
        ) -> tuple[Values, NDArray[np.float32] | None]:
            return core.evaluate(owners, armies, seats, plans)

        return ask
