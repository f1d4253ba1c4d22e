"""Self-play until there are enough samples, shard by shard, on this machine or on a cluster. Stop it at any time.

Every game depends only on the seed and its number, and a shard has a fixed range of numbers: a resumed run has the same
samples as an uninterrupted one, on any number of threads and machines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import Field, asdict
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from hegemon._json import JSONObject
from hegemon.game import Game
from hegemon.nets import Net
from hegemon.rules import rules_spec
from hegemon.training.samples.base import Samples
from hegemon.training.samples.shards import Manifest, write_shard
from hegemon.training.selfplay.cluster import shards_on_cluster

G = TypeVar("G", bound=Game, contravariant=True)
N = TypeVar("N", bound=Net[object] | None, contravariant=True)
S = TypeVar("S", bound=Samples, covariant=True)


class SelfPlay(Protocol[G, N, S]):
    """Settings of self-play, a dataclass, with a method that plays a shard."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def samples(self) -> type[S]: ...

    def play_shard(self, game: G, number: int, *, net: N | None = None, seed: int = 0, threads: int = 1) -> S:
        """Play the games of one shard in the core: `games` games, the first is number * games."""
        ...


def how_made(game: Game, settings: SelfPlay[G, N, S], net: Net[object] | None, seed: int) -> JSONObject:
    """Everything that the samples depend on."""
    made: JSONObject = {
        "map": game.map.name,
        "map_hash": game.map.hash,
        "rules": rules_spec(game.rules),
        "rules_hash": game.rules.hash,
        "seats": game.seats,
        "settings": json.loads(json.dumps(asdict(settings))),
        "net": None if net is None else net.hash,
        "seed": seed,
    }
    return made


def self_play(
    game: G,
    settings: SelfPlay[G, N, S],
    folder: Path,
    *,
    positions: int,
    net: N | None = None,
    seed: int = 0,
    threads: int = 1,
    ray: str | None = None,
    on_shard: Callable[[int], None] | None = None,
) -> S:
    """Play until the folder has enough samples, and return them all; `on_shard` is called with their number.

    With `ray`, the address of a Ray cluster, its nodes play; the samples are the same.
    """
    manifest = Manifest(folder, how_made(game, settings, net, seed))
    if manifest.samples < positions:
        play = partial(settings.play_shard, game, net=net, seed=seed)
        number = len(manifest.shards)
        here = _shards_here(partial(play, threads=threads), number)
        with closing(here if ray is None else shards_on_cluster(play, number, ray)) as shards:
            while manifest.samples < positions:
                name = f"shard-{len(manifest.shards):06d}.parquet"
                manifest.add(write_shard(folder, name, next(shards)))
                if on_shard is not None:
                    on_shard(manifest.samples)
    return manifest.load(settings.samples)


def _shards_here(play: Callable[[int], S], number: int) -> Generator[S, None, None]:
    """Endless shards, starting with a number."""
    while True:
        yield play(number)
        number += 1
