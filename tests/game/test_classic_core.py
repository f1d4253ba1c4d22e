"""The classic game of the compiled core: its dice, its random decisions, its batches and published statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from hegemon import _core
from hegemon.maps import load_map
from hegemon.rules.classic import ClassicRules
from tests.game.classic_twin import IN_DECK, PHASES, FastAction, changed, core_game
from tests.reference_engine.classic import blitz_odds, blitz_outcome, duel_odds
from tests.reference_engine.classic_hex import RULES

CLASSIC, SWISS, HEREDIA = RULES["classic"], RULES["swiss2025"], RULES["heredia2022"]
AMINIAN = RULES["aminian2020"]


def fits(seen: Mapping[Any, int], odds: Mapping[Any, float]) -> bool:
    """Whether counts are a sample of the odds: Pearson's test at one in a million; rare outcomes are pooled."""
    if not set(seen) <= {outcome for outcome, chance in odds.items() if chance > 0}:
        return False
    total = sum(seen.values())
    cells = [(total * chance, seen.get(outcome, 0)) for outcome, chance in odds.items() if total * chance >= 5]
    rare = [(total * chance, seen.get(outcome, 0)) for outcome, chance in odds.items() if total * chance < 5]
    if sum(expected for expected, _ in rare) >= 5:
        cells.append((sum(expected for expected, _ in rare), sum(count for _, count in rare)))
    statistic = sum((count - expected) ** 2 / expected for expected, count in cells)
    free = max(1, len(cells) - 1)
    spread = 2 / (9 * free)  # Wilson and Hilferty
    return statistic < free * (1 - spread + 4.75 * sqrt(spread)) ** 3


def test_the_test_of_fit_can_tell() -> None:
    odds = dict.fromkeys(range(6), 1 / 6)
    assert fits(Counter({side: 1000 + 10 * side for side in range(6)}), odds)
    assert not fits(Counter({side: 1000 + 100 * side for side in range(6)}), odds)
    assert not fits(Counter({6: 1, 0: 5}), odds)


# --- Dice ---------------------------------------------------------------------------------------------------------


def test_throws() -> None:
    table = {  # of all throws, those in which the attacker loses 0, 1, 2
        (1, 1): [15, 21, 0],
        (2, 1): [125, 91, 0],
        (3, 1): [855, 441, 0],
        (1, 2): [55, 161, 0],
        (2, 2): [295, 420, 581],
        (3, 2): [2890, 2611, 2275],
    }
    assert {dice: _core.throw_counts(*dice) for dice in table} == table
    for dice in ((0, 1), (4, 1), (1, 0), (1, 3)):
        with pytest.raises(ValueError, match="dice"):
            _core.throw_counts(*dice)


def numbered(attackers: int, defenders: int, ends: Mapping[tuple[int, int], Fraction]) -> list[float]:
    odds = [0.0] * (attackers + defenders)
    for (a, d), chance in ends.items():
        odds[blitz_outcome(attackers, a, d)] = float(chance)
    return odds


def test_battle_odds_are_exact() -> None:
    for defenders in range(1, 13):
        for attackers in range(1, 13):
            exact = numbered(attackers, defenders, blitz_odds(attackers, defenders))
            assert _core.battle_odds(attackers, defenders) == pytest.approx(exact, abs=1e-14)
        for attackers in range(2, 13):
            exact = numbered(attackers, defenders, duel_odds(attackers, defenders))
            assert _core.battle_odds(attackers, defenders, fair_duel=True) == pytest.approx(exact, abs=1e-14)
    for armies in ((0, 1), (1, 0), (2001, 1), (1, 2001)):
        with pytest.raises(ValueError, match="armies"):
            _core.battle_odds(*armies)


def test_known_win_chances() -> None:
    known = {(2, 1): 0.4167, (3, 1): 0.7542, (3, 2): 0.3627, (4, 1): 0.9164}
    known |= {(4, 2): 0.6560, (4, 3): 0.4703, (5, 3): 0.6416, (6, 5): 0.5062}
    for (source, target), chance in known.items():
        assert sum(_core.battle_odds(source - 1, target)[: source - 1]) == pytest.approx(chance, abs=5e-5)


# --- Chance -------------------------------------------------------------------------------------------------------


def attack_position(rules: ClassicRules, source: int, target: int) -> tuple[_core.ClassicGame, _core.ClassicState]:
    """On the hex map: 0 may attack 1."""
    core = core_game("hex", rules.with_(deal="alternate", setup_place="none", starter="first-seat"), 2)
    start = core.start(_core.Random(0))
    return core, changed(core, start, armies=[source, target, 1, 1, 1, 1], phase=PHASES.index("attack"), to_place=0)


def sampled(core: _core.ClassicGame, state: _core.ClassicState, count: int = 20_000) -> Counter[Any]:
    random = _core.Random(count)
    return Counter(core.sample(state, random) for _ in range(count))


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("defenders", [1, 2, 7])
def test_sampled_rolls(dice: int, defenders: int) -> None:
    core, state = attack_position(CLASSIC.with_(attack_dice="choose"), 9, defenders)
    pending = core.apply(state, (4, dice, 0, 1, 0, 0))
    counts = _core.throw_counts(dice, min(2, defenders))
    assert fits(sampled(core, pending), {lost: n / sum(counts) for lost, n in enumerate(counts)})


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 2), (2, 5), (8, 7), (12, 3), (10, 12)])
def test_sampled_battles(attackers: int, defenders: int) -> None:
    core, state = attack_position(CLASSIC, attackers + 1, defenders)
    pending = core.apply(state, (4, 0, 0, 1, 0, attackers))
    odds = numbered(attackers, defenders, blitz_odds(attackers, defenders))
    assert fits(sampled(core, pending), dict(enumerate(odds)))


@pytest.mark.parametrize(("attackers", "defenders"), [(2, 1), (3, 2), (2, 6), (8, 7), (40, 45)])
def test_sampled_duels(attackers: int, defenders: int) -> None:
    core, state = attack_position(AMINIAN, attackers, defenders)
    pending = core.apply(state, (4, 0, 0, 1, 0, attackers))
    odds = numbered(attackers, defenders, duel_odds(attackers, defenders))
    assert fits(sampled(core, pending), dict(enumerate(odds)))


@pytest.mark.parametrize("rules", [CLASSIC, HEREDIA], ids=["classic", "heredia2022"])
def test_sampled_draws(rules: ClassicRules) -> None:
    core, state = attack_position(rules.with_(fortify="none"), 9, 2)
    cards = [0, 1, IN_DECK, IN_DECK, 0, IN_DECK]
    cards += [IN_DECK, 1] if rules == CLASSIC else [251, IN_DECK, IN_DECK, 251, 251, 251]
    pending = core.apply(changed(core, state, conquered=1, cards=cards), (0, 0, 0, 0, 0, 0))
    assert pending.chance == 3
    deck = [2, 3, 5, 6] if rules == CLASSIC else [2, 3, 5, 1, 2]
    odds = {card: deck.count(card) / len(deck) for card in deck}
    assert dict(core.outcomes(pending)) == pytest.approx(odds)
    assert fits(sampled(core, pending), odds)


def test_there_must_be_chance_or_choice() -> None:
    core, state = attack_position(CLASSIC, 5, 5)
    assert core.outcomes(state) == []
    with pytest.raises(ValueError, match="no chance"):
        core.sample(state, _core.Random(0))
    pending = core.apply(state, (4, 0, 0, 1, 0, 4))
    assert (core.legal_actions(pending), core.count_actions(pending)) == ([], 0)
    with pytest.raises(ValueError, match="anything to decide"):
        core.random_action(pending, _core.Random(0))


# --- Random decisions ---------------------------------------------------------------------------------------------


def positions(name: str, rules: ClassicRules, seats: int, limit: int = 600) -> Iterator[_core.ClassicState]:
    """The decisions of a random game."""
    core, random = core_game(name, rules, seats), _core.Random(seats)
    state = core.start(random)
    while PHASES[state.phase] != "over" and state.decisions < limit:
        yield state
        state = core.apply(state, core.random_action(state, random))
        while state.chance:
            state = core.apply_outcome(state, core.sample(state, random))


FULL = CLASSIC.with_(deal="draft", pool=12, trade_at=4, wildcards=10, attack_dice="choose", attack_armies="any")
GAMES = (
    ("hex", FULL, 3),
    ("hex", SWISS.with_(deal="draft", pool=9, setup_place="four"), 2),
    ("grid(4, 3)", FULL.with_(place_amounts="one-half-all", fortify_amounts="one-half-all", duplicates=True), 4),
    ("switzerland", HEREDIA, 2),
    ("switzerland", SWISS, 2),
    ("random(80, seed=1)", CLASSIC.with_(pool=45, wildcards=20, fortify_fresh=True), 2),
    ("random(80, seed=1)", HEREDIA.with_(setup_place="one"), 6),
)


def test_random_decisions_are_uniform_over_the_list() -> None:
    looked_at: defaultdict[str, int] = defaultdict(int)
    doubled = 0
    for name, rules, seats in GAMES:
        core, found = core_game(name, rules, seats), Counter[int]()
        for state in positions(name, rules, seats):
            legal = Counter[FastAction](core.legal_actions(state))
            if not 2 <= legal.total() <= 400 or len(legal) < 2 or found[state.phase] == 3:
                continue
            found[state.phase] += 1
            looked_at[PHASES[state.phase]] += 1
            doubled += max(legal.values()) > 1
            random = _core.Random(state.decisions)
            seen: Counter[Any] = Counter(core.random_action(state, random) for _ in range(60 * legal.total()))
            assert fits(seen, {action: times / legal.total() for action, times in legal.items()})
    assert set(looked_at) == set(PHASES) - {"over"}
    assert min(looked_at.values()) >= 3
    assert doubled >= 5


def test_counting_is_listing() -> None:
    for name, rules, seats in GAMES:
        core = core_game(name, rules, seats)
        assert all(core.count_actions(s) == len(core.legal_actions(s)) > 0 for s in positions(name, rules, seats))


# --- Batches and statistics ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", sorted(RULES))
def test_threads_change_nothing(preset: str) -> None:
    core = core_game("switzerland", RULES[preset].with_(decision_cap=1000), 3)

    def totals(first: int, count: int, threads: int, cutoff: int = 0) -> tuple[object, ...]:
        run = core.play_random(7, first, count, cutoff, threads)
        return (run.games, run.decisions, run.turns, tuple(run.wins), run.starter_wins, run.undecided, run.signature)

    assert totals(0, 40, 1) == totals(0, 40, 2) == totals(0, 40, 3)
    assert totals(0, 40, 1, cutoff=50) == totals(0, 40, 3, cutoff=50) != totals(0, 40, 1)
    assert totals(1, 40, 1) != totals(0, 40, 1)
    parts = [totals(0, 15, 2), totals(15, 25, 1)]
    assert [sum(int(str(part[i])) for part in parts) for i in (0, 1, 2, 5)] == [
        totals(0, 40, 1)[i] for i in (0, 1, 2, 5)
    ]
    assert totals(0, 40, 1)[0] == 40


@pytest.mark.parametrize("preset", sorted(RULES))
def test_positions_are_small(preset: str) -> None:
    core = core_game("classic", RULES[preset], 6)
    assert len(load_map("classic").territories) == 42
    state = core.start(_core.Random(0))
    assert core.state_bytes == state.nbytes == len(state.to_bytes()) <= 512


def test_random_play_of_swiss2025() -> None:
    """Published: 1,500 random games, 226.9 decisions with a standard deviation of about 80, 52.0 % to the starter."""
    core, games = core_game("switzerland", SWISS, 2), 4000
    runs = core.play_random(1, 0, games, 0, 1)
    both = 4 * sqrt(1 / 1500 + 1 / games)
    assert runs.decisions / games == pytest.approx(226.9, abs=80 * both)
    assert runs.starter_wins / games == pytest.approx(0.520, abs=0.5 * both)
    assert runs.undecided == 0


def test_random_play_of_heredia2022() -> None:
    """Published: 5,536 random games on the hex map, 59.3 % to seat 0, 7.1 % draws, 69 decisions."""
    core, games = core_game("hex", HEREDIA.with_(pool=10, decision_cap=150), 2), 8000
    runs = [core.play_random(2, number, 1, 0, 1) for number in range(games)]
    both = 4 * sqrt(1 / 5536 + 1 / games)
    assert sum(run.wins[0] for run in runs) / games == pytest.approx(0.593, abs=sqrt(0.593 * 0.407) * both)
    assert sum(run.undecided for run in runs) / games == pytest.approx(0.071, abs=sqrt(0.071 * 0.929) * both)
    lengths = [run.decisions for run in runs]
    assert mean(lengths) == pytest.approx(69, abs=0.5 + stdev(lengths) * both)  # published as a whole number
