"""Intervals of scores: known answers, and how often they hold the truth."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hegemon.errors import StatisticsError
from hegemon.statistics import bootstrap_interval, score_interval, wilson
from hegemon.statistics.intervals import _student95, student

Blocks = list[list[float]]
BLOCKS = st.lists(st.lists(st.sampled_from((0.0, 0.5, 1.0)), max_size=4), max_size=12)


@pytest.mark.parametrize(
    ("mean", "trials", "low", "high"),
    [
        (0.5, 100, 0.4038315, 0.5961685),
        (0.5, 10, 0.2365931, 0.7634069),
        (0.0, 10, 0.0, 0.2775328),
        (1.0, 10, 0.7224672, 1.0),
        (0.9, 50, 0.7863977, 0.9565240),
        (0.1, 50, 0.0434760, 0.2136023),
        (0.5, 1, 0.0546208, 0.9453792),
    ],
)
def test_wilson_intervals(mean: float, trials: float, low: float, high: float) -> None:
    assert wilson(mean, trials) == pytest.approx((low, high), abs=1e-6)


def test_without_games_nothing_is_known() -> None:
    assert score_interval([]) == (0.0, 1.0)
    assert score_interval([[], []]) == (0.0, 1.0)


def test_games_that_do_not_depend_on_each_other_count_as_trials() -> None:
    blocks = [[1.0]] * 30 + [[0.0]] * 20
    assert score_interval(blocks) == pytest.approx(wilson(0.6, 49, z=student(0.95, 49)), rel=1e-3)


def test_pairs_that_always_agree_count_once() -> None:
    blocks = [[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 20
    assert score_interval(blocks) == pytest.approx(wilson(0.6, 49, z=student(0.95, 49)), rel=1e-3)


def test_pairs_that_differ_less_than_single_games_would_count_more() -> None:
    mixed = [[1.0, 0.0]] * 20 + [[1.0, 1.0]] * 10 + [[0.0, 0.0]] * 10
    variance = 20 * 0.25 / 39
    assert score_interval(mixed) == pytest.approx(wilson(0.5, 0.25 * 40 / variance, z=student(0.95, 39)), rel=1e-3)


def test_never_more_trials_than_games() -> None:
    """Ties bring the blocks closer together than any wins and losses could be."""
    blocks = [[0.5, 0.5]] * 40 + [[1.0, 0.0]] * 40 + [[0.5, 1.0]] + [[0.5, 0.0]]
    assert score_interval(blocks) == pytest.approx(wilson(0.5, 164, z=student(0.95, 81)), rel=1e-3)


def test_without_differences_each_block_counts_once() -> None:
    assert score_interval([[1.0, 1.0]] * 12) == pytest.approx(wilson(1.0, 12))
    assert score_interval([[1.0, 0.0]] * 12) == pytest.approx(wilson(0.5, 12))
    assert score_interval([[1.0]]) == pytest.approx(wilson(1.0, 1))


def test_the_interval_of_the_other_side_is_the_mirror_image() -> None:
    rng = random.Random(1)
    blocks = [[rng.choice((0.0, 0.5, 1.0)) for _ in range(2)] for _ in range(25)]
    low, high = score_interval(blocks)
    mirrored = score_interval([[1 - score for score in block] for block in blocks])
    assert mirrored == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("strength", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("luck_of_the_start", [0.0, 0.2])
@pytest.mark.parametrize("size", [1, 2])
def test_the_interval_holds_the_truth_about_19_times_in_20(
    strength: float, luck_of_the_start: float, size: int
) -> None:
    """Blocks share a start that favours one agent or the other; four standard errors of the simulation."""
    rng, held, runs = random.Random(17), 0, 1500
    for _ in range(runs):
        blocks = []
        for _ in range(60):
            chance = min(1.0, max(0.0, strength + rng.choice((-1, 1)) * min(luck_of_the_start, 1 - strength)))
            blocks.append([float(rng.random() < chance) for _ in range(size)])
        low, high = score_interval(blocks)
        held += low <= strength <= high
    assert 0.925 < held / runs < 0.985


# --- The bootstrap --------------------------------------------------------------------------------------------------


def test_the_bootstrap_is_the_same_for_the_same_seed_and_any_order_of_blocks() -> None:
    blocks = [[1.0, 0.0], [1.0, 1.0], [0.5, 1.0], [0.0, 0.0]] * 10
    assert bootstrap_interval(blocks, seed=3) == bootstrap_interval(blocks[::-1], seed=3)
    assert bootstrap_interval(blocks, seed=3) != bootstrap_interval(blocks, seed=4)


def test_with_many_blocks_the_bootstrap_is_the_normal_interval() -> None:
    blocks = [[1.0]] * 6000 + [[0.0]] * 4000
    half = 1.96 * (0.24 / 10_000) ** 0.5
    assert bootstrap_interval(blocks, resamples=20_000) == pytest.approx((0.6 - half, 0.6 + half), abs=half / 30)
    half = 2.576 * (0.24 / 10_000) ** 0.5
    wide = bootstrap_interval(blocks, resamples=20_000, level=0.99)
    assert wide == pytest.approx((0.6 - half, 0.6 + half), abs=half / 20)


def test_the_bootstrap_weighs_blocks_by_their_games() -> None:
    low, high = bootstrap_interval([[1.0] * 8, [0.0]] * 50)
    assert low < 8 / 9 < high
    assert low > 0.7


def test_games_that_agree_within_blocks_tell_less() -> None:
    low, high = bootstrap_interval([[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 30)
    less, more = bootstrap_interval([[1.0, 0.0]] * 40 + [[1.0, 1.0]] * 10 + [[0.0, 0.0]] * 10)
    assert high - low > 1.5 * (more - less)


def test_without_differences_the_bootstrap_counts_blocks() -> None:
    assert bootstrap_interval([]) == (0.0, 1.0)
    assert bootstrap_interval([[], []]) == (0.0, 1.0)
    assert bootstrap_interval([[1.0, 1.0]] * 12) == pytest.approx(wilson(1.0, 12))
    assert bootstrap_interval([[0.5, 0.5]] * 12) == pytest.approx(wilson(0.5, 12))
    assert bootstrap_interval([[1.0, 0.0]]) == pytest.approx(wilson(0.5, 1))
    assert bootstrap_interval([[0.0]] * 10, level=0.99) == pytest.approx(wilson(0.0, 10, z=2.5758293))


@given(BLOCKS, st.integers(0, 5))
def test_an_interval_holds_the_score(blocks: Blocks, seed: int) -> None:
    low, high = bootstrap_interval(blocks, resamples=200, seed=seed)
    assert 0 <= low <= high <= 1
    games = [score for block in blocks for score in block]
    if games:
        assert low <= sum(games) / len(games) + 1e-12
        assert high >= sum(games) / len(games) - 1e-12


@pytest.mark.parametrize(("resamples", "level"), [(99, 0.95), (1000, 0.0), (1000, 1.0), (1000, 95)])
def test_a_bootstrap_that_cannot_be_is_refused(resamples: int, level: float) -> None:
    with pytest.raises(StatisticsError, match="bootstrap"):
        bootstrap_interval([[1.0], [0.0]], resamples=resamples, level=level)


@pytest.mark.parametrize("blocks", [2, 3, 5, 6, 10, 30, 1000])
def test_few_blocks_are_judged_by_students_quantile(blocks: int) -> None:
    assert _student95(blocks - 1) == pytest.approx(student(0.95, blocks - 1), rel=1e-3)
    assert score_interval([[1.0], [0.0]])[0] < 0.01


def test_two_starts_of_many_games_do_not_make_a_score_certain() -> None:
    """Starts that favour one side: the games of a start are no independent trials."""
    rng, covered = random.Random(7), 0
    for _ in range(400):
        chances = [rng.betavariate(2, 2) for _ in range(4)]
        blocks = [[float(rng.random() < chance) for _ in range(18)] for chance in chances]
        low, high = score_interval(blocks)
        covered += low <= 0.5 <= high
    assert covered >= 0.92 * 400
