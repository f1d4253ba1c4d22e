"""The reference engine against answers known from elsewhere: published tables, statistics and hand-worked turns."""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from math import comb
from pathlib import Path
from typing import Any

import pytest

from hegemon.maps import load_map
from hegemon.rules import PRESETS, SimultaneousRules, load_rules
from tests.reference_engine.simultaneous import (
    Order,
    Plan,
    RefState,
    Tape,
    check_plan,
    combat,
    decode,
    encode,
    income,
    random_plan,
    resolve_turn,
    seat_to_pick,
    start,
    visible,
    winner,
)

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "simultaneous_cases.jsonl").read_text().splitlines()
]


def rules_of(spec: str) -> SimultaneousRules:
    rules = load_rules(spec)
    assert isinstance(rules, SimultaneousRules)
    return rules


SOARES, WARLIGHT1, WARLIGHT2, WARZONE = map(rules_of, ("soares2025", "warlight1", "warlight2", "warzone"))


def position(owners: list[int], armies: list[int], **more: Any) -> RefState:
    blank: dict[str, Any] = {
        "round": 0,
        "phase": "play",
        "first": 0,
        "offered": [False] * len(owners),
        "picked": [-1] * len(owners),
        "picks_each": 0,
    }
    return RefState(owners, armies, **(blank | more))


def picking(count: int, offered: list[int], picks_each: int) -> RefState:
    flags = [t in offered for t in range(count)]
    return position([-1] * count, [2] * count, phase="pick", offered=flags, picks_each=picks_each)


# --- Hand-worked turns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}: {case['why']}")
def test_hand_worked_turn(case: dict[str, Any]) -> None:
    rules, count = rules_of(case["rules"]), len(case["owners"])
    more: dict[str, Any] = {
        key: case[key] for key in ("round", "phase", "first", "picked", "picks_each") if key in case
    }
    more["offered"] = [t in case.get("offered", []) for t in range(count)]
    before = position(case["owners"], case["armies"], **more)
    untouched = deepcopy(before)
    # "chance" is the whole tape. Without it "first" is the coin under fewer-deploys; under cycle it is who begins.
    tape = Tape(case.get("chance", [case.get("first")] if rules.interleave == "fewer-deploys" else []))
    plans: list[Plan] = [[tuple(order) for order in plan] for plan in case["orders"]]
    after, _ = resolve_turn(load_map(case["map"]), rules, before, plans, tape)
    found = vars(after) | {"winner": winner(after)}
    assert {key: found[key] for key in case["expect"]} == case["expect"]
    assert tape.position == len(tape.entries)
    assert before == untouched


# --- Combat -------------------------------------------------------------------------------------------------------


def test_fewest_attackers_of_the_deterministic_rules() -> None:
    fewest = [next(a for a in range(1, 99) if combat(SOARES, a, d, Tape())[2]) for d in range(11)]
    assert fewest == [1, 2, 3, 5, 6, 8, 10, 11, 13, 15, 16]


def test_deterministic_combat_is_the_integer_formula() -> None:
    for a in range(1, 201):
        for d in range(201):
            attackers, defenders = (10 * a - 7 * d + 5) // 10, (10 * d - 6 * a + 5) // 10
            expected = (d - max(defenders, 0), a - max(attackers, 0), attackers > 0 and defenders <= 0)
            assert combat(SOARES, a, d, Tape()) == expected


def capture_probability(rules: SimultaneousRules, attackers: int, defenders: int) -> float:
    def chance(n: int, hits: int, p: float) -> float:
        return comb(n, hits) * p**hits * (1 - p) ** (n - hits)

    return sum(
        chance(attackers, k, 0.6) * chance(defenders, n, 0.7)
        for k in range(attackers + 1)
        for n in range(defenders + 1)
        if combat(rules, attackers, defenders, Tape([k, n]))[2]
    )


CHALLENGE_1 = {
    1: {1: 0.180, 2: 0.840, 3: 0.936, 4: 0.974},
    2: {2: 0.184, 3: 0.648, 4: 0.821, 5: 0.913, 6: 0.959},
    3: {3: 0.142, 4: 0.475, 5: 0.683, 6: 0.821, 8: 0.950},
    4: {4: 0.098, 6: 0.544, 8: 0.826, 10: 0.945},
    5: {5: 0.065, 8: 0.594, 10: 0.834, 12: 0.943},
    6: {6: 0.041, 10: 0.633, 12: 0.842, 14: 0.942},
    7: {10: 0.382, 14: 0.850, 16: 0.942},
    10: {15: 0.403, 16: 0.527},
}
CHALLENGE_2 = {
    1: {1: 0, 2: 1, 3: 1},
    2: {2: 0, 3: 1, 4: 1},
    3: {3: 0, 4: 0.1296, 5: 1, 6: 1},
    4: {5: 0, 6: 0.821, 7: 1, 8: 1},
    5: {6: 0, 7: 0.028, 8: 0.950, 9: 1},
    6: {8: 0, 9: 0.232, 10: 0.988, 11: 1},
    7: {10: 0.006, 11: 0.753, 12: 0.997},
    10: {15: 0.027, 16: 0.716, 17: 0.989},
}


@pytest.mark.parametrize(("rules", "table"), [(WARLIGHT1, CHALLENGE_1), (WARLIGHT2, CHALLENGE_2)])
def test_capture_probabilities_of_the_challenges(rules: SimultaneousRules, table: dict[int, dict[int, float]]) -> None:
    for defenders, row in table.items():
        for attackers, published in row.items():
            assert capture_probability(rules, attackers, defenders) == pytest.approx(published, abs=0.00051)


# --- Order of execution -------------------------------------------------------------------------------------------


def test_fewer_deploy_orders_move_first() -> None:
    board = load_map("simple")
    before = position([0, 0, 0, 0, -1, 1, 1, 1, 1], [2] * 9)
    for mine in range(5):
        for theirs in range(5):
            for coin in (0, 1):
                ours: Plan = [("deploy", 3, 1) for _ in range(mine)]
                other: Plan = [("deploy", 5, 1) for _ in range(theirs)]
                plans: list[Plan] = [[*ours, ("move", 3, 4, 1)], [*other, ("move", 5, 4, 1)]]
                _, log = resolve_turn(board, SOARES, before, plans, Tape([coin]))
                first_mover = next(entry["seat"] for entry in log if entry["did"] != "deploy")
                assert first_mover == (coin if mine == theirs else int(theirs < mine))


# --- Start and picks ----------------------------------------------------------------------------------------------


def test_scatter_gives_two_territories_each_and_armies_up_to_four() -> None:
    rng = random.Random(1)
    states = [start(load_map("italy"), SOARES, rng) for _ in range(300)]
    assert all(Counter(state.owners) == {-1: 16, 0: 2, 1: 2} for state in states)
    assert {n for state in states for n in state.armies} == {0, 1, 2, 3, 4}


def test_offers_of_the_first_challenge() -> None:
    board, rng = load_map("earth"), random.Random(2)
    for _ in range(50):
        state = start(board, WARLIGHT1, rng)
        assert [sum(state.offered[t] for t in group.members) for group in board.groups] == [2] * 6
        assert (state.phase, state.picks_each, set(state.armies)) == ("pick", 3, {2})


def test_wastelands_and_picks_of_the_second_challenge() -> None:
    board, rng = load_map("earth"), random.Random(3)
    wastelands, picks = Counter[int](), Counter[int]()
    for _ in range(2000):
        state = start(board, WARLIGHT2, rng)
        assert all(state.armies[t] == 2 for t in range(42) if state.offered[t])
        wastelands[state.armies.count(6)] += 1
        picks[state.picks_each] += 1
    # Three draws among 42: all different with probability 41/42 * 40/42; six offers, none to give up.
    assert 0.91 < wastelands[3] / 2000 < 0.95
    assert set(wastelands) <= {1, 2, 3}
    assert set(picks) == {3}


def test_picks_shrink_by_a_quarter_for_every_two_offers_beyond_six() -> None:
    board, rules, rng = load_map("italy"), WARLIGHT2.with_(wastelands="none"), random.Random(4)
    picks = Counter(start(board, rules, rng).picks_each for _ in range(2000))
    assert set(picks) == {3, 4, 5}  # ten groups, so two chances to lose one
    assert abs(picks[5] / 2000 - 0.5625) < 0.045
    assert abs(picks[3] / 2000 - 0.0625) < 0.022


def test_snake_draft_goes_abbaabba() -> None:
    board, rng = load_map("banana"), random.Random(5)
    state, seats = start(board, WARLIGHT2.with_(offers_per_group=2, wastelands="none"), rng), []
    state.picks_each = 4
    while state.phase == "pick":
        seats.append(seat_to_pick(state))
        plans = [random_plan(board, WARLIGHT2, state, seat, rng) for seat in (0, 1)]
        state, _ = resolve_turn(board, WARLIGHT2, state, plans, Tape())
    assert seats == [0, 1, 1, 0, 0, 1, 1, 0]
    assert Counter(state.owners) == {-1: 4, 0: 4, 1: 4}


def test_ranked_picks_give_every_seat_its_number() -> None:
    board, rng = load_map("earth"), random.Random(6)
    for rules in (WARLIGHT1, WARZONE):
        for _ in range(100):
            state = start(board, rules, rng)
            plans = [random_plan(board, rules, state, seat, rng) for seat in (0, 1)]
            state, _ = resolve_turn(board, rules, state, plans, Tape(rng=rng))
            assert (state.phase, Counter(state.owners)) == ("play", {-1: 36, 0: 3, 1: 3})


# --- Legality, sight, genes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "plan", "complaints"),
    [
        (SOARES, [("pick", 0), ("deploy", 9, 1), ("deploy", -1, 1)], ["wrong phase", *["no such territory"] * 2]),
        (SOARES, [("deploy", 3, 0), ("move", 0, 0, 1)], ["not your territory", "not adjacent"]),
        (SOARES, [("move", 0, 2, 0), ("move", 0, 1, 0)], ["not adjacent", "needs at least one army"]),
        (SOARES, [("move", 4, 5, 1)], [None]),
        (WARZONE, [("move", 4, 9, 1), ("move", 4, 5, 1)], ["no such territory", "not your territory"]),
        (SOARES, [("deploy", 0, 7), ("deploy", 1, 1)], [None, "more than the income"]),
        (SOARES, [("deploy", 0, 4), ("deploy", 1, 4), ("deploy", 2, 3)], [None, "more than the income", None]),
        (
            SOARES.with_(excess_deploy="allow"),
            [("deploy", 0, 7)] * 2 + [("deploy", 0, 8)],
            [None] * 2 + ["more than the income"],
        ),
        (WARLIGHT1, [("deploy", 0, 99), ("deploy", 0, 1)], [None, "more than the income"]),
    ],
)
def test_complaints(rules: SimultaneousRules, plan: Plan, complaints: list[str | None]) -> None:
    state = position([0, 0, 0, 1, 1, -1, -1, -1, -1], [2] * 9)
    expected = [(index, reason) for index, reason in enumerate(complaints) if reason]
    assert check_plan(load_map("simple"), rules, state, 0, plan) == expected


def test_complaints_about_picks() -> None:
    board, state = load_map("simple"), picking(9, [0, 3, 6, 8], 1)

    def check(rules: SimultaneousRules, *picks: int) -> list[tuple[int, str]]:
        return check_plan(board, rules, state, 0, [("pick", t) for t in picks])

    assert check(WARLIGHT1, 0, 3) == []
    assert check(WARLIGHT1, 1, 3) == [(0, "not offered")]
    assert check(WARLIGHT1, 3, 3) == [(1, "named twice")]
    assert check(WARLIGHT1, 3) == [(1, "wrong number of picks")]
    assert check(WARLIGHT1, 0, 3, 6) == [(2, "wrong number of picks")]
    assert check(WARLIGHT2, 0) == []
    assert check_plan(board, WARLIGHT1, state, 0, [("deploy", 0, 1), ("pick", 3)]) == [(0, "wrong phase")]
    state.picked[0] = 0
    assert check(WARLIGHT2, 3) == [(0, "wrong number of picks")]  # seat 1 picks now
    assert check_plan(board, WARLIGHT2, state, 1, [("pick", 0)]) == [(0, "not offered")]


def test_income_counts_whole_groups_only() -> None:
    assert income(load_map("simple"), SOARES, position([0, 0, 0, 1, 1, -1, 1, 1, 1], [0] * 9), 0) == 7
    assert income(load_map("simple"), SOARES, position([0, 0, -1, 1, 1, 1, 1, 1, 1], [0] * 9), 1) == 9
    assert income(load_map("triangle"), SOARES, position([0, 0, 1], [0] * 3), 0) == 7


@pytest.mark.parametrize(
    ("fog", "owners", "armies"),
    [
        ("none", "012345678", "012345678"),
        ("light", "012345678", "345"),
        ("normal", "345", "345"),
        ("dense", "345", "4"),
        ("complete", "4", "4"),
    ],
)
def test_fog(fog: str, owners: str, armies: str) -> None:
    state = position([1, -1, -1, -1, 0, 1, -1, -1, -1], [2] * 9)
    seen = visible(load_map("simple"), WARZONE.with_(fog=fog), state, 0)
    assert ["".join(str(t) for t in range(9) if flags[t]) for flags in seen] == [owners, armies]


def test_genes() -> None:
    sizes = [len(encode(load_map(name), [])) for name in ("simple", "banana", "owl-island", "italy")]
    assert sizes == [25, 46, 52, 94]
    plan: Plan = [("move", 1, 0, 4), ("move", 0, 1, 1), ("deploy", 2, 3), ("move", 1, 0, 2), ("move", 2, 3, 5)]
    genes = encode(load_map("simple"), plan)
    assert {i: n for i, n in enumerate(genes) if n} == {2: 3, 9: 1, 17: 6, 15: 5}
    tidy: list[Order] = [("deploy", 2, 3), ("move", 0, 1, 1), ("move", 1, 0, 6), ("move", 2, 3, 5)]
    assert decode(load_map("simple"), genes) == tidy


# --- Whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.family == "simultaneous"])
def test_random_games_are_legal_and_replay_from_the_tape(name: str) -> None:
    rules, rng = rules_of(name).with_(round_cap=20, round_cap_percent=0), random.Random(7)
    for board in map(load_map, ("banana", "italy", "earth")):
        state = start(board, rules, rng)
        while state.phase != "over":
            plans = [random_plan(board, rules, state, seat, rng) for seat in (0, 1)]
            assert [check_plan(board, rules, state, seat, plans[seat]) for seat in (0, 1)] == [[], []]
            tape = Tape(rng=rng)
            outcome = resolve_turn(board, rules, state, plans, tape)
            assert resolve_turn(board, rules, state, plans, Tape(tape.entries)) == outcome
            state, _ = outcome
            assert min(state.armies) >= rules.stands_guard or rules.start == "scatter"


@pytest.mark.parametrize(
    ("name", "turns", "orders"), [("simple", 12.27, 5.28), ("banana", 11.74, 9.85), ("italy", 10.90, 14.03)]
)
def test_random_play_has_the_published_length(name: str, turns: float, orders: float) -> None:
    """Turns a game, and orders of both seats a turn, within four standard errors; games end after 100 turns."""
    board, rules, rng, games = load_map(name), SOARES.with_(round_cap=100), random.Random(8), []
    for _ in range(500):
        state, given = start(board, rules, rng), 0
        while state.phase != "over":
            plans = [random_plan(board, rules, state, seat, rng) for seat in (0, 1)]
            given += sum(map(len, plans))
            state, _ = resolve_turn(board, rules, state, plans, Tape(rng=rng))
        games.append((state.round, given))
    count = len(games)
    mean = sum(length for length, _ in games) / count
    error = (sum((length - mean) ** 2 for length, _ in games) / (count - 1) / count) ** 0.5
    assert abs(mean - turns) < 4 * error
    ratio = sum(given for _, given in games) / (count * mean)
    ratio_error = (sum((given - ratio * length) ** 2 for length, given in games) / (count - 1) / count) ** 0.5 / mean
    assert abs(ratio - orders) < 4 * ratio_error
