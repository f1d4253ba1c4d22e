"""Samples of the simultaneous game: positions, and what a search found about the plans it considered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hegemon.game import SimultaneousGame
from hegemon.nets import Positions
from hegemon.training.samples.base import Array, Column, Samples, parts_of


@dataclass(frozen=True)
class SimultaneousSamples(Samples):
    """Decisions of seats; values are from -1 to 1."""

    round: NDArray[np.int32]
    result: NDArray[np.float32]
    """The result of the game for the seat: 1, 0 or -1."""
    owners: NDArray[np.int8]
    """[S, n]"""
    armies: NDArray[np.int32]
    """[S, n]"""
    orders: NDArray[np.int32]
    """[O, 4] of all plans considered: kind, source, target, armies."""
    order_offsets: NDArray[np.int64]
    """Offsets of plans in orders."""
    plan_offsets: NDArray[np.int64]
    """Offsets of each sample's plans."""

    flat = ("game", "round", "seat", "full_search", "value", "result")
    offsets = {"order_offsets": "orders", "plan_offsets": "policy_target"}  # noqa: RUF012  # a constant

    def positions(self, game: SimultaneousGame) -> Positions:
        return Positions(game, self.owners, self.armies, self.seat)

    @classmethod
    def _results(cls, arrays: Mapping[str, Array], winners: NDArray[np.int8]) -> dict[str, Array]:
        won = np.where(winners == arrays["seat"], 1.0, -1.0)
        return {"result": np.where(winners < 0, 0.0, won).astype(np.float32)}

    def to_columns(self) -> dict[str, Column]:
        lengths = np.diff(self.order_offsets).astype(np.int32)
        return {
            **self.flat_columns(),
            "owners": [row.tobytes() for row in self.owners],
            "armies": [row.tobytes() for row in self.armies],
            "orders": parts_of(self.orders, self.order_offsets[self.plan_offsets]),
            "plan_lengths": parts_of(lengths, self.plan_offsets),
            "policy_target": parts_of(self.policy_target, self.plan_offsets),
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Column]) -> SimultaneousSamples:
        lengths = [np.frombuffer(row, np.int32) for row in columns["plan_lengths"]]
        return cls(
            **{name: np.asarray(columns[name]) for name in cls.flat},
            owners=np.stack([np.frombuffer(row, np.int8) for row in columns["owners"]]),
            armies=np.stack([np.frombuffer(row, np.int32) for row in columns["armies"]]),
            orders=np.frombuffer(b"".join(columns["orders"]), np.int32).reshape(-1, 4),
            order_offsets=np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate(lengths), dtype=np.int64)]),
            plan_offsets=np.cumsum([0, *map(len, lengths)], dtype=np.int64),
            policy_target=np.frombuffer(b"".join(columns["policy_target"]), np.float32),
        )
