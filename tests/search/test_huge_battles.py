"""Battles of very many armies: exact probabilities would take hours."""

from __future__ import annotations

import pickle

import pytest

import hegemon as hg
from hegemon.errors import GameError
from hegemon.search import Budget, Mcts, MctsSettings

HUGE = 400_000


@pytest.mark.parametrize("rules", ["swiss2025", "aminian2020(attack_armies=all)"])
def test_a_search_with_exact_chance_draws_the_outcomes_of_huge_battles(rules: str) -> None:
    game = hg.ClassicGame("triangle", rules)
    state = game.position([0, 1, 1], [HUGE, HUGE, 1], mover=0, phase="attack")
    search = Mcts(game, MctsSettings(chance="exact", cutoff=1))
    assert search.decide(state, Budget(visits=30), hg.Random(1)).visits == 30
    attack = next(action for action in state.legal_actions if action.armies >= HUGE - 1)
    with pytest.raises(GameError, match="too many to list; draw one"):
        assert state.apply(attack).outcomes


def test_positions_with_too_many_legal_actions_are_refused() -> None:
    game = hg.ClassicGame("triangle", "aminian2020")
    with pytest.raises(GameError, match=r"seat 0 has 799999 legal actions: .* too large to search"):
        game.position([0, 1, 1], [HUGE, 1, 1], mover=0, phase="attack")


def test_bytes_carry_whatever_play_reaches() -> None:
    game = hg.ClassicGame("classic", "classic", 2)
    state, random = game.start(4), hg.Random(4)
    while state.phase != "over" and state.action_count <= 100_000:
        state = state.step(state.random_action(random), random).state
    assert state.action_count > 100_000, "another seed, if the rules or the random streams have changed"
    assert pickle.loads(pickle.dumps(state)) == state


def test_battles_of_ordinary_size_are_still_listed() -> None:
    game = hg.ClassicGame("triangle", "swiss2025")
    state = game.position([0, 1, 1], [100, 90, 1], mover=0, phase="attack")
    attack = next(action for action in state.legal_actions if action.armies == 99)
    assert sum(probability for _, probability in state.apply(attack).outcomes) == pytest.approx(1)
