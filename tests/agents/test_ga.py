"""The agents of co-evolution: always legal on every map and under all rules, repeatable, and better than chance."""

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
    map_names,
    play,
    play_series,
)
from hegemon.agents import REGISTRY
from hegemon.agents.ga import PRESETS, GaAgent, GgnetSettings, Settings
from hegemon.search import CoevolutionSettings
from tests.game.strategies import SIMULTANEOUS

QUICK = "population=6, elites=2, generations=2"


class Checked(GaAgent):
    """Fails its game if a plan of it would be refused in any part."""

    plans = 0

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        plan = super().plan(view, clock)
        reasons = view.illegal_reasons(plan)
        assert not reasons, f"{view.game} turn {view.turns}: {reasons[0]} of {plan}"
        assert view.phase == "pick" or (self.estimate is not None and 0 <= self.estimate <= 1)
        self.plans += 1
        return plan


def expect_no_refusal(name: str, rules: str, settings: Settings) -> None:
    agents = Checked(settings), Checked(settings)
    record = play(Game(name, rules), agents, seed=1, adjudication=Adjudication(turn_limit=8))
    assert record.result is not None
    assert "forfeits" not in record.result.reason, record.result.reason
    assert [agent.plans for agent in agents] == record.info["decisions"]


@pytest.mark.parametrize("rules", SIMULTANEOUS)
@pytest.mark.parametrize("name", [*map_names(), "random(60, seed=1)"])
def test_no_order_is_ever_refused(name: str, rules: str) -> None:
    small = "(territories_each=1)" if name == "triangle" and rules == "soares2025" else ""
    expect_no_refusal(name, rules + small, Settings(population=6, elites=2, generations=2))


@pytest.mark.parametrize(
    "rules",
    [
        "soares2025(fog=dense)",
        "soares2025(fog=complete)",
        "soares2025(excess_deploy=allow)",
        "soares2025(offense_kill_percent=0, luck_percent=100)",
        "soares2025(base_income=0, stands_guard=1)",
        "warlight1(moving_twice=free, source_check=execution, illegal_orders=refuse-plan)",
        "warzone(picking=snake, start_armies=0, neutral_armies=0, excess_deploy=clip)",
    ],
)
@pytest.mark.parametrize("preset", [*PRESETS, ""])
def test_no_order_is_ever_refused_under_odd_rules_and_settings(rules: str, preset: str) -> None:
    settings = Settings.from_values({**PRESETS.get(preset, {}), "population": 6, "generations": 2})
    expect_no_refusal("banana", rules, settings)


def test_presets_are_the_published_settings() -> None:
    published = make_agent("ga(preset=soares2025)")
    assert isinstance(published, GaAgent)
    for name, value in vars(CoevolutionSettings()).items():
        assert getattr(published.settings, name) == value
    assert published.settings.generations == 15
    program = make_agent("ga(preset=soares2025-program, generations=3)")
    assert isinstance(program, GaAgent)
    assert (program.settings.idle_mutation, program.settings.generations) == (True, 3)
    same = make_agent("ga(preset=ggnet)"), make_agent("ga-ggnet")
    assert all(isinstance(agent, GaAgent) for agent in same)
    assert {**vars(same[0].settings)} == {**vars(GgnetSettings())} == {**vars(same[1].settings)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", ["ga", "ga-ggnet", "ga(preset=soares2025)", "ga(preset=soares2025-program)"])
def test_games_without_a_clock_repeat(spec: str) -> None:
    quick = spec.removesuffix(")") + (", " if "(" in spec else "(") + QUICK + ")"
    records = [play(Game("simple"), [quick, "random"], seed=4) for _ in range(2)]
    assert records[0].final == records[1].final
    assert len(records[0].turns) == len(records[1].turns) > 0


def test_it_analyses_what_it_would_play() -> None:
    state = SimultaneousGame("banana").start(3)
    agents = [make_agent(f"ga({QUICK})") for _ in range(2)]
    for agent in agents:
        agent.begin(state.game, 0, Random(9))
        assert isinstance(agent, GaAgent)
    found = agents[0].analyse(state.view(0), Clock())  # type: ignore[attr-defined]
    assert found.best.decision == agents[1].plan(state.view(0), Clock())  # type: ignore[attr-defined]
    assert len(found.candidates) == 6
    assert found.to_json()["generations"] == 2
    assert found.estimate == agents[0].estimate  # type: ignore[attr-defined]


def test_it_analyses_picks_too() -> None:
    state = SimultaneousGame("italy", "warlight2").start(3)
    agent = GaAgent(Settings())
    agent.begin(state.game, 0, Random(9))
    found = agent.analyse(state.view(0), Clock())
    assert isinstance(found.best.decision, Plan)
    assert state.illegal_reasons(0, found.best.decision) == ()


def test_it_uses_the_time_it_is_given_and_no_more() -> None:
    state = SimultaneousGame("earth").start(1)
    agent = GaAgent(Settings())
    agent.begin(state.game, 0, Random(1))
    for limit in (0.0001, 0.02, 0.1):
        clock = Clock(limit)
        plan = agent.plan(state.view(0), clock)
        assert clock.used < limit + 0.25  # the machine may be busy
        assert state.illegal_reasons(0, plan) == ()
    assert clock.used > 0.05


@pytest.mark.parametrize("entry", ["ga", "ga-ggnet"])
def test_they_are_registered_with_presets(entry: str) -> None:
    published = {"soares2025", "soares2025-net", "soares2025-policy", "ggnet"}
    assert set(REGISTRY[entry].presets) == published | {f"{name}-program" for name in published}


@pytest.mark.parametrize(("name", "rules", "games"), [("banana", "soares2025", 30), ("banana", "warlight2", 12)])
def test_it_beats_random_plans_clearly(name: str, rules: str, games: int) -> None:
    score = play_series(Series(Game(name, rules), ("ga(generations=3, population=16)", "random"), games, seed=2))
    (low, _), _ = score.interval
    assert score.forfeits == []
    assert low > 0.5
