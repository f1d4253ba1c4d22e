"""Networks of the simultaneous game for playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.game import Game, Plan, SimultaneousGame, SimultaneousPosition
from hegemon.nets.net import Net
from hegemon.nets.simultaneous_encode import ENCODER_VERSION, Positions, stack, stack_plans
from hegemon.search.smcts import Network, Plans

Values = NDArray[np.float32]
"""The value of each position for its seat, from -1 to 1."""


class SimultaneousNet(Net[_core.PolicyValueNet]):
    """A network of the simultaneous game: the value of a position for a seat, and a logit for each plan."""

    family = "simultaneous"
    encoder = str(ENCODER_VERSION)

    def _make(self, game: Game, kernels: str) -> _core.PolicyValueNet:
        assert isinstance(game, SimultaneousGame)
        return _core.PolicyValueNet(self.architecture, dict(self.weights), game.core, kernels)

    @overload
    def evaluate(
        self, states: Sequence[SimultaneousPosition] | Positions, seat: int | Sequence[int] = 0, plans: None = None
    ) -> Values: ...
    @overload
    def evaluate(
        self,
        states: Sequence[SimultaneousPosition] | Positions,
        seat: int | Sequence[int],
        plans: Sequence[Sequence[Plan]],
    ) -> tuple[Values, list[NDArray[np.float32]]]: ...
    def evaluate(
        self,
        states: Sequence[SimultaneousPosition] | Positions,
        seat: int | Sequence[int] = 0,
        plans: Sequence[Sequence[Plan]] | None = None,
    ) -> Values | tuple[Values, list[NDArray[np.float32]]]:
        """The value of each position for a seat, and the logits of the plans of each position, if given.

        `seat` is one seat for all, or one for each position. Views cannot be evaluated: use view.determinize().
        """
        positions = states if isinstance(states, Positions) else stack(states, seat)
        table = None if plans is None else stack_plans(plans)
        try:
            values, logits = self.core(positions.game).evaluate(*positions.arrays, table)
        except ValueError as error:
            raise NetError(f"these positions cannot be evaluated: {error}") from None
        self.require_finite(values, logits)
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
