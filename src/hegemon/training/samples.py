"""Samples of the simultaneous game: positions, and what a search thought of the plans it considered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon.game import SimultaneousGame
from hegemon.nets import Positions
from hegemon.training.shards import arrays_of, joined_arrays, spans

FLAT = ("game", "round", "seat", "full_search", "value", "result")


@dataclass(frozen=True)
class Samples:
    """Decisions of seats in games of one board, as flat arrays."""

    game: NDArray[np.int64]
    """The number of its game."""
    round: NDArray[np.int32]
    seat: NDArray[np.int8]
    full_search: NDArray[np.bool_]
    """Whether the search had all its visits; only such samples teach the policy."""
    value: NDArray[np.float32]
    """What the search thought, for the seat, from -1 to 1."""
    result: NDArray[np.float32]
    """How the game ended for the seat: 1, 0 or -1."""
    owners: NDArray[np.int8]
    """[S, n]"""
    armies: NDArray[np.int32]
    """[S, n]"""
    orders: NDArray[np.int32]
    """[O, 4] of all plans considered: kind, source, target, armies."""
    order_offsets: NDArray[np.int64]
    """Where plans begin in orders, and the end."""
    plan_offsets: NDArray[np.int64]
    """Where the plans of samples begin, and the end."""
    policy_target: NDArray[np.float32]
    """Of each plan in the visits of its search."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(np.unique(self.game))

    def positions(self, game: SimultaneousGame) -> Positions:
        return Positions(game, self.owners, self.armies, self.seat)

    @classmethod
    def from_core(cls, found: Mapping[str, Any]) -> Samples:
        """What the core's self-play returns."""
        arrays, winners = arrays_of(cls, found)
        result = np.where(winners < 0, 0.0, np.where(winners == found["seat"], 1.0, -1.0)).astype(np.float32)
        return cls(result=result, **arrays)

    def to_columns(self) -> dict[str, Any]:
        lengths = np.diff(self.order_offsets).astype(np.int32)
        return {
            **{name: getattr(self, name) for name in FLAT},
            "owners": [row.tobytes() for row in self.owners],
            "armies": [row.tobytes() for row in self.armies],
            "orders": [self.orders[a:b].tobytes() for a, b in spans(self.order_offsets[self.plan_offsets])],
            "plan_lengths": [lengths[a:b].tobytes() for a, b in spans(self.plan_offsets)],
            "policy_target": [self.policy_target[a:b].tobytes() for a, b in spans(self.plan_offsets)],
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Samples:
        lengths = [np.frombuffer(row, np.int32) for row in columns["plan_lengths"]]
        return cls(
            **{name: columns[name] for name in FLAT},
            owners=np.stack([np.frombuffer(row, np.int8) for row in columns["owners"]]),
            armies=np.stack([np.frombuffer(row, np.int32) for row in columns["armies"]]),
            orders=np.frombuffer(b"".join(columns["orders"]), np.int32).reshape(-1, 4),
            order_offsets=np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate(lengths), dtype=np.int64)]),
            plan_offsets=np.cumsum([0, *map(len, lengths)], dtype=np.int64),
            policy_target=np.frombuffer(b"".join(columns["policy_target"]), np.float32),
        )

    @classmethod
    def joined(cls, parts: Sequence[Samples]) -> Samples:
        """One after the other; all of one board. Games keep their numbers, so give them different ones."""
        return cls(**joined_arrays(parts, {"order_offsets": "orders", "plan_offsets": "policy_target"}))
