"""Rows of numbers for territories and bonuses: what a network of the simultaneous game sees of the board.

A position has as many rows of territories as matter in it, and one for every bonus of its map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.floating]
Counts = NDArray[np.int32]


@dataclass(frozen=True)
class Ragged:
    """Rows of several positions, one position after the other."""

    rows: Rows
    """(rows, columns)"""
    counts: Counts
    """(positions,) of rows"""

    def __len__(self) -> int:
        return len(self.counts)

    def take(self, positions: NDArray[np.int64]) -> Ragged:
        """The rows of some positions."""
        counts = self.counts[positions]
        ends, begins = np.cumsum(counts, dtype=np.int64), self._begins[positions]
        return Ragged(self.rows[np.repeat(begins - (ends - counts), counts) + np.arange(counts.sum())], counts)

    @property
    def of(self) -> NDArray[np.int64]:
        """(rows,) the number of the position of every row."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def _begins(self) -> NDArray[np.int64]:
        """(positions,) the first row of every position."""
        return np.cumsum(self.counts, dtype=np.int64) - self.counts

    @classmethod
    def joined(cls, parts: Sequence[Ragged]) -> Ragged:
        return cls(np.concatenate([part.rows for part in parts]), np.concatenate([part.counts for part in parts]))


@dataclass(frozen=True)
class Boards:
    """The boards of some positions."""

    land: Ragged
    groups: Ragged

    def take(self, positions: NDArray[np.int64]) -> Boards:
        return Boards(self.land.take(positions), self.groups.take(positions))

    @classmethod
    def joined(cls, parts: Sequence[Boards]) -> Boards:
        return cls(Ragged.joined([part.land for part in parts]), Ragged.joined([part.groups for part in parts]))
