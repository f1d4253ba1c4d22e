"""Intervals of scores: known answers, and how often they hold the truth."""

from __future__ import annotations

import random

import pytest

from hegemon.match import score_interval, wilson


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
    assert score_interval(blocks) == pytest.approx(wilson(0.6, 49))


def test_pairs_that_always_agree_count_once() -> None:
    blocks = [[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 20
    assert score_interval(blocks) == pytest.approx(wilson(0.6, 49))


def test_pairs_that_differ_less_than_single_games_would_count_more() -> None:
    mixed = [[1.0, 0.0]] * 20 + [[1.0, 1.0]] * 10 + [[0.0, 0.0]] * 10
    variance = 20 * 0.25 / 39
    assert score_interval(mixed) == pytest.approx(wilson(0.5, 0.25 * 40 / variance))


def test_never_more_trials_than_games() -> None:
    """Ties bring the blocks closer together than any wins and losses could be."""
    blocks = [[0.5, 0.5]] * 40 + [[1.0, 0.0]] * 40 + [[0.5, 1.0]] + [[0.5, 0.0]]
    assert score_interval(blocks) == pytest.approx(wilson(0.5, 164))


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
