"""Games of a search against itself, shard by shard, until there are samples enough. Stop it at any time.

Every game depends on the seed and its number alone, and a shard holds a fixed range of numbers: a run that was stopped
goes on to the same samples as one that was not, on any number of threads or machines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from hegemon import _core
from hegemon._fields import Range, check_fields
from hegemon._words import did_you_mean
from hegemon.agents.smcts import GUIDED_PRESETS, PRESETS, GuidedSettings, Settings
from hegemon.game import SimultaneousGame
from hegemon.nets import SimultaneousNet
from hegemon.search.settings import SelfPlaySettings, SmctsSettings
from hegemon.training.collect import collect, how_made
from hegemon.training.samples import Samples
from hegemon.training.weights import TrainingError


@dataclass(frozen=True, kw_only=True)
class SelfPlay(SelfPlaySettings):
    """How the games are played; the defaults are those of the co-evolution thesis (Soares 2025) with a network."""

    preset: str = "soares2025"
    """Of smcts without a network, of guided-mcts with one; "default" has the settings that these agents play with."""
    games: Annotated[int, Range(1, 100_000)] = 8
    """Of a shard."""

    def __post_init__(self) -> None:
        check_fields(self, "self-play", TrainingError)
        if self.preset != "default" and self.preset not in GUIDED_PRESETS:
            names = ["default", *GUIDED_PRESETS]
            raise TrainingError(f"self-play: there is no preset {self.preset!r}; {did_you_mean(self.preset, names)}")

    def search(self, net: SimultaneousNet | None) -> SmctsSettings:
        """The settings of the search."""
        presets = PRESETS if net is None else GUIDED_PRESETS
        if self.preset == "default":
            agent = Settings() if net is None else GuidedSettings()
            return SmctsSettings.from_values(agent.to_core())
        if self.preset not in presets:
            raise TrainingError(f"self-play: without a network there is no preset {self.preset}")
        return SmctsSettings.from_values(presets[self.preset])


def self_play(
    game: SimultaneousGame,
    settings: SelfPlay,
    folder: Path,
    *,
    positions: int,
    net: SimultaneousNet | None = None,
    seed: int = 0,
    threads: int = 1,
    ray: str | None = None,
    on_shard: Callable[[int], None] | None = None,
) -> Samples:
    """Play until the folder holds so many samples, and return them all; `on_shard` is told how many there are.

    With `ray`, the address of a Ray cluster, its nodes play; the samples are the same.
    """
    made = how_made(game, settings, net, seed)
    play = partial(play_shard, game, settings, net=net, seed=seed)
    return collect(folder, made, Samples, play, positions=positions, threads=threads, ray=ray, on_shard=on_shard)


def play_shard(
    game: SimultaneousGame,
    settings: SelfPlay,
    number: int,
    *,
    net: SimultaneousNet | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Samples:
    """The samples of one shard: games number * settings.games and following, by the core, on so many threads."""
    found = _core.self_play_simultaneous(
        game.core,
        _core.SmctsSettings(settings.search(net).to_core()),
        settings.to_core(),
        None if net is None else net.core(game),
        seed,
        number * settings.games,
        settings.games,
        threads,
    )
    return Samples.from_core(found)
