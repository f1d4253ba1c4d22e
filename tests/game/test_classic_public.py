"""What agents and scripts may ask of the classic game, and the words with which mistakes are answered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hegemon import Action, ClassicGame, ClassicState, Game, Random, battle_odds, parse_position
from hegemon.errors import GameError, HegemonError, IllegalActionError
from hegemon.game.classic.actions import attack, fortify, occupy, pick, place, trade
from tests.game.test_classic_game import PRESETS, random_states

VARIANTS = (
    "classic(attack_mode=roll, attack_dice=choose, fortify=adjacent, fortify_moves=0, wildcards=20)",
    "classic(attack_mode=blitz, attack_armies=any, fortify_amounts=one-half-all, fortify_where=border)",
    "classic(battle=fair-duel, place_where=border, place_amounts=all, fortify_fresh=true, fortify_moves=0)",
    "classic(deck_refill=new-deck, card_values=fixed, trade_at=3, wildcards=6)",
)


# --- Attributes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS + VARIANTS)
def test_codes_counts_and_actions_agree(rules: str) -> None:
    for state in random_states(rules, 3, 200):
        actions = state.legal_actions
        assert state.action_count == len(actions)
        assert state.legal_codes.dtype == np.int64
        assert state.legal_codes.tolist() == [action.code for action in actions]
        assert [Action.from_code(code) for code in state.legal_codes] == list(actions)


@pytest.mark.parametrize("rules", PRESETS)
def test_the_view_of_a_seat_that_does_not_decide_lists_nothing(rules: str) -> None:
    for state in random_states(rules, 3, 60)[:-1]:
        for seat in range(3):
            view = state.view(seat)
            if seat == state.mover:
                assert view.legal_actions == state.legal_actions
                assert (view.action_count, len(view.legal_codes)) == (state.action_count,) * 2
            else:
                assert (view.legal_actions, view.action_count, len(view.legal_codes)) == ((), 0, 0)
                with pytest.raises(GameError, match=f"view of seat {seat}, but seat {state.mover} decides"):
                    view.random_action(Random(1))


def test_sets_are_worth_what_a_trade_brings() -> None:
    traded = 0
    for rules in ("classic(wildcards=20)", VARIANTS[-1]):
        random, state = Random(3), ClassicGame("classic", rules, 3).start(1)
        for _ in range(6000):
            if state.result:
                break
            action = state.random_action(random)
            after = state.step(action, random).state
            if action.kind == "trade":
                cards = action.source, action.target, action.third
                assert after.to_place - state.to_place == state.set_value(cards)
                assert state.next_set_value in (None, state.set_value(cards))
                assert after.trades == state.trades + 1
                traded += 1
            state = after
    assert traded > 20


def test_cards_have_kinds() -> None:
    game = ClassicGame("hex", "classic")
    assert [game.card_kind(card) for card in range(8)] == [0, 1, 2, 0, 1, 2, None, None]
    state = game.start(1)
    assert [state.set_value(cards) for cards in ([0, 1, 2], [0, 3, 6], [0, 1, 7], [0, 1, 3], [0, 3])] == [4, 4, 4, 0, 0]
    with pytest.raises(GameError, match="no card 8; classic on hex has the cards 0 to 7"):
        game.card_kind(8)


def test_an_occupation_is_shown_while_it_is_pending() -> None:
    game = ClassicGame("triangle", "classic")
    here = game.position([0, 1, 1], [6, 1, 3])
    assert (here.occupation, here.conquered) == (None, False)
    taken = here.apply(attack(0, 1, armies=5)).apply_outcome(4)
    assert taken.view(0).occupation == (0, 1, 3, 5)
    assert taken.conquered
    assert taken.apply(occupy(4)).armies.tolist() == [2, 4, 3]


# --- Positions ----------------------------------------------------------------------------------------------------


def test_positions_are_made_from_plain_lists() -> None:
    game = ClassicGame("hex", "classic", 3)
    owners, armies = [0, 0, 1, 1, 2, 2], [3, 1, 2, 2, 5, 1]
    placing = game.position(owners, armies, mover=2, phase="place")
    assert (placing.mover, placing.to_place, placing.turns) == (2, placing.income(2), 0)
    assert game.position(owners, armies, mover=2, phase="place", to_place=9, turns=5).to_place == 9
    trading = game.position(owners, armies, mover=1, phase="trade", cards=[[], [0, 1, 2], [6]], trades=3)
    assert (trading.hands, trading.cards(1), trading.next_set_value) == ((0, 3, 1), (0, 1, 2), 10)
    assert trade(0, 1, 2, 2) in trading.legal_actions
    for state in (placing, trading, game.position([-1] * 5 + [0], [0] * 5 + [1], phase="pick", pool0=3, pool1=3)):
        assert parse_position(str(state)) == state
    assert game.position(owners, armies, phase="setup", pool0=2).legal_actions == (place(0, 1), place(1, 1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": [0, 1]}, "owners has 2 entries"),
        ({"owners": [0, 0, 3]}, r"owners\[2\] is 3; expected a whole number from -1 to 1"),
        ({"armies": [1, 0, 1]}, "territory 1 has an owner but no army"),
        ({"owners": [0, -1, 1]}, "territory 1 belongs to nobody after the draft"),
        ({"owners": [0, 0, 0]}, "at least one other must own something"),
        ({"mover": 5}, "mover=5 is no seat"),
        ({"phase": "occupy"}, "expected one of pick, setup"),
        ({"phase": "setup"}, "give pool0"),
        ({"phase": "pick"}, "nothing to pick"),
        ({"cards": [[0], [0]]}, "card 0 of seat 1 does not exist or is already in a hand"),
        ({"dice": 3}, "a position has no dice"),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(changes: dict[str, Any], message: str) -> None:
    fields: dict[str, Any] = {"owners": [0, 1, 1], "armies": [3, 1, 1]} | changes
    with pytest.raises(GameError, match=message):
        ClassicGame("triangle").position(**fields)


def test_a_position_from_text_names_its_fault() -> None:
    with pytest.raises(HegemonError, match="impossible position: territory 1 has an owner but no army"):
        parse_position("triangle; classic; attack seats=2; a1 b0 b1; -")
    with pytest.raises(HegemonError, match="impossible position: the source of the attack is not the mover's"):
        parse_position("triangle; classic; attack seats=2 chance=2 source=1 target=2 committed=1; a1 b2 b1; -")
    with pytest.raises(HegemonError, match="a position of the classic game needs the number of seats"):
        parse_position("triangle; classic; attack; a1 b2 b1; -")


# --- Random play --------------------------------------------------------------------------------------------------


def test_random_playouts_add_up_and_do_not_depend_on_threads() -> None:
    for game in (ClassicGame(rules="swiss2025"), Game("banana"), ClassicGame("hex", "heredia2022", 3)):
        one = game.random_playouts(700, 4)
        assert one == game.random_playouts(700, 4, threads=2) != game.random_playouts(700, 5)
        assert one.games == 700 == sum(one.wins) + one.undecided
        assert len(one.wins) == game.seats
        assert one.decisions >= one.turns > 700
    cut = ClassicGame().random_playouts(3, cutoff=50)
    assert (cut.undecided, cut.decisions) == (3, 150)
    assert ClassicGame().random_playouts(2).decisions <= 20_000


@pytest.mark.parametrize(
    "wrong", [{"count": -1}, {"count": 1.5}, {"seed": -1}, {"threads": 0}, {"cutoff": -1}], ids=str
)
def test_wrong_numbers_of_playouts_are_refused(wrong: dict[str, Any]) -> None:
    for game in (ClassicGame(), Game()):
        with pytest.raises(GameError, match=f"{next(iter(wrong))} is a"):
            game.random_playouts(**({"count": 1} | wrong))


# --- Mistakes -----------------------------------------------------------------------------------------------------


def at(phase: str, rules: str = "classic", **more: Any) -> ClassicState:
    owners, armies = [0, 0, 0, 1, 1, 1], [5, 1, 1, 2, 1, 1]
    return ClassicGame("hex", rules).position(owners, armies, phase=phase, **more)


@pytest.mark.parametrize(
    ("state", "action", "why"),
    [
        (at("attack"), attack(0, 5, armies=9), "4 of the 5 armies on territory 0 attack, not 9"),
        (at("attack"), attack(0, 3, armies=4), "territories 0 and 3 are not adjacent"),
        (at("attack"), attack(0, 1, armies=4), "territory 1 is the attacker's own"),
        (at("attack"), attack(3, 2, armies=1), "territory 3 belongs to seat 1, not to seat 0"),
        (at("attack"), attack(2, 3, armies=1), "territory 2 has only 1 army"),
        (at("attack"), attack(0, 9, armies=4), "there is no territory 9; the map has 0 to 5"),
        (at("attack"), attack(0, 5, dice=1), "5 armies attack with 3 dice"),
        (at("attack"), place(0, 1), "in phase attack a seat may only attack or pass"),
        (at("attack", "swiss2025"), attack(0, 5, dice=3), "attack to the end"),
        (at("attack", "yao2025-code"), attack(0, 5, armies=4), "single throws"),
        (at("place"), place(0, 5), "there are 1 to 4 armies to place, not 5"),
        (at("place"), place(4, 1), "territory 4 belongs to seat 1"),
        (at("place", "swiss2025"), place(1, 3), "borders only"),
        (at("place", "heredia2022"), place(0, 2), "all 4 at once"),
        (at("place"), Action(), "in phase place a seat may only place"),
        (at("setup", pool0=5), place(0, 2), "the rules place 1 at a time in the setup"),
        (at("fortify"), fortify(0, 1, 5), "can send 4 armies"),
        (at("fortify"), fortify(0, 3, 1), "territory 3 belongs to seat 1"),
        (at("fortify"), fortify(0, 0, 1), "the same"),
        (at("fortify", "yao2025"), fortify(0, 2, 1), "not adjacent"),
        (at("trade", cards=[[0, 1, 2, 3]]), trade(0, 1, 4), "seat 0 does not hold card 4"),
        (at("trade", cards=[[0, 1, 2, 3]]), trade(0, 1, 3), "no set"),
        (at("trade", cards=[[0, 1, 2, 3]]), trade(0, 1, 2), "name it for the bonus armies"),
        (at("trade", cards=[[0, 1, 2, 3, 6]]), Action(), "holds 5 cards and must trade"),
        (at("trade", cards=[[0, 1, 2, 3]]), pick(1), "may only trade or pass"),
    ],
    ids=str,
)
def test_an_illegal_action_is_refused_with_the_reason(state: ClassicState, action: Action, why: str) -> None:
    (reason,) = state.illegal_reasons(0, action)
    assert why in reason
    assert state.view(0).illegal_reasons(action) == (reason,)
    with pytest.raises(IllegalActionError) as caught:
        state.apply(action)
    assert why in str(caught.value)


@pytest.mark.parametrize("rules", PRESETS + VARIANTS)
def test_legal_actions_have_no_reason_against_them_and_others_always_have_one(rules: str) -> None:
    known = {action for state in random_states(rules, 2, 80) for action in state.legal_actions[:20]}
    for state in random_states(rules, 3, 80)[:-1]:
        legal = set(state.legal_actions)
        for action in sorted(known, key=str)[::7]:
            reasons = state.illegal_reasons(state.mover, action)
            assert bool(reasons) == (action not in legal)
            assert "number that its kind does not use" not in str(reasons)


MISTAKES: dict[str, tuple[Any, str]] = {
    "wrong text for an action": (lambda: at("attack").apply("0*5:4"), "is not an action; write"),
    "nothing for an action": (lambda: at("attack").apply(None), "None is neither an Action nor text"),  # type: ignore[arg-type]
    "a kind that is none": (lambda: Action("bogus"), "unknown kind of action 'bogus'"),  # type: ignore[arg-type]
    "a number for text": (lambda: Action.parse(5), "an action is text such as"),  # type: ignore[arg-type]
    "text for a code": (lambda: Action.from_code("a"), "whole number"),  # type: ignore[arg-type]
    "an attack with nothing": (lambda: Action.parse("5x6:0"), "attacks without armies; give at least one"),
    "a number for chance": (lambda: at("attack").step(Action(), 5), "chance is a hegemon.Random"),  # type: ignore[arg-type]
    "text for seats": (lambda: ClassicGame(seats="3"), "seats is a whole number"),  # type: ignore[arg-type]
    "half an army": (lambda: battle_odds(2.5, 1), "armies are whole numbers"),  # type: ignore[arg-type]
    "an outcome of nothing": (lambda: at("attack").apply_outcome(1), "no chance is pending"),
    "a random that is none": (lambda: at("attack").random_action(1), "a random stream is hegemon.Random"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_answered_in_plain_words(mistake: str) -> None:
    call, message = MISTAKES[mistake]
    with pytest.raises(HegemonError, match=message) as caught:
        call()
    assert "nanobind" not in str(caught.value)
    assert "(self" not in str(caught.value)


@pytest.mark.parametrize("key", [-1, 2**64, "a", 1.5, None])
def test_a_random_stream_wants_a_whole_number(key: Any) -> None:
    with pytest.raises(ValueError, match="whole number from 0"):
        Random(key)


def test_rules_given_as_fields_need_no_family_for_the_classic_game() -> None:
    assert ClassicGame("hex", {"name": "swiss2025"}).rules.name == "swiss2025"
    assert ClassicGame("hex", {"wildcards": 4}).rules.wildcards == 4


def test_games_and_views_show_what_they_are() -> None:
    game = ClassicGame("triangle", "classic", 3)
    assert repr(game) == "<Game classic on triangle, 3 seats>"
    assert repr(game.start(1).view(2)).startswith("<View of seat 2: triangle; classic; setup seats=3")
