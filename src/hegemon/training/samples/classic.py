"""Samples of the classic game: positions, and what a search found about their legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, ClassicState
from hegemon.training.returns import lambda_returns
from hegemon.training.samples.base import Array, Column, Samples, parts_of


def positions_of(game: ClassicGame, states: NDArray[np.uint8]) -> list[ClassicState]:
    """The positions of rows of bytes; those of another game raise a TrainingError."""
    try:
        return [ClassicState(game, game.core.from_bytes(row.tobytes())) for row in states]
    except ValueError as error:
        raise TrainingError(f"these samples are of another game than {game}: {error}") from None


@dataclass(frozen=True)
class ClassicSamples(Samples):
    """Decisions of seats; values are 1 for a certain win and -1 / (seats - 1) for a certain loss."""

    decision: NDArray[np.int32]
    phase: NDArray[np.int8]
    winner: NDArray[np.int8]
    """The seat that won the game; -1 is a draw."""
    states: NDArray[np.uint8]
    """[S, bytes of a position]"""
    action_offsets: NDArray[np.int64]
    """Offsets of each sample's legal actions in policy_target."""

    flat = ("game", "decision", "seat", "phase", "full_search", "value", "winner")
    offsets = {"action_offsets": "policy_target"}  # noqa: RUF012  # a constant

    def positions(self, game: ClassicGame) -> list[ClassicState]:
        return positions_of(game, self.states)

    def returns(self, trace: float) -> NDArray[np.float32]:
        """[S, 2] for two seats, in rotated order: the targets of the winning probabilities: lambda-returns
        of what the searches expected.
        """
        first = np.clip((np.where(self.seat == 0, self.value, -self.value) + 1) / 2, 0, 1)
        results = np.where(self.winner < 0, 0.5, self.winner == 0)
        found = lambda_returns(first, results, self.game, trace)
        own = np.where(self.seat == 0, found, 1 - found)
        return np.column_stack([own, 1 - own]).astype(np.float32)

    def chances(self, seats: int, trust: float) -> NDArray[np.float32]:
        """[S, seats] in rotated order: the targets of the winning probabilities.

        `trust` is the weight of the search value; the rest is the weight of the result. The search value is for one
        seat only; the others share the remainder according to the result, or evenly.
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
    def _results(cls, arrays: Mapping[str, Array], winners: NDArray[np.int8]) -> dict[str, Array]:
        return {"winner": winners}

    def to_columns(self) -> dict[str, Column]:
        return {
            **self.flat_columns(),
            "state": [row.tobytes() for row in self.states],
            "policy_target": parts_of(self.policy_target, self.action_offsets),
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Column]) -> ClassicSamples:
        policies = [np.frombuffer(row, np.float32) for row in columns["policy_target"]]
        return cls(
            **{name: np.asarray(columns[name]) for name in cls.flat},
            states=np.stack([np.frombuffer(row, np.uint8) for row in columns["state"]]),
            action_offsets=np.cumsum([0, *map(len, policies)], dtype=np.int64),
            policy_target=np.concatenate(policies),
        )
