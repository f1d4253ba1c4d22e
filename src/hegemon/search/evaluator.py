"""Your own evaluation of positions in a search: a function of a batch of leaves.

    def evaluate(leaves: Leaves) -> tuple[values, priors]:
        mine = (leaves.owners == leaves.movers[:, None]).mean(axis=1)
        return 2 * mine - 1, None

Values are for the seat to move, one per leaf, or one per leaf and seat; priors are one non-negative number per legal
action, in the order of `leaves.codes` (they are normalised per leaf), or None for equal priors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hegemon.errors import SearchError
from hegemon.game import ClassicGame


@dataclass(frozen=True, slots=True)
class Leaves:
    """A batch of B positions to evaluate, on a map of n territories, with M legal actions in total."""

    game: ClassicGame
    owners: NDArray[np.int8]
    """[B, n]: a seat, or -1 nobody."""
    armies: NDArray[np.int32]
    """[B, n]"""
    movers: NDArray[np.int8]
    """[B]: the seat that decides."""
    phases: NDArray[np.int8]
    """[B]: 0 pick, 1 setup, 2 trade, 3 place, 4 attack, 5 occupy, 6 fortify."""
    to_place: NDArray[np.int32]
    """[B]"""
    codes: NDArray[np.int64]
    """[M]: the codes of the legal actions (Action.from_code), leaf by leaf."""
    offsets: NDArray[np.int64]
    """[B + 1]: leaf i has the actions offsets[i] to offsets[i + 1]."""

    def __len__(self) -> int:
        return len(self.movers)


Evaluate: TypeAlias = Callable[[Leaves], tuple[ArrayLike, ArrayLike | None]]


Answer: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float32] | None]


def to_core(game: ClassicGame, evaluate: Evaluate) -> Callable[..., Answer]:
    """The function as the core calls it, with checks of its result."""

    def call(
        owners: NDArray[np.int8],
        armies: NDArray[np.int32],
        movers: NDArray[np.int8],
        phases: NDArray[np.int8],
        to_place: NDArray[np.int32],
        codes: NDArray[np.int64],
        offsets: NDArray[np.int64],
    ) -> Answer:
        leaves = Leaves(game, owners, armies, movers, phases, to_place, codes, offsets)
        answer = evaluate(leaves)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise SearchError("the evaluator must return a pair: values, and priors or None")
        values, priors = answer
        return _values(leaves, np.ascontiguousarray(values, np.float64)), _priors(leaves, priors)

    return call


def _values(leaves: Leaves, values: NDArray[np.float64]) -> NDArray[np.float64]:
    count, seats = len(leaves), leaves.game.seats
    if values.shape == (count,):
        table = np.repeat(-values[:, None] / (seats - 1), seats, axis=1)
        table[np.arange(count), leaves.movers] = values
        values = table
    if values.shape != (count, seats):
        raise SearchError(
            f"the evaluator gave values of shape {values.shape}; {count} leaves need ({count},) or ({count}, {seats})"
        )
    if not np.isfinite(values).all():
        raise SearchError("the evaluator gave values that are not finite")
    return values


def _priors(leaves: Leaves, priors: ArrayLike | None) -> NDArray[np.float32] | None:
    if priors is None:
        return None
    array = np.ascontiguousarray(priors, np.float32)
    if array.shape != leaves.codes.shape:
        raise SearchError(f"the evaluator gave {array.shape} priors; there are {len(leaves.codes)} legal actions")
    if not np.isfinite(array).all() or (array < 0).any():
        raise SearchError("the evaluator gave priors that are negative or not finite")
    return array
