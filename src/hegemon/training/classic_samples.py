"""Samples of the classic game: positions, and what a search thought of their legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon.game import ClassicGame, ClassicState
from hegemon.training.shards import arrays_of, joined_arrays, spans
from hegemon.training.weights import TrainingError

FLAT = ("game", "decision", "seat", "phase", "full_search", "value", "winner")


@dataclass(frozen=True)
class ClassicSamples:
    """Decisions in games of one board, as flat arrays."""

    game: NDArray[np.int64]
    """The number of its game."""
    decision: NDArray[np.int32]
    seat: NDArray[np.int8]
    """Who decided."""
    phase: NDArray[np.int8]
    full_search: NDArray[np.bool_]
    """Whether the search had all its visits; only such samples teach the policy."""
    value: NDArray[np.float32]
    """What the search thought, for the seat: 1 for a sure win, -1 / (seats - 1) for a sure loss."""
    winner: NDArray[np.int8]
    """The seat that won the game; -1 is a draw."""
    states: NDArray[np.uint8]
    """[S, bytes of a position]"""
    action_offsets: NDArray[np.int64]
    """Where the legal actions of samples begin in policy_target, and the end."""
    policy_target: NDArray[np.float32]
    """What the policy should say of each legal action, in their order."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(np.unique(self.game))

    def positions(self, game: ClassicGame) -> list[ClassicState]:
        try:
            return [ClassicState(game, game.core.from_bytes(row.tobytes())) for row in self.states]
        except ValueError as error:
            raise TrainingError(f"these samples are of another game than {game}: {error}") from None

    def chances(self, seats: int, trust: float) -> NDArray[np.float32]:
        """[S, seats] from the seat that decided on: what the value should say of each seat's chance to win.

        `trust` in what the search thought, the rest in how the game ended. The search speaks of one seat only; what
        it leaves is shared by the others as the result has it, or evenly.
        """
        results = np.full((len(self), seats), 1.0 / seats)
        decided = self.winner >= 0
        results[decided] = 0.0
        places = (self.winner[decided].astype(int) - self.seat[decided]) % seats
        results[np.flatnonzero(decided), places] = 1.0
        own = np.clip((self.value * (seats - 1) + 1) / seats, 0, 1)
        others = results[:, 1:].sum(axis=1, keepdims=True)
        share = np.where(others > 0, results[:, 1:] / np.maximum(others, 1e-9), 1.0 / (seats - 1))
        thought = np.column_stack([own, (1 - own)[:, None] * share])
        return (trust * thought + (1 - trust) * results).astype(np.float32)

    @classmethod
    def from_core(cls, found: Mapping[str, Any]) -> ClassicSamples:
        """What the core's self-play returns."""
        arrays, winners = arrays_of(cls, found)
        return cls(winner=winners, **arrays)

    def to_columns(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in FLAT},
            "state": [row.tobytes() for row in self.states],
            "policy_target": [self.policy_target[a:b].tobytes() for a, b in spans(self.action_offsets)],
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> ClassicSamples:
        policy_target = [np.frombuffer(row, np.float32) for row in columns["policy_target"]]
        return cls(
            **{name: columns[name] for name in FLAT},
            states=np.stack([np.frombuffer(row, np.uint8) for row in columns["state"]]),
            action_offsets=np.cumsum([0, *map(len, policy_target)], dtype=np.int64),
            policy_target=np.concatenate(policy_target),
        )

    @classmethod
    def joined(cls, parts: Sequence[ClassicSamples]) -> ClassicSamples:
        """One after the other; all of one board. Games keep their numbers, so give them different ones."""
        return cls(**joined_arrays(parts, {"action_offsets": "policy_target"}))
