"""OpenSpiel's verbs on games of both families."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hegemon as hg
from hegemon.envs import OpenSpielGame, OpenSpielState
from hegemon.errors import GameError

GAMES = [
    hg.Game(rules="yao2025"),
    hg.Game(map="grid(3,3)", rules="swiss2025", seats=3),
    hg.Game(map="grid(4,3)", rules="classic(decision_cap=300)", seats=3),
    hg.Game(map="simple", rules="soares2025"),
    hg.Game(map="banana", rules="warlight2"),
    hg.Game(map="banana", rules="warzone"),
]


def step(state: OpenSpielState, random: np.random.Generator) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(int(random.choice(outcomes, p=np.array(chances) / sum(chances))))
    elif state.is_simultaneous_node():
        state.apply_actions([int(random.choice(state.legal_actions(player))) for player in (0, 1)])
    else:
        assert 0 <= state.current_player() < state.num_players()
        state.apply_action(int(random.choice(state.legal_actions())))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_plays_a_game_to_its_end(game: hg.Game) -> None:
    spiel, random = OpenSpielGame(game, max_turns=60), np.random.default_rng(1)
    state = spiel.new_initial_state(seed=3)
    for number in range(spiel.max_game_length()):
        if state.is_terminal():
            break
        for player in range(state.num_players()):
            if not state.is_chance_node():
                legal = state.legal_actions(player)
                assert legal == sorted(legal)
                assert sum(state.legal_actions_mask(player)) == len(legal)
        if number % 25 == 0:
            again = spiel.deserialize_state(state.serialize())
            assert (str(again), again.history()) == (str(state), state.history())
            assert again.current_player() == state.current_player()
        step(state, random)
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0)
    assert all(spiel.min_utility() <= value <= spiel.max_utility() for value in state.returns())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_clones_and_children_leave_the_state_alone(game: hg.Game) -> None:
    spiel, random = OpenSpielGame(game), np.random.default_rng(2)
    state = spiel.new_initial_state(seed=1)
    for _ in range(40):
        before = (str(state), state.serialize(), [state.observation_string(p) for p in range(game.seats)])
        copy = state.clone()
        step(copy, random)
        if not state.is_simultaneous_node():
            state.child(state.legal_actions()[0])
        assert before == (str(state), state.serialize(), [state.observation_string(p) for p in range(game.seats)])
        state = copy
        if state.is_terminal():
            break
        assert state.observation_tensor(0).shape == tuple(spiel.observation_tensor_shape())
        assert (
            max(o for o, _ in state.chance_outcomes()) < spiel.max_chance_outcomes() if state.is_chance_node() else True
        )


def test_one_coin_decides_a_turn_of_the_thesis() -> None:
    state = OpenSpielGame(hg.Game(map="simple", rules="soares2025")).new_initial_state()
    while not state.is_chance_node():
        state.apply_actions([state.legal_actions(player)[0] for player in (0, 1)])
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert state.child(0).is_simultaneous_node()


def test_chance_of_the_classic_game_is_exact() -> None:
    game = hg.Game(rules="yao2025")
    state = OpenSpielGame(game).new_initial_state(seed=1)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    position = hg.parse_position(str(state))
    assert state.current_player() == -1
    assert isinstance(position, hg.ClassicState)
    assert state.chance_outcomes() == list(position.outcomes)


def test_bad_calls_get_a_clear_error() -> None:
    spiel = OpenSpielGame(hg.Game(rules="yao2025"))
    state = spiel.new_initial_state()
    for call in (
        lambda: state.apply_action(10_000),
        lambda: state.apply_action(-1),
        lambda: state.apply_actions([0, 0]),
        lambda: state.chance_outcomes(),
        lambda: state.legal_actions(7),
        lambda: spiel.deserialize_state("no"),
        lambda: spiel.deserialize_state(json.dumps({"seed": 0, "history": [9999]})),
        lambda: OpenSpielGame(hg.Game(map="simple")).new_initial_state().legal_actions(),
    ):
        with pytest.raises(GameError):
            call()


def test_a_game_is_asked_for_at_once() -> None:
    for wrong in ("yao2025", None, hg.load_map("banana")):
        with pytest.raises(GameError, match=r"a game is needed, such as hegemon.Game\(rules='yao2025'\)"):
            OpenSpielGame(wrong)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="max_turns"):
        OpenSpielGame(hg.Game("banana"), max_turns=0)
