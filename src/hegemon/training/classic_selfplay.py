"""Games of the classic game for learning, shard by shard: a search against itself, or a policy that an expert corrects.

As in selfplay.py every game depends on the seed and its number alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

from hegemon import _core
from hegemon._fields import Range, check_fields
from hegemon.game import ClassicGame
from hegemon.nets import ClassicNet
from hegemon.search.settings import ClassicSelfPlaySettings, MctsSettings
from hegemon.training.classic_samples import ClassicSamples
from hegemon.training.collect import collect, how_made
from hegemon.training.weights import TrainingError


@dataclass(frozen=True, kw_only=True)
class ClassicPlay(ClassicSelfPlaySettings):
    """How the games are played; the defaults follow the plans of the parallel-MCTS thesis (2025)."""

    games: Annotated[int, Range(1, 100_000)] = 16
    """Of a shard."""
    search: MctsSettings = field(
        default_factory=lambda: MctsSettings(selection="puct", exploration=1.5, playout="none", noise=0.25)
    )
    """With a network."""
    first: MctsSettings = field(default_factory=lambda: MctsSettings(exploration=0.5, cutoff=25))
    """Without one."""

    def __post_init__(self) -> None:
        check_fields(self, "self-play", TrainingError)


def classic_self_play(
    game: ClassicGame,
    settings: ClassicPlay,
    folder: Path,
    *,
    positions: int,
    net: ClassicNet | None = None,
    seed: int = 0,
    threads: int = 1,
    ray: str | None = None,
    on_shard: Callable[[int], None] | None = None,
) -> ClassicSamples:
    """Play until the folder holds so many samples, and return them all; see collect."""
    made = how_made(game, settings, net, seed) | {"seats": game.seats}
    play = partial(play_classic_shard, game, settings, net=net, seed=seed)
    return collect(folder, made, ClassicSamples, play, positions=positions, threads=threads, ray=ray, on_shard=on_shard)


def play_classic_shard(
    game: ClassicGame,
    settings: ClassicPlay,
    number: int,
    *,
    net: ClassicNet | None = None,
    seed: int = 0,
    threads: int = 1,
) -> ClassicSamples:
    """The samples of one shard: games number * settings.games and following, by the core, on so many threads."""
    search = settings.first if net is None else settings.search
    found = _core.self_play_classic(
        game.core,
        search.to_core(),
        settings.to_core(),
        None if net is None else net.core(game),
        seed,
        number * settings.games,
        settings.games,
        threads,
    )
    return ClassicSamples.from_core(found)
