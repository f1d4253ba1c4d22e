"""Self-play of the simultaneous game: a search plays both seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hegemon import _core
from hegemon._fields import Range, check_fields
from hegemon._words import did_you_mean
from hegemon.agents.smcts import GUIDED_PRESETS, PRESETS, GuidedSettings, Settings
from hegemon.errors import TrainingError
from hegemon.game import SimultaneousGame
from hegemon.nets import SimultaneousNet
from hegemon.search.settings import SelfPlaySettings, SmctsSettings
from hegemon.training.samples.simultaneous import SimultaneousSamples


@dataclass(frozen=True, kw_only=True)
class SimultaneousSelfPlay(SelfPlaySettings):
    """Settings of self-play; the defaults are those of the co-evolution thesis (Soares 2025) with a network."""

    preset: str = "soares2025"
    """Preset of smcts without a network, of guided-mcts with one; "default" is the default settings of these agents."""
    games: Annotated[int, Range(1, 100_000)] = 8
    """Games per shard."""

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

    @property
    def samples(self) -> type[SimultaneousSamples]:
        return SimultaneousSamples

    def play_shard(
        self,
        game: SimultaneousGame,
        number: int,
        *,
        net: SimultaneousNet | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> SimultaneousSamples:
        """Play the games of one shard in the core: `games` games, the first is number * games."""
        found = _core.self_play_simultaneous(
            game.core,
            _core.SmctsSettings(self.search(net).to_core()),
            self.to_core(),
            None if net is None else net.core(game),
            seed,
            number * self.games,
            self.games,
            threads,
        )
        return SimultaneousSamples.from_core(found)
