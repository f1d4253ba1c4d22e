"""Elo: known answers, and the published tables of the parallel-MCTS thesis."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hegemon.errors import StatisticsError
from hegemon.statistics import (
    bradley_terry,
    elo,
    elo_interval,
    expected_score,
    metropolis_elo,
    score_interval,
    sequential_elo,
    sequential_elo_spread,
)

# The thesis's round robin of four agents: wins of the first in 300 games of each pair.
WINS = {(0, 1): 118, (0, 2): 57, (0, 3): 143, (1, 2): 96, (1, 3): 166, (2, 3): 219}
POINTS = np.zeros((4, 4))
for (one, other), count in WINS.items():
    POINTS[one, other], POINTS[other, one] = count, 300 - count
RESULTS = [(*pair, float(game < wins)) for pair, wins in WINS.items() for game in range(300)]


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0.0), (0.75, 190.8485), (0.25, -190.8485), (10 / 11, 400.0), (0.64, 99.9510)]
)
def test_elo_of_scores(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=1e-4)
    assert expected_score(difference) == pytest.approx(score, abs=1e-7)


def test_all_and_nothing_are_infinitely_far() -> None:
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
    assert (expected_score(-math.inf), expected_score(math.inf)) == (0, 1)
    won = [[1.0, 1.0]] * 20
    assert elo_interval(won) == (elo(score_interval(won)[0]), math.inf)
    assert elo_interval([]) == (-math.inf, math.inf)


@given(st.floats(-2000, 2000))
def test_elo_and_expected_score_are_inverse(difference: float) -> None:
    assert elo(expected_score(difference)) == pytest.approx(difference, abs=1e-4)
    assert expected_score(difference) + expected_score(-difference) == pytest.approx(1)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_no_elo_of_what_is_no_score(score: float) -> None:
    with pytest.raises(StatisticsError, match="score"):
        elo(score)


# --- Sequential Elo -----------------------------------------------------------------------------------------------


def test_sequential_elo_by_hand() -> None:
    first = sequential_elo([(0, 1, 1.0)], 2, seed=None)
    assert first == (1516.0, 1484.0)
    k = 16 + 16 * math.exp(-0.01)
    chance = 1 / (1 + 10 ** (-32 / 400))
    assert sequential_elo([(0, 1, 1.0), (0, 1, 0.5)], 2, seed=None) == pytest.approx(
        (1516 + k * (0.5 - chance), 1484 - k * (0.5 - chance))
    )
    # A newcomer moves by its own K.
    third = sequential_elo([(0, 1, 1.0), (2, 0, 1.0)], 3, seed=None)
    chance = 1 / (1 + 10 ** (16 / 400))
    assert third == pytest.approx((1516 - k * (1 - chance), 1484, 1500 + 32 * (1 - chance)))


def test_a_tie_of_equals_changes_nothing() -> None:
    assert sequential_elo([(0, 1, 0.5)] * 5, 2, start=1000) == (1000, 1000)


def test_the_order_of_the_games_changes_the_thesis_table_by_some_sixty_points() -> None:
    """The thesis gives 1363/1526/1629/1480, its figure 1384/1512/1686/1417, its notebook 1372/1502/1654/1469."""
    spread = sequential_elo_spread(RESULTS, 4, orders=500)
    assert spread.mean == pytest.approx(1500 + bradley_terry(POINTS), abs=8)
    for low, high in zip(spread.low, spread.high, strict=True):
        assert 50 < (high - low) / 2 < 70
    for published in ((1363, 1526, 1629, 1480), (1384, 1512, 1686, 1417), (1372, 1502, 1654, 1469)):
        for low, rating, high in zip(spread.low, published, spread.high, strict=True):
            assert low < rating < high


def test_an_order_is_drawn_by_its_seed() -> None:
    games = RESULTS[200:400]
    assert sequential_elo(games, 4, seed=1) == sequential_elo(games, 4, seed=1)
    assert sequential_elo(games, 4, seed=1) != sequential_elo(games, 4, seed=2)
    assert sequential_elo(games, 4, seed=None) != sequential_elo(games, 4, seed=1)


@pytest.mark.parametrize("game", [(0, 0, 1.0), (0, 2, 1.0), (-1, 0, 1.0), (0, 1, 2.0)])
def test_what_is_no_game_is_refused(game: tuple[int, int, float]) -> None:
    with pytest.raises(StatisticsError, match="not a game"):
        sequential_elo([game], 2)


def test_a_spread_needs_orders() -> None:
    with pytest.raises(StatisticsError, match="orders"):
        sequential_elo_spread(RESULTS, 4, orders=1)


# --- The co-evolution project's ratings ---------------------------------------------------------------------------


def test_metropolis_ratings_agree_with_the_likeliest_and_with_the_curvature_there() -> None:
    """With 900 games an agent the posterior is normal: its deviation is the root of the inverse information."""
    found = metropolis_elo(POINTS, samples=3000)
    best = bradley_terry(POINTS, prior=0)
    assert found.mean == pytest.approx(1000 + best, abs=2)
    chance = 1 / (1 + 10 ** ((best[None] - best[:, None]) / 400))
    weight = (POINTS + POINTS.T) * chance * (1 - chance)
    information = np.diag(weight.sum(axis=1)) - weight
    deviation = 400 / math.log(10) * np.sqrt(np.linalg.pinv(information).diagonal())
    assert found.deviation == pytest.approx(deviation, rel=0.12)
    assert found.best == pytest.approx((0, 0, 1, 0))
    assert found.superior[1][0] > 0.99
    assert found.superior[3][0] == pytest.approx(1 - found.superior[0][3])
    assert found.superior[3][0] > 0.9
    assert 0.1 < found.accepted < 0.6
    # Pearson's statistic at the likeliest ratings, and its tail for 3 and for 5 degrees of freedom.
    expected = (POINTS + POINTS.T) * chance
    np.fill_diagonal(expected, 1)
    statistic = ((POINTS - expected) ** 2 / expected - np.eye(4)).sum()
    assert found.chi_square == pytest.approx(statistic, rel=0.05)
    assert found.fit == pytest.approx(0.379, abs=0.02)
    assert found.published_fit == pytest.approx(0.687, abs=0.02)


def test_metropolis_ratings_can_be_pegged_and_repeat_by_their_seed() -> None:
    points = np.array([[0, 5.5], [4.5, 0]])
    found = metropolis_elo(points, samples=50, peg=1, seed=9)
    assert found.mean[1] == 1000
    assert found.deviation[1] == 0
    assert math.isnan(found.fit)  # two players fit any score
    assert found.mean == metropolis_elo(points, samples=50, peg=1, seed=9).mean


def test_metropolis_ratings_without_end_are_refused() -> None:
    with pytest.raises(StatisticsError, match="never lost"):
        metropolis_elo(np.array([[0.0, 3.0], [0.0, 0.0]]))
    with pytest.raises(StatisticsError, match="peg"):
        metropolis_elo(np.array([[0.0, 3.0], [1.0, 0.0]]), peg=2)
    with pytest.raises(StatisticsError, match="samples"):
        metropolis_elo(np.array([[0.0, 3.0], [1.0, 0.0]]), samples=1)
