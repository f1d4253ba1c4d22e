"""Self-play of the classic game: a search plays all seats, or a policy plays and an expert corrects it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from hegemon import _core
from hegemon._fields import Range, check_fields
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame
from hegemon.nets import ClassicNet
from hegemon.search.settings import ClassicSelfPlaySettings, MctsSettings
from hegemon.training.samples.classic import ClassicSamples


@dataclass(frozen=True, kw_only=True)
class ClassicSelfPlay(ClassicSelfPlaySettings):
    """Settings of self-play; the defaults follow the plans of the parallel-MCTS thesis (2025)."""

    games: Annotated[int, Range(1, 100_000)] = 16
    """Games per shard."""
    search: MctsSettings = field(
        default_factory=lambda: MctsSettings(selection="puct", exploration=1.5, playout="none", noise=0.25)
    )
    """Settings of the search with a network."""
    first: MctsSettings = field(default_factory=lambda: MctsSettings(exploration=0.5, cutoff=25))
    """Settings of the search without a network."""

    def __post_init__(self) -> None:
        check_fields(self, "self-play", TrainingError)

    @property
    def samples(self) -> type[ClassicSamples]:
        return ClassicSamples

    def play_shard(
        self, game: ClassicGame, number: int, *, net: ClassicNet | None = None, seed: int = 0, threads: int = 1
    ) -> ClassicSamples:
        """Play the games of one shard in the core: `games` games, the first is number * games."""
        search = self.first if net is None else self.search
        found = _core.self_play_classic(
            game.core,
            search.to_core(),
            self.to_core(),
            None if net is None else net.core(game),
            seed,
            number * self.games,
            self.games,
            threads,
        )
        return ClassicSamples.from_core(found)
