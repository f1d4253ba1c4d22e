"""Whether an opponent of the classic game plays by rules of thumb, seen from its decisions."""

from __future__ import annotations

import pytest

from hegemon import Adjudication, Random, play
from hegemon.agents.opponents import Opponent
from hegemon.game import ClassicEvent, ClassicGame, ClassicTurn, ClassicView


def watched(rules: str, agent: str, turns: int = 10) -> Opponent:
    """What seat 0 has seen of seat 1 after a game."""
    game = ClassicGame(rules=rules, seats=2)
    record = play(game, ["random", agent], seed=5, adjudication=Adjudication(turn_limit=turns))
    opponent, state = Opponent(game, Random(1)), record.start
    events: list[ClassicEvent] = []
    for turn in record.turns:
        assert isinstance(turn, ClassicTurn)
        if state.deciders == (0,):
            view = state.view(0, events)
            assert isinstance(view, ClassicView)
            opponent.watch(view)
            events = []
        events.append(turn.event)
        state = turn.state
    return opponent


@pytest.mark.parametrize("rules", ["swiss2025", "classic", "heredia2022", "aminian2020"])
def test_rules_of_thumb_are_recognised(rules: str) -> None:
    opponent = watched(rules, "heuristic")
    assert opponent.seen > 10
    assert opponent.by_thumb == 1.0


@pytest.mark.parametrize("agent", ["random", "best(search=false)", "mcts(visits=10)"])
def test_others_are_not_taken_for_them(agent: str) -> None:
    opponent = watched("swiss2025", agent)
    assert opponent.seen > 10
    assert opponent.by_thumb == 0.0


def test_nobody_is_judged_by_a_few_decisions() -> None:
    assert Opponent(ClassicGame(rules="swiss2025", seats=2), Random(1)).by_thumb == 0.5
