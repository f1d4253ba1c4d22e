"""The compiled core against the slow reference engine, move by move: 25,000 turns, with `FULL=1` more than 100,000."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice, product
from zlib import crc32

import pytest

from hegemon import Group, SimultaneousGame, load_map, load_rules, map_names
from tests.game.amount import FULL
from tests.game.strategies import SIMULTANEOUS
from tests.game.twin import FastPlan, Twin, fast_plan, rules_for, wild_picks, wild_plan
from tests.reference_engine import simultaneous as reference

MAPS = (*map_names(), "grid(4, 3)", "random(40, seed=1)")

VARIANTS = (
    # Combat
    "soares2025(rounding=weighted-random)",
    "soares2025(luck_percent=50)",
    "soares2025(luck_percent=33, rounding=weighted-random, annihilation=one-stays)",
    "soares2025(halves=kills, scatter_armies_high=60)",
    "soares2025(scatter_armies_low=20, scatter_armies_high=90)",
    "soares2025(offense_kill_percent=100, defense_kill_percent=0)",
    "soares2025(offense_kill_percent=33, defense_kill_percent=87, luck_percent=7)",
    "soares2025(offense_kill_percent=0, luck_percent=100)",
    "warlight2(halves=doubles, luck_percent=0, neutral_armies=75, base_income=60)",
    "warlight2(halves=survivors, luck_percent=45)",
    "warzone(rounding=weighted-random, luck_percent=16)",
    # Moving
    "soares2025(stands_guard=1, same_link_twice=false)",
    "soares2025(moving_twice=never)",
    "soares2025(moving_twice=never, captured_frozen=true)",
    "soares2025(moving_twice=never, losses_frozen=true, stands_guard=1)",
    "warlight1(moving_twice=free, captured_frozen=true, losses_frozen=true)",
    "warlight1(same_link_twice=true, source_check=execution)",
    "warlight2(captured_frozen=false)",
    "warlight2(losses_frozen=false, stands_guard=0)",
    # Order of execution
    "soares2025(interleave=cycle)",
    "soares2025(interleave=coin-per-pair)",
    "soares2025(idle_orders=free)",
    "warlight1(interleave=cycle, idle_orders=use-slot)",
    "warlight2(interleave=fewer-deploys)",
    "warzone(interleave=coin-per-pair, idle_orders=free, source_check=execution)",
    # Deployment and refusals
    "soares2025(excess_deploy=allow)",
    "soares2025(excess_deploy=clip, base_income=20)",
    "soares2025(illegal_orders=drop)",
    "soares2025(illegal_orders=drop, excess_deploy=allow, base_income=0)",
    "warlight1(excess_deploy=refuse)",
    "warlight2(illegal_orders=refuse-plan)",
    # Start, picks, end
    "warlight2(start=scatter, territories_each=2, fog=dense)",
    "warlight1(picking=snake, territories_each=0, picks_told=true, round_cap=7)",
    "warlight2(picking=ranked, ranked_conflict=snake, offers_per_group=2)",
    "warlight2(picking=ranked, ranked_conflict=coin, start_armies=0, neutral_armies=0)",
    "warzone(wastelands=half-groups, territories_each=1, round_cap=12, round_cap_percent=50)",
    # Information
    "soares2025(fog=light)",
    "soares2025(fog=normal)",
    "soares2025(fog=dense, interleave=cycle)",
    "soares2025(fog=complete)",
    "warlight1(fog=complete)",
    "warzone(fog=light)",
    "warlight2(fog=dense)",
)
MAPS_PER_VARIANT = 3
LONGEST_GAME = 30


def turns_on(name: str) -> int:
    """More turns on small maps, where the reference is fast and territories change hands often."""
    size = len(load_map(name).territories)
    return 1200 if size <= 12 else 700 if size <= 26 else 500


def variants() -> Iterator[tuple[str, str, int]]:
    """Every variant on some maps, so that every map gets its share of variants."""
    names = cycle(MAPS)
    for variant in VARIANTS:
        for name in islice(names, MAPS_PER_VARIANT):
            yield name, variant, turns_on(name) // 2


PARAMETERS = [*((name, preset, turns_on(name)) for name, preset in product(MAPS, SIMULTANEOUS)), *variants()]


def test_a_full_run_compares_at_least_a_hundred_thousand_turns() -> None:
    assert sum(turns for _, _, turns in PARAMETERS) >= 100_000


def some_plan(twin: Twin, seat: int) -> FastPlan:
    """From either generator, or a wild one (made legal where the rules refuse the whole plan)."""
    kind = twin.rng.random()
    if kind < 0.60:
        plan = twin.core.random_plan(twin.fast, seat, twin.random)
        if kind < 0.08:
            plan = fast_plan(reference.random_plan(twin.map, twin.rules, twin.slow, seat, twin.rng))
        assert twin.refused(seat, plan) == []
        return plan
    plan = wild_plan(twin, seat)
    legal = twin.legal(seat, plan)
    twin.compare_genes(legal)
    return plan if twin.rules.illegal_orders == "drop" else legal


def some_picks(twin: Twin) -> list[FastPlan]:
    """Legal picks, after an attempt at others."""
    plans = [twin.core.random_plan(twin.fast, seat, twin.random) for seat in (0, 1)]
    for seat in (0, 1):
        assert twin.refused(seat, plans[seat]) == []
        wild = wild_picks(twin)
        if twin.refused(seat, wild) and seat in twin.deciders:
            twin.both_refuse_to_pick([wild if who == seat else plans[who] for who in (0, 1)])
    return plans


@pytest.mark.parametrize(("name", "rules", "turns"), PARAMETERS)
def test_the_core_does_what_the_reference_does(name: str, rules: str, turns: int) -> None:
    twin = Twin(SimultaneousGame(name, rules_for(name, load_rules(rules))), seed=crc32(f"{name} {rules}".encode()))
    compare(twin, turns if FULL else turns // 4)


def test_groups_that_cost_and_groups_that_overlap() -> None:
    """An income is never below nothing, however much the land costs."""
    costly = (Group("A", -9, (0, 1)), Group("B", 4, (1, 2)), Group("C", -3, (2, 3, 4)), Group("D", 0, (5,)))
    twin = Twin(SimultaneousGame(replace(load_map("hex"), groups=costly), "soares2025(base_income=3)"), seed=1)
    compare(twin, 600)
    assert {0, 3, 7} <= twin.incomes


def compare(twin: Twin, turns: int) -> None:
    """Play so many turns in both engines, over as many games as it takes."""
    while twin.turns < turns:
        if twin.over:
            assert [reason for _, reason in twin.refused(0, [(0, 0, 0, 1), (1, 0, 1, 1)])] == ["wrong phase"] * 2
        if twin.over or twin.slow.round >= LONGEST_GAME:
            twin.start()
        twin.compare_sight()
        picking = twin.slow.phase == "pick"
        plans = some_picks(twin) if picking else [some_plan(twin, seat) for seat in twin.deciders]
        twin.turn(plans, chance_from_core=twin.rng.random() < 0.5)
    assert twin.turns == turns
    assert min(twin.deeds[deed] for deed in ("deploy", "transfer", "attack", "idle")) > 0
