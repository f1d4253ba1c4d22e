"""The classic reference against answers known from elsewhere: dice tables, published statistics, hand-worked turns."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from statistics import mean
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from hegemon.maps import Map, load_map
from hegemon.rules.classic import ClassicRules
from tests.reference_engine.classic import (
    AWAY,
    DECK,
    RefState,
    amounts,
    blitz_odds,
    chance_outcomes,
    duel_odds,
    held,
    income,
    legal,
    returns,
    roll_odds,
    set_value,
    sets,
    start,
)
from tests.reference_engine.classic_hex import HEX, RULES, actions, give, play, position
from tests.reference_engine.classic_play import playout, throw

CLASSIC, SWISS, HEREDIA = RULES["classic"], RULES["swiss2025"], RULES["heredia2022"]


# --- Battles ------------------------------------------------------------------------------------------------------


def test_dice_tables() -> None:
    table = {  # of all throws, those in which the attacker loses 0, 1, 2
        (1, 1): [15, 21],
        (2, 1): [125, 91],
        (3, 1): [855, 441],
        (1, 2): [55, 161],
        (2, 2): [295, 420, 581],
        (3, 2): [2890, 2611, 2275],
    }
    for dice, throws in table.items():
        assert roll_odds(*dice) == [Fraction(n, 6 ** sum(dice)) for n in throws]


def test_blitz_win_chances() -> None:
    published = {(2, 1): 0.4167, (3, 1): 0.7542, (3, 2): 0.3627, (4, 1): 0.9164}
    published |= {(4, 2): 0.6560, (4, 3): 0.4703, (5, 3): 0.6416, (6, 5): 0.5062}
    for (source, target), chance in published.items():
        odds = blitz_odds(source - 1, target)
        assert float(sum(p for (_, d), p in odds.items() if d == 0)) == pytest.approx(chance, abs=5e-5)


def test_fair_duels() -> None:
    def win(committed: int, defenders: int) -> Fraction:
        return sum((p for (_, d), p in duel_odds(committed, defenders).items() if d == 0), Fraction(0))

    assert [win(k, 1) for k in (2, 3, 4)] == [Fraction(1, 2), Fraction(3, 4), Fraction(7, 8)]
    assert [win(2, d) for d in (1, 2, 3)] == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)]
    assert all(win(d + 1, d) == Fraction(1, 2) for d in range(1, 12))  # as many lives on both sides
    assert duel_odds(3, 2) == {end: Fraction(1, 4) for end in ((3, 0), (2, 0), (1, 2), (1, 1))}


def test_distributions_sum_to_one() -> None:
    for a in range(1, 12):
        for d in range(1, 12):
            assert sum(blitz_odds(a, d).values()) == 1
            assert sum(duel_odds(a + 1, d).values()) == 1
            assert all((a_left == 0) != (d_left == 0) for a_left, d_left in blitz_odds(a, d))


@pytest.mark.parametrize("battle", ["dice", "fair-duel"])
def test_thrown_dice_agree_with_the_odds(battle: str) -> None:
    rules = CLASSIC.with_(battle=battle, attack_armies="any")
    state = play(rules, position(rules, [0, 1] * 3, [6, 3, 1, 1, 1, 1]), ("attack", 0, 1, 5, 0))
    odds = dict(chance_outcomes(HEX, rules, state))
    assert sum(odds.values()) == 1
    assert list(odds) == list(range(0 if battle == "dice" else 1, 8))
    rng, games = random.Random(5), 4000
    seen = Counter(throw(HEX, rules, state, rng) for _ in range(games))
    assert set(seen) <= set(odds)
    assert sum((seen[o] - games * p) ** 2 / (games * p) for o, p in odds.items()) < 25  # chi square, 6 or 7 degrees


# --- Lists of actions ---------------------------------------------------------------------------------------------


def test_amounts() -> None:
    assert [amounts("one-half-all", n, True) for n in (1, 2, 3, 4)] == [[1, 1], [1, 1, 2], [1, 1, 3], [1, 2, 4]]
    assert [amounts("one-half-all", n, False) for n in (1, 2, 3, 4)] == [[1], [1, 2], [1, 3], [1, 2, 4]]
    assert (amounts("any", 3, True), amounts("all", 3, True)) == ([1, 2, 3], [3])


def test_attack_lists() -> None:
    state = position(CLASSIC, [0, 1, 1, 0, 1, 1], [4, 1, 1, 2, 1, 1])
    both = [("attack", s, t, *how) for s, t in ((0, 1), (0, 5)) for how in ((3, 0), (0, 3))]
    both += [("attack", s, t, *how) for s, t in ((3, 2), (3, 4)) for how in ((1, 0), (0, 1))]
    assert actions(CLASSIC, state) == [*both, ("pass",)]
    chosen = CLASSIC.with_(attack_dice="choose", attack_armies="any")
    assert actions(chosen, state)[:6] == [("attack", 0, 1, n, 0) for n in (1, 2, 3)] + [
        ("attack", 0, 1, 0, d) for d in (1, 2, 3)
    ]
    duel = CLASSIC.with_(attack_mode="blitz", battle="fair-duel", attack_armies="any")
    assert actions(duel, state)[:3] == [("attack", 0, 1, n, 0) for n in (2, 3, 4)]
    assert actions(duel, state)[6:] == [("attack", 3, 2, 2, 0), ("attack", 3, 4, 2, 0), ("pass",)]


def test_fortify_lists() -> None:
    state = position(CLASSIC, [0, 0, 0, 1, 0, 1], [3, 1, 1, 1, 9, 1], phase="fortify")
    far = [("fortify", 0, t, n) for t in (1, 2) for n in (1, 2)]
    assert actions(CLASSIC, state) == [*far, ("pass",)]  # 4 is cut off
    assert actions(CLASSIC.with_(fortify="adjacent"), state) == [*far[:2], ("pass",)]
    assert actions(CLASSIC.with_(fortify_where="border"), state) == [*far[2:], ("pass",)]
    doubled = CLASSIC.with_(fortify_amounts="one-half-all", duplicates=True)
    assert actions(doubled, state)[:3] == [("fortify", 0, 1, n) for n in (1, 1, 2)]


def test_moved_armies_stay_moved() -> None:
    state = position(HEREDIA, [0, 0, 0, 1, 1, 1], [3, 2, 1, 1, 1, 1])
    state = play(HEREDIA, state, ("pass",), ("fortify", 0, 1, 2))
    assert (state.armies[:3], state.movable) == ([1, 4, 1], [1, 2, 1, 0, 0, 0])
    assert actions(HEREDIA, state) == [("fortify", 1, 0, 2), ("fortify", 1, 2, 2), ("pass",)]
    state = play(HEREDIA, state, ("fortify", 1, 2, 2))
    assert state.armies == [1, 2, 3, 1, 1, 1]
    assert actions(HEREDIA, state) == [("fortify", 2, 1, 1), ("pass",)]  # its own first army, not one that came
    assert actions(HEREDIA, play(HEREDIA, state, ("fortify", 2, 1, 1))) == [("pass",)]


# --- Conquest -----------------------------------------------------------------------------------------------------


def test_occupation_after_a_blitz() -> None:
    owners, armies = [0, 1, 1, 0, 1, 1], [10, 2, 1, 1, 1, 1]
    rules = CLASSIC.with_(attack_armies="any")
    state = play(rules, position(rules, owners, armies), ("attack", 0, 1, 6, 0), 4)  # five of six survive
    assert actions(rules, state) == [("occupy", n) for n in (3, 4, 5)]
    assert play(rules, state, ("occupy", 3)).armies == [6, 3, 1, 1, 1, 1]
    at_once = play(rules, position(rules, owners, armies), ("attack", 0, 1, 6, 0), 1)
    assert (at_once.phase, at_once.armies[:2], at_once.owners[1]) == ("attack", [4, 2], 0)
    lost = play(rules, position(rules, owners, armies), ("attack", 0, 1, 6, 0), 6)
    assert (lost.phase, lost.armies[:2], lost.conquered) == ("attack", [4, 1], False)
    one = rules.with_(occupy="one")
    assert play(one, position(one, owners, armies), ("attack", 0, 1, 6, 0), 4).armies[:2] == [8, 1]


def test_occupation_after_a_roll() -> None:
    state = position(CLASSIC, [0, 1, 1, 0, 1, 1], [6, 2, 1, 1, 1, 1])
    state = play(CLASSIC, state, ("attack", 0, 1, 0, 3))
    assert state.pending == ("roll", 0, 1, 3, 2)
    assert play(CLASSIC, state, 1).armies[:2] == [5, 1]
    assert actions(CLASSIC, play(CLASSIC, state, 0)) == [("occupy", n) for n in (3, 4, 5)]
    assert play(CLASSIC, state, 0, ("occupy", 4)).armies[:2] == [2, 4]


def test_duels_keep_one_at_home() -> None:
    rules = RULES["aminian2020"]
    state = position(rules, [0, 1, 1, 0, 1, 1], [5, 2, 1, 1, 1, 1])
    assert play(rules, state, ("attack", 0, 1, 5, 0), 3).armies[:2] == [1, 3]
    assert play(rules, state, ("attack", 0, 1, 4, 0), 2).armies[:2] == [1, 3]
    assert play(rules, state, ("attack", 0, 1, 5, 0), 6).armies[:2] == [1, 2]
    assert play(rules, state, ("attack", 0, 1, 3, 0), 3).armies[:2] == [3, 1]


def test_the_last_conquest() -> None:
    state = position(CLASSIC, [0, 0, 0, 0, 0, 1], [9, 1, 1, 1, 1, 1])
    over = play(CLASSIC, state, ("attack", 0, 5, 8, 0), 7)
    assert (over.phase, over.winner, returns(over), actions(CLASSIC, over)) == ("over", 0, [1.0, -1.0], [])
    state = position(SWISS, [0, 0, 0, 0, 0, 1], [9, 1, 1, 1, 1, 1])
    going = play(SWISS, state, ("attack", 0, 5, 8, 0), 7)
    assert (going.phase, actions(SWISS, going)) == ("attack", [("pass",)])
    over = play(SWISS, going, ("pass",), ("fortify", 5, 2, 3))
    assert (over.phase, over.winner, over.turns, over.decisions) == ("over", 0, 1, 3)


def test_captured_cards_are_traded_at_once() -> None:
    state = position(CLASSIC, [0, 0, 0, 0, 1, 2], [9, 1, 1, 1, 1, 1])
    state = give(CLASSIC, state, {0: [0, 3], 2: [1, 2, 4, 5]})
    state = play(CLASSIC, state, ("attack", 0, 5, 8, 0), 7, ("occupy", 3))
    assert (state.phase, state.mid_trade, held(HEX, CLASSIC, state, 0)) == ("trade", True, [0, 1, 2, 3, 4, 5])
    assert ("pass",) not in actions(CLASSIC, state)
    assert actions(CLASSIC, state)[:3] == [("trade", 0, 1, 2, t) for t in (0, 1, 2)]
    state = play(CLASSIC, state, ("trade", 0, 1, 2, 1))
    assert (state.phase, state.to_place, state.trades, state.armies[1]) == ("place", 4, 1, 3)
    state = play(CLASSIC, state, ("place", 5, 4))
    assert (state.phase, state.mid_trade, state.armies[5]) == ("attack", False, 7)
    for capture, holder in (("keep", 0), ("discard", AWAY)):
        rules = CLASSIC.with_(capture_hands=capture)
        state = position(rules, [0, 0, 0, 0, 1, 2], [9, 1, 1, 1, 1, 1])
        state = give(rules, state, {0: [0, 3], 2: [1, 2, 4, 5]})
        state = play(rules, state, ("attack", 0, 5, 8, 0), 7, ("occupy", 3))
        assert (state.phase, {1, 2, 4, 5} <= set(held(HEX, rules, state, holder))) == ("attack", True)


# --- Turns, income and cards --------------------------------------------------------------------------------------


def test_income() -> None:
    board = load_map("classic")
    state = start(board, CLASSIC, 2, random.Random(1))
    state.owners = [0] * 11 + [1] * 31
    assert [income(board, CLASSIC.with_(groups_pay=False), state, seat) for seat in (0, 1)] == [3, 10]
    state = position(HEREDIA, [0, 0, 1, 0, 1, 1], [5, 5, 1, 1, 2, 1])
    assert [income(HEX, HEREDIA, state, seat) for seat in (0, 1)] == [4, 12]
    for state.round, paid in ((3, [4, 12]), (4, [4, 13])):  # 9 becomes 9.92, then 10.42
        assert [income(HEX, HEREDIA.with_(group_growth_percent=5), state, seat) for seat in (0, 1)] == paid
    assert [income(HEX, RULES["yao2025"], state, seat) for seat in (0, 1)] == [3 + 1, 1 + 9]
    assert [income(HEX, RULES["yao2025-code"], state, seat) for seat in (0, 1)] == [1 + 1, 1 + 9]


def test_the_army_cap_and_an_income_of_nothing() -> None:
    rules = RULES["yao2025-code"]
    state = position(rules, [0, 1, 0, 1, 1, 1], [1, 1, 1, 60, 1, 1])
    state = play(rules, state, ("pass",), ("pass",))
    assert (state.mover, state.to_place, state.turns, state.round) == (1, 1, 1, 1)
    state = play(rules, state, ("place", 3, 1), ("pass",), ("pass",))
    assert (state.mover, state.phase, state.to_place, state.turns, state.round) == (0, "attack", 0, 2, 2)


def test_card_values() -> None:
    escalating = [set_value(HEX, CLASSIC, (0, 1, 2), trades) for trades in range(9)]
    assert escalating == [4, 6, 8, 10, 12, 15, 20, 25, 30]
    fixed = CLASSIC.with_(card_values="fixed")
    board = load_map("classic")  # wildcards are 42 and 43
    table = {(0, 3, 6): 4, (1, 4, 7): 6, (2, 5, 8): 8, (0, 3, 42): 4, (2, 5, 43): 8}
    table |= {(0, 1, 2): 10, (0, 2, 42): 10, (1, 42, 43): 10}
    assert {cards: set_value(board, fixed, cards, 5) for cards in table} == table


def test_sets_and_trading() -> None:
    state = give(CLASSIC, position(CLASSIC, [0, 1] * 3, [2] * 6), {1: [0, 1, 3, 6]})
    assert sets(HEX, CLASSIC, state, 1) == [(0, 1, 6), (0, 3, 6), (1, 3, 6)]
    state = play(CLASSIC, state, ("pass",), ("pass",))
    assert (state.phase, state.to_place) == ("trade", 3)
    choices = [(0, 1, 6, 1), (0, 3, 6, 3), (1, 3, 6, 1), (1, 3, 6, 3)]
    assert actions(CLASSIC, state) == [*(("trade", *choice) for choice in choices), ("pass",)]
    traded = play(CLASSIC, state, ("trade", 1, 3, 6, 3))
    assert (traded.phase, traded.to_place, traded.armies) == ("place", 7, [2, 2, 2, 4, 2, 2])
    assert held(HEX, CLASSIC, traded, AWAY) == [1, 3, 6]
    each = CLASSIC.with_(card_bonus_on="each")
    assert actions(each, state)[-2:] == [("trade", 1, 3, 6, -1), ("pass",)]
    assert play(each, state, ("trade", 1, 3, 6, -1)).armies == [2, 4, 2, 4, 2, 2]
    first = CLASSIC.with_(card_bonus_on="first")
    assert play(first, state, ("trade", 1, 3, 6, -1)).armies == [2, 4, 2, 2, 2, 2]
    assert play(first, state, ("trade", 0, 1, 6, -1)).armies == [2] * 6


def test_new_decks() -> None:
    state = position(HEREDIA, [0, 1] * 3, [2] * 6, conquered=True)
    state = give(HEREDIA, state, {0: [0, 0, 1], 1: [1, 2, 3]})
    for copy in (4, 5):
        state.cards[copy] = AWAY
    state = play(HEREDIA, state, ("pass",), ("pass",))
    assert chance_outcomes(HEX, HEREDIA, state) == [(card, Fraction(1, 4)) for card in (2, 3, 4, 5)]
    state = play(HEREDIA, state, 3)
    assert (held(HEX, HEREDIA, state, 0), state.mover, state.conquered) == ([0, 0, 1, 3], 1, False)


def test_cards_trade_themselves() -> None:
    state = position(HEREDIA, [0, 1] * 3, [2] * 6)
    state = play(HEREDIA, give(HEREDIA, state, {1: [0, 1, 1, 2, 3]}), ("pass",), ("pass",))
    assert (state.phase, state.to_place, state.trades) == ("place", 7, 1)  # 0 1 2 shows one own; with 3 it is two
    assert held(HEX, HEREDIA, state, 1) == [0, 1]
    assert state.armies == [2, 4, 2, 4, 2, 2]


# --- Whole games --------------------------------------------------------------------------------------------------


def test_the_draft_and_the_setup() -> None:
    rules = HEREDIA.with_(pool=9)
    state = start(HEX, rules, 2, random.Random(0))
    for t in range(6):
        assert (state.phase, state.mover, actions(rules, state)[0]) == ("pick", t % 2, ("pick", t))
        state = play(rules, state, ("pick", t))
    assert (state.phase, state.pool, actions(rules, state)) == ("setup", [6, 6], [("place", t, 4) for t in (0, 2, 4)])
    state = play(rules, state, ("place", 0, 4), ("place", 1, 4), ("place", 0, 2), ("place", 3, 2))
    assert (state.phase, state.mover, state.armies, state.turns) == ("place", 0, [7, 5, 1, 3, 1, 1], 0)


def test_caps() -> None:
    rules = CLASSIC.with_(turn_cap=1, cap_result="armies")
    over = play(rules, position(rules, [0, 1] * 3, [3, 1] * 3), ("pass",), ("pass",))
    assert (over.phase, over.winner, over.turns) == ("over", 0, 1)
    rules = CLASSIC.with_(decision_cap=1, cap_result="territories")
    state = play(rules, position(rules, [0, 1] * 3, [3, 1] * 3), ("attack", 0, 1, 2, 0))
    assert state.phase == "attack"
    assert (play(rules, state, 1).phase, play(rules, state, 1).winner) == ("over", 0)
    assert (play(rules, state, 2).phase, play(rules, state, 2).winner) == ("over", None)


MAPS = {"heredia2022": "hex", "yao2025": "old-world", "yao2025-code": "old-world", "aminian2020": "grid(6, 6)"}


def watch_a_game(board: Map, rules: ClassicRules, seats: int, rng: random.Random) -> None:
    def look(state: RefState) -> None:
        copies = Counter(held(board, rules, state, DECK) + held(board, rules, state, AWAY))
        for seat in range(seats):
            copies.update(held(board, rules, state, seat))
        assert sum(copies.values()) == len(state.cards)
        assert len(set(copies.values())) <= 1  # no card is lost or doubled
        if state.phase not in ("pick", "over") and state.pending is None:
            assert state.round >= 1 + state.turns // seats
            assert all(armies >= 1 for armies in state.armies)
            assert legal(board, rules, state)
        if state.pending is not None and sum(state.armies) < 100:
            assert sum(chance for _, chance in chance_outcomes(board, rules, state)) == 1

    state = playout(board, rules, seats, rng, look, decisions=500)
    assert sum(returns(state)) == pytest.approx(0)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", sorted(RULES))
def test_every_preset_plays(name: str, seats: int) -> None:
    board = load_map(MAPS.get(name, "classic" if name == "classic" else "switzerland"))
    watch_a_game(board, RULES[name], seats, random.Random(seats))


@pytest.mark.parametrize("seed", range(40))
def test_any_rules_play(seed: int) -> None:
    rng = random.Random(seed)
    hints = get_type_hints(ClassicRules)
    changes: dict[str, object] = {k: rng.choice(get_args(h)) for k, h in hints.items() if get_origin(h) is Literal}
    changes |= {name: rng.random() < 0.5 for name, hint in hints.items() if hint is bool}
    if changes["deal"] == "draft" and changes["setup_place"] == "random":
        changes["setup_place"] = "one"
    changes |= {name: rng.choice([0, 0, 1, 3]) for name in ("fortify_moves", "attacks_per_turn", "income_most")}
    rules = CLASSIC.with_(**changes, army_cap=50, trade_at=rng.randint(3, 5), wildcards=rng.randint(0, 4))
    watch_a_game(load_map(rng.choice(["hex", "old-world", "grid(3, 3)"])), rules, rng.randint(2, 4), rng)


def test_random_play_of_swiss2025() -> None:
    board, rng, games = load_map("switzerland"), random.Random(2), 120
    ends = [playout(board, SWISS, 2, rng) for _ in range(games)]
    assert mean(state.decisions for state in ends) == pytest.approx(226.9, abs=4 * 87 / games**0.5)
    assert sum(s.winner == s.starter for s in ends) / games == pytest.approx(0.52, abs=4 * 0.5 / games**0.5)


def test_random_play_of_heredia2022() -> None:
    rules, rng, games = HEREDIA.with_(pool=10, decision_cap=150), random.Random(3), 1000
    winners = Counter(playout(HEX, rules, 2, rng).winner for _ in range(games))
    assert winners[0] / games == pytest.approx(0.593, abs=4 * 0.5 / games**0.5)
    assert winners[None] / games == pytest.approx(0.071, abs=4 * 0.26 / games**0.5)
