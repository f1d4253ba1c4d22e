"""The strongest agent: always legal, in time, the same for the same seed, and stronger than the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import (
    Adjudication,
    Clock,
    Game,
    Plan,
    Random,
    Series,
    SimultaneousGame,
    SimultaneousView,
    make_agent,
    play,
    play_series,
)
from hegemon.agents.best import BestAgent
from hegemon.errors import AgentError
from hegemon.search import usual_weights
from tests.game.strategies import SIMULTANEOUS


def agent(spec: str) -> BestAgent:
    made = make_agent(spec)
    assert isinstance(made, BestAgent)
    return made


class Checked(BestAgent):
    """Fails its game if a plan of it would be refused in any part."""

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        plan = super().plan(view, clock)
        reasons = view.illegal_reasons(plan)
        assert not reasons, f"{view.game} turn {view.turns}: {reasons[0]} of {plan}"
        return plan


@pytest.mark.parametrize("rules", SIMULTANEOUS)
@pytest.mark.parametrize("map", ["triangle", "simple", "italy", "earth", "grid(4, 3)", "random(60, seed=1)"])
def test_no_order_is_ever_refused(map: str, rules: str) -> None:
    small = "(territories_each=1)" if map == "triangle" and rules == "soares2025" else ""
    for spec in ("best(visits=60)", "best(search=false)"):
        agents = [Checked(agent(spec).settings) for _ in range(2)]
        record = play(Game(map, rules + small), agents, seed=1, adjudication=Adjudication(turn_limit=12))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason


@pytest.mark.parametrize("fog", ["light", "normal", "dense", "complete"])
def test_no_order_is_ever_refused_in_fog(fog: str) -> None:
    made = [Checked(agent("best(visits=40)").settings) for _ in range(2)]
    record = play(Game("banana", f"warzone(fog={fog})"), made, seed=1, adjudication=Adjudication(turn_limit=15))
    assert record.result is not None
    assert "forfeits" not in record.result.reason, record.result.reason


def test_the_same_seed_gives_the_same_game() -> None:
    game = Game("earth", "warlight2")
    once, again = (
        play(game, ["best(visits=50)", "best(visits=40)"], seed=4, adjudication=Adjudication(turn_limit=6))
        for _ in range(2)
    )
    assert once.plans == again.plans


@pytest.mark.parametrize("rules", ["warlight1", "warlight2", "warzone"])
def test_it_beats_the_heuristic(rules: str) -> None:
    score = play_series(Series(Game("earth", rules), ("best(visits=100)", "heuristic"), 6, seed=1))
    assert score.score[0] >= 0.8


def test_the_first_bonus_is_complete_soon() -> None:
    record = play(Game("earth", "warlight2"), ["best(visits=100)"] * 2, seed=2, adjudication=Adjudication(turn_limit=5))
    assert max(record.final.income(seat) for seat in (0, 1)) > 5


def test_picks_and_positions_are_analysed() -> None:
    game = Game("earth", "warlight2")
    made = agent("best(visits=100)")
    made.begin(game, 0, Random(1))
    view = game.start(1).view(0)
    assert isinstance(view, SimultaneousView)
    analysis = made.analyse(view, Clock())
    assert {str(one.decision) for one in analysis.candidates} == {f"!{t}" for t in view.offered}
    assert 0 < analysis.visits <= 100


def test_weights_come_from_a_file(tmp_path: Path) -> None:
    game = Game("earth", "warlight2")
    assert isinstance(game, SimultaneousGame)
    weights = usual_weights(game).to_core() | {"greed": 5.0}
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"weights": weights}))
    made = agent(f'best(weights="{path}")')
    assert made.weights is not None
    assert made.weights.greed == 5.0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": {"greed": "x"}}', '{"weights": {"gread": 1}}'])
def test_bad_files_of_weights_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(AgentError, match="weights"):
        agent(f'best(weights="{path}")')
    with pytest.raises(AgentError, match="nowhere"):
        agent("best(weights=nowhere.json)")
