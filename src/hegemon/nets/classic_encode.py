"""Positions and actions of the classic game as arrays, made by the core's one encoder (core/encode/classic.hpp)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.game import ClassicGame, ClassicPosition
from hegemon.nets.same_game import require_same_game

CLASSIC_ENCODER_VERSION = _core.CLASSIC_ENCODER_VERSION
CLASSIC_FEATURES = ("graph", "heredia2022", "yao2025", "yao2025-published")


@dataclass(frozen=True)
class ClassicEncoded:
    """The features of B positions with M legal actions in total, from the perspective of the seat to move.

    Seats are rotated: column s of an array by seat belongs to the seat s places after the seat to move.
    """

    game: ClassicGame
    territories: NDArray[np.float32]
    """[B, n, features per territory]"""
    groups: NDArray[np.float32]
    """[B, groups, features per group]"""
    globals: NDArray[np.float32]
    """[B, global features]"""
    movers: NDArray[np.int8]
    """[B]: the seat that decides."""
    action_features: NDArray[np.int32]
    """[M, 3]: kind (0 pass, 1 pick, 2 place, 3 trade, 4 attack, 5 occupy, 6 fortify), source, target; -1 is none."""
    numbers: NDArray[np.float32]
    """[M, 8]: numeric features of the actions."""
    offsets: NDArray[np.int32]
    """[B + 1]: position i has the actions offsets[i] to offsets[i + 1], in the order of its legal_actions."""

    def __len__(self) -> int:
        return len(self.movers)

    @cached_property
    def positions(self) -> NDArray[np.int64]:
        """[M]: the position of each action."""
        return np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.offsets))

    @cached_property
    def ways(self) -> NDArray[np.int32]:
        """[M]: number of actions of the position with the same kind, source and target."""
        if not len(self.action_features):
            return np.zeros(0, np.int32)
        keys = np.column_stack([self.positions, self.action_features])
        first = np.append(True, (keys[1:] != keys[:-1]).any(axis=1))
        counts = np.diff(np.append(np.flatnonzero(first), len(keys)))
        return np.repeat(counts, counts).astype(np.int32)

    def by_seat(self, rotated: NDArray[np.float32]) -> NDArray[np.float32]:
        """Convert values [B, seats] from rotated order (the output of torch twins) to the order of the seats."""
        seats = self.game.seats
        columns = (np.arange(seats)[None, :] - self.movers[:, None]) % seats
        return np.take_along_axis(rotated[:, :seats], columns, axis=1)

    def by_turn(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Convert values [B, seats] from the order of the seats (e.g. results) to rotated order (targets of twins)."""
        columns = (np.arange(self.game.seats)[None, :] + self.movers[:, None]) % self.game.seats
        return np.take_along_axis(values, columns, axis=1)


def encode_classic(
    states: Sequence[ClassicPosition], features: str = "graph", *, actions: bool = True
) -> ClassicEncoded:
    """Encode positions in which a seat decides, with all their legal actions, or without any.

    Views of the seat to move are allowed too: the encoder does not read hidden cards.
    """
    game = game_of(states)
    cores = [state.core for state in states]
    try:
        numbers = _core.encode_classic(game.core, features, cores)
        action_features = _core.encode_actions(game.core, cores) if actions else _no_actions(len(cores))
    except ValueError as error:
        raise NetError(f"these positions cannot be encoded: {error}") from None
    return ClassicEncoded(game, *numbers, np.array([core.mover for core in cores], np.int8), *action_features)


def _no_actions(count: int) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32]]:
    return np.zeros((0, 3), np.int32), np.zeros((0, 8), np.float32), np.zeros(count + 1, np.int32)


def game_of(states: Sequence[ClassicPosition]) -> ClassicGame:
    """The common game of the positions."""
    require_same_game(states)
    return states[0].game


def links_of(game: ClassicGame) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The directed links of a map: offsets of each territory's neighbours, and the neighbours, ascending."""
    near: list[list[int]] = [[] for _ in game.map.territories]
    for a, b in game.map.links:
        near[a].append(b)
        near[b].append(a)
    offsets = np.cumsum([0, *map(len, near)], dtype=np.int32)
    return offsets, np.array([t for some in near for t in sorted(some)], np.int32)
