"""Tables of a tournament from plain rows of games: pairings, seats, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from hegemon.errors import StatisticsError
from hegemon.statistics.intervals import score_interval

CAPPED = ("turn limit",)
FORFEITS = ("crash", "illegal", "time")


@dataclass(frozen=True)
class GameRow:
    """One finished game."""

    block: Hashable
    """Games with equal blocks had the same start."""
    seats: tuple[int, ...]
    """The agent at each seat."""
    points: tuple[float, ...]
    """Points of each seat; they sum to 1."""
    order: tuple[tuple[int, ...], ...]
    """The seats in finishing order, best group first."""
    kind: str
    """Kind of ending: "turn limit", "crash", "illegal", "time", or any other word."""
    rounds: int

    def __post_init__(self) -> None:
        seats = range(len(self.seats))
        if len(self.points) != len(seats) or sorted(seat for group in self.order for seat in group) != list(seats):
            raise StatisticsError(
                f"a game of {len(seats)} seats has as many points, and each seat has one place: {self}"
            )


@dataclass(frozen=True)
class Tally:
    """A share of points or games with its 95 % interval (see `score_interval`)."""

    games: int
    blocks: int
    points: float
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class PairRow:
    """Result of the first agent against the second."""

    first: int
    second: int
    tally: Tally
    rounds: float
    """Mean length of their games."""


def pairwise_table(rows: Iterable[GameRow]) -> list[PairRow]:
    """A row for each ordered pair of agents that met.

    Finishing ahead of the other is a point, a tie half a point, for any number of seats; in a game where an agent
    has several seats each counts. An agent is not compared with itself.
    """
    scores: dict[tuple[int, int], list[tuple[Hashable, float]]] = {}
    lengths: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        place = {seat: number for number, group in enumerate(row.order) for seat in group}
        for one, other in permutations(range(len(row.seats)), 2):
            pair = row.seats[one], row.seats[other]
            if pair[0] != pair[1]:
                score = 0.5 * ((place[one] < place[other]) + (place[one] <= place[other]))
                scores.setdefault(pair, []).append((row.block, score))
                lengths.setdefault(pair, []).append(row.rounds)
    return [PairRow(*pair, tally(scores[pair]), sum(lengths[pair]) / len(lengths[pair])) for pair in sorted(scores)]


def seat_effect(rows: Sequence[GameRow]) -> list[Tally]:
    """The points of each seat, whichever agent sits there. With n fair seats each scores 1/n.

    This is an effect of the seat only if every agent sat in every seat equally often.
    """
    sizes = {len(row.seats) for row in rows}
    if len(sizes) > 1:
        raise StatisticsError(f"games of {sorted(sizes)} seats have no seats in common")
    return [tally([(row.block, row.points[seat]) for row in rows]) for seat in range(max(sizes, default=0))]


def capped_share(rows: Iterable[GameRow], capped: Collection[str] = CAPPED) -> Tally:
    """The share of games ended by a turn limit. Report it with every result."""
    return tally([(row.block, float(row.kind in capped)) for row in rows])


def forfeits(rows: Iterable[GameRow], kinds: Collection[str] = FORFEITS) -> dict[str, Counter[int]]:
    """Forfeits by kind and agent."""
    found: dict[str, Counter[int]] = {kind: Counter() for kind in kinds}
    for row in rows:
        if row.kind in found:
            if len(row.order[-1]) != 1:
                raise StatisticsError(f"a forfeit must have one loser, in last place: {row}")
            found[row.kind][row.seats[row.order[-1][0]]] += 1
    return found


def endings(rows: Iterable[GameRow]) -> Counter[str]:
    """Number of games by kind of ending."""
    return Counter(row.kind for row in rows)


def length_quartiles(rows: Iterable[GameRow]) -> tuple[float, float, float]:
    """Quartiles of the number of rounds."""
    rounds = [row.rounds for row in rows]
    if not rounds:
        raise StatisticsError("there are no games")
    low, middle, high = np.quantile(rounds, (0.25, 0.5, 0.75))
    return float(low), float(middle), float(high)


def tally(scores: Iterable[tuple[Hashable, float]]) -> Tally:
    """Scores with their blocks, summed up."""
    blocks: dict[Hashable, list[float]] = {}
    for block, score in scores:
        blocks.setdefault(block, []).append(score)
    games, points = sum(map(len, blocks.values())), sum(map(sum, blocks.values()))
    return Tally(games, len(blocks), points, points / games if games else 0.0, *score_interval(list(blocks.values())))
