"""The rollout search of the classic game: budgets, errors, candidates."""

from __future__ import annotations

import pytest

from hegemon import ClassicGame, Game, Random
from hegemon.errors import SearchError
from hegemon.search import (
    Budget,
    ClassicPlannerWeights,
    ClassicRollouts,
    ClassicRolloutSettings,
    usual_classic_weights,
)


def test_a_search_respects_its_budget() -> None:
    game = ClassicGame(rules="classic", seats=3)
    state = game.start(2)
    search = ClassicRollouts(game, ClassicRolloutSettings(sure=0))
    view = state.view(state.mover)
    assert search.decide(view, Budget(visits=70), Random(1)).visits == 70
    timed = search.analyse(view, Budget(seconds=0.2), Random(1))
    assert timed.visits > 10
    assert timed.seconds < 0.65


def test_the_plan_of_a_turn_is_remembered_but_analyses_are_not_changed_by_it() -> None:
    game = ClassicGame(rules="swiss2025")
    state, random = game.start(3), Random(5)
    search, fresh = ClassicRollouts(game), ClassicRollouts(game)
    for _ in range(4):
        state = state.step(search.decide(state.view(state.mover), Budget(visits=50), Random(1)).decision, random).state
    view = state.view(state.mover)
    mine, other = (one.analyse(view, Budget(visits=80), Random(2)) for one in (search, fresh))
    assert [(one.decision, one.visits) for one in mine.candidates] == [
        (one.decision, one.visits) for one in other.candidates
    ]


def test_weights_are_those_of_the_kind_of_game() -> None:
    two, six = (usual_classic_weights(ClassicGame(rules="classic", seats=seats)) for seats in (2, 6))
    assert isinstance(two, ClassicPlannerWeights)
    assert two != six


def test_what_makes_no_sense_is_refused() -> None:
    game = ClassicGame(rules="classic")
    with pytest.raises(SearchError, match="classic game"):
        ClassicRollouts(Game("earth", "warlight2"))  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="styles"):
        ClassicRolloutSettings(styles=0)
    with pytest.raises(SearchError, match="ClassicView"):
        ClassicRollouts(game).decide(game.start(1), Budget(visits=5), Random(1))  # type: ignore[arg-type]
    view = game.start(1).view(0)
    with pytest.raises(SearchError, match="visits or seconds"):
        ClassicRollouts(game).decide(view, Budget(), Random(1))
    with pytest.raises(SearchError, match="seat 1 has nothing to decide"):
        ClassicRollouts(game).decide(game.start(1).view(1), Budget(visits=5), Random(1))
