"""Positions by class: the same rules and number of seats, on the home map or on generated maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon.training.value.boards import Boards
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
    boards: Boards | None = None
    """In the simultaneous game."""

    def __len__(self) -> int:
        return len(self.shares)

    def take(self, rows: NDArray[np.int64]) -> Group:
        """Some positions."""
        return Group(self.kind, self.features[rows], self.shares[rows], self.boards and self.boards.take(rows))

    def some(self, most: int) -> Group:
        """Positions at equal distances, at most so many."""
        rows = np.unique(np.linspace(0, len(self) - 1, min(most, len(self))).astype(np.int64))
        return self.take(rows)


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
        parts: tuple[list[Group], ...] = ([], [])
        games = decided = 0
        for number in range(shards):
            for played in read_shard(folder, number):
                games, decided = games + played.positions.games, decided + played.positions.decided
                if len(played.positions.shares):
                    parts[played.table.held].append(_group(played))
        training, held = map(_by_class, parts)
        return cls(training, held, games, decided)

    def __add__(self, other: Data) -> Data:
        training, held = (
            _by_class(one + two) for one, two in ((self.training, other.training), (self.held, other.held))
        )
        return Data(training, held, self.games + other.games, self.decided + other.decided)


@dataclass(frozen=True)
class Batch:
    """Positions of a step."""

    features: Floats
    """(positions, seats, features)"""
    shares: Floats
    """(positions, seats)"""
    boards: Boards | None


class Batches:
    """Random positions to train with. A class weighs the square root of its size, so that rare ones count for more."""

    def __init__(self, groups: Sequence[Group], size: int, seed: int) -> None:
        self.groups, self.size, self.seed = groups, size, seed
        self.widest, self.features = max(group.kind.seats for group in groups), groups[0].features.shape[2]
        roots = np.sqrt([len(group) for group in groups])
        self._weights = roots / roots.sum()

    def __getitem__(self, step: int) -> Batch:
        """The positions of a step, a function of it and the seed."""
        dice = np.random.default_rng([self.seed, step])
        features = np.zeros((self.size, self.widest, self.features), np.float32)
        shares = np.zeros((self.size, self.widest), np.float32)
        at, boards = 0, []
        for group, count in zip(self.groups, dice.multinomial(self.size, self._weights), strict=True):
            here, seats = slice(at, at := at + count), group.kind.seats
            some = group.take(dice.integers(0, len(group), count))
            features[here, :seats], shares[here, :seats] = some.features, some.shares
            if some.boards:
                boards.append(some.boards)
        return Batch(features, shares, Boards.joined(boards) if boards else None)


def _group(played: Played) -> Group:
    """The positions of a table; a draw is shared by the seats that own land in the position."""
    table, found = played.table, played.positions
    shares = np.where(found.features[:, :, LAND] > 0, found.shares, 0)
    kind, shares = Kind(table.rules, table.seats, table.home), shares / shares.sum(axis=1, keepdims=True)
    return Group(kind, found.features, shares, found.boards)


def _by_class(groups: Sequence[Group]) -> list[Group]:
    parts: dict[Kind, list[Group]] = {}
    for group in groups:
        parts.setdefault(group.kind, []).append(group)
    return [_joined(kind, parts[kind]) for kind in sorted(parts)]


def _joined(kind: Kind, groups: Sequence[Group]) -> Group:
    features = np.concatenate([group.features for group in groups])
    boards = [group.boards for group in groups if group.boards]
    shares = np.concatenate([group.shares for group in groups])
    return Group(kind, features, shares, Boards.joined(boards) if boards else None)
