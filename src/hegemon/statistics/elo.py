"""Elo differences of scores, and sequential Elo as the parallel-MCTS thesis of 2025 computes it.

Sequential Elo depends on the order of the games: show it only next to an order-free fit (`bradley_terry`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import StatisticsError
from hegemon.statistics.intervals import Floats, score_interval

ELO = 400 / math.log(10)
"""Elo points of one unit of log strength."""

Played = tuple[int, int, float]
"""First player, second player, and what the first scored: 1, 0.5 or 0."""


def elo(score: float) -> float:
    """The Elo difference for an expected score; infinite for 0 and 1."""
    if not 0 <= score <= 1:
        raise StatisticsError(f"a score must be between 0 and 1, not {score}")
    if score in (0, 1):
        return math.inf if score == 1 else -math.inf
    return ELO * (math.log(score) - math.log1p(-score))


def expected_score(difference: float) -> float:
    """The expected score of a player who is this many Elo points stronger."""
    half = difference / (2 * ELO)
    return 0.5 * (1 + math.tanh(half))


def elo_interval(blocks: Sequence[Sequence[float]]) -> tuple[float, float]:
    """95 % interval of the Elo difference, from the scores of the games of each block of two seats.

    It is the interval of the score on another scale. An end is infinite if all or no points were scored.
    """
    low, high = score_interval(blocks)
    return elo(low), elo(high)


def decaying_k(games: Floats) -> Floats:
    """The K factor of a player after this many games: 32 at first, approaching 16."""
    return 16 + 16 * np.exp(-0.01 * games)


@dataclass(frozen=True)
class SequentialElo:
    """Final ratings over many random orders of the same games, per player."""

    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    """Standard deviation between orders: the effect of the order alone."""
    low: tuple[float, ...]
    """95 % of the orders end between low and high. This is not a confidence interval of the strength."""
    high: tuple[float, ...]
    orders: int


def sequential_elo(
    results: Sequence[Played],
    players: int,
    *,
    start: float = 1500.0,
    k: Callable[[Floats], Floats] = decaying_k,
    seed: int | None = 0,
) -> tuple[float, ...]:
    """Final ratings after all games in one random order, or in the order given if the seed is None.

    After each game both ratings change by K times (score - expected score); K depends on the games each has played.
    """
    checked = _checked(results, players)
    count = len(results)
    order = np.arange(count) if seed is None else np.random.default_rng(seed).permutation(count)
    return _floats(_finals(checked, players, order[None], start, k)[0])


def sequential_elo_spread(
    results: Sequence[Played],
    players: int,
    *,
    orders: int = 1000,
    start: float = 1500.0,
    k: Callable[[Floats], Floats] = decaying_k,
    seed: int = 0,
) -> SequentialElo:
    """The same over many random orders, with the spread caused by the order."""
    if orders < 2:
        raise StatisticsError(f"a spread needs at least two orders, not {orders}")
    checked = _checked(results, players)
    rows = np.tile(np.arange(len(results)), (orders, 1))
    finals = _finals(checked, players, np.random.default_rng(seed).permuted(rows, axis=1), start, k)
    low, high = np.quantile(finals, (0.025, 0.975), axis=0)
    return SequentialElo(
        _floats(finals.mean(axis=0)), _floats(finals.std(axis=0, ddof=1)), _floats(low), _floats(high), orders
    )


def _checked(results: Sequence[Played], players: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    for one, other, score in results:
        if not (0 <= one < players and 0 <= other < players and one != other and 0 <= score <= 1):
            raise StatisticsError(f"{(one, other, score)} is not a game between two of {players} players")
    first = np.array([game[0] for game in results], dtype=np.intp)
    second = np.array([game[1] for game in results], dtype=np.intp)
    return first, second, np.array([game[2] for game in results], dtype=np.float64)


def _finals(
    results: tuple[NDArray[np.intp], NDArray[np.intp], Floats],
    players: int,
    orders: NDArray[np.intp],
    start: float,
    k: Callable[[Floats], Floats],
) -> Floats:
    """Final ratings, a row for each order of the games."""
    row = np.arange(len(orders))
    rating, played = np.full((len(orders), players), float(start)), np.zeros((len(orders), players))
    for game in orders.T:
        first, second, score = (column[game] for column in results)
        expected = 0.5 * (1 + np.tanh((rating[row, first] - rating[row, second]) / (2 * ELO)))
        surprise = score - expected
        rating[row, first] += k(played[row, first]) * surprise
        rating[row, second] -= k(played[row, second]) * surprise
        played[row, first] += 1
        played[row, second] += 1
    return rating


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(map(float, values))
