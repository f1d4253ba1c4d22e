"""Filling a folder with samples, shard by shard, here or on a cluster. Stop it at any time.

A shard depends on its number alone: a run that was stopped goes on to the same samples as one that was not, on any
number of threads and nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from hegemon.game import Game
from hegemon.nets import Net
from hegemon.rules import rules_spec
from hegemon.training.selfplay_cluster import shards_on_cluster
from hegemon.training.shards import Manifest, S, write_shard


def how_made(game: Game, settings: Any, net: Net[object] | None, seed: int) -> dict[str, Any]:
    """What samples depend on."""
    return {
        "map": game.map.name,
        "map_hash": game.map.hash,
        "rules": rules_spec(game.rules),
        "rules_hash": game.rules.hash,
        "settings": asdict(settings),
        "net": None if net is None else net.hash,
        "seed": seed,
    }


def collect(
    folder: Path,
    made: dict[str, Any],
    kind: type[S],
    play: Callable[..., S],
    *,
    positions: int,
    threads: int = 1,
    ray: str | None = None,
    on_shard: Callable[[int], None] | None = None,
) -> S:
    """Play until the folder holds so many samples, and return them all; `on_shard` is told how many there are.

    `made` says how they are made, and must be the same whenever the run goes on; play(number, threads=..) is a shard.
    """
    manifest = Manifest(folder, made)
    if manifest.samples < positions:
        number = len(manifest.shards)
        here = _shards_here(partial(play, threads=threads), number)
        with closing(here if ray is None else shards_on_cluster(play, number, ray)) as shards:
            while manifest.samples < positions:
                name = f"shard-{len(manifest.shards):06d}.parquet"
                manifest.add(write_shard(folder, name, next(shards)))
                if on_shard is not None:
                    on_shard(manifest.samples)
    return manifest.load(kind)


def _shards_here(play: Callable[[int], S], number: int) -> Generator[S, None, None]:
    """The shards from a number on."""
    while True:
        yield play(number)
        number += 1
