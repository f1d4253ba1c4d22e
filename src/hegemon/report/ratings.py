"""Ratings of a league, with intervals that account for starts shared between pairings.

All pairings of a setup have the same starts and dice, so their blocks are not independent. Therefore whole starts are
resampled too, with all their games, and the wider of the two intervals is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from hegemon.arena import GameResult
from hegemon.statistics import PairBlock, Ratings, elo, rate_blocks, rate_orders, score_interval
from hegemon.statistics.bradley_terry import PRIOR, centred
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Z95, Floats, student
from hegemon.statistics.plackett_luce import Choices, Order

RESAMPLES, ROOM = 1000, 2**22
"""Number of resamples of starts, and the maximum size of an array."""

Interval = tuple[float, float]


def rate(
    starts: Sequence[Sequence[GameResult]], agents: Sequence[int], seats: int
) -> tuple[Ratings, tuple[Interval, ...]] | None:
    """Bradley-Terry ratings of two seats, Plackett-Luce of more, with intervals; None without games."""
    if not starts:
        return None
    place = {agent: at for at, agent in enumerate(agents)}
    blocks: dict[int, list[GameResult]] = {}
    for games in starts:
        for game in games:
            blocks.setdefault(game.block, []).append(game)
    if seats == 2:
        found = rate_blocks([_pair_block(games, place) for games in blocks.values()], len(agents))
    else:
        found = rate_orders([[_order(game, place) for game in games] for games in blocks.values()], len(agents))
    scores = [_score_reach(starts, agent, len(agents)) for agent in agents]
    reach = _reach([Counter(_order(game, place) for game in games) for games in starts], found)
    return found, tuple(
        (
            min(found.low[at], found.elo[at] - max(reach[at], scores[at][0])),
            max(found.high[at], found.elo[at] + max(reach[at], scores[at][1])),
        )
        for at in range(len(agents))
    )


def _score_reach(starts: Sequence[Sequence[GameResult]], agent: int, agents: int) -> Interval:
    """The extent of an agent's score interval below and above its score, in Elo from the mean of all: starts with equal
    results have no variance to resample, but the rating is not certain."""
    points = [[game.points[game.seats.index(agent)] for game in games if agent in game.seats] for games in starts]
    points = [block for block in points if block]
    if not points:
        return 0.0, 0.0
    low, high = score_interval(points)
    score = sum(map(sum, points)) / sum(map(len, points))
    if not 0 < score < 1 or not low > 0 or not high < 1:
        return 0.0, 0.0
    share = (agents - 1) / agents  # converts a difference to the others into one to the mean
    return share * (elo(score) - elo(low)), share * (elo(high) - elo(score))


def _reach(starts: Sequence[Counter[Order]], found: Ratings) -> tuple[float, ...]:
    """Deviation of the ratings of resampled starts in 95 % of cases; undefined for a single start."""
    number, players = len(starts), len(found.elo)
    if number < 2:
        return (float("inf"),) * players
    choices = Choices.of(list(starts), players, False)
    random, even = np.random.default_rng(0), np.full(number, 1 / number)
    at_once = max(1, ROOM // (players * players + number + choices.member.shape[0]))
    spread: Floats = np.concatenate(
        [
            choices.strengths(random.multinomial(number, even, size=batch).astype(np.float64), PRIOR)
            for batch in (min(at_once, RESAMPLES - done) for done in range(0, RESAMPLES, at_once))
        ]
    )
    off = np.abs(centred(ELO * spread) - np.array(found.elo))
    widening = student(0.95, number - 1) / Z95 * (number / (number - 1)) ** 0.5
    return tuple(map(float, np.quantile(off, 0.95, axis=0) * widening))


def _pair_block(games: Sequence[GameResult], place: Mapping[int, int]) -> PairBlock:
    first, second = games[0].seats
    points = sum(game.points[game.seats.index(first)] for game in games)
    return PairBlock(place[first], place[second], points, len(games))


def _order(game: GameResult, place: Mapping[int, int]) -> Order:
    """The agents in finishing order."""
    return tuple(tuple(sorted(place[game.seats[seat]] for seat in group)) for group in game.order)
