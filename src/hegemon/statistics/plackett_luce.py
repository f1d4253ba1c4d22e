"""Plackett-Luce strengths from finishing orders of games of any number of seats, in Elo points.

Luce (1959) and Plackett (1975): first place falls to a player with a chance in proportion to its strength, then second
place to one of those left, and so on. Of two players it is Bradley-Terry; so is any two of more, whatever the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from typing import Any, TypeAlias

import numpy as np

from hegemon.errors import StatisticsError
from hegemon.statistics._newton import add_prior, maximise
from hegemon.statistics.bradley_terry import PRIOR, centred, maximum_exists
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Floats

Order = tuple[tuple[int, ...], ...]
"""Players of a game, best first; tied players share a group."""

Sparse: TypeAlias = Any
"""A sparse array of SciPy, which is loaded only when it is needed."""

Choice = tuple[int, ...]
"""Players among whom a place was open."""


def plackett_luce(orders: Iterable[Order], players: int, *, prior: float = PRIOR, last_unknown: bool = False) -> Floats:
    """Ratings in Elo points with mean 0, from finishing orders.

    A tied group counts as all its possible orders in equal parts: their log-likelihoods are averaged exactly, so that a
    tie of two is half a win for each, as in `bradley_terry`. If only the winner was recorded, pass `last_unknown`: the
    order within the last group is then unobserved instead of tied. The prior is that of `bradley_terry`. Do not rely on
    the ratings where players cooperate against each other: places then do not depend on one strength per player.
    """
    orders = list(orders)
    if not (np.isfinite(prior) and prior >= 0):
        raise StatisticsError(f"the prior must be at least 0 games, not {prior}")
    if prior == 0 and not maximum_exists(beaten(orders, players, last_unknown)):
        raise StatisticsError("some players never finished below others: the likelihood has no maximum; use a prior")
    choices = Choices.of([Counter(orders)], players, last_unknown)
    return centred(ELO * choices.strengths(np.ones((1, 1)), prior)[0])


@dataclass(frozen=True)
class Choices:
    """What the fit needs of kinds of blocks, each a number of orders."""

    wins: Floats
    """(kinds, players): places taken."""
    open: Sparse
    """(kinds, choices), sparse: how often each choice was open."""
    member: Sparse
    """(choices, players), sparse: 1 where a player is part of a choice."""
    pairs: Sparse
    """(players * players, choices), sparse: 1 where both are."""

    @classmethod
    def of(cls, kinds: Sequence[Counter[Order]], players: int, last_unknown: bool) -> Choices:
        """The choices in kinds of blocks; each is checked to be of these players."""
        wins, found = np.zeros((len(kinds), players)), dict[Choice, int]()
        entries: defaultdict[tuple[int, int], float] = defaultdict(float)
        for kind, orders in enumerate(kinds):
            for order, count in orders.items():
                check_order(order, players)
                for choice, won, weight in _places(order, last_unknown):
                    wins[kind, list(won)] += count * weight / len(won)
                    entries[kind, found.setdefault(choice, len(found))] += count * weight
        return cls(wins, *_sparse(entries, list(found), len(kinds), players))

    def strengths(self, counts: Floats, prior: float) -> Floats:
        """Log strengths (samples, players) of samples of counts (samples, kinds)."""
        wins, weights = counts @ self.wins, self.open.T @ counts.T
        players = wins.shape[1]
        diagonal = np.arange(players)

        def slopes(strengths: Floats) -> tuple[Floats, Floats]:
            power = np.exp(strengths)
            total = self.member @ power.T
            rate = weights / total
            expected = power * (self.member.T @ rate).T
            both = (self.pairs @ (rate / total)).T.reshape(-1, players, players)
            curvature = -power[:, :, None] * power[:, None, :] * both
            curvature[:, diagonal, diagonal] += expected
            gradient = wins - expected
            add_prior(gradient, curvature, strengths, prior)
            return gradient, curvature

        return maximise(slopes, len(counts), players)


def _places(order: Order, last_unknown: bool) -> Iterator[tuple[Choice, Choice, float]]:
    """Of one order: who was there when places were open, who took them, and the weight of each.

    Averaged over the orders of a tied group of m, each set of k of them is what is left of it with weight 1 / C(m, k).
    By symmetry each of the set then takes the next place with chance 1 / k.
    """
    for number, group in enumerate(order):
        rest = tuple(chain.from_iterable(order[number + 1 :]))
        if not rest and last_unknown:
            return
        for size in range(1 if rest else 2, len(group) + 1):
            for left in combinations(group, size):
                yield tuple(sorted(left + rest)), left, 1 / comb(len(group), size)


def _sparse(
    entries: Mapping[tuple[int, int], float], choices: list[Choice], kinds: int, players: int
) -> tuple[Sparse, Sparse, Sparse]:
    from scipy.sparse import csr_array

    keys = np.array(list(entries) or np.empty((0, 2)), dtype=np.intp)
    opened = csr_array((np.array(list(entries.values()), dtype=float), keys.T), shape=(kinds, len(choices)))
    member = [(c, i) for c, choice in enumerate(choices) for i in choice]
    pairs = [(i * players + j, c) for c, choice in enumerate(choices) for i in choice for j in choice]
    return (
        opened,
        _indicator(member, (len(choices), players)),
        _indicator(pairs, (players * players, len(choices))),
    )


def _indicator(places: list[tuple[int, int]], shape: tuple[int, int]) -> Sparse:
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(places)), np.array(places or np.empty((0, 2)), dtype=np.intp).T), shape=shape)


def check_order(order: Order, players: int) -> None:
    """Raise an error unless this is a finishing order of two or more of these players."""
    seated = [player for group in order for player in group]
    if len(seated) < 2 or len(set(seated)) != len(seated) or not all(order):
        raise StatisticsError(f"{order} is not a finishing order: each of two or more players has one place")
    if not all(0 <= player < players for player in seated):
        raise StatisticsError(f"{order} has players beyond the {players} that there are")


def beaten(orders: Iterable[Order], players: int, last_unknown: bool = False) -> Floats:
    """How often the row's player finished above the column's; a tie counts one half unless its order is unknown."""
    table = np.zeros((players, players))
    for order in orders:
        check_order(order, players)
        for number, group in enumerate(order):
            rest = list(chain.from_iterable(order[number + 1 :]))
            for player in group:
                table[player, rest] += 1
            if rest or not last_unknown:
                for i, j in combinations(group, 2):
                    table[i, j] += 0.5
                    table[j, i] += 0.5
    return table
