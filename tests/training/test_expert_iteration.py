"""Learning the classic game: samples, datasets, and runs that end alike however often they were killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

import torch

from hegemon.errors import HegemonError, NetError, TrainingError
from hegemon.game import ClassicGame, ClassicState
from hegemon.nets import ClassicNet, random_classic_net
from hegemon.nets.torch import policy_value_twin
from hegemon.training.datasets.classic import ClassicDataset
from hegemon.training.expert_iteration import PRESETS, ExpertIteration, ExpertRun
from hegemon.training.learner import Learning, learn
from hegemon.training.samples.base import spans
from hegemon.training.samples.classic import ClassicSamples
from hegemon.training.samples.shards import read_shard, write_shard
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.classic import ClassicSelfPlay
from hegemon.training.selfplay.collect import self_play
from hegemon.training.taught import taught_dataset, taught_positions
from tests.training.stopped import run_in_parts

HEX = ClassicGame("hex", "heredia2022(pool=10)", 2)
PLAY = ClassicSelfPlay(visits=8, fast_visits=0, games=4, decision_limit=60)
EXPERT = replace(PLAY, expert=True, explore=0.2)


@pytest.fixture(scope="module")
def samples() -> ClassicSamples:
    return PLAY.play_shard(HEX, 0, seed=3)


def same(one: ClassicSamples, other: ClassicSamples) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)


def test_positions_come_back_with_their_actions(samples: ClassicSamples, tmp_path: Path) -> None:
    for state, seat, (a, b) in zip(samples.positions(HEX), samples.seat, spans(samples.action_offsets), strict=True):
        assert state.mover == seat
        assert state.action_count == b - a
    write_shard(tmp_path, "a.parquet", samples)
    assert same(read_shard(tmp_path / "a.parquet", ClassicSamples), samples)
    with pytest.raises(TrainingError, match="another game"):
        samples.positions(ClassicGame("classic", "heredia2022", 2))


@pytest.mark.parametrize("settings", [PLAY, EXPERT])
def test_shards_depend_on_their_number_alone(settings: ClassicSelfPlay, tmp_path: Path) -> None:
    net = random_classic_net("classic-graph", seed=1)
    whole = self_play(HEX, settings, tmp_path / "a", positions=20, net=net, threads=2)
    self_play(HEX, settings, tmp_path / "b", positions=1, net=net)
    assert same(self_play(HEX, settings, tmp_path / "b", positions=20, net=net), whole)
    with pytest.raises(TrainingError, match="made with other settings"):
        self_play(HEX, settings, tmp_path / "b", positions=99, net=net, seed=1)


def test_chances_are_of_the_winner_or_of_what_the_search_thought() -> None:
    found = EXPERT.play_shard(HEX, 0, seed=3)
    results, thoughts = found.chances(2, 0.0), found.chances(2, 1.0)
    assert np.allclose(results.sum(axis=1), 1)
    assert np.allclose(thoughts.sum(axis=1), 1)
    assert np.allclose(thoughts[:, 0], (found.value + 1) / 2, atol=1e-6)
    for row, seat, winner in zip(results, found.seat, found.winner, strict=True):
        assert row[0] == (0.5 if winner < 0 else float(winner == seat))


def test_returns_mix_what_later_searches_thought_with_the_result() -> None:
    found = replace(PLAY, games=2).play_shard(HEX, 0, seed=3)
    assert np.allclose(found.returns(1.0), found.chances(2, 0.0))
    assert np.allclose(found.returns(0.0), found.chances(2, 1.0), atol=1e-6)
    mixed = found.returns(0.5)
    assert np.allclose(mixed.sum(axis=1), 1)
    at = int(np.flatnonzero(found.game[1:] != found.game[:-1])[0])  # the last decision of the first game
    assert np.allclose(mixed[at], (found.returns(0.0)[at] + found.returns(1.0)[at]) / 2)
    later = mixed[at] if found.seat[at - 1] == found.seat[at] else mixed[at][::-1]
    assert np.allclose(mixed[at - 1], (found.returns(0.0)[at - 1] + later) / 2)


def test_planners_teach_who_wins(tmp_path: Path) -> None:
    game = ClassicGame("hex", "swiss2025", 2)
    once, shares = taught_positions(game, tmp_path / "taught.npz", 300, seed=1, threads=2)
    assert len(once) == len(shares) >= 300
    assert np.allclose(shares.sum(axis=1), 1)
    assert {0.0, 0.25, 0.5, 0.75, 1.0} >= set(shares[:, 0].tolist())
    again, same_shares = taught_positions(game, tmp_path / "taught.npz", 300, seed=2)  # what is kept is read
    assert np.array_equal(once, again)
    assert np.array_equal(shares, same_shares)
    dataset = taught_dataset(game, once, shares, "graph")
    first = ClassicState(game, game.core.from_bytes(once[0].tobytes()))
    assert dataset.chances[0, 0] == shares[0, first.mover]
    torch.manual_seed(1)
    model = policy_value_twin("classic-graph", game, 0.0)
    losses: list[float] = []
    learn(model, [dataset], Learning(epochs=8, rate=0.01), tmp_path / "c.pt",
          on_epoch=lambda _, found: losses.append(found["value_loss"]))  # fmt: skip
    assert losses[-1] < 0.95 * losses[0]
    (tmp_path / "taught.npz").write_bytes(b"no")
    with pytest.raises(TrainingError, match="damaged"):
        taught_positions(game, tmp_path / "taught.npz", 300, seed=1)


@pytest.mark.parametrize("architecture", ["classic-graph", "heredia2022"])
def test_maps_of_different_sizes_teach_one_network(architecture: str, tmp_path: Path) -> None:
    model = policy_value_twin(architecture, HEX, 0.0)
    games = HEX, ClassicGame("grid(3, 3)", "heredia2022(pool=12)", 2)
    datasets = [
        ClassicDataset.of(game, PLAY.play_shard(game, 0, seed=3), Learning(), model.to_net().features) for game in games
    ]
    assert learn(model, datasets, Learning(epochs=1), tmp_path / "c.pt")


def test_networks_of_one_map_stay_there() -> None:
    model = policy_value_twin("heredia2022-published", HEX, 0.0)
    with pytest.raises(NetError, match="one map, hex"):
        model.on(ClassicGame("grid(3, 3)", "heredia2022", 2))


def test_chances_of_many_seats_rotate_with_the_mover() -> None:
    game = ClassicGame("hex", "heredia2022(pool=10)", 3)
    found = replace(PLAY, games=2).play_shard(game, 0, seed=1)
    results = found.chances(3, 0.0)
    for row, seat, winner in zip(results, found.seat.astype(int), found.winner.astype(int), strict=True):
        if winner >= 0:
            assert row[(winner - seat) % 3] == 1.0
    mixed = found.chances(3, 0.5)
    assert np.allclose(mixed.sum(axis=1), 1)
    assert (mixed >= 0).all()


@pytest.mark.parametrize("architecture", ["classic-graph", "heredia2022", "heredia2022-published"])
def test_networks_learn_what_they_are_taught(architecture: str, samples: ClassicSamples, tmp_path: Path) -> None:
    torch.manual_seed(1)
    model = policy_value_twin(architecture, HEX, 0.0)
    features = model.to_net().features
    settings = Learning(epochs=12, batch=32, rate=0.01, value="result", policy="most-visited")
    dataset = ClassicDataset.of(HEX, samples, settings, features)
    assert dataset.policy_target is not None
    assert np.allclose(np.add.reduceat(dataset.policy_target, samples.action_offsets[:-1]), 1, atol=1e-5)
    seen: list[tuple[float, float]] = []
    learn(model, [dataset], settings, tmp_path / "c.pt",
          on_epoch=lambda _, found: seen.append((found["policy_loss"], found["value_loss"])))  # fmt: skip
    assert seen[-1][0] < 0.9 * seen[0][0]
    assert seen[-1][1] < 0.9 * seen[0][1]


def test_the_graph_network_teaches_as_it_plays(samples: ClassicSamples) -> None:
    """Training asks each head for its own actions only; the logits are those of playing."""
    torch.manual_seed(1)
    model = policy_value_twin("classic-graph", HEX, 0.0)
    dataset = ClassicDataset.of(HEX, samples, Learning(), "graph")
    arguments = model.arguments(dataset.encoded(np.arange(len(dataset))))
    _, logits = model.teach(arguments, torch.from_numpy(dataset.chances))
    assert torch.allclose(logits, model(*arguments)[1], atol=1e-5)


def test_quick_searches_teach_the_value_only(tmp_path: Path) -> None:
    settings = replace(PLAY, fast_visits=2, full_share=0.5)
    found = settings.play_shard(HEX, 0, seed=3)
    dataset = ClassicDataset.of(HEX, found, Learning(), "graph")
    assert dataset.policy_target is not None
    taught = np.add.reduceat(dataset.policy_target, found.action_offsets[:-1]) > 0
    assert (taught == found.full_search).all()
    assert 0 < taught.sum() < len(found)


def tiny(**changes: object) -> ExpertIteration:
    settings = {"maps": (("hex",), ("hex",)), "rules": ("heredia2022(pool=10, decision_cap=60)",), "positions": 16}
    learning = Learning(epochs=2, batch=16)
    return ExpertIteration(**{**settings, "games": 2, "play": EXPERT, "learning": learning, **changes})  # type: ignore[arg-type]


def test_a_run_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    whole = ExpertRun(tmp_path / "whole", tiny())
    scores = whole.run()
    again = run_in_parts(lambda stop: ExpertRun(tmp_path / "parts", tiny(), threads=2, report=stop))
    assert again == scores
    assert isinstance(whole.net(2), ClassicNet)
    assert whole.net(2).hash == ExpertRun(tmp_path / "parts", tiny()).net(2).hash


def test_every_map_is_played_under_all_rules(tmp_path: Path) -> None:
    rules = ("heredia2022(pool=10, decision_cap=60)", "heredia2022(pool=12, decision_cap=60)")
    run = ExpertRun(tmp_path, tiny(maps=(("hex",),), rules=rules))
    (found,) = run.run()
    assert {path.name for path in (tmp_path / "samples" / "1").iterdir()} == {"hex-1", "hex-2"}
    assert len(found["scores"]["baseline"]) == 2


def test_a_map_may_have_rules_of_its_own(tmp_path: Path) -> None:
    settings = tiny(
        maps=(("hex", "grid(3, 3) under swiss2025(decision_cap=200)"),), architecture="classic-graph", play=PLAY
    )
    run = ExpertRun(tmp_path, settings)
    (found,) = run.run()
    assert [(setup.map, setup.rules) for setup in run.setups(1)] == [
        ("hex", "heredia2022(pool=10, decision_cap=60)"), ("grid(3, 3)", "swiss2025(decision_cap=200)"),
    ]  # fmt: skip
    assert len(found["scores"]["baseline"]) == 2
    assert len([*(tmp_path / "samples" / "1").iterdir()]) == 2


def test_samples_of_other_runs_are_learned_too(tmp_path: Path) -> None:
    settings = tiny(maps=(("hex", "grid(3, 3)"),), architecture="classic-graph", play=PLAY)
    ExpertRun(tmp_path / "one", settings).run()
    alone, also = (
        tiny(maps=(("hex",),), architecture="classic-graph", also=str(also)) for also in ("", tmp_path / "one")
    )
    runs = ExpertRun(tmp_path / "alone", alone), ExpertRun(tmp_path / "two", also)
    for run in runs:
        run.run()
    samples = [int(run.net(1).metadata["samples"]) for run in runs]
    assert samples[1] >= samples[0] + 32
    with pytest.raises(TrainingError, match="no samples of a run"):
        ExpertRun(tmp_path / "three", tiny(also=str(tmp_path / "nowhere"))).run()


def test_presets_are_settings() -> None:
    assert set(PRESETS) == {"heredia2022", "swiss2025", "best"}
    with pytest.raises(TrainingError, match="needs a map"):
        tiny(maps=())
    with pytest.raises(TrainingError, match="positions"):
        tiny(positions=0)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"maps": (("nowhere",),)}, "nowhere"),
        ({"rules": ("soares2026",)}, "soares2026"),
        ({"architecture": "soares2025"}, "learns from samples"),
        ({"start": "soares2025"}, "simultaneous game"),
        ({"start": "swiss2025"}, "cannot be used: it is a network of classic-graph"),
        ({"start": "missing.safetensors"}, "missing"),
        ({"baseline": "nobody"}, "nobody"),
    ],
)
def test_a_run_that_cannot_be_leaves_no_folder(changes: dict[str, object], problem: str, tmp_path: Path) -> None:
    with pytest.raises(HegemonError, match=problem):
        ExpertRun(tmp_path / "run", tiny(**changes))
    assert not (tmp_path / "run").exists()


def test_a_run_can_be_made_longer_but_not_other(tmp_path: Path) -> None:
    ExpertRun(tmp_path, tiny())
    ExpertRun(tmp_path, tiny(maps=(("hex",),) * 3))
    ExpertRun(tmp_path, tiny())
    with pytest.raises(TrainingError, match="positions=16, not 17"):
        ExpertRun(tmp_path, tiny(positions=17))
    with pytest.raises(TrainingError, match="with maps="):
        ExpertRun(tmp_path, tiny(maps=(("hex",), ("classic",))))


def test_samples_of_the_other_game_are_refused(samples: ClassicSamples, tmp_path: Path) -> None:
    write_shard(tmp_path, "a.parquet", samples)
    with pytest.raises(TrainingError, match="other game"):
        read_shard(tmp_path / "a.parquet", SimultaneousSamples)
