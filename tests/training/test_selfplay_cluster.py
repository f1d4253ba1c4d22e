"""Self-play on a Ray cluster makes the shards that one machine makes, also when a node is lost in the middle."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from hegemon import SimultaneousGame
from hegemon.errors import HegemonError
from hegemon.nets import random_net
from hegemon.training.samples.shards import MANIFEST
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.cluster import shards_on_cluster
from hegemon.training.selfplay.collect import self_play
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay

pytest.importorskip("ray", reason="needs the extra `scale`")

SLOW = SimultaneousSelfPlay(visits=40, games=2)


def fail(number: int) -> SimultaneousSamples:
    raise HegemonError(f"no shard {number}")


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_node_makes_the_same_shards(cluster: Any, tmp_path: Path) -> None:
    game, net = SimultaneousGame("simple"), random_net()
    self_play(game, SLOW, tmp_path / "here", positions=200, net=net, seed=5)
    told: list[int] = []

    def lose(samples: int) -> None:
        told.append(samples)
        if len(told) == 2:
            cluster.remove_node(cluster.other, allow_graceful=False)

    self_play(game, SLOW, tmp_path / "there", positions=200, net=net, seed=5, ray=cluster.address, on_shard=lose)
    assert len(told) > 3
    assert (tmp_path / "there" / MANIFEST).read_bytes() == (tmp_path / "here" / MANIFEST).read_bytes()
    with pytest.raises(HegemonError, match="self-play on the cluster failed: no shard 3"):
        next(shards_on_cluster(fail, 3, cluster.address))


def test_networks_travel() -> None:
    net = random_net()
    copy = pickle.loads(pickle.dumps(net))
    assert (copy.hash, copy.metadata) == (net.hash, net.metadata)
