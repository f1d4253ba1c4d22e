"""The classic game through its public classes: positions, views, records and matches."""

from __future__ import annotations

import pickle
from itertools import permutations
from pathlib import Path

import pytest

from hegemon import (
    Action,
    ClassicGame,
    ClassicState,
    Game,
    Group,
    Map,
    Random,
    Record,
    load_records,
    parse_position,
    play,
    play_series,
)
from hegemon.errors import GameError, HegemonError, NotationError
from hegemon.match import Adjudication, Series
from hegemon.rules import home_map, load_rules

PRESETS = ("classic", "heredia2022", "swiss2025", "swiss2025-text", "yao2025", "yao2025-code", "aminian2020")


def random_states(rules: str, seats: int, steps: int = 120, board: str = "grid(4,3)") -> list[ClassicState]:
    random, states = Random(seats), [ClassicGame(board, rules, seats).start(7)]
    while len(states) < steps and not states[-1].result:
        states.append(states[-1].step(states[-1].random_action(random), random).state)
    return states


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("rules", PRESETS)
def test_positions_survive_text_pickling_and_copying(rules: str, seats: int) -> None:
    for state in random_states(rules, seats):
        assert state.game.parse(str(state)) == state
        assert parse_position(str(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert state.copy() == state
        assert state.copy().hash == state.hash


@pytest.mark.parametrize("rules", PRESETS)
def test_a_step_leaves_the_position_as_it_was_and_replays_from_its_chance(rules: str) -> None:
    for state in random_states(rules, 3)[:-1]:
        before = str(state)
        action = state.random_action(Random(1))
        turn = state.step(action, Random(2))
        assert str(state) == before
        assert state.step(action, turn.chance).state == turn.state
        with pytest.raises(GameError):
            state.step(action, [*turn.chance, 0])


def test_views_hide_the_hands_of_the_others_and_determinise_to_something_possible() -> None:
    states = [
        state for state in random_states("classic", 3, 2500, "classic") if sum(state.hands) > 4 and state.deciders
    ]
    assert states
    for state in states[::25]:
        for seat in range(3):
            view = state.view(seat)
            assert view.cards(seat) == state.cards(seat)
            assert all(view.cards(other) == () for other in range(3) if other != seat)
            assert view.hands == state.hands
            assert view.legal_actions == (state.legal_actions if seat == state.mover else view.legal_actions)
            guess = view.determinize(Random(5))
            assert guess.view(seat).core == view.core
            assert [len(guess.cards(other)) for other in range(3)] == list(state.hands)
            with pytest.raises(GameError, match="determinize"):
                _ = view.state


def test_the_open_game_shows_everything() -> None:
    state = ClassicGame("switzerland", "swiss2025").start(1)
    assert state.view(1).state == state


def test_returns_sum_to_zero_for_any_number_of_seats() -> None:
    for seats in (2, 4, 6):
        game = ClassicGame("grid(4,3)", "aminian2020(decision_cap=300, cap_result=armies)", seats)
        record = play(game, ["random"] * seats, seed=seats)
        assert record.result is not None
        assert record.final.returns == pytest.approx(record.result.returns)
        assert sum(record.final.returns) == pytest.approx(0)
        assert max(record.final.returns) == 1.0


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("rules", PRESETS)
def test_games_are_recorded_and_read_back(rules: str, seats: int, tmp_path: Path) -> None:
    game = ClassicGame("grid(4,3)", rules, seats)
    record = play(game, ["random"] * seats, seed=2, adjudication=Adjudication(turn_limit=12))
    record.save(tmp_path / "game.jsonl")
    again = Record.load(tmp_path / "game.jsonl")
    assert again.states == record.states
    assert again.plans == record.plans
    assert (again.result, again.agents, again.game) == (record.result, record.agents, record.game)


def test_a_changed_record_is_read_up_to_the_damage(tmp_path: Path) -> None:
    play(ClassicGame("hex", "heredia2022"), ["random", "random"], seed=2).save(tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    lines[12] = lines[12].replace('"plans":[', '"plans":["=9",', 1)
    (tmp_path / "game.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = load_records(tmp_path / "game.jsonl")
    assert "damaged at line 13" in found.problem
    assert len(found.records[0].turns) == 10


def test_a_series_rotates_the_seats_and_gives_the_same_games_on_two_processes() -> None:
    game = ClassicGame("grid(4,3)", "yao2025", 3)
    series = Series(game, ("random", "random", "random"), 6, seed=4)
    assert sorted(series.seating(number) for number in range(6)) == sorted(permutations(range(3)))
    one, two = ([], [])  # type: tuple[list[str], list[str]]
    first = play_series(series, workers=1, on_game=lambda _, record: one.append(record.final.hash))
    second = play_series(series, workers=2, on_game=lambda _, record: two.append(record.final.hash))
    assert one == two
    assert first.score == second.score
    assert sum(first.score) == pytest.approx(1)


@pytest.mark.parametrize("rules", [*PRESETS, "custom-classic", "soares2025", "warlight1", "classic(pool=50)"])
def test_without_a_map_a_game_is_played_on_the_home_map_of_its_rules(rules: str) -> None:
    home = home_map(load_rules(rules))
    assert Game(rules=rules) == Game(home, rules)
    if rules in PRESETS:
        assert ClassicGame(rules=rules, seats=3) == ClassicGame(home, rules, 3)
    assert (ClassicGame().map.name, Game().map.name) == ("classic", "italy")


def test_rules_choose_the_family() -> None:
    assert isinstance(Game("hex", "heredia2022", 3), ClassicGame)
    assert not isinstance(Game("hex", "soares2025"), ClassicGame)
    with pytest.raises(GameError, match="2 seats, not 3"):
        Game("italy", "soares2025", 3)
    with pytest.raises(HegemonError, match="not rules of the classic game"):
        ClassicGame("italy", "soares2025")
    with pytest.raises(GameError, match="2 to 6 seats"):
        ClassicGame("italy", "classic", 7)


@pytest.mark.parametrize(
    "text",
    [
        "hex; heredia2022; pick seats=2; .0 .0 .0 .0 .0; -",
        "hex; heredia2022; pick seats=2; .0 .0 .0 .0 .0 x1; -",
        "hex; heredia2022; place seats=2 to_place=3; .0 .0 .0 .0 .0 a1; -",
        "hex; heredia2022; sleep seats=2; a1 a1 a1 b1 b1 b1; -",
        "hex; heredia2022; attack seats=2 mover=5; a1 a1 a1 b1 b1 b1; -",
        "hex; heredia2022; attack seats=2 mover=99999999; a1 a1 a1 b1 b1 b1; -",
        "hex; heredia2022; attack seats=2; a1 a1 a1 b1 b1 b1; q:3",
        "hex; heredia2022; attack seats=2; a1 a1 a1 b1 b1 b1; a:333",
        "hex; heredia2022; attack seats=2 chance=2; a1 a1 a1 b1 b1 b1; -",
        "hex; heredia2022; attack seats=2",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        ClassicGame("hex", "heredia2022").parse(text)


def test_chance_is_explicit_and_an_impossible_outcome_is_refused() -> None:
    here = ClassicGame("triangle", "swiss2025").parse("triangle; swiss2025; attack seats=2; a4 b2 b1; -")
    battle = here.apply(Action.parse("0x1:3"))
    assert battle.deciders == ()
    assert battle.legal_actions == ()
    assert sum(p for _, p in battle.outcomes) == pytest.approx(1)
    for outcome, _ in battle.outcomes:
        assert battle.apply_outcome(outcome).chance == ""
    for wrong in (-1, 5, 10**12):
        with pytest.raises(GameError):
            battle.apply_outcome(wrong)
    with pytest.raises(GameError, match="pending"):
        battle.apply(Action.parse("-"))


def test_after_a_fair_duel_one_army_may_move_in() -> None:
    game = ClassicGame("grid(2,2)", "aminian2020(occupy=choose)", 2)
    state = game.parse(f"{game.map.name}; aminian2020(occupy=choose); attack seats=2 mover=0 starter=0; a6 a1 b1 b1; -")
    taken = state.apply(Action.parse("0x2:5")).apply_outcome(4)
    assert [str(action) for action in taken.legal_actions] == ["=1", "=2", "=3", "=4", "=5"]


def test_a_growing_bonus_is_rounded_down_from_its_true_value() -> None:
    """25 grown by 16 percent is exactly 29; 25 * 1.16 in floating point is a little less."""
    board = Map("pair", ("A", "B", "C"), ((0, 1), (1, 2)), (Group("G", 25, (0, 1)),), ((0, 0), (1, 0), (2, 0)))
    game = ClassicGame(board, "heredia2022(group_growth_percent=16)", 2)
    text = "pair; heredia2022(group_growth_percent=16); place seats=2 mover=0 starter=0 to_place=1 round=2; a1 a1 b1; -"
    assert 25 * 1.16 < 29
    assert game.parse(text).income(0) == 3 + 29
