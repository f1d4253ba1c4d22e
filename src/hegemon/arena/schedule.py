"""Schedule: blocks of one start each, ordered so that all pairings progress evenly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hegemon._core import Random
from hegemon.arena.tournament import Setup, Tournament
from hegemon.game import Game, State, seeded
from hegemon.match.seatings import seatings

DEALS = 16
"""Number of deals from which a balanced start is chosen."""


@dataclass(frozen=True, slots=True)
class Block:
    """One start of one pairing on one setup; agents and setups are indices into the tournament."""

    setup: int
    agents: tuple[int, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    block_id: int
    block: Block
    number: int
    """Number of the seating within the block."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The agent in each seat."""
        return tuple(self.block.agents[at] for at in seatings(len(self.block.agents))[self.number])


def blocks(tournament: Tournament) -> Iterator[Block]:
    """All blocks of a tournament: the first block of every pairing, then the second of every pairing, and so on."""
    tables = [(at, pairing) for at, setup in enumerate(tournament.setups) for pairing in pairings(tournament, setup)]
    most = max(tournament.blocks_per_pairing(setup) for setup in tournament.setups)
    for start in range(most):
        for setup, pairing in tables:
            if start < tournament.blocks_per_pairing(tournament.setups[setup]):
                yield Block(setup, pairing, start)


def pairings(tournament: Tournament, setup: Setup) -> Iterator[tuple[int, ...]]:
    """The pairings of a setup: every combination of agents; in a gauntlet those with the first agent."""
    players = tournament.players(setup)
    for table in combinations(players, setup.seats):
        if tournament.format == "round-robin" or table[0] == players[0]:
            yield table


def game_random(tournament: Tournament, block: Block) -> Random:
    """The random stream of a block: the same for every pairing on the setup, so that all share starts and dice."""
    digest = hashlib.sha256(tournament.setups[block.setup].key.encode()).digest()
    return seeded(tournament.seed).stream(int.from_bytes(digest[:8], "little")).stream(block.start)


def start_of(tournament: Tournament, block: Block) -> State:
    """The starting position of a block."""
    setup = tournament.setups[block.setup]
    if not isinstance(tournament.starts, str):
        positions = tournament.positions(setup)
        return positions[block.start % len(positions)]
    if tournament.starts == "fixed":
        return setup.game.start(game_random(tournament, Block(block.setup, block.agents, 0)).stream(0))
    deals = game_random(tournament, block).stream(0)
    if tournament.starts == "random":
        return setup.game.start(deals)
    return min((setup.game.start(deals.stream(deal)) for deal in range(DEALS)), key=unevenness)


def unevenness(state: State) -> float:
    """Imbalance between the seats in armies; only for comparing deals of one setup.

    A territory and an army count one each, income counts three turns, a bonus three turns times the square of the owned
    share of its group, and a link between own territories one half.
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
