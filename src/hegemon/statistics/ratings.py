"""Ratings of pools with intervals: fits of the games, repeated over resampled blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hegemon.errors import StatisticsError
from hegemon.statistics._newton import batches
from hegemon.statistics._unbeaten import Meetings, open_ends
from hegemon.statistics.bradley_terry import PRIOR, centred, groups_of, maximum_exists, strengths_of
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Z95, Floats, student
from hegemon.statistics.plackett_luce import Choices, Order, beaten

Fit = Callable[[Floats], Floats]
"""Counts of the kinds of blocks (samples, kinds) -> log strengths (samples, agents)."""


class PairBlock(NamedTuple):
    """A block of games between two agents: one start, played from both seats."""

    first: int
    second: int
    points: float
    """Points of the first agent; a tie counts one half."""
    games: int


@dataclass(frozen=True)
class Ratings:
    """A rating for each agent of a pool, in Elo points relative to the pool's mean or to the anchor.

    Report a rating with its interval, the games, the maps, the rules, the time control and the settings.
    """

    elo: tuple[float, ...]
    low: tuple[float, ...]
    """95 % interval of the distance to the mean or the anchor: two agents whose intervals overlap may yet differ."""
    high: tuple[float, ...]
    """Infinite for an agent that never lost a point, as `low` is for one that never won any."""
    games: tuple[int, ...]
    blocks: tuple[int, ...]
    groups: tuple[int, ...]
    """The lowest agent that each is linked to by games. Ratings of different groups cannot be compared."""
    bounded: bool
    """False where some agents never lost a point to the rest: how far above they are, only the prior says."""
    anchor: int | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The agents, the strongest first."""
        return tuple(sorted(range(len(self.elo)), key=lambda agent: -self.elo[agent]))


def rate_blocks(
    blocks: Sequence[PairBlock],
    agents: int,
    *,
    resamples: int = 1000,
    seed: int = 0,
    anchor: int | None = None,
    prior: float = PRIOR,
) -> Ratings:
    """Bradley-Terry ratings (see `bradley_terry`) with 95 % intervals from resampled blocks.

    All blocks of the pool are resampled together. An interval reaches as far to both sides as 95 % of the resampled
    ratings are off, a little widened for few blocks. Do not trust that of an agent with fewer than some 20 blocks.
    """
    _check(len(blocks), agents, resamples, anchor, prior)
    kinds = dict(sorted(Counter(_turned(block, agents) for block in blocks).items()))
    counts = np.array(list(kinds.values()), dtype=np.float64)
    table, meetings = np.zeros((agents, agents)), [Counter[tuple[int, ...]]() for _ in range(agents)]
    games = np.zeros(agents)
    for (first, second, points, played), count in kinds.items():
        table[first, second] += count * points
        table[second, first] += count * (played - points)
        games[[first, second]] += count * played
        meetings[first][second,] += count
        meetings[second][first,] += count
    fit = _pair_fit(list(kinds), agents, prior)
    spread = _bootstrap(fit, counts, resamples, agents * agents + len(kinds), seed)
    return _ratings(fit(counts[None])[0], spread, table, games, meetings, anchor)


def rate_orders(
    blocks: Sequence[Sequence[Order]],
    players: int,
    *,
    resamples: int = 1000,
    seed: int = 0,
    anchor: int | None = None,
    prior: float = PRIOR,
    last_unknown: bool = False,
) -> Ratings:
    """Plackett-Luce ratings (see `plackett_luce`) with 95 % intervals; a block is the orders of one start's games.

    The players of a block are the same in all its games.
    """
    blocks = [block for block in blocks if block]
    _check(len(blocks), players, resamples, anchor, prior)
    table = beaten((order for block in blocks for order in block), players, last_unknown)
    kinds = dict(sorted(Counter(tuple(sorted(block)) for block in blocks).items()))
    choices = Choices.of([Counter(kind) for kind in kinds], players, last_unknown)
    games, meetings = np.zeros(players), [Counter[tuple[int, ...]]() for _ in range(players)]
    for block in blocks:
        seated = sorted(player for group in block[0] for player in group)
        games[seated] += len(block)
        for player in seated:
            meetings[player][tuple(other for other in seated if other != player)] += 1

    def fit(counts: Floats) -> Floats:
        return choices.strengths(counts, prior)

    counts = np.array(list(kinds.values()), dtype=np.float64)
    size = players * players + len(counts) + choices.member.shape[0]
    spread = _bootstrap(fit, counts, resamples, size, seed)
    return _ratings(fit(counts[None])[0], spread, table, games, meetings, anchor)


def _pair_fit(kinds: Sequence[PairBlock], agents: int, prior: float) -> Fit:
    """The fit of kinds of blocks, those of a pair next to each other."""
    first, second, won, games = np.array(kinds, dtype=np.float64).T
    pair, begin = np.unique((first * agents + second).astype(np.intp), return_index=True)

    def fit(counts: Floats) -> Floats:
        points = np.zeros((len(counts), agents, agents))
        points[:, pair // agents, pair % agents] = np.add.reduceat(counts * won, begin, axis=1)
        points[:, pair % agents, pair // agents] = np.add.reduceat(counts * (games - won), begin, axis=1)
        return strengths_of(points, prior)

    return fit


def _bootstrap(fit: Fit, counts: Floats, resamples: int, size: int, seed: int) -> Floats:
    """Strengths (resamples, agents) of samples of as many blocks, drawn from those counted."""
    random, total = np.random.default_rng(seed), int(counts.sum())
    drawn = (random.multinomial(total, counts / total, size=batch) for batch in batches(resamples, size))
    return np.concatenate([fit(batch.astype(np.float64)) for batch in drawn])


def _ratings(
    strengths: Floats, spread: Floats, table: Floats, games: Floats, meetings: Meetings, anchor: int | None
) -> Ratings:
    rating, blocks = centred(ELO * strengths, anchor), [meeting.total() for meeting in meetings]
    reach = np.quantile(np.abs(centred(ELO * spread, anchor) - rating), 0.95, axis=0) * list(map(_widening, blocks))
    low, high = rating - reach, rating + reach
    # When one of n moves, their mean moves an n-th as far.
    unit = ELO * (1 - 1 / len(rating)) if anchor is None else ELO
    for agent, (least, most) in open_ends(strengths, table, meetings).items():
        below, above = unit * (least - strengths[agent]), unit * (most - strengths[agent])
        if agent == anchor:
            # Those who are measured from it can be as much higher as it can be lower.
            low, high = np.minimum(low, rating - above), np.maximum(high, rating - below)
            low[agent] = high[agent] = 0.0
        else:
            low[agent], high[agent] = min(low[agent], rating[agent] + below), max(high[agent], rating[agent] + above)
    return Ratings(
        elo=tuple(map(float, rating)),
        low=tuple(map(float, low)),
        high=tuple(map(float, high)),
        games=tuple(map(int, games)),
        blocks=tuple(blocks),
        groups=groups_of(table),
        bounded=maximum_exists(table),
        anchor=anchor,
    )


def _widening(blocks: int) -> float:
    """Resamples of few blocks vary too little, and their quantiles are those of many."""
    return student(0.95, blocks - 1) / Z95 * (blocks / (blocks - 1)) ** 0.5 if blocks > 1 else 1.0


def _turned(block: PairBlock, agents: int) -> PairBlock:
    """The block seen from its lower agent."""
    first, second, points, games = block
    if not (0 <= first < agents and 0 <= second < agents and first != second):
        raise StatisticsError(f"{block} is not between two of {agents} agents")
    if games < 1 or not 0 <= points <= games:
        raise StatisticsError(f"{block} must have at least one game, and between 0 and as many points as games")
    return (
        PairBlock(first, second, points, games) if first < second else PairBlock(second, first, games - points, games)
    )


def _check(blocks: int, agents: int, resamples: int, anchor: int | None, prior: float) -> None:
    if agents < 2 or blocks < 1:
        raise StatisticsError("ratings need at least two agents and one block of games")
    if resamples < 100:
        raise StatisticsError(f"intervals need at least 100 resamples, not {resamples}")
    if anchor is not None and not 0 <= anchor < agents:
        raise StatisticsError(f"there is no agent {anchor} to anchor among {agents}")
    if not (np.isfinite(prior) and prior > 0):
        raise StatisticsError(f"resamples may lack losses, so the prior must be above 0, not {prior}")
