"""Bradley-Terry and Plackett-Luce: known answers, and pools that have none without a prior."""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hegemon.errors import StatisticsError
from hegemon.statistics import PairBlock, bradley_terry, elo, plackett_luce, rate_blocks, rate_orders
from hegemon.statistics.plackett_luce import Order

# The ratings of choix 0.4.1 below are 400 / ln 10 times the parameters of its maximum-likelihood fits with alpha=0 and
# tol=1e-12: opt_pairwise for POINTS, ilsr_rankings for RANKINGS and SUBSETS, opt_top1 for WINNERS.
POINTS = np.array([[0, 7, 3, 10], [5, 0, 8, 2], [9, 4, 0, 6], [1, 6, 5, 0]], dtype=float)
POINTS_CHOIX = (38.58323, -11.26108, 23.54785, -50.87000)

RANKINGS = ("0123", "1032", "2103", "3012", "0213", "1302", "0321", "2310")
RANKINGS_CHOIX = (68.28726, 32.51264, -53.52007, -47.27982)

SUBSETS = ("012", "143", "230", "304", "421", "031", "124", "402", "310", "243", "041")
SUBSETS_CHOIX = (35.15817, -43.03391, -3.18870, 3.28326, 7.78118)

WINNERS = ("0 123", "1 02", "2 013", "3 12", "0 23", "2 03", "1 03", "0 123", "3 012")
WINNERS_CHOIX = (48.86178, 2.27265, -25.56722, -25.56722)


def strict(text: str) -> Order:
    return tuple((int(player),) for player in text)


def grouped(text: str) -> Order:
    return tuple(tuple(map(int, group)) for group in text.split())


# --- Bradley-Terry --------------------------------------------------------------------------------------------------


def test_bradley_terry_agrees_with_choix() -> None:
    assert bradley_terry(POINTS, prior=0) == pytest.approx(POINTS_CHOIX, abs=1e-4)


def test_of_two_agents_it_is_the_elo_of_the_score() -> None:
    ratings = bradley_terry(np.array([[0, 30.0], [10.0, 0]]), prior=0)
    assert ratings == pytest.approx((elo(0.75) / 2, -elo(0.75) / 2))


def test_the_thesis_table_without_its_order() -> None:
    """300 games a pair; the order-free ratings, as computed elsewhere, are 1417, 1495, 1637 and 1451."""
    points = np.array([[0, 118, 57, 143], [182, 0, 96, 166], [243, 204, 0, 219], [157, 134, 81, 0]], dtype=float)
    assert 1500 + bradley_terry(points, prior=0) == pytest.approx((1417, 1495, 1637, 1451), abs=0.5)
    assert bradley_terry(points) == pytest.approx(bradley_terry(points, prior=0), abs=0.1)
    blocks = [PairBlock(i, j, 1, 1) for i in range(4) for j in range(4) for _ in range(int(points[i, j]))]
    ratings = rate_blocks(blocks, 4)
    assert 1500 + np.array(ratings.low) == pytest.approx((1397, 1478, 1618, 1433), abs=3)
    assert 1500 + np.array(ratings.high) == pytest.approx((1435, 1514, 1659, 1469), abs=4)
    assert ratings.games == (900, 900, 900, 900)
    assert ratings.order == (2, 1, 3, 0)
    assert ratings.bounded


@given(st.integers(2, 6).flatmap(lambda n: st.lists(st.integers(0, 6), min_size=n * n, max_size=n * n)))
@settings(max_examples=60)
def test_every_table_has_finite_ratings_that_make_the_points_expected(cells: list[int]) -> None:
    agents = math.isqrt(len(cells))
    points = np.array(cells, dtype=float).reshape(agents, agents)
    np.fill_diagonal(points, 0)
    ratings = bradley_terry(points)
    assert np.isfinite(ratings).all()
    assert ratings.mean() == pytest.approx(0, abs=1e-6)
    assert bradley_terry(points.T) == pytest.approx(-ratings, abs=1e-5)
    # At the top of the likelihood all agents together are expected to score what they did, prior ties included.
    chance = 1 / (1 + 10 ** ((ratings[None] - ratings[:, None]) / 400))
    lacking = points.sum(axis=1) - ((points + points.T) * chance).sum(axis=1)
    assert np.abs(lacking).max() <= 0.25 + 1e-9
    assert lacking.sum() == pytest.approx(0, abs=1e-6)


def test_an_agent_that_won_everything_is_first_and_finite() -> None:
    ratings = bradley_terry(np.array([[0, 10, 10], [0, 0, 6], [0, 4, 0]], dtype=float))
    assert list(np.argsort(-ratings)) == [0, 1, 2]
    assert 300 < ratings[0] - ratings[1] < 1500
    with pytest.raises(StatisticsError, match="use a prior"):
        bradley_terry(np.array([[0, 10, 10], [0, 0, 6], [0, 4, 0]], dtype=float), prior=0)


@pytest.mark.parametrize(
    "points", [np.zeros((1, 1)), np.zeros((2, 3)), np.eye(3), -np.ones((2, 2)), np.array([[0, math.inf], [1, 0]])]
)
def test_what_is_no_table_of_points_is_refused(points: NDArray[np.float64]) -> None:
    with pytest.raises(StatisticsError, match="points"):
        bradley_terry(points)
    with pytest.raises(StatisticsError, match="prior"):
        bradley_terry(POINTS, prior=-1)


# --- Pools of blocks ------------------------------------------------------------------------------------------------


def test_blocks_may_be_given_from_either_side() -> None:
    blocks = [PairBlock(0, 1, 1.5, 2), PairBlock(1, 2, 0.5, 2), PairBlock(0, 2, 1, 2), PairBlock(1, 0, 1.5, 2)] * 10
    turned = [PairBlock(block.second, block.first, block.games - block.points, block.games) for block in blocks]
    assert rate_blocks(blocks, 3, resamples=200) == rate_blocks(turned, 3, resamples=200)
    assert rate_blocks(blocks, 3, resamples=200) != rate_blocks(blocks, 3, resamples=200, seed=1)


def test_an_anchor_is_zero_and_differences_stay() -> None:
    blocks = [PairBlock(0, 1, 1.5, 2), PairBlock(1, 2, 0.5, 2), PairBlock(0, 2, 1, 2), PairBlock(1, 0, 1.5, 2)] * 10
    free, tied = rate_blocks(blocks, 3), rate_blocks(blocks, 3, anchor=1)
    assert (tied.elo[1], tied.low[1], tied.high[1]) == (0, 0, 0)
    assert tied.elo[0] - tied.elo[2] == pytest.approx(free.elo[0] - free.elo[2])


def test_pairs_that_always_agree_count_once() -> None:
    doubled = [PairBlock(0, 1, 2, 2)] * 60 + [PairBlock(0, 1, 0, 2)] * 40
    single = [PairBlock(0, 1, 1, 1)] * 60 + [PairBlock(0, 1, 0, 1)] * 40
    both, one = rate_blocks(doubled, 2), rate_blocks(single, 2)
    assert both.high[0] - both.low[0] == pytest.approx(one.high[0] - one.low[0], rel=0.05)


def test_of_two_agents_the_interval_is_that_of_the_score() -> None:
    ratings = rate_blocks([PairBlock(0, 1, 1, 1)] * 600 + [PairBlock(0, 1, 0, 1)] * 400, 2, anchor=1, resamples=4000)
    half = 1.96 * (0.24 / 1000) ** 0.5
    assert ratings.low[0] == pytest.approx(elo(0.6 - half), abs=2)
    assert ratings.high[0] == pytest.approx(elo(0.6 + half), abs=2)


def test_unbeaten_agents_have_an_open_end() -> None:
    """After 20 won blocks a strength that wins all of them with 2.5 % is the least: a chance of 0.8316 a block."""
    blocks = [PairBlock(0, 1, 2, 2)] * 20
    ratings = rate_blocks(blocks, 2)
    least = elo(0.025 ** (1 / 20))
    assert ratings.low == pytest.approx((least / 2, -math.inf))
    assert ratings.high == pytest.approx((math.inf, -least / 2))
    assert not ratings.bounded
    anchored = rate_blocks(blocks, 2, anchor=0)
    assert (anchored.low[1], anchored.high[1]) == pytest.approx((-math.inf, -least))
    assert (anchored.low[0], anchored.high[0]) == (0, 0)
    assert rate_blocks(blocks, 2, anchor=1).low[0] == pytest.approx(least)


def test_agents_that_never_met_are_not_comparable() -> None:
    ratings = rate_blocks([PairBlock(0, 2, 1, 2), PairBlock(1, 3, 1.5, 2), PairBlock(3, 1, 1.5, 2)] * 10, 5)
    assert ratings.groups == (0, 1, 0, 1, 4)
    assert not ratings.bounded
    assert all(map(math.isfinite, ratings.elo))
    assert (ratings.low[4], ratings.high[4]) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    "block", [PairBlock(0, 0, 1, 2), PairBlock(0, 2, 1, 2), PairBlock(0, 1, 3, 2), PairBlock(0, 1, 0, 0)]
)
def test_impossible_blocks_are_refused(block: PairBlock) -> None:
    with pytest.raises(StatisticsError, match="PairBlock"):
        rate_blocks([block], 2)


def test_ratings_that_cannot_be_are_refused() -> None:
    block = PairBlock(0, 1, 1, 2)
    with pytest.raises(StatisticsError, match="two agents"):
        rate_blocks([], 2)
    with pytest.raises(StatisticsError, match="anchor"):
        rate_blocks([block], 2, anchor=2)
    with pytest.raises(StatisticsError, match="resamples"):
        rate_blocks([block], 2, resamples=10)
    with pytest.raises(StatisticsError, match="prior"):
        rate_blocks([block], 2, prior=0)


# --- Plackett-Luce --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("texts", "expected"), [(RANKINGS, RANKINGS_CHOIX), (SUBSETS, SUBSETS_CHOIX)])
def test_plackett_luce_agrees_with_choix(texts: tuple[str, ...], expected: tuple[float, ...]) -> None:
    assert plackett_luce(map(strict, texts), len(expected), prior=0) == pytest.approx(expected, abs=1e-4)


def test_where_only_winners_are_known_it_agrees_with_choix() -> None:
    orders = [grouped(text) for text in WINNERS]
    assert plackett_luce(orders, 4, prior=0, last_unknown=True) == pytest.approx(WINNERS_CHOIX, abs=1e-4)
    assert plackett_luce(orders, 4, prior=0) != pytest.approx(WINNERS_CHOIX, abs=1)


def test_of_two_players_it_is_bradley_terry_with_ties_as_half_wins() -> None:
    orders = [grouped(f"{i} {j}") for i in range(4) for j in range(4) for _ in range(int(POINTS[i, j]))]
    ties = [grouped("01"), grouped("23"), grouped("32"), grouped("13")]
    points = POINTS.copy()
    for ((i, j),) in ties:
        points[i, j] += 0.5
        points[j, i] += 0.5
    for prior in (0, 0.5, 3):
        assert plackett_luce(orders + ties, 4, prior=prior) == pytest.approx(bradley_terry(points, prior=prior))


@given(st.lists(st.permutations(["0", "1", "2", "3", " ", " "]), min_size=1, max_size=6))
@settings(max_examples=40)
def test_a_tie_is_all_its_orders_in_equal_parts(texts: list[list[str]]) -> None:
    """Written out: each order 24 times, and the prior as often."""
    orders = [grouped("".join(text)) for text in texts]
    written = []
    for order in orders:
        possible = [tuple((p,) for group in choice for p in group) for choice in product(*map(permutations, order))]
        written += possible * (24 // len(possible))
    assert plackett_luce(orders, 4) == pytest.approx(plackett_luce(written, 4, prior=12), abs=1e-6)


def test_orders_in_blocks_count_as_blocks() -> None:
    orders = [strict(text) for text in RANKINGS]
    single = rate_orders([[order] for order in orders * 5], 4)
    tripled = rate_orders([[order] * 3 for order in orders * 5], 4, prior=1.5)
    assert single.elo == pytest.approx(plackett_luce(orders * 5, 4))
    assert tripled.elo == pytest.approx(single.elo)
    assert (single.games, single.blocks) == ((40,) * 4, (40,) * 4)
    assert (tripled.games, tripled.blocks) == ((120,) * 4, (40,) * 4)
    for one, three in zip(single.high, tripled.high, strict=True):
        assert three == pytest.approx(one, rel=0.05)


def test_the_order_of_blocks_changes_nothing() -> None:
    orders = [[strict(text), strict(text[::-1])] for text in RANKINGS]
    assert rate_orders(orders, 4, resamples=100) == rate_orders(orders[::-1], 4, resamples=100)
    blocks = [PairBlock(0, 1, points, 2) for points in (0, 0.5, 1, 2)]
    assert rate_blocks(blocks, 2, resamples=100) == rate_blocks(blocks[::-1], 2, resamples=100)


def test_rated_pairs_are_the_same_as_orders() -> None:
    blocks = [PairBlock(0, 1, 2, 2), PairBlock(1, 2, 1, 2), PairBlock(0, 2, 0, 2)] * 12
    orders = [[grouped("0 1")] * 2, [grouped("1 2"), grouped("2 1")], [grouped("2 0")] * 2] * 12
    of_blocks, of_orders = rate_blocks(blocks, 3), rate_orders(orders, 3)
    assert of_orders.elo == pytest.approx(of_blocks.elo)
    assert of_orders.low == pytest.approx(of_blocks.low, abs=0.1 * (of_blocks.high[0] - of_blocks.low[0]))


def test_an_unbeaten_player_of_three_has_an_open_end() -> None:
    ratings = rate_orders([[grouped("0 1 2"), grouped("0 2 1"), grouped("0 1 2")]] * 15, 3, anchor=1)
    assert ratings.high[0] == math.inf
    assert 0 < ratings.low[0] < ratings.elo[0] < math.inf
    assert not ratings.bounded


@pytest.mark.parametrize("order", [((0,),), ((0,), (0,)), ((0,), (7,)), ((0, 1), ())])
def test_what_is_no_order_is_refused(order: Order) -> None:
    with pytest.raises(StatisticsError, match="has"):
        plackett_luce([order], 3)


def test_orders_without_a_likeliest_rating_need_a_prior() -> None:
    with pytest.raises(StatisticsError, match="use a prior"):
        plackett_luce([grouped("0 1 2")], 3, prior=0)
    with pytest.raises(StatisticsError, match="prior"):
        plackett_luce([grouped("0 1 2")], 3, prior=math.nan)
