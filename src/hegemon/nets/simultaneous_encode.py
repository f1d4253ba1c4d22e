"""Positions and plans as arrays, by the core's encoder, which training and playing share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, NetError
from hegemon.game import Plan, SimultaneousGame, SimultaneousPosition
from hegemon.game.simultaneous.orders import CoreOrder
from hegemon.nets.same_game import require_same_game
from hegemon.search.smcts import Plans

ENCODER_VERSION = _core.ENCODER_VERSION


@dataclass(frozen=True)
class Encoded:
    """The features of B positions, each from the perspective of its seat."""

    territories: NDArray[np.float32]
    """[B, n, features per territory]"""
    links: NDArray[np.float32]
    """[B, directed links, features per link], in the order of the graph's lists"""
    groups: NDArray[np.float32]
    """[B, groups, features per group]"""
    globals: NDArray[np.float32]
    """[B, global features]"""


@dataclass(frozen=True)
class Graph:
    """The graph of a map for networks. A member is a territory in a group; a territory in two groups is two members."""

    territories: int
    link_offsets: NDArray[np.int32]
    """Offsets of the neighbours of each territory in link_heard."""
    link_heard: NDArray[np.int32]
    member_offsets: NDArray[np.int32]
    """Offsets of each member's territories in member_heard: all of its group, including itself."""
    member_heard: NDArray[np.int32]
    member_territory: NDArray[np.int32]
    member_group: NDArray[np.int32]
    group_weights: NDArray[np.float32]
    """Value divided by size."""


@dataclass(frozen=True)
class Positions:
    """Positions of one game as arrays: owners and armies [B, n], and the seats of their perspectives [B]."""

    game: SimultaneousGame
    owners: NDArray[np.int8]
    armies: NDArray[np.int32]
    seats: NDArray[np.int8]

    @cached_property
    def arrays(self) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int8]]:
        return self.owners, self.armies, self.seats

    def __len__(self) -> int:
        return len(self.seats)


def stack(states: Sequence[SimultaneousPosition], seat: int | Sequence[int]) -> Positions:
    """Stack positions of the same game, all for one seat or each for its own."""
    require_same_game(states)
    game = states[0].game
    if not isinstance(game, SimultaneousGame):
        raise NetError(f"these positions are of another game: {game}")
    seats = [int(seat)] * len(states) if isinstance(seat, int | np.integer) else list(seat)
    if len(seats) != len(states):
        raise GameError(f"{len(seats)} seats for {len(states)} positions")
    for number in set(seats):
        game.require_seat(number)
    owners, armies = _core.stack_states(game.core, [state.core for state in states])
    return Positions(game, owners, armies, np.array(seats, np.int8))


def encode(
    states: Sequence[SimultaneousPosition] | Positions, seat: int | Sequence[int] = 0, features: str = "soares2025"
) -> Encoded:
    """Encode positions from the perspective of a seat; see core/encode for the feature sets."""
    positions = states if isinstance(states, Positions) else stack(states, seat)
    try:
        return Encoded(*_core.encode_simultaneous(positions.game.core, features, *positions.arrays))
    except ValueError as error:
        raise NetError(f"these positions cannot be encoded: {error}") from None


def graph_of(game: SimultaneousGame) -> Graph:
    """The graph of a game's map."""
    return Graph(len(game.map.territories), **_core.net_graph(game.core))


def stack_plans(plans: Sequence[Sequence[Plan]]) -> Plans:
    """The plans of each position as flat arrays: orders, offsets of plans, offsets of positions."""
    orders: list[CoreOrder] = []
    plan_offsets, position_offsets = [0], [0]
    for considered in plans:
        for plan in considered:
            orders.extend(plan.to_core())
            plan_offsets.append(len(orders))
        position_offsets.append(len(plan_offsets) - 1)
    table = np.array(orders, np.int32).reshape(-1, 4)
    return table, np.array(plan_offsets, np.int32), np.array(position_offsets, np.int32)


def pad_plans(plans: Plans) -> NDArray[np.int32]:
    """Plans as one array [B, plans, orders, 4], padded with orders of kind -1; for training."""
    orders, plan_offsets, position_offsets = plans
    lengths, counts = np.diff(plan_offsets), np.diff(position_offsets)
    padded = np.zeros((len(counts), max(counts, default=0), max(lengths, default=0), 4), np.int32)
    padded[..., 0] = -1
    for position, first in enumerate(position_offsets[:-1]):
        for number in range(counts[position]):
            plan = first + number
            padded[position, number, : lengths[plan]] = orders[plan_offsets[plan] : plan_offsets[plan + 1]]
    return padded
