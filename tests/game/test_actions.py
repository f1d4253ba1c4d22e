"""Actions of the classic game: text and code both ways, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hegemon import Action, ClassicGame, HegemonError, Random
from hegemon.errors import IllegalActionError, NotationError
from hegemon.game import actions

TEXTS = {
    "-": Action(),
    "!5": actions.pick(5),
    "5+3": actions.place(5, 3),
    "T2,14,20": actions.trade(2, 14, 20),
    "T2,14,20@14": actions.trade(2, 14, 20, 14),
    "5x6:4": actions.attack(5, 6, armies=4),
    "5x6/3": actions.attack(5, 6, dice=3),
    "=4": actions.occupy(4),
    "5>6:3": actions.fortify(5, 6, 3),
}


@pytest.mark.parametrize(("text", "action"), TEXTS.items())
def test_text_and_code_are_read_back(text: str, action: Action) -> None:
    assert str(action) == text
    assert Action.parse(text) == action
    assert Action.from_code(action.code) == action
    assert 0 <= action.code < 2**55


def test_codes_tell_actions_apart() -> None:
    assert len({action.code for action in TEXTS.values()}) == len(TEXTS)


@given(st.text(max_size=12))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = Action.parse(text)
    except NotationError:
        return
    assert Action.parse(str(action)) == action


@given(st.integers(-(2**60), 2**60))
def test_any_number_is_a_code_or_a_notation_error(code: int) -> None:
    try:
        action = Action.from_code(code)
    except NotationError:
        return
    assert action.code == code


def test_what_is_no_action_of_any_map_has_no_code() -> None:
    for action in (actions.pick(5000), actions.place(1, 10**7), actions.attack(0, -1), Action(dice=9)):
        with pytest.raises(NotationError):
            _ = action.code


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("rules", ["classic", "heredia2022", "swiss2025-text", "yao2025", "aminian2020"])
def test_legal_actions_of_random_games_survive_text_and_code(rules: str, seats: int) -> None:
    random, state = Random(3), ClassicGame("grid(4,3)", rules, seats).start(3)
    for _ in range(150):
        if state.result:
            break
        for action in state.legal_actions[:40]:
            assert Action.parse(str(action)) == Action.from_code(action.code) == action
        state = state.step(state.random_action(random), random).state


def test_illegal_actions_are_refused_with_phase_and_seat() -> None:
    state = ClassicGame("hex", "heredia2022").start(1)
    with pytest.raises(IllegalActionError, match="5x6:4 in phase pick of seat 0: in phase pick a seat may only pick"):
        state.apply(Action.parse("5x6:4"))
    for wrong in (actions.pick(99), actions.pick(10**9), actions.pick(-1), Action(dice=77)):
        with pytest.raises(HegemonError):
            state.apply(wrong)
