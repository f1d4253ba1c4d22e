"""How often intervals hold the truth and sequential tests are right, in small; scripts/check_statistics.py in large.

The bounds are 93 to 97 % and 5 %, plus what so few simulations can be off by chance: four standard errors.
"""

from __future__ import annotations

import pytest

from hegemon.statistics import Sprt
from scripts.check_statistics import Pool, coverage_of_orders, coverage_of_pairs, coverage_of_scores, errors_of_sprt


def allowed(share: float, runs: int) -> float:
    return float(4 * (share * (1 - share) / runs) ** 0.5)


@pytest.mark.parametrize(
    "pool",
    [
        Pool(20, 0.5, 2, "luck"),
        Pool(20, 0.7, 2, "fair", 0.3),
        Pool(50, 0.3, 2, "seat"),
        Pool(50, 0.9, 2, "luck"),
        Pool(100, 0.7, 6, "luck", 0.3),
        Pool(400, 0.9, 1, "fair"),
    ],
    ids=str,
)
def test_bootstrap_intervals_hold_the_truth(pool: Pool) -> None:
    runs = 400
    held, _ = coverage_of_scores(pool, runs, seed=11, resamples=300)
    assert 0.93 - allowed(0.93, runs) < held < 0.97 + allowed(0.97, runs)


@pytest.mark.parametrize("ties", [0.0, 0.3])
@pytest.mark.parametrize("start", ["luck", "seat"])
def test_sequential_tests_are_seldom_wrong(start: str, ties: float) -> None:
    runs = 200
    wrong0, wrong1, _, _ = errors_of_sprt(Sprt(0, 100), start, ties, runs, seed=12)
    assert wrong0 < 0.05 + allowed(0.05, runs)
    assert wrong1 < 0.05 + allowed(0.05, runs)


def test_ratings_of_pairs_hold_the_truth() -> None:
    held = coverage_of_pairs(4, 25, 400, runs=100, seed=13)
    # Of 4 agents, whose ratings hang together, about 2 are news.
    assert 0.93 - allowed(0.93, 200) < held < 0.97 + allowed(0.97, 200)


def test_ratings_of_orders_hold_the_truth() -> None:
    held = coverage_of_orders(4, 3, 60, 400, runs=60, seed=14)
    assert 0.93 - allowed(0.93, 120) < held < 0.97 + allowed(0.97, 120)
