"""Which games there are: blocks of one start each, in an order that keeps every table even at any time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hegemon._core import Random
from hegemon.arena.tournament import Board, Tournament
from hegemon.game import Game, State, seeded
from hegemon.match.seatings import seatings

DEALS = 16
"""Deals among which a balanced start is chosen."""


@dataclass(frozen=True, slots=True)
class Block:
    """One start of one pairing on one board; agents and boards are known by their place in the tournament."""

    board: int
    agents: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    block_id: int
    block: Block
    number: int
    """Which of the block's seatings."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The agent in each seat."""
        return tuple(self.block.agents[at] for at in seatings(len(self.block.agents))[self.number])


def blocks(tournament: Tournament) -> Iterator[Block]:
    """All blocks of a tournament: the first of every pairing, then the second of every pairing, and so on."""
    tables = [(at, pairing) for at, board in enumerate(tournament.boards) for pairing in pairings(tournament, board)]
    most = max(tournament.blocks_per_pairing(board) for board in tournament.boards)
    for start in range(most):
        for board, pairing in tables:
            if start < tournament.blocks_per_pairing(tournament.boards[board]):
                yield Block(board, pairing, start)


def pairings(tournament: Tournament, board: Board) -> Iterator[tuple[int, ...]]:
    """The tables of a board: every choice of as many agents as there are seats; in a gauntlet those with the first."""
    players = tournament.players(board)
    for table in combinations(players, board.seats):
        if tournament.format == "round-robin" or table[0] == players[0]:
            yield table


def game_random(tournament: Tournament, block: Block) -> Random:
    """The stream of a block: the same for every pairing on the board, so that all meet the same starts and dice."""
    digest = hashlib.sha256(tournament.boards[block.board].key.encode()).digest()
    return seeded(tournament.seed).stream(int.from_bytes(digest[:8], "little")).stream(block.start)


def start_of(tournament: Tournament, block: Block) -> State:
    """The position that a block begins with."""
    board = tournament.boards[block.board]
    if not isinstance(tournament.starts, str):
        positions = tournament.positions(board)
        return positions[block.start % len(positions)]
    if tournament.starts == "fixed":
        return board.game.start(game_random(tournament, Block(block.board, block.agents, 0)).stream(0))
    deals = game_random(tournament, block).stream(0)
    if tournament.starts == "random":
        return board.game.start(deals)
    return min((board.game.start(deals.stream(deal)) for deal in range(DEALS)), key=unevenness)


def unevenness(state: State) -> float:
    """How far the seats are apart in what they hold, in armies; only good for comparing deals of one board.

    A territory counts one and an army one, an income three turns of it; a bonus counts by the square of the share that
    is held of its group, three turns of that; and a link within one's own land half.
    """
    game: Game = state.game
    owners = state.owners.tolist()
    worth = [3.0 * state.income(seat) for seat in range(game.seats)]
    for owner, armies in zip(owners, state.armies.tolist(), strict=True):
        if owner >= 0:
            worth[owner] += 1.0 + armies
    for group in game.map.groups:
        for seat in range(game.seats):
            share = sum(owners[member] == seat for member in group.members) / len(group.members)
            worth[seat] += 3.0 * group.value * share**2
    for here, there in game.map.links:
        if owners[here] == owners[there] >= 0:
            worth[owners[here]] += 0.5
    return max(worth) - min(worth)
