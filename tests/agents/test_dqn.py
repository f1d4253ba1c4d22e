"""Agent dqn: the best decision that its network knows, with most armies, and one clear line for a wrong network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hegemon import Clock, Game, make_agent, play
from hegemon.agents.dqn import DqnAgent, Settings
from hegemon.errors import AgentError
from hegemon.game import ClassicGame, seeded
from hegemon.nets import random_classic_net


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.safetensors"
    random_classic_net("yao2025", seed=3).save(path)
    return path


@pytest.mark.parametrize("rules", ["yao2025", "yao2025-code"])
def test_it_takes_the_best_decision_with_most_armies(file: Path, rules: str) -> None:
    game = ClassicGame(rules=rules)
    agent = DqnAgent(Settings(str(file)))
    agent.begin(game, 0, seeded(0))
    state, random = game.start(1), seeded(1)
    for _ in range(60):
        if state.result:
            break
        action = agent.act(state.view(state.mover), Clock())
        _, worths = agent.net.evaluate([state])
        best = [a for a, worth in zip(state.legal_actions, worths[0], strict=True) if worth == worths[0].max()]
        assert action in best
        assert action.armies == max(a.armies for a in best)
        assert agent.estimate == pytest.approx(np.clip((1 + worths[0].max()) / 2, 0, 1), abs=1e-6)
        state = state.step(action, random).state


def test_an_analysis_lists_every_source_and_target_once_best_first(file: Path) -> None:
    game = ClassicGame(rules="yao2025")
    board = game.position([0, 0, 0, 0, 1, 1, 1, 1], [9, 1, 5, 1, 1, 1, 1, 1], phase="attack")
    analysis = DqnAgent(Settings(str(file))).analyse(board.view(0), Clock())
    decisions = [str(candidate.decision) for candidate in analysis.candidates]
    assert sorted(decisions) == ["-", "2x6:4"]
    values = [candidate.value for candidate in analysis.candidates]
    assert values == sorted(values, reverse=True)
    assert analysis.value == pytest.approx(values[0])


def test_games_are_played_without_forfeits(file: Path) -> None:
    record = play(ClassicGame(rules="yao2025"), [f"dqn(net={file})", "random"], seed=1)
    assert record.result is not None
    assert record.result.reason in ("conquest", "cap")


def test_what_does_not_fit_is_named(file: Path, tmp_path: Path) -> None:
    agent = make_agent(f"dqn(net={file})")
    with pytest.raises(AgentError, match="cannot be used for"):
        agent.begin(ClassicGame("hex", "yao2025"), 0, seeded(0))
    with pytest.raises(AgentError, match="classic family only"):
        agent.begin(Game("simple"), 0, seeded(0))
    with pytest.raises(AgentError, match="cannot read"):
        make_agent(f"dqn(net={tmp_path}/none.safetensors)")
    other = tmp_path / "other.safetensors"
    random_classic_net("classic-graph").save(other)
    with pytest.raises(AgentError, match="has no Q-values"):
        make_agent(f"dqn(net={other})")
