"""Random play has the statistics that were published for it, and starts are drawn as the rules say."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from statistics import mean, variance

import pytest

from hegemon import Plan, Random, SimultaneousGame, SimultaneousRules
from tests.game.twin import fast_plan, slow_state
from tests.reference_engine import simultaneous as reference

PUBLISHED_GAMES = 2600  # the least: 2,600 to 5,900 games a map
BATCHES, GAMES_A_BATCH = 300, 100


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in 100,000 times (Wilson and Hilferty's approximation)."""
    width = 2 / (9 * freedom)
    return float(freedom * (1 - width + 4.265 * sqrt(width)) ** 3)


def chi_square(found: list[int], expected: list[float]) -> float:
    return sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True))


def is_uniform(found: list[int]) -> bool:
    return chi_square(found, [sum(found) / len(found)] * len(found)) < chi_square_limit(len(found) - 1)


# --- Published figures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "turns", "orders"), [("simple", 12.27, 5.28), ("banana", 11.74, 9.85), ("italy", 10.90, 14.03)]
)
def test_random_games_have_the_published_length_and_number_of_orders(name: str, turns: float, orders: float) -> None:
    """Turns a game (100 at most) and orders of both seats a turn, within four standard errors of both samples."""
    core = SimultaneousGame(name, "soares2025").core
    batches = [
        core.play_random(seed=77, first=GAMES_A_BATCH * i, count=GAMES_A_BATCH, turn_limit=100, threads=1)
        for i in range(BATCHES)
    ]
    lengths = [batch.turns / batch.games for batch in batches]
    ratios = [batch.orders / batch.turns for batch in batches]
    assert abs(mean(lengths) - turns) < tolerance(lengths)
    per_turn = sum(batch.orders for batch in batches) / sum(batch.turns for batch in batches)
    assert abs(per_turn - orders) < tolerance(ratios)


def tolerance(batches: list[float]) -> float:
    one_game = variance(batches) * GAMES_A_BATCH
    return 4 * sqrt(one_game / PUBLISHED_GAMES + one_game / (GAMES_A_BATCH * len(batches))) + 0.005  # their rounding


@pytest.mark.parametrize(("name", "shares"), [("simple", (0.502, 0.488, 0.010)), ("italy", (0.500, 0.500, 0.000))])
def test_seats_win_their_published_shares(name: str, shares: tuple[float, float, float]) -> None:
    games = 20_000
    totals = SimultaneousGame(name, "soares2025").core.play_random(
        seed=78, first=0, count=games, turn_limit=100, threads=1
    )
    for found, share in zip((*totals.wins, totals.undecided), shares, strict=True):
        spread = max(share * (1 - share), 0.0004)
        assert abs(found / games - share) < 4 * sqrt(spread / PUBLISHED_GAMES + spread / games) + 0.0005


@pytest.mark.parametrize("rules", ["soares2025", "warlight1", "warlight2", "warzone"])
def test_no_seat_is_favoured(rules: str) -> None:
    wins = (
        SimultaneousGame("banana", rules)
        .core.play_random(seed=79, first=0, count=10_000, turn_limit=100, threads=1)
        .wins
    )
    assert abs(wins[0] - wins[1]) < 4 * sqrt(sum(wins))


# --- Starts -------------------------------------------------------------------------------------------------------


def test_scattered_starts_are_uniform() -> None:
    """Armies 0 to 4 on every territory alike, and every territory as likely to be anybody's."""
    game, games, size = SimultaneousGame("banana", "soares2025"), 4000, 12
    armies = [Counter[int]() for _ in range(size)]
    owners: dict[int, Counter[int]] = {-1: Counter(), 0: Counter(), 1: Counter()}
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(games):
        start = game.start(seed)
        assert Counter(start.owners.tolist()) == {-1: 8, 0: 2, 1: 2}
        for t, (owner, count) in enumerate(zip(start.owners.tolist(), start.armies.tolist(), strict=True)):
            armies[t][count] += 1
            owners[owner][t] += 1
        pairs[tuple(t for t, owner in enumerate(start.owners.tolist()) if owner == 0)] += 1
    assert all(is_uniform([counts[n] for n in range(5)]) for counts in armies)
    assert sum(counts.total() for counts in armies) == sum(counts[n] for counts in armies for n in range(5))
    assert all(is_uniform([owners[seat][t] for t in range(size)]) for seat in owners)
    assert len(pairs) == size * (size - 1) // 2
    assert is_uniform(list(pairs.values()))


def test_wastelands_and_offers_of_the_second_challenge() -> None:
    """Half as many draws as groups, a repeated draw is lost; one offer a group, never a wasteland."""
    game, games = SimultaneousGame("earth", "warlight2"), 3000
    found: Counter[int] = Counter()
    for seed in range(games):
        start = game.start(seed)
        found[len(start.wastelands)] += 1
        assert [len(set(start.offered) & set(group.members)) for group in game.map.groups] == [1] * 6
        assert not set(start.offered) & set(start.wastelands)
        assert all(start.armies[t] == (6 if t in start.wastelands else 2) for t in range(42))
    three, one = 41 / 42 * 40 / 42, 1 / 42**2
    expected = [games * share for share in (three, 1 - three)]
    assert chi_square([found[3], found[2] + found[1]], expected) < chi_square_limit(1)
    assert found[1] < games * one + 5 * sqrt(games * one) + 3


def test_picks_shrink_by_a_quarter_for_every_two_offers_beyond_six() -> None:
    game, games = SimultaneousGame("italy", "warlight2(wastelands=none)"), 3000
    picks = Counter(game.start(seed).picks_each for seed in range(games))
    assert set(picks) == {3, 4, 5}
    expected = [games * share for share in (0.0625, 0.375, 0.5625)]
    assert chi_square([picks[3], picks[4], picks[5]], expected) < chi_square_limit(2)


def test_who_begins_is_drawn_at_the_start_where_it_alternates() -> None:
    begins = [SimultaneousGame("hex", "warzone").start(seed).core.first for seed in range(1000)]
    assert is_uniform([begins.count(0), begins.count(1)])
    assert {SimultaneousGame("simple").start(seed).core.first for seed in range(50)} == {0}


# --- The generator of plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "owners", "armies"),
    [
        ("triangle", "soares2025(base_income=2)", [0, 1, -1], [3, 1, 0]),
        ("diamond", "soares2025(base_income=1)", [0, 0, 1, -1], [2, 3, 1, 4]),
        ("simple", "soares2025(base_income=1)", [0, 0, 0, 0, 1, -1, -1, 0, -1], [1, 2, 0, 3, 1, 1, 0, 2, 2]),
        ("hex", "warlight1(base_income=1)", [0, 0, 0, 1, -1, 0], [2, 1, 4, 3, 1, 2]),
    ],
)
def test_plans_are_distributed_as_those_of_the_reference(
    name: str, rules: str, owners: list[int], armies: list[int]
) -> None:
    """Two samples of whole plans, compared by chi-square over all plans that are not rare."""
    game = SimultaneousGame(name, rules)
    assert isinstance(game.rules, SimultaneousRules)
    state, stream, rng, many, few = game.position(owners, armies), Random(80), random.Random(80), 30_000, 6000
    fast = Counter(str(state.random_plan(0, stream)) for _ in range(many))
    slow: Counter[str] = Counter()
    for _ in range(few):
        plan = reference.random_plan(game.map, game.rules, slow_state(state.core), 0, rng)
        slow[str(Plan.from_core(fast_plan(plan)))] += 1
    common = [plan for plan, count in fast.items() if count >= 50]
    assert len(common) >= 4
    table = [(fast[plan], slow[plan]) for plan in common]
    table.append((many - sum(row[0] for row in table), few - sum(row[1] for row in table)))
    rows = [row for row in table if sum(row) >= 60]
    total = 0.0
    for row in rows:
        for found, share in zip(row, (many / (many + few), few / (many + few)), strict=True):
            total += (found - sum(row) * share) ** 2 / (sum(row) * share)
    assert total < chi_square_limit(len(rows) - 1)


def test_the_generator_asks_for_one_army_too_many_against_some_garrisons() -> None:
    """As published: at least round(defenders / 0.6), although for 4, 7, 10, ... one fewer would do."""
    for defenders, least in {0: 1, 1: 2, 2: 3, 3: 5, 4: 7, 5: 8, 6: 10, 7: 12, 8: 13, 9: 15, 10: 17}.items():
        state = SimultaneousGame("simple", "soares2025(base_income=0)").position(
            [0, -1, -1, -1, -1, -1, -1, -1, 1], [20, defenders, 0, 0, 0, 0, 0, 0, 1]
        )
        stream = Random(defenders)
        sizes = {move.armies for _ in range(600) for move in state.random_plan(0, stream).moves}
        assert sizes == set(range(least, 21))
