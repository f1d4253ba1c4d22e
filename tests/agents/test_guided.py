"""Agents that play with a network: always legal and in time, published settings by name, and clear about what is
missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon import Adjudication, Clock, Game, Plan, Random, SimultaneousGame, SimultaneousView, make_agent, play
from hegemon.agents import REGISTRY
from hegemon.agents.ga import GaAgent
from hegemon.agents.smcts import GuidedAgent, SmctsAgent
from hegemon.errors import AgentError
from tests.game.strategies import SIMULTANEOUS


def guided(spec: str) -> GuidedAgent:
    made = make_agent(spec)
    assert isinstance(made, GuidedAgent)
    return made


class Checked(GuidedAgent):
    """Fails its game if a plan of it would be refused in any part."""

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        plan = super().plan(view, clock)
        reasons = view.illegal_reasons(plan)
        assert not reasons, f"{view.game} turn {view.turns}: {reasons[0]} of {plan}"
        return plan


@pytest.mark.parametrize("rules", [*SIMULTANEOUS, "soares2025(fog=dense)"])
@pytest.mark.parametrize("map", ["simple", "earth"])
def test_no_order_is_ever_refused(net_file: Path, map: str, rules: str) -> None:
    for settings in ("visits=20", "preset=soares2025, visits=2"):
        agents = [Checked(guided(f"guided-mcts(net={net_file}, {settings})").settings) for _ in range(2)]
        record = play(Game(map, rules), agents, seed=1, adjudication=Adjudication(turn_limit=8))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason
    for spec in (f"ga(evaluation=network, init=policy, net={net_file}, population=6, generations=2)",):
        record = play(Game(map, rules), [spec, "random"], seed=1, adjudication=Adjudication(turn_limit=8))
        assert record.result is not None
        assert "forfeits" not in record.result.reason, record.result.reason


@pytest.mark.parametrize(
    "spec",
    [
        "guided-mcts(net={}, visits=30)",
        "guided-mcts(net={}, preset=soares2025, visits=5)",
        "smcts(net={}, evaluation=network, visits=30)",
        "ga(net={}, preset=soares2025-policy, generations=2)",
    ],
)
def test_games_without_a_clock_repeat(net_file: Path, spec: str) -> None:
    records = [play(Game("simple"), [spec.format(net_file), "random"], seed=4) for _ in range(2)]
    assert records[0].final == records[1].final
    assert len(records[0].turns) == len(records[1].turns) > 0


def test_the_presets_are_the_published_searches(net_file: Path) -> None:
    thesis = guided(f"guided-mcts(net={net_file}, preset=soares2025, visits=150)").settings
    assert (thesis.selection, thesis.expand, thesis.evaluation, thesis.rollout) == ("serialised", "all", "network", 0)
    assert (thesis.candidates, thesis.depth, thesis.exploration, thesis.policy_trust) == (20, 20, 0.35, 0.75)
    assert (thesis.idle_terminals, thesis.blind_pending, thesis.duplicates, thesis.root_priors) == (
        True,
        True,
        True,
        False,
    )
    text = guided(f"guided-mcts(net={net_file}, preset=soares2025-text)").settings
    assert (text.idle_terminals, text.blind_pending, text.root_priors) == (False, False, True)
    bauer = guided(f"guided-mcts(net={net_file}, preset=bauer2024)").settings
    assert (bauer.policy_trust, bauer.cache_opponent, bauer.evaluation) == (1.0, True, "network")


def test_faults_of_the_published_searches_are_off_by_default(net_file: Path) -> None:
    settings = guided(f"guided-mcts(net={net_file})").settings
    assert (settings.idle_terminals, settings.blind_pending, settings.duplicates) == (False, False, False)
    assert settings.root_priors


def test_analyse_tells_what_plan_plays(net_file: Path) -> None:
    game = SimultaneousGame("banana")
    view, plans = game.start(2).view(1), []
    for verb in ("plan", "analyse"):
        made = guided(f"guided-mcts(net={net_file}, visits=60)")
        made.begin(game, 1, Random(4))
        answer = getattr(made, verb)(view, Clock())
        plans.append(answer if verb == "plan" else answer.best.decision)
        assert 0 <= made.estimate <= 1
    assert plans[0] == plans[1]
    assert answer.details["net_requests"] >= answer.details["net_evaluations"] > 0


def test_a_plan_comes_in_time(net_file: Path) -> None:
    game = SimultaneousGame("earth")
    for spec in (
        "guided-mcts(net={})",
        "guided-mcts(net={}, preset=soares2025)",
        "ga(net={}, preset=soares2025-policy)",
    ):
        made = make_agent(spec.format(net_file))
        assert isinstance(made, SmctsAgent | GaAgent)
        made.begin(game, 0, Random(1))
        for limit in (0.002, 0.05):
            clock = Clock(limit)
            assert len(made.plan(game.start(1).view(0), clock)) > 0
            assert clock.used < limit + 0.2  # machines that run tests are busy


@pytest.mark.parametrize("agent", ["guided-mcts", "ga", "smcts"])
def test_a_missing_network_is_an_error_that_says_what_to_do(agent: str, tmp_path: Path) -> None:
    asks = {"guided-mcts": "visits=1", "ga": "init=policy", "smcts": "evaluation=network"}[agent]
    for name, said in (
        ("no-such-net", "there is no network 'no-such-net'"),
        (str(tmp_path / "gone.safetensors"), "cannot read"),
        (str(tmp_path), "cannot read"),
    ):
        with pytest.raises(AgentError, match=f"agent {agent} cannot use net=") as caught:
            make_agent(f"{agent}({asks}, net={name})")
        assert said in str(caught.value)
        assert f"{agent}(net=path/to/my.safetensors)" in str(caught.value)
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"nothing of the kind")
    with pytest.raises(AgentError, match="not a safetensors file of weights"):
        make_agent(f"{agent}({asks}, net={broken})")


def test_settings_that_would_have_no_effect_are_refused() -> None:
    for spec in ("ga(net=mine)", "smcts(net=mine)"):
        with pytest.raises(AgentError, match="net=mine is not used"):
            make_agent(spec)
    with pytest.raises(AgentError, match="add policy_samples=20"):
        make_agent("guided-mcts(policy_trust=0.75)")
    make_agent("guided-mcts(policy_trust=0.75, policy_samples=20)")


def test_it_is_registered_with_presets() -> None:
    assert set(REGISTRY["guided-mcts"].presets) == {"soares2025", "soares2025-text", "bauer2024", "few-plans"}
    assert "network" in REGISTRY["guided-mcts"].summary
