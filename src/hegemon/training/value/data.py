"""Positions by class: the same rules and number of seats, on the home map or on generated maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon.training.value.shards import Played, read_shard

LAND = 6
"""The feature of both families that is more than 0 where a seat owns land."""
Floats = NDArray[np.float32]


class Kind(NamedTuple):
    """A class of positions."""

    rules: str
    seats: int
    home: bool


@dataclass(frozen=True)
class Group:
    """The positions of a class."""

    kind: Kind
    features: NDArray[np.float16]
    """(positions, seats, features)"""
    shares: Floats
    """(positions, seats) of the win at the end; 0 for seats that own nothing, and the sum is 1."""

    def __len__(self) -> int:
        return len(self.shares)

    def some(self, most: int) -> Group:
        """Positions at equal distances, at most so many."""
        rows = np.unique(np.linspace(0, len(self) - 1, min(most, len(self))).astype(np.int64))
        return Group(self.kind, self.features[rows], self.shares[rows])


@dataclass(frozen=True)
class Data:
    """What a run has played."""

    training: list[Group]
    held: list[Group]
    games: int
    decided: int
    """Games that one seat has won, or as good as won; the others were drawn or evaluated at their end."""

    @classmethod
    def read(cls, folder: Path, shards: int) -> Data:
        """All positions of the first shards."""
        parts: tuple[dict[Kind, list[Group]], ...] = ({}, {})
        games = decided = 0
        for number in range(shards):
            for played in read_shard(folder, number):
                games, decided = games + played.positions.games, decided + played.positions.decided
                if len(played.positions.shares):
                    group = _group(played)
                    parts[played.table.held].setdefault(group.kind, []).append(group)
        training, held = ([_joined(kind, part[kind]) for kind in sorted(part)] for part in parts)
        return cls(training, held, games, decided)


class Batches:
    """Random positions to train with. A class weighs the square root of its size, so that rare ones count for more."""

    def __init__(self, groups: Sequence[Group], size: int, seed: int) -> None:
        self.groups, self.size, self.seed = groups, size, seed
        self.widest, self.features = max(group.kind.seats for group in groups), groups[0].features.shape[2]
        roots = np.sqrt([len(group) for group in groups])
        self._weights = roots / roots.sum()

    def __getitem__(self, step: int) -> tuple[Floats, Floats]:
        """Features (size, widest, features) and shares (size, widest) of a step, a function of it and the seed."""
        dice = np.random.default_rng([self.seed, step])
        features = np.zeros((self.size, self.widest, self.features), np.float32)
        shares = np.zeros((self.size, self.widest), np.float32)
        at = 0
        for group, count in zip(self.groups, dice.multinomial(self.size, self._weights), strict=True):
            rows, here, seats = dice.integers(0, len(group), count), slice(at, at := at + count), group.kind.seats
            features[here, :seats], shares[here, :seats] = group.features[rows], group.shares[rows]
        return features, shares


def _group(played: Played) -> Group:
    """The positions of a table; a draw is shared by the seats that own land in the position."""
    table, found = played.table, played.positions
    shares = np.where(found.features[:, :, LAND] > 0, found.shares, 0)
    return Group(Kind(table.rules, table.seats, table.home), found.features, shares / shares.sum(axis=1, keepdims=True))


def _joined(kind: Kind, groups: Sequence[Group]) -> Group:
    features = np.concatenate([group.features for group in groups])
    return Group(kind, features, np.concatenate([group.shares for group in groups]))
