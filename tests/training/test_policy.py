"""Training of the policy network: what a run leaves, with tests on what it has not been trained with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

import torch

from hegemon import Clock, Random, SimultaneousGame, make_agent
from hegemon.agents.best import BestAgent
from hegemon.errors import AgentError, HegemonError, TrainingError
from hegemon.training.fitting import CHECKPOINT
from hegemon.training.log import read_rows
from hegemon.training.playing import shard_path
from hegemon.training.policy.decisions import STEPS, Decisions
from hegemon.training.policy.fit import choices_of, fit_of, losses, mean_losses, new_model
from hegemon.training.policy.generations import train_generations
from hegemon.training.policy.run import FORMAT, NET, Data, State, open_run, train_policy
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.policy.shards import read_shard
from hegemon.training.value.run import describe
from tests.training.small import POLICY as SMALL
from tests.training.small import POLICY_SHARDS as SHARDS


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "policy"
    train_policy(folder, SMALL, shards=SHARDS)
    return folder


def data_of(folder: Path) -> Data:
    return Data.read(folder, State.read(folder, PolicySettings, FORMAT))


def test_a_run_leaves_a_network_that_plays(finished: Path) -> None:
    told: Any = describe(finished / NET)
    data = data_of(finished)
    assert told["shards"] == SHARDS
    assert told["plans"] == len(data.training)
    assert told["held"] == sum(map(len, data.held.values()))
    assert told["settings"]["seed"] == 3
    assert [row["step"] for row in read_rows(finished)] == [2, 4, 6]
    for each in told["losses"]:
        for step, found in each["losses"].items():
            assert step in STEPS
            assert found["network"] > 0
            assert found["even"] > 0
            assert 0 <= found["agrees"] <= 1
    agent = make_agent(f"best(policy={finished / NET},visits=20,proposed=1)")
    assert isinstance(agent, BestAgent)
    state = SimultaneousGame("italy", "warlight2").start(1)
    agent.begin(state.game, 0, Random(1))
    assert not state.illegal_reasons(0, agent.plan(state.view(0), Clock()))


def test_it_learns_what_was_chosen(finished: Path) -> None:
    decisions = data_of(finished).training
    torch.manual_seed(1)
    fit = fit_of(new_model(), decisions, replace(SMALL, steps=60, batch=32, rate=0.01, average=0.5))
    before = mean_losses(fit.model, decisions)
    while fit.step < 60:
        fit.advance()
    after = mean_losses(fit.mean, decisions)
    assert set(after) == set(STEPS)
    for step in STEPS:
        assert after[step]["network"] < 0.8 * before[step]["network"]


def test_decisions_that_are_taken_out_are_the_same(finished: Path) -> None:
    """Rows are numbered within their position: wherever it comes, its losses are the same."""
    decisions, model = data_of(finished).training, new_model()
    parts = [decisions.take(np.array([at])) for at in (3, 1, 2)]
    with torch.no_grad():
        together = losses(model, choices_of(Decisions.joined(parts)))
        apart = [losses(model, choices_of(part)) for part in parts]
    assert torch.allclose(together.network, torch.cat([each.network for each in apart]), atol=1e-4)
    assert together.network.max() > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": ()}, "name the rules"),
        ({"rules": ("classic",)}, "rules of the classic game"),
        ({"rules": ("soares2025",)}, "march on in the same turn"),
        ({"visits": 0}, "visits=0 is not allowed"),
        ({"smallest": 90, "largest": 80}, "more than largest"),
    ],
)
def test_bad_settings_leave_no_folder(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HegemonError, match=message):
        open_run(tmp_path / "run", replace(SMALL, **changes))
    assert not (tmp_path / "run").exists()


def test_other_settings_and_damaged_files_are_refused(finished: Path, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="contains a run with seed=3, not 4"):
        open_run(finished, replace(SMALL, seed=4))
    with pytest.raises(TrainingError, match="1 shards of 1 tables leave no plans"):
        train_policy(tmp_path / "few", replace(SMALL, tables=1), shards=1)
    train_policy(tmp_path / "run", replace(SMALL, steps=1), shards=1)
    path = shard_path(tmp_path / "run", 0)
    whole = path.read_bytes()
    for broken in (b"", whole[:-100], whole[:3000] + bytes(500) + whole[3500:]):
        path.write_bytes(broken)
        with pytest.raises(TrainingError, match=r"00000\.npz is damaged"):
            list(read_shard(tmp_path / "run", 0))
    path.write_bytes(whole)
    (tmp_path / "run" / NET).unlink()
    (tmp_path / "run" / CHECKPOINT).write_bytes(b"x")
    with pytest.raises(TrainingError, match="delete it, and the network is fitted again"):
        train_policy(tmp_path / "run", replace(SMALL, steps=1), shards=1)


def test_best_explains_what_policy_may_be(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="policy is usual, none, or a file that hegemon train policy has written"):
        make_agent(f"best(policy={tmp_path / 'nowhere'})")


def test_generations_play_with_the_network_before(tmp_path: Path) -> None:
    settings = replace(SMALL, steps=2)
    told: Any = train_generations(tmp_path / "run", settings, 2, minutes=0)
    last = told["settings"]
    assert last["policy"] == last["start"] == str(tmp_path / "run" / "generation-1" / NET)
    assert last["also"] == [str(tmp_path / "run" / "generation-1")]
    before = (tmp_path / "run" / NET).read_bytes()
    assert before == (tmp_path / "run" / "generation-2" / NET).read_bytes()
    assert train_generations(tmp_path / "run", settings, 2, minutes=0) == told
    assert (tmp_path / "run" / NET).read_bytes() == before
    with pytest.raises(TrainingError, match="leave also, start and policy away"):
        train_generations(tmp_path / "other", replace(settings, start="x"), 2, minutes=0)
