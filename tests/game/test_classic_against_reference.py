"""The classic game of the compiled core against the slow reference engine, on more than 100,000 decisions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hegemon import _core
from hegemon.maps import load_map
from hegemon.rules.classic import ClassicRules
from tests.game.amount import FULL
from tests.game.classic_twin import PHASES, Twin, any_rules, changed, core_game
from tests.reference_engine import classic as reference
from tests.reference_engine.classic_hex import HEX, RULES, position

MAPS = ("triangle", "hex", "old-world", "grid(4, 3)", "switzerland", "classic", "random(80, seed=1)")
SMALL = MAPS[:4]
CLASSIC, HEREDIA = RULES["classic"], RULES["heredia2022"]


def seats_on(name: str) -> range:
    return range(2, min(6, len(load_map(name).territories)) + 1)


def decisions(seen: Counter[str]) -> int:
    return sum(seen[phase] for phase in PHASES if phase != "over")


# --- Presets ------------------------------------------------------------------------------------------------------

HAPPENS = {  # besides placing and attacking
    "classic": "setup trade fortify occupy roll blitz draw eliminated over deck-refilled",
    "heredia2022": "pick setup fortify blitz draw eliminated over traded-by-itself deck-refilled",
    "swiss2025": "fortify blitz eliminated over",
    "swiss2025-text": "fortify blitz draw eliminated over traded-by-itself deck-refilled",
    "yao2025": "fortify blitz eliminated over",
    "yao2025-code": "fortify roll eliminated over",
    "aminian2020": "blitz eliminated over",
}


@pytest.mark.parametrize("preset", sorted(RULES))
def test_presets(preset: str) -> None:
    seen, steps = Counter[str](), 220 if FULL else 120
    for name in MAPS:
        for seats in seats_on(name):
            twin = Twin(name, RULES[preset], seats, seed=seats)
            twin.play(steps)
            seen += twin.seen
    assert decisions(seen) >= 32 * steps
    assert set(HAPPENS[preset].split()) | {"place", "attack"} <= set(seen)


# --- Any rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", range(8 if FULL else 3))
def test_any_rules(batch: int) -> None:
    rng, seen = random.Random(batch), Counter[str]()
    for _ in range(45):
        rules, name = any_rules(rng), rng.choice(MAPS)
        seats = rng.choice(seats_on(name))
        if rules.deal == "draft" and rules.setup_place == "random":
            continue
        twin = Twin(name, rules, seats, rng.getrandbits(32))
        twin.play(120)
        seen += twin.seen
    assert decisions(seen) >= 30 * 120
    assert {"pick", "setup", "fortify", "occupy", "roll", "blitz", "draw", "eliminated", "over"} <= set(seen)


@pytest.mark.parametrize("batch", range(4 if FULL else 2))
def test_any_rules_with_cards(batch: int) -> None:
    """Hands are full from the beginning, seats few territories, so that much is traded and captured."""
    rng, seen = random.Random(100 + batch), Counter[str]()
    for number in range(45):
        name = rng.choice(SMALL)
        rules = any_rules(rng).with_(deal="random", pool=rng.randint(1, 30), decision_cap=0, turn_cap=0)
        rules = rules.with_(cards="auto" if number % 3 == 0 else "hand", trade_at=rng.randint(3, 5))
        if number % 3 == 1:
            rules = rules.with_(capture_hands="trade-now", moves_after_win=False, income_base="territories")
        twin = Twin(name, rules, rng.choice(seats_on(name)[-3:]), rng.getrandbits(32), cards=True)
        twin.play(120)
        seen += twin.seen
    assert decisions(seen) >= 45 * 120
    assert {"trade", "mid-trade", "traded-by-itself", "deck-refilled", "eliminated", "over"} <= set(seen)


# --- Refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "seats"),
    [
        ("triangle", CLASSIC, 4),
        ("hex", CLASSIC, 1),
        ("classic", CLASSIC, 7),
        ("hex", HEREDIA.with_(setup_place="random"), 2),
    ],
)
def test_both_refuse(name: str, rules: ClassicRules, seats: int) -> None:
    with pytest.raises(ValueError, match=r"seats|random"):
        core_game(name, rules, seats)
    with pytest.raises(ValueError, match=r"seats|random"):
        reference.start(load_map(name), rules, seats, random.Random(0))


def test_illegal_actions_and_outcomes_are_refused() -> None:
    twin = Twin("hex", CLASSIC, 2, seed=1)
    twin.play(5)
    for action in (
        (1, 0, 0, 0, 0, 1),
        (0, 4, 0, 0, 0, 0),
        (7, 0, 0, 0, 0, 0),
        (4, 0, 70000, 0, 0, 1),
        (-1, 0, 0, 0, 0, 0),
    ):
        with pytest.raises(ValueError, match=r"may only place|out of range"):
            twin.core.apply(twin.fast, action)
    with pytest.raises(ValueError, match="impossible chance outcome"):
        twin.core.apply_outcome(twin.fast, 0)
    other = core_game("old-world", CLASSIC, 2)
    with pytest.raises(ValueError, match="another game"):
        other.legal_actions(twin.fast)


# --- Where the core is wrong --------------------------------------------------------------------------------------


def hex_game(rules: ClassicRules, **parts: object) -> tuple[_core.ClassicGame, _core.ClassicState]:
    """Seat 0 attacks and lacks only territory 5."""
    core = core_game("hex", rules, 2)
    board = {"owners": [0] * 5 + [1], "armies": [5, 1, 1, 1, 1, 1], "movable": [0] * 6, "phase": 4, "to_place": 0}
    if rules.setup_place != "none":
        rules = rules.with_(setup_place="none")
    start = core_game("hex", rules, 2).start(_core.Random(0))
    return core, changed(core, start, **(board | parts))


@pytest.mark.parametrize("cards", ["none", "hand"])
def test_the_last_attack_wins(cards: str) -> None:
    """A turn that the last conquest cuts short is not counted, and no card is drawn after the game."""
    rules = CLASSIC.with_(attacks_per_turn=1, fortify="none", cards=cards)
    core, fast = hex_game(rules)
    fast = core.apply_outcome(core.apply(fast, (4, 0, 0, 5, 0, 4)), 3)
    slow = position(rules, [0] * 5 + [1], [5, 1, 1, 1, 1, 1])
    slow = reference.apply_chance(HEX, rules, reference.apply(HEX, rules, slow, ("attack", 0, 5, 4, 0)), 3)
    assert (slow.phase, slow.winner, slow.turns, slow.pending) == ("over", 0, 0, None)
    assert (PHASES[fast.phase], fast.winner, fast.turns, fast.chance) == ("over", 0, 0, 0)


def test_nothing_is_traded_after_the_last_conquest() -> None:
    """With border placing the traded armies could not even be placed: the game would stand still."""
    core, fast = hex_game(CLASSIC.with_(moves_after_win=True, occupy="all"), cards=[0, 0, 0, 1, 1, 1, 254, 254])
    fast = core.apply_outcome(core.apply(fast, (4, 0, 0, 5, 0, 4)), 3)
    assert (PHASES[fast.phase], fast.mid_trade, fast.hands) == ("attack", False, [6, 0])


def test_one_pick_wins_no_game() -> None:
    core = core_game("hex", HEREDIA.with_(decision_cap=1), 2)
    fast = core.apply(core.start(_core.Random(0)), (1, 0, 3, 0, 0, 1))
    assert (PHASES[fast.phase], fast.winner) == ("over", -1)
