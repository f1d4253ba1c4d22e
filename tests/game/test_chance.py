"""Dice, coins and streams: combat has the published probabilities, and random numbers are what they should be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import comb, sqrt
from statistics import mean
from typing import Any

import pytest

from hegemon import Plan, Random, SimultaneousGame
from tests.game.test_random_play import chi_square, chi_square_limit, is_uniform
from tests.reference_engine.test_reference import CHALLENGE_1, CHALLENGE_2

THROWS = 10_000


def test_deterministic_combat_is_the_published_integer_formula() -> None:
    core, stream = SimultaneousGame("simple", "soares2025").core, Random(0)
    for a in range(121):
        for d in range(121):
            attackers, defenders = (10 * a - 7 * d + 5) // 10, (10 * d - 6 * a + 5) // 10
            captured = attackers > 0 and defenders <= 0
            assert core.battle(a, d, stream) == (d - max(defenders, 0), a - max(attackers, 0), captured)
    assert stream.next() == Random(0).next()  # and no chance is used


def test_fewest_attackers_of_the_deterministic_rules() -> None:
    core, stream = SimultaneousGame("simple", "soares2025").core, Random(0)
    fewest = [next(a for a in range(1, 99) if core.battle(a, d, stream)[2]) for d in range(11)]
    assert fewest == [1, 2, 3, 5, 6, 8, 10, 11, 13, 15, 16]


def entries(rules: str, table: Mapping[int, Any]) -> list[tuple[str, int, int, float]]:
    return [
        (rules, defenders, attackers, share) for defenders, row in table.items() for attackers, share in row.items()
    ]


@pytest.mark.parametrize(
    ("rules", "defenders", "attackers", "published"),
    [*entries("warlight1", CHALLENGE_1), *entries("warlight2", CHALLENGE_2)],
)
def test_territories_fall_with_the_published_probability(
    rules: str, defenders: int, attackers: int, published: float
) -> None:
    core, stream = SimultaneousGame("simple", rules).core, Random(100 * attackers + defenders)
    share = sum(core.battle(attackers, defenders, stream)[2] for _ in range(THROWS)) / THROWS
    assert abs(share - published) < 4.5 * sqrt(published * (1 - published) / THROWS) + 0.0005


@pytest.mark.parametrize(
    ("attackers", "defenders", "who", "percent"), [(12, 300, 0, 60), (300, 12, 1, 70), (1, 9, 0, 60)]
)
def test_pure_dice_are_binomial(attackers: int, defenders: int, who: int, percent: int) -> None:
    """With many on the other side nothing is cut off: kills (or losses) are the hits themselves."""
    core, stream = SimultaneousGame("simple", "warlight1").core, Random(7)
    few, p = min(attackers, defenders), percent / 100
    hits = [core.battle(attackers, defenders, stream)[who] for _ in range(THROWS)]
    expected = [THROWS * comb(few, k) * p**k * (1 - p) ** (few - k) for k in range(few + 1)]
    common = [k for k in range(few + 1) if expected[k] >= 5]
    found = [hits.count(k) for k in common]
    assert chi_square(found, [expected[k] for k in common]) < chi_square_limit(len(common) - 1)
    assert THROWS - sum(found) < 30 + 2 * sum(expected[k] for k in range(few + 1) if k not in common)


@pytest.mark.parametrize(("attackers", "kills", "fraction"), [(1, 0, 0.6), (2, 1, 0.2), (4, 2, 0.4), (5, 3, 0.0)])
def test_weighted_rounding_goes_up_with_the_probability_of_the_fraction(
    attackers: int, kills: int, fraction: float
) -> None:
    core, stream = SimultaneousGame("simple", "soares2025(rounding=weighted-random)").core, Random(8)
    found = [core.battle(attackers, 50, stream)[0] - kills for _ in range(THROWS)]
    assert set(found) <= {0, 1}
    assert abs(mean(found) - fraction) <= 4.5 * sqrt(fraction * (1 - fraction) / THROWS)


def test_coins_are_fair_and_remember_nothing() -> None:
    state, stream = (
        SimultaneousGame("triangle", "soares2025(territories_each=1)").position([0, 1, -1], [1, 1, 1]),
        Random(9),
    )
    coins = [state.resolve((Plan(), Plan()), stream).chance[0] for _ in range(THROWS)]
    pairs = [2 * a + b for a, b in zip(coins[::2], coins[1::2], strict=True)]
    assert is_uniform([pairs.count(k) for k in range(4)])


# --- Streams ------------------------------------------------------------------------------------------------------


def splitmix(x: int) -> int:
    """The finaliser of SplitMix64, written again."""
    mask = 2**64 - 1
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & mask
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & mask
    return x ^ x >> 31


@pytest.mark.parametrize("key", [0, 1, 2**63, 2**64 - 1, 1234567890123456789])
def test_a_stream_is_a_pure_function_of_key_and_count(key: int) -> None:
    golden = 0x9E3779B97F4A7C15
    inner = splitmix((key + golden) % 2**64) ^ key
    stream = Random(key)
    assert [stream.next() for _ in range(50)] == [splitmix((inner + golden * i) % 2**64) for i in range(1, 51)]


def test_streams_never_change() -> None:
    """Records and seeds of today must mean the same for ever."""
    stream = Random(2025)
    assert [stream.next() for _ in range(2)] == [12660864684289503116, 18375640920211524401]
    assert [Random(2025).stream(k).next() for k in range(2)] == [342605659128205392, 14604962603150806974]
    stream = Random(2025).stream(7)
    assert [stream.below(bound) for bound in (2, 6, 100, 10**9, 1)] == [0, 1, 73, 988716243, 0]


def test_asking_for_a_stream_does_not_advance() -> None:
    one, other = Random(5), Random(5)
    one.stream(1).next()
    copy = one.copy()
    assert one.next() == other.next() == copy.next()
    assert copy.next() == one.next()


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 10, 52, 100, 1000])
def test_numbers_below_a_bound_are_uniform(bound: int) -> None:
    stream = Random(bound)
    found = [0] * bound
    for _ in range(20 * max(bound, 500)):
        found[stream.below(bound)] += 1
    assert bound == 1 or is_uniform(found)


@pytest.mark.parametrize(("bound", "parts"), [(3 * 2**30, 3), (2**32 - 1, 3), (5 * 2**29, 5)])
def test_large_bounds_have_no_bias(bound: int, parts: int) -> None:
    """Cutting 32 bits down without care would favour low numbers, or every third or fifth one."""
    stream, ranges, remainders = Random(11), [0] * parts, [0] * parts
    for _ in range(THROWS):
        number = stream.below(bound)
        assert 0 <= number < bound
        ranges[number * parts // bound] += 1
        remainders[number % parts] += 1
    assert is_uniform(ranges)
    assert is_uniform(remainders)


def test_streams_are_not_correlated() -> None:
    count = 2000
    roots = [
        Random(0),
        Random(1),
        Random(2**63),
        *(Random(3).stream(k) for k in range(5)),
        Random(3).stream(0).stream(0),
    ]
    columns = [[root.next() / 2**64 - 0.5 for _ in range(count)] for root in roots]
    for i, a in enumerate(columns):
        for b in columns[:i]:
            correlation = 12 * sum(x * y for x, y in zip(a, b, strict=True)) / count
            lagged = 12 * sum(x * y for x, y in zip(a[1:], b, strict=False)) / count
            assert max(abs(correlation), abs(lagged)) < 4.5 / sqrt(count)


def test_neighbouring_streams_and_keys_differ_in_half_their_bits() -> None:
    first = [Random(4).stream(k).next() for k in range(2000)] + [Random(k).next() for k in range(2000)]
    assert len(set(first)) == 4000
    distances = [(a ^ b).bit_count() for a, b in pairwise(first)]
    assert abs(mean(distances) - 32) < 4 * 4 / sqrt(len(distances))
    for bit in range(64):
        ones = sum(number >> bit & 1 for number in first)
        assert abs(ones - 2000) < 4.5 * sqrt(4000 / 4)
