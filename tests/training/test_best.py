"""Training of both networks of best from nothing: every stage builds on those before, and on nothing of the package."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

from hegemon import Clock, Random, SimultaneousGame, make_agent
from hegemon.agents import weights
from hegemon.agents.best import BestAgent
from hegemon.errors import TrainingError
from hegemon.training.best.run import SHARES, train_best
from hegemon.training.best.settings import best_settings
from hegemon.training.policy import generations as policy
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.settings import changed
from hegemon.training.value import generations as value
from hegemon.training.value.run import describe
from tests.training.small import contents
from tests.training.stopped import run_in_parts

TABLES = {
    "tables": 4,
    "held": 2,
    "games": 1,
    "rounds": 6,
    "visits": 6,
    "largest": 20,
    "batch": 8,
    "steps": 2,
    "checkpoint": 1,
}
SMALL = changed(
    best_settings(["warlight2"], seed=3),
    {
        **{f"{part}.{name}": number for part in ("value", "policy") for name, number in TABLES.items()},
        "value_generations": 2,
        "last_generations": 2,
    },
    "train best",
)
RUN = Path("run")
Report = Callable[[str, int, int], None]


class Training:
    """A small training in the folder `run` of another one."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder, self.report = folder, report

    def run(self) -> Any:
        with chdir(self.folder):
            return train_best(RUN, SMALL, minutes=0, report=self.report)


class Trained:
    """What it returned, what it has reported, and where it is."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.reports = folder, list[str]()
        self.told = Training(folder, lambda what, done, total: self.reports.append(what)).run()

    def settings(self, stage: str, number: int, net: str) -> Any:
        return describe(self.folder / RUN / stage / f"generation-{number}" / f"{net}.safetensors")["settings"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    def refuse(*_: object) -> NoReturn:
        raise AssertionError("a network of the package takes part")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weights, "shipped_value", refuse)
        patch.setattr(weights, "shipped_policy", refuse)
        return Trained(tmp_path_factory.mktemp("best"))


def test_every_stage_has_the_networks_of_those_before(trained: Trained) -> None:
    alone, proposing, last = (
        trained.settings("1-value", 2, "value"),
        trained.settings("2-policy", 1, "policy"),
        trained.settings("3-value", 4, "value"),
    )
    assert (trained.settings("1-value", 0, "value")["visits"], alone["visits"], alone["policy"]) == (0, 6, "none")
    assert proposing["value"] == "run/1-value/generation-2/value.safetensors"
    assert proposing["policy"] == "run/2-policy/generation-0/policy.safetensors"
    assert last["policy"] == "run/2-policy/generation-1/policy.safetensors"
    assert last["value"] == last["start"] == "run/3-value/generation-3/value.safetensors"
    assert last["also"] == ["run/1-value/generation-1", "run/1-value/generation-2", "run/3-value/generation-3"]
    again = trained.settings("3-value", 3, "value")
    assert again["value"] == again["start"] == "run/1-value/generation-2/value.safetensors"
    assert [each["seed"] for each in (alone, again, last)] == [5, 6, 7]


def test_it_leaves_networks_that_play(trained: Trained) -> None:
    folder = trained.folder / RUN
    for name in ("value", "policy"):
        assert describe(folder / f"{name}.safetensors") == trained.told[name]
    nets = f"value={folder / 'value.safetensors'},policy={folder / 'policy.safetensors'}"
    agent = make_agent(f"best({nets},visits=20,proposed=1)")
    assert isinstance(agent, BestAgent)
    state = SimultaneousGame("italy", "warlight2").start(1)
    agent.begin(state.game, 0, Random(1))
    assert not state.illegal_reasons(0, agent.plan(state.view(0), Clock()))


def test_progress_names_the_stage(trained: Trained) -> None:
    assert [stage for stage, _ in groupby(what.partition(":")[0] for what in trained.reports)] == list(SHARES)
    assert "3-value: generation 4: steps" in trained.reports


def test_the_stages_divide_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[float] = []

    def stand_in(net: str, folder: Path, settings: object, *, minutes: float, **_: object) -> None:
        times.append(minutes)
        folder.mkdir()
        (folder / net).touch()

    for name, module in (("value", value), ("policy", policy)):
        monkeypatch.setattr(module, f"train_{name}", partial(stand_in, f"{name}.safetensors"))
        monkeypatch.setattr(module, "describe", lambda path: {})
    train_best(tmp_path / "run", best_settings(), minutes=90)
    assert times[0] == 1  # of planners, whose positions must fit into memory
    assert times[1:4] == pytest.approx([90 * SHARES["1-value"] / 3.1] * 3)
    assert times[4:] == pytest.approx([90 * SHARES["2-policy"] / 2] * 2 + [90 * SHARES["3-value"] / 3] * 3)
    assert sum(SHARES.values()) == pytest.approx(1)


def test_a_training_that_is_stopped_again_and_again_ends_the_same(trained: Trained, tmp_path: Path) -> None:
    assert run_in_parts(partial(Training, tmp_path)) == trained.told
    runs = [path.parent.relative_to(trained.folder) for path in sorted(trained.folder.glob("run/*/*/state.json"))]
    assert len(runs) == 7
    for each in runs:
        one, other = contents(trained.folder / each), contents(tmp_path / each)
        for found in (one, other):
            found.pop("state.json")  # has the time of the games
        assert one == other
    for name in ("value", "policy"):
        net = RUN / f"{name}.safetensors"
        assert (tmp_path / net).read_bytes() == (trained.folder / net).read_bytes()
    reports: list[str] = []
    assert Training(tmp_path, lambda what, done, total: reports.append(what)).run() == trained.told
    assert reports == []


def test_other_folders_are_refused(trained: Trained, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(TrainingError, match="contains other files, not a run of train best"):
        train_best(tmp_path, SMALL)
    with pytest.raises(TrainingError, match="contains a run of train value --generations, not a run of train best"):
        train_best(trained.folder / RUN / "1-value", SMALL)
    with chdir(trained.folder), pytest.raises(TrainingError, match="1-value/generation-0 contains a run with seed=3"):
        train_best(RUN, changed(SMALL, {"value.seed": 4}, "train best"))
    with chdir(trained.folder), pytest.raises(TrainingError, match=r"2-policy/generation-0 contains a run with value="):
        train_best(RUN, changed(SMALL, {"value_generations": 1}, "train best"))


def test_usual_settings() -> None:
    settings, usual = best_settings(), PolicySettings()
    assert settings.value.rules == settings.policy.rules == usual.rules
    assert settings.value.largest == usual.largest


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"value.policy": "usual"}, r"leave value\.policy away"),
        ({"policy.value": "usual"}, r"leave policy\.value away"),
        ({"value.start": "x"}, r"leave value\.start away"),
        ({"last_generations": 0}, "last_generations=0 is not allowed"),
        ({"policy.step": 5}, "has no setting step; did you mean steps?"),
    ],
)
def test_bad_settings(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        changed(SMALL, changes, "train best")
