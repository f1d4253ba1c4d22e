"""The tree-search agent: always legal and in time, published settings by name, and stronger than rules of thumb."""

from __future__ import annotations

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
from hegemon.agents.smcts import SmctsAgent
from hegemon.search import SmctsSettings as Settings
from tests.game.strategies import SIMULTANEOUS


def agent(spec: str) -> SmctsAgent:
    made = make_agent(spec)
    assert isinstance(made, SmctsAgent)
    return made


class Checked(SmctsAgent):
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
    for spec in ("smcts(visits=40)", "smcts(preset=soares2025, visits=2)", "smcts(preset=bauer2024, visits=2)"):
        agents = [Checked(agent(spec).settings) for _ in range(2)]
        record = play(Game(map, rules + small), agents, seed=1, adjudication=Adjudication(turn_limit=12))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason


@pytest.mark.parametrize("fog", ["light", "normal", "dense", "complete"])
def test_no_order_is_ever_refused_in_fog(fog: str) -> None:
    made = [Checked(agent("smcts(visits=40)").settings) for _ in range(2)]
    record = play(Game("banana", f"soares2025(fog={fog})"), made, seed=1, adjudication=Adjudication(turn_limit=15))
    assert record.result is not None
    assert "forfeits" not in record.result.reason, record.result.reason


def test_the_presets_are_the_published_searches() -> None:
    thesis, bauer = agent("smcts(preset=soares2025, visits=300)").settings, agent("smcts(preset=bauer2024)").settings
    assert thesis.visits == 300
    assert (thesis.selection, thesis.expand, thesis.evaluation) == ("serialised", "all", "none")
    assert (thesis.candidates, thesis.depth, thesis.exploration, thesis.policy_trust) == (20, 20, 0.35, 0.75)
    assert (thesis.duplicates, thesis.idle_terminals, thesis.cache_opponent) == (True, True, False)
    assert (thesis.focused, thesis.crossover, thesis.widening) == (0, 0, 0)
    assert (bauer.exploration, bauer.cache_opponent) == (1.0, True)


def test_faults_of_the_published_searches_are_off_elsewhere() -> None:
    for settings in (Settings(), agent("smcts").settings):
        assert not settings.idle_terminals
        assert not settings.blind_pending
        assert not settings.duplicates
        assert settings.root_priors


def test_a_plan_comes_in_time_and_with_an_estimate() -> None:
    game = SimultaneousGame("random(250, seed=1)", "soares2025")
    made = agent("smcts")
    made.begin(game, 0, Random(1))
    for limit in (0.002, 0.05):
        clock = Clock(limit)
        plan = made.plan(game.start(1).view(0), clock)
        assert clock.used < limit + 0.2  # machines that run tests are busy
        assert len(plan) > 0
        assert 0 <= made.estimate <= 1


def test_analyse_tells_what_plan_plays() -> None:
    game = SimultaneousGame("banana")
    view = game.start(2).view(1)
    plans = []
    for verb in ("plan", "analyse"):
        made = agent("smcts(visits=300)")
        made.begin(game, 1, Random(4))
        answer = getattr(made, verb)(view, Clock())
        plans.append(answer if verb == "plan" else answer.best.decision)
    assert plans[0] == plans[1]


@pytest.mark.parametrize("map", ["banana", "italy"])
def test_it_beats_random_plans_and_rules_of_thumb(map: str) -> None:
    for opponent in ("random", "heuristic"):
        score = play_series(Series(Game(map), ("smcts(visits=1000)", opponent), 20, seed=2))
        (low, _), _ = score.interval
        assert score.forfeits == []
        assert low > 0.5


def test_the_published_search_beats_random_plans() -> None:
    score = play_series(Series(Game("banana"), ("smcts(preset=soares2025, visits=40)", "random"), 20, seed=2))
    assert score.score[0] > 0.7
