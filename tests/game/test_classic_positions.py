"""Positions of the classic game of the compiled core: cards, hidden hands, and positions as parts and as bytes."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from hegemon import _core
from hegemon.rules.classic import ClassicRules
from tests.game.classic_twin import DISCARDED, HIDDEN, IN_DECK, NO_COPY, PHASES, changed, core_game
from tests.game.test_classic_core import fits
from tests.reference_engine.classic_hex import RULES

CLASSIC, HEREDIA = RULES["classic"], RULES["heredia2022"]
CARDS = (
    ("hex", CLASSIC.with_(pool=9), 3),
    ("hex", CLASSIC.with_(pool=9, capture_hands="keep", trade_at=4, wildcards=20), 2),
    ("old-world", CLASSIC.with_(pool=9, capture_hands="discard", deck_refill="new-deck"), 4),
    ("hex", HEREDIA.with_(pool=9), 2),
    ("switzerland", RULES["swiss2025-text"], 2),
)


class Walk:
    """Random games, with every position after a decision or chance."""

    def __init__(self, name: str, rules: ClassicRules, seats: int) -> None:
        self.core, self.random = core_game(name, rules, seats), _core.Random(seats)
        self.game = 0

    def steps(self, count: int) -> list[tuple[str, _core.ClassicState, _core.ClassicState]]:
        """What happened (a phase or draw, roll, blitz), the position before it and the position after it."""
        found: list[tuple[str, _core.ClassicState, _core.ClassicState]] = []
        state = self.core.start(self.random)
        while len(found) < count:
            before = state
            if PHASES[state.phase] == "over":
                state = self.core.start(self.random)
                continue
            if state.chance:
                what = ("roll", "blitz", "draw")[state.chance - 1]
                state = self.core.apply_outcome(state, self.core.sample(state, self.random))
            else:
                action = self.core.random_action(state, self.random)
                what = "pass" if action[0] == 0 else PHASES[state.phase]
                state = self.core.apply(state, action)
            found.append((what, before, state))
        return found


# --- Cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules", "seats"), CARDS)
def test_no_card_is_lost_or_doubled(name: str, rules: ClassicRules, seats: int) -> None:
    walk, seen = Walk(name, rules, seats), Counter[str]()
    for what, before, after in walk.steps(4000):
        places, count = after.cards.tolist(), walk.core.cards
        assert after.hands == [places.count(seat) for seat in range(seats)]
        assert set(places) <= {IN_DECK, DISCARDED, NO_COPY, *range(seats)}
        assert NO_COPY not in places[:count]
        assert len(places) == count * (2 if rules.deck_refill == "new-deck" else 1)
        unmade = [slot for slot, place in enumerate(before.cards.tolist()) if place == NO_COPY]
        assert all(places[slot] == NO_COPY or what != "draw" for slot in unmade)  # new decks come before a draw
        drawn, traded = int(what == "draw"), 3 * (after.trades - before.trades)
        put_away = sum(before.hands) + drawn - traded - sum(after.hands)
        assert put_away == 0 or (put_away > 0 and rules.capture_hands == "discard" and what in ("roll", "blitz"))
        assert (traded > 0) == (what == "trade") or (rules.cards == "auto" and what in ("draw", "pass", "fortify"))
        seen[what] += 1
        seen["traded"] += traded
    assert min(seen["draw"], seen["traded"]) > 0


def test_draws_come_from_the_deck() -> None:
    walk = Walk("hex", CLASSIC.with_(pool=9), 3)
    draws = [(before, after) for what, before, after in walk.steps(4000) if what == "draw"]
    assert draws
    for before, after in draws:
        mine, deck = walk.core.hand(before, before.mover), before.cards.tolist().count(IN_DECK)
        new = Counter(walk.core.hand(after, before.mover)) - Counter(mine)
        assert new.total() == 1
        assert before.cards[next(iter(new))] == IN_DECK
        assert after.cards.tolist().count(IN_DECK) == deck - 1


# --- Hidden hands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules", "seats"), CARDS)
def test_views_hide_the_deck_and_the_hands_of_others(name: str, rules: ClassicRules, seats: int) -> None:
    walk = Walk(name, rules, seats)
    for _, _, state in walk.steps(1500)[::3]:
        cards = state.cards.tolist()
        for seat in range(seats):
            view = walk.core.view(state, seat)
            secret = {IN_DECK, *range(seats)} - {seat} if rules.hides else set()
            assert view.cards.tolist() == [HIDDEN if place in secret else place for place in cards]
            assert view.to_bytes()[: -len(cards)] == state.to_bytes()[: -len(cards)]
            guess = walk.core.determinize(view, walk.random)
            assert guess.hands == state.hands == [guess.cards.tolist().count(s) for s in range(seats)]
            assert HIDDEN not in guess.cards.tolist()
            assert walk.core.view(guess, seat) == view
            if not rules.hides:
                assert view == state == guess


def test_views_cannot_be_played_on() -> None:
    core = core_game("hex", CLASSIC, 2)
    view = core.view(core.start(_core.Random(0)), 0)
    with pytest.raises(ValueError, match="determinize"):
        core.apply(view, core.legal_actions(view)[0])
    with pytest.raises(ValueError, match="no seat 2"):
        core.view(view, 2)


def test_hidden_cards_are_dealt_uniformly() -> None:
    core, draws = core_game("hex", CLASSIC, 3), _core.Random(1)
    state = changed(core, core.start(_core.Random(0)), cards=[0, 1, 1, 2, DISCARDED, IN_DECK, IN_DECK, 0])
    view = core.view(state, 0)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(12_000):
        guess = core.determinize(view, draws)
        seen[tuple(core.hand(guess, 1)), tuple(core.hand(guess, 2))] += 1
    free = {1, 2, 3, 5, 6}
    deals = [(pair, (other,)) for pair in combinations(sorted(free), 2) for other in sorted(free - set(pair))]
    assert fits(seen, dict.fromkeys(deals, 1 / len(deals)))


def test_who_may_trade_holds_a_set() -> None:
    core, draws = core_game("hex", CLASSIC.with_(trade_at=3), 2), _core.Random(1)
    state = changed(core, core.start(_core.Random(0)), cards=[0] * 3 + [IN_DECK] * 5, phase=2, to_place=3)
    view = core.view(state, 1)
    assert core.count_actions(state) > 0
    assert all(core.count_actions(core.determinize(view, draws)) > 0 for _ in range(200))


# --- Parts and bytes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules", "seats"), CARDS)
def test_positions_come_back_from_parts_and_bytes(name: str, rules: ClassicRules, seats: int) -> None:
    walk = Walk(name, rules, seats)
    different = {state.hash(): state for _, _, state in walk.steps(1000)}
    assert len(different) > 800
    for code, state in different.items():
        for back in (walk.core.from_bytes(state.to_bytes()), changed(walk.core, state), state.copy()):
            assert back == state
            assert (back.hash(), back.to_bytes()) == (code, state.to_bytes())
            assert walk.core.legal_actions(back) == walk.core.legal_actions(state)
        view = walk.core.view(state, 0)
        assert walk.core.from_bytes(view.to_bytes()) == view
    assert len({state.to_bytes() for state in different.values()}) == len(different)


def test_equal_positions_are_equal_however_they_came_about() -> None:
    core = core_game("hex", CLASSIC.with_(deal="alternate", setup_place="none"), 2)
    state = changed(core, core.start(_core.Random(0)), armies=[6, 2, 2, 2, 2, 2], phase=4, to_place=0)
    left, right = (core.apply_outcome(core.apply(state, (4, 3, 0, target, 0, 0)), 2) for target in (1, 5))
    assert left.armies.tolist() == right.armies.tolist()
    assert left == right


def test_a_view_of_a_draw_comes_back() -> None:
    core = core_game("hex", CLASSIC.with_(fortify="none", setup_place="none"), 2)
    state = changed(core, core.start(_core.Random(0)), phase=4, to_place=0, conquered=1)
    view = core.view(core.apply(state, (0, 0, 0, 0, 0, 0)), 0)
    assert view.chance == 3
    assert core.from_bytes(view.to_bytes()) == view


def test_bytes_of_another_game_are_refused() -> None:
    core = core_game("hex", CLASSIC, 2)
    data = core.start(_core.Random(0)).to_bytes()
    for wrong in (b"", data[:-1], data + b"\0"):
        with pytest.raises(ValueError, match="no position of this game"):
            core.from_bytes(wrong)
    for other in (core_game("hex", CLASSIC, 3), core_game("old-world", CLASSIC, 2), core_game("hex", HEREDIA, 2)):
        with pytest.raises(ValueError, match="no position of this game"):
            other.from_bytes(data)


def play_on(core: _core.ClassicGame, state: _core.ClassicState, seed: int) -> None:
    """A few steps with whatever is possible; battles too large to be listed are left alone."""
    draws = _core.Random(seed)
    for seat in range(len(state.hands)):
        assert core.income(state, seat) >= 0
        assert len(core.hand(state, seat)) <= state.hands[seat]
        core.determinize(core.view(state, seat), draws)
    for _ in range(8):
        if max(state.armies.tolist()) > 2000 or state.to_place > 2000:
            return
        if state.chance:
            state = core.apply_outcome(state, core.sample(state, draws))
        elif core.count_actions(state) == 0:
            return
        else:
            assert core.count_actions(state) == len(core.legal_actions(state))
            state = core.apply(state, core.random_action(state, draws))


@pytest.mark.parametrize(("name", "rules", "seats"), CARDS)
def test_mutated_bytes_are_refused_or_played(name: str, rules: ClassicRules, seats: int) -> None:
    walk, rng = Walk(name, rules, seats), random.Random(seats)
    refused = accepted = 0
    for _, _, state in walk.steps(1500):
        data = bytearray(state.to_bytes())
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(data)) if rng.random() < 0.5 else rng.randrange(64)
            data[at] = rng.choice((0, 1, 2, 5, 127, 128, 250, 251, 252, 253, 254, 255, rng.randrange(256)))
        try:
            play_on(walk.core, walk.core.from_bytes(bytes(data)), refused + accepted)
            accepted += 1
        except ValueError:
            refused += 1
    assert min(refused, accepted) > 100


def test_impossible_parts_are_refused() -> None:
    core = core_game("hex", CLASSIC, 2)
    state = changed(core, core.start(_core.Random(0)), phase=4)
    wrong: tuple[dict[str, object], ...] = (
        {"owners": [0] * 5},
        {"owners": [0] * 5 + [2]},
        {"owners": [0] * 5 + [-1]},
        {"armies": [1] * 5 + [0]},
        {"armies": [1] * 5 + [10**6]},
        {"cards": [IN_DECK] * 7},
        {"cards": [IN_DECK] * 7 + [2]},
        {"phase": 8},
        {"chance": 4},
        {"chance": 1, "dice": 0},
        {"chance": 3, "cards": [0] * 8},
        {"mover": 2},
        {"winner": 2},
        {"round": 0},
        {"turns": -1},
        {"dice": 300},
    )
    for changes in wrong:
        with pytest.raises(ValueError, match=r"impossible|wrong number"):
            changed(core, state, **changes)
