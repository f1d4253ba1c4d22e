"""The sequential test: exact ratios, one-sided results, and the form that is fed block by block."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from hegemon.errors import StatisticsError
from hegemon.statistics import Sprt, expected_score
from hegemon.statistics.sprt import caution, log_likelihood_ratio


def test_the_bounds_are_those_of_wald() -> None:
    sprt = Sprt(0, 10)
    assert (sprt.lower, sprt.upper) == pytest.approx((-2.944439, 2.944439))
    uneven = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_of_wins_and_losses_it_is_the_plain_likelihood_ratio() -> None:
    low, high = expected_score(5), expected_score(40)
    expected = 70 * math.log(high / low) + 50 * math.log((1 - high) / (1 - low))
    assert Sprt(5, 40).test([1.0] * 70 + [0.0] * 50).llr == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    "counts",
    [
        {0.0: 3, 0.25: 20, 0.5: 60, 0.75: 31, 1.0: 6},
        {0.0: 10, 0.5: 2, 1.0: 20},
        {0.0: 1, 1 / 3: 8, 2 / 3: 11, 1.0: 4},
    ],
)
def test_the_ratio_is_that_of_the_likeliest_distributions_with_the_two_means(counts: dict[float, int]) -> None:
    """Against a general optimiser under the two constraints."""
    scores, number = np.array(list(counts)), np.array(list(counts.values()))

    def likeliest(mean: float) -> float:
        found = minimize(
            lambda p: -(number @ np.log(p)) / number.sum(),
            np.full(len(scores), 1 / len(scores)),
            bounds=[(1e-9, 1)] * len(scores),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ scores - mean},
            ],
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        assert found.success
        return -float(found.fun) * int(number.sum())

    assert log_likelihood_ratio(counts, 0.48, 0.6) == pytest.approx(likeliest(0.6) - likeliest(0.48), abs=1e-5)


def test_the_ratio_is_scaled_down_by_how_little_is_known_of_the_variance() -> None:
    """80 of 100 blocks in the middle: the kurtosis is 5. A variance known from two scores is not estimated."""
    counts = {0.0: 10, 0.5: 80, 1.0: 10}
    assert caution(counts) == pytest.approx(100 / 104)
    scores = [score for score, count in counts.items() for _ in range(count)]
    expected = log_likelihood_ratio(counts, 0.5, expected_score(20)) * 100 / 104
    assert Sprt(0, 20).test(scores).llr == pytest.approx(expected)
    assert caution({0.0: 5, 1.0: 500}) == caution({0.5: 7}) == caution({}) == 1


@pytest.mark.parametrize(
    ("score", "decision"), [(1.0, "elo1"), (0.75, "elo1"), (0.5, "elo0"), (0.25, "elo0"), (0.0, "elo0")]
)
@pytest.mark.parametrize("elo1", [2, 10, 100])
def test_one_sided_results_end_the_test(score: float, decision: str, elo1: float) -> None:
    run = Sprt(0, elo1).start()
    decisions = [run.add(score).decision for _ in range(math.ceil(1200 / elo1))]
    assert decisions[-1] == decision


def test_equal_scores_midway_between_symmetric_hypotheses_tell_nothing() -> None:
    assert Sprt(-5, 5).test([0.5] * 1000).llr == pytest.approx(0, abs=1e-9)


def test_before_any_block_nothing_is_known() -> None:
    result = Sprt(0, 10).test([])
    assert (result.llr, result.decision) == (0.0, None)


@given(st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), min_size=1, max_size=60))
def test_the_test_is_the_same_block_by_block_and_for_the_other_side(scores: list[float]) -> None:
    run = Sprt(0, 30).start()
    for score in scores:
        last = run.add(score)
    whole = Sprt(0, 30).test(scores)
    assert last.llr == pytest.approx(whole.llr, abs=1e-9)
    assert last.decision == whole.decision
    mirrored = Sprt(-30, 0).test([1 - score for score in scores])
    assert mirrored.llr == pytest.approx(-whole.llr, abs=1e-6)


@pytest.mark.parametrize(("elo0", "elo1"), [(10, 10), (10, 0), (0, math.inf), (math.nan, 1)])
def test_hypotheses_are_in_order(elo0: float, elo1: float) -> None:
    with pytest.raises(StatisticsError, match="elo0 must be below elo1"):
        Sprt(elo0, elo1)


@pytest.mark.parametrize(("elo0", "elo1"), [(-10_000, 0), (0, 4001), (5000, 6000)])
def test_hypotheses_are_possible(elo0: float, elo1: float) -> None:
    with pytest.raises(StatisticsError, match="elo0 and elo1 are -4000 to 4000"):
        Sprt(elo0, elo1)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_the_farthest_hypotheses_are_told_apart(score: float) -> None:
    assert Sprt(-4000, 4000).test([score] * 3).decision == {0.0: "elo0", 1.0: "elo1"}.get(score)


def test_impossible_errors_and_scores_are_refused() -> None:
    with pytest.raises(StatisticsError, match="alpha"):
        Sprt(0, 10, alpha=0.0)
    with pytest.raises(StatisticsError, match="alpha"):
        Sprt(0, 10, beta=0.5)
    with pytest.raises(StatisticsError, match="block"):
        Sprt(0, 10).test([1.5])
    with pytest.raises(StatisticsError, match="block"):
        Sprt(0, 10).test([math.nan])
