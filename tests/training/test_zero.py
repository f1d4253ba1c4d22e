"""Learning from samples and from nothing: killed runs end as if they had not been killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

import torch

from hegemon import SimultaneousGame
from hegemon.errors import TrainingError
from hegemon.nets.torch.soares2025 import Soares2025
from hegemon.training.datasets.simultaneous import SimultaneousDataset, loss_of
from hegemon.training.learner import Learning, learn
from hegemon.training.log import read_rows
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay
from hegemon.training.zero import Zero, ZeroRun
from tests.training.stopped import run_in_parts

FAST = SimultaneousSelfPlay(visits=6, games=3)
SETTINGS = Learning(epochs=5, batch=8, checkpoint=7)


@pytest.fixture(scope="module")
def samples() -> dict[str, SimultaneousSamples]:
    return {name: FAST.play_shard(SimultaneousGame(name), 0, seed=3) for name in ("simple", "banana")}


def datasets(samples: dict[str, SimultaneousSamples], settings: Learning = SETTINGS) -> list[SimultaneousDataset]:
    return [SimultaneousDataset.of(SimultaneousGame(name), found, settings) for name, found in samples.items()]


def fresh() -> Soares2025:
    torch.manual_seed(1)
    return Soares2025(SimultaneousGame("simple"))


def test_twenty_five_and_twenty_five_steps_are_fifty(samples: dict[str, SimultaneousSamples], tmp_path: Path) -> None:
    """Dropout draws random numbers in every step: they must go on too."""
    through, parts = fresh(), fresh()
    assert not learn(through, datasets(samples), SETTINGS, tmp_path / "a.pt", seed=4, most_steps=50)
    assert not learn(parts, datasets(samples), SETTINGS, tmp_path / "b.pt", seed=4, most_steps=25)
    other = Soares2025(SimultaneousGame("banana"))  # another process would begin with other weights
    assert not learn(other, datasets(samples), SETTINGS, tmp_path / "b.pt", seed=4, most_steps=25)
    for name, value in through.state_dict().items():
        assert torch.equal(value, other.state_dict()[name]), name


def test_losses_fall(samples: dict[str, SimultaneousSamples], tmp_path: Path) -> None:
    seen: list[float] = []
    settings = Learning(epochs=12, batch=16)
    model = fresh()
    learn(model, datasets(samples), settings, tmp_path / "c.pt", on_epoch=lambda _, m: seen.append(m["value_loss"]))
    assert len(seen) == 12
    assert seen[-1] < seen[0]


def test_targets_are_what_the_settings_say(samples: dict[str, SimultaneousSamples]) -> None:
    found = samples["simple"]
    soft, hard = (
        SimultaneousDataset.of(SimultaneousGame("simple"), found, Learning(policy=policy)).policy_target
        for policy in ("visits", "most-visited")
    )
    assert ((soft >= 0) == (hard >= 0)).all()
    assert (hard.clamp(min=0).sum(dim=1) == 1).all()
    assert (soft.argmax(dim=1) == hard.argmax(dim=1)).all()
    search, result, mix = (
        SimultaneousDataset.of(SimultaneousGame("simple"), found, Learning(value=value)).values
        for value in ("search", "result", "mix")
    )
    assert torch.allclose(mix, (search + result) / 2)
    assert set(result.tolist()) <= {-1.0, 0.0, 1.0}


def test_plans_that_fill_up_do_not_count(samples: dict[str, SimultaneousSamples]) -> None:
    dataset = datasets(samples)[0]
    model = fresh().on(dataset.game).eval()
    batch = list(dataset.batch(torch.arange(4).numpy()))
    policy, value = loss_of(model, batch)
    wider = [*batch]
    wider[2] = torch.cat([batch[2], torch.full_like(batch[2][:, :1], 0).index_fill_(3, torch.tensor([0]), -1)], dim=1)
    wider[3] = torch.cat([batch[3], torch.full_like(batch[3][:, :1], -1)], dim=1)
    again = loss_of(model, wider)
    assert torch.allclose(torch.stack([policy, value]), torch.stack(again))


def tiny(**changes: object) -> Zero:
    settings = {"maps": (("simple",), ("simple",)), "positions": 40, "first_visits": 4, "games": 2, "play": FAST}
    return Zero(**{**settings, "learning": Learning(epochs=2, batch=16), **changes})  # type: ignore[arg-type]


def test_a_run_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    whole = ZeroRun(tmp_path / "whole", tiny())
    scores = whole.run()
    assert [found["last"] for found in scores] == [0, 1 if scores[0]["accepted"] else 0]
    again = run_in_parts(lambda stop: ZeroRun(tmp_path / "parts", tiny(), threads=2, report=stop))
    assert again == scores
    for number in (1, 2):
        assert whole.net(number).hash == ZeroRun(tmp_path / "parts", tiny()).net(number).hash
    told = [(row["iteration"], row.get("epoch")) for row in read_rows(tmp_path / "parts")]
    assert told == [(1, 1), (1, 2), (1, None), (2, 1), (2, 2), (2, None)]
    assert read_rows(tmp_path / "parts") == read_rows(tmp_path / "whole")
    assert {path.name for path in (tmp_path / "parts").glob("*.svg")} >= {"loss.svg", "against-baseline.svg"}


def test_a_run_that_goes_on_from_a_network_meets_it(tmp_path: Path) -> None:
    play = SimultaneousSelfPlay(preset="default", visits=6, games=3)
    run = ZeroRun(tmp_path, tiny(maps=(("simple",),), start="soares2025", play=play))
    (found,) = run.run()
    assert found["last"] == 0
    assert set(found["scores"]) == {"baseline", "last"}
    assert run.agent(0) == "guided-mcts(visits=6, net=soares2025)"


def test_epochs_that_are_done_again_are_told_once(tmp_path: Path) -> None:
    """Killed after an epoch was told and before the checkpoint that holds it."""
    settings = tiny(maps=(("simple",),), learning=Learning(epochs=6, batch=16, checkpoint=10**9))

    def stop(what: str, done: int, total: int) -> None:
        if what.endswith("learning") and done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ZeroRun(tmp_path, settings, report=stop).run()
    assert [row["epoch"] for row in read_rows(tmp_path)] == [1, 2, 3, 4]
    assert not (tmp_path / "checkpoints" / "1.pt").exists()
    with (tmp_path / "metrics.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"iteration": 1, "epo')  # killed while a row was written
    (found,) = ZeroRun(tmp_path, settings).run()
    rows = read_rows(tmp_path)
    assert [row.get("epoch") for row in rows] == [1, 2, 3, 4, 5, 6, None]
    assert rows[-1] == {"iteration": 1, **found}
    events = told_to_tensorboard(tmp_path / "tensorboard")
    assert events["policy_loss"] == [(row["epoch"], pytest.approx(row["policy_loss"])) for row in rows[:-1]]
    assert events["scores/baseline/simple/score"] == [(7, found["scores"]["baseline"]["simple"]["score"])]


def told_to_tensorboard(folder: Path) -> dict[str, Any]:
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator").EventAccumulator(str(folder))
    reader.Reload()
    return {name: [(e.step, e.value) for e in reader.Scalars(name)] for name in reader.Tags()["scalars"]}


def test_scores_have_games_and_intervals(tmp_path: Path) -> None:
    found = ZeroRun(tmp_path, tiny(maps=(("simple", "banana"),), games=4)).run()[0]["scores"]["baseline"]
    assert set(found) == {"simple", "banana"}
    for score in found.values():
        assert score["games"] == 4
        assert 0 <= score["low"] <= score["score"] <= score["high"] <= 1
        assert score["high"] - score["low"] > 0.3


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    ZeroRun(tmp_path, tiny())
    with pytest.raises(TrainingError, match="contains a run with seed=0, not 1"):
        ZeroRun(tmp_path, tiny(seed=1))
    with pytest.raises(TrainingError, match="needs a map"):
        tiny(maps=())
