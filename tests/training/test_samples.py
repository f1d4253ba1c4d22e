"""Self-play and its samples: what the core plays, what a folder keeps, and what a killed run goes on to."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from hegemon import SimultaneousGame
from hegemon.errors import TrainingError
from hegemon.nets import random_net
from hegemon.training.samples.shards import MANIFEST, read_shard, write_shard
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.collect import self_play
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay

FAST = SimultaneousSelfPlay(visits=4, games=2, temperature_turns=2)


def same(one: SimultaneousSamples, other: SimultaneousSamples) -> bool:
    return all(np.array_equal(getattr(one, f.name), getattr(other, f.name)) for f in fields(SimultaneousSamples))


@pytest.fixture(scope="module")
def shard() -> SimultaneousSamples:
    return FAST.play_shard(SimultaneousGame("simple"), 0, seed=3)


def test_samples_are_whole(shard: SimultaneousSamples) -> None:
    assert len(shard) > 10
    assert shard.games == 2
    assert shard.owners.shape == shard.armies.shape == (len(shard), len(SimultaneousGame("simple").map.territories))
    assert len(shard.plan_offsets) == len(shard) + 1
    assert len(shard.order_offsets) == len(shard.policy_target) + 1
    assert shard.plan_offsets[-1] == len(shard.policy_target)
    assert shard.order_offsets[-1] == len(shard.orders)
    assert np.abs(shard.value).max() <= 1
    for a, b in zip(shard.plan_offsets[:-1], shard.plan_offsets[1:], strict=True):
        assert shard.policy_target[a:b].sum() == pytest.approx(1, abs=1e-5)
    for game in np.unique(shard.game):
        own = shard.game == game
        assert (shard.result[own & (shard.seat == 0)] == -shard.result[own & (shard.seat == 1)][0]).all()
        assert (shard.round[own & (shard.seat == 0)] == np.arange((own & (shard.seat == 0)).sum())).all()


def test_every_plan_deploys_the_income(shard: SimultaneousSamples) -> None:
    game = SimultaneousGame("simple")
    for number in range(0, len(shard), 7):
        state = game.position(shard.owners[number].tolist(), shard.armies[number].tolist())
        for plan in range(shard.plan_offsets[number], shard.plan_offsets[number + 1]):
            orders = shard.orders[shard.order_offsets[plan] : shard.order_offsets[plan + 1]]
            assert orders[orders[:, 0] == 0][:, 3].sum() == state.income(int(shard.seat[number]))


def test_games_depend_on_seed_and_number_alone(shard: SimultaneousSamples) -> None:
    game = SimultaneousGame("simple")
    assert same(shard, FAST.play_shard(game, 0, seed=3, threads=2))
    assert not same(shard, FAST.play_shard(game, 0, seed=4))
    both = SimultaneousSelfPlay(visits=4, games=4, temperature_turns=2).play_shard(game, 0, seed=3)
    assert same(both, SimultaneousSamples.joined([shard, FAST.play_shard(game, 1, seed=3)]))


def test_a_network_plays_too(shard: SimultaneousSamples) -> None:
    net = random_net()
    guided = FAST.play_shard(SimultaneousGame("simple"), 0, net=net, seed=3)
    assert same(guided, FAST.play_shard(SimultaneousGame("simple"), 0, net=net, seed=3, threads=2))
    assert not same(guided, shard)


def test_most_searches_are_short_where_the_cap_is_drawn() -> None:
    settings = SimultaneousSelfPlay(visits=20, fast_visits=2, full_share=0.25, games=6)
    samples = settings.play_shard(SimultaneousGame("simple"), 0, seed=1)
    assert 0.1 < samples.full_search.mean() < 0.4
    assert FAST.play_shard(SimultaneousGame("simple"), 0, seed=1).full_search.all()


def test_shards_come_back_as_they_were(shard: SimultaneousSamples, tmp_path: Path) -> None:
    line = write_shard(tmp_path, "a.parquet", shard)
    assert (line["samples"], line["games"]) == (len(shard), 2)
    assert same(read_shard(tmp_path / "a.parquet", SimultaneousSamples), shard)
    (tmp_path / "b.parquet").write_bytes(b"nonsense")
    with pytest.raises(TrainingError, match="cannot read the samples"):
        read_shard(tmp_path / "b.parquet", SimultaneousSamples)


def test_a_run_that_was_stopped_goes_on_to_the_same_samples(tmp_path: Path) -> None:
    game = SimultaneousGame("simple")
    whole = self_play(game, FAST, tmp_path / "whole", positions=100, seed=5)
    counts: list[int] = []

    def stop(samples: int) -> None:
        counts.append(samples)
        if len(counts) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        self_play(game, FAST, tmp_path / "parts", positions=100, seed=5, on_shard=stop)
    (tmp_path / "parts" / "shard-000002.parquet").write_bytes(b"cut off by a kill")
    assert same(self_play(game, FAST, tmp_path / "parts", positions=100, seed=5, threads=2), whole)
    assert len(whole) >= 100


def test_a_folder_keeps_samples_of_one_kind_and_notices_damage(tmp_path: Path) -> None:
    game = SimultaneousGame("simple")
    self_play(game, FAST, tmp_path, positions=10, seed=5)
    with pytest.raises(TrainingError, match="seed differ"):
        self_play(game, FAST, tmp_path, positions=10, seed=6)
    shard = next(tmp_path.glob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1])
    with pytest.raises(TrainingError, match="is damaged"):
        self_play(game, FAST, tmp_path, positions=10, seed=5)
    assert (tmp_path / MANIFEST).exists()


def test_settings_are_checked() -> None:
    with pytest.raises(TrainingError, match="visits=0"):
        SimultaneousSelfPlay(visits=0)
    with pytest.raises(TrainingError, match="there is no preset"):
        SimultaneousSelfPlay(preset="x").play_shard(SimultaneousGame("simple"), 0)


def test_an_interrupt_ends_games_that_are_under_way() -> None:
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        SimultaneousSelfPlay(visits=2000, games=1000).play_shard(
            SimultaneousGame("italy"), 0, threads=2
        )  # all of it takes hours
