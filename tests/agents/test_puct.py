"""Agents puct and exit: networks of the classic game with and without search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hegemon import ClassicState, Clock, Game, make_agent, play
from hegemon.agents.exit import ExitAgent, Settings
from hegemon.errors import AgentError
from hegemon.game import ClassicGame, seeded
from hegemon.nets import random_classic_net

HEX = ClassicGame("hex", "heredia2022(pool=10, decision_cap=100)", 2)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("nets") / "net.safetensors"
    random_classic_net("classic-graph", seed=3).save(path)
    return path


@pytest.mark.parametrize("more", ["visits=20", "preset=gumbel, visits=20", "preset=training, visits=20, fast_visits=5"])
def test_searches_with_a_network_play_games(file: Path, more: str) -> None:
    specs = [f"puct(net={file}, {more})", f"exit(net={file}, visits=5)"]
    record = play(HEX, specs, seed=1)
    assert record.result is not None
    assert record.result.reason in ("conquest", "cap")
    assert record.plans == play(HEX, specs, seed=1).plans


def test_more_seats_and_hidden_cards(file: Path) -> None:
    game = ClassicGame("hex", "classic(pool=6, decision_cap=60)", 3)
    assert (
        play(game, [f"puct(net={file}, visits=8, worlds=2)", "random", f"exit(net={file})"], seed=1).result is not None
    )


def test_the_policy_takes_what_it_likes_best(file: Path) -> None:
    agent = ExitAgent(Settings(net=str(file)))
    agent.begin(HEX, 0, seeded(0))
    state, random = HEX.start(1), seeded(1)
    for _ in range(40):
        action = agent.act(state.view(state.mover), Clock())
        _, logits = agent.net.evaluate([state])
        assert action == state.legal_actions[int(np.argmax(logits[0]))]
        state = state.step(action, random).state


def test_temperature_draws_by_the_policy(file: Path) -> None:
    agent = ExitAgent(Settings(net=str(file), temperature=1.0))
    agent.begin(HEX, 0, seeded(0))
    view = HEX.start(1).view(0)
    analysis = agent.analyse(view, Clock())
    assert sum(candidate.prior or 0 for candidate in analysis.candidates) == pytest.approx(1)
    counts = {str(candidate.decision): 0 for candidate in analysis.candidates}
    for _ in range(600):
        counts[str(agent.act(view, Clock()))] += 1
    for candidate in analysis.candidates:
        assert counts[str(candidate.decision)] / 600 == pytest.approx(candidate.prior, abs=0.08)


@pytest.mark.parametrize(("part", "decides"), [("init-only", True), ("main-only", False), ("full", True)])
def test_only_its_phases_are_decided(file: Path, part: str, decides: bool) -> None:
    agent = ExitAgent(Settings(net=str(file), play=part))  # type: ignore[arg-type]
    agent.begin(HEX, 0, seeded(0))
    view = HEX.start(1).view(0)
    found = {str(agent.act(view, Clock())) for _ in range(60)}
    assert (len(found) == 1) == decides


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="cannot use net="):
        make_agent("puct(net=nowhere/none.safetensors)")
    other = tmp_path / "other.safetensors"
    random_classic_net("yao2025").save(other)
    for name in ("puct", "exit"):
        with pytest.raises(AgentError, match=f"agent {name}: this network cannot be used"):
            make_agent(f"{name}(net={other})").begin(HEX, 0, seeded(0))
        with pytest.raises(AgentError, match="classic family only"):
            make_agent(f"{name}(net={other})").begin(Game("simple"), 0, seeded(0))


def test_networks_that_know_no_amounts_send_all() -> None:
    game = ClassicGame("old-world", "yao2025")
    agent = make_agent("exit(net=yao2025)")
    assert isinstance(agent, ExitAgent)
    record = play(game, ["random", "random"], seed=3)
    ties = 0
    for state in record.states[:-1]:
        assert isinstance(state, ClassicState)
        agent.begin(game, state.mover, seeded(0))
        found = agent.analyse(state.view(state.mover), Clock())
        best: Any = found.best.decision
        ways: list[Any] = [way.decision for way in found.candidates if way.prior == found.best.prior]
        assert best.armies == max(way.armies for way in ways)
        ties += len(ways) > 1
    assert ties > 3
