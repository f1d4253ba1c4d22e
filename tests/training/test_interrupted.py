"""Runs of the value and of the policy network that are stopped between shards or steps end as if they had not been."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

from hegemon.training.fitting import Fit
from hegemon.training.policy import run as policy
from hegemon.training.value import run as value
from tests.training.small import POLICY, POLICY_SHARDS, VALUE, VALUE_SHARDS, contents


class Run(NamedTuple):
    """A training, and how an undisturbed one has ended."""

    module: ModuleType
    train: Callable[..., Any]
    finished: dict[str, bytes]

    def stop(self, folder: Path) -> None:
        """Train until it is interrupted."""
        with pytest.raises(KeyboardInterrupt):
            self.train(folder)
        assert not (folder / self.module.NET).exists()


@pytest.fixture(scope="module", params=["value", "policy"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("runs") / request.param
    module, train = {
        "value": (value, partial(value.train_value, settings=VALUE, shards=VALUE_SHARDS)),
        "policy": (policy, partial(policy.train_policy, settings=POLICY, shards=POLICY_SHARDS)),
    }[request.param]
    train(folder)
    return Run(module, train, contents(folder))


@pytest.mark.parametrize("stop_after", [0, 1])
def test_a_run_killed_between_shards_ends_the_same(
    run: Run, stop_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = run.module.write_shard, 0

    def stop(*arguments: Any) -> None:
        nonlocal written
        if written == stop_after:
            raise KeyboardInterrupt
        write(*arguments)
        written += 1

    with monkeypatch.context() as patch:
        patch.setattr(run.module, "write_shard", stop)
        run.stop(tmp_path)
    assert len(list(tmp_path.glob("shards/*"))) == stop_after
    run.train(tmp_path, threads=2)
    assert contents(tmp_path) == run.finished


@pytest.mark.parametrize("stop_after", [1, 4, 5])
def test_a_run_killed_between_steps_ends_the_same(
    run: Run, stop_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = Fit.advance

    def stop(fit: Fit) -> None:
        if fit.step == stop_after:
            raise KeyboardInterrupt
        advance(fit)

    with monkeypatch.context() as patch:
        patch.setattr(Fit, "advance", stop)
        run.stop(tmp_path)
    run.train(tmp_path)
    assert contents(tmp_path) == run.finished
