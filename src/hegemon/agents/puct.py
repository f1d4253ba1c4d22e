"""Tree search of the classic game with values and priors of a network (Silver et al. 2017) instead of playouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hegemon._core import Random
from hegemon._fields import defaults
from hegemon._spec import Value
from hegemon.agents import mcts
from hegemon.agents.networks import network, require_fit
from hegemon.game import Game
from hegemon.nets import ClassicNet


@dataclass(frozen=True, kw_only=True)
@defaults(selection="puct", exploration=1.0, playout="none", reuse=True)
class Settings(mcts.Settings):
    """The settings of mcts; those of playouts have no effect."""

    net: str = "swiss2025"
    """The network: a name in the package, or a path to a .safetensors file (see hegemon train expert-iteration)."""


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "gumbel": {"selection": "gumbel"},
    "training": {"noise": 0.25, "temperature": 1.0, "visits": 1000, "fast_visits": 200},
}
"""Planning by sequential halving, and self-play for training."""


class PuctAgent(mcts.MctsAgent):
    """Classic only: tree search with a network that evaluates positions and actions (PUCT or Gumbel), no playouts."""

    def __init__(self, settings: Settings, agent: str = "puct") -> None:
        """`agent` is named in messages."""
        super().__init__(settings)
        self.net: ClassicNet = network(settings.net, agent, ClassicNet)

    def begin(self, game: Game, seat: int, random: Random) -> None:
        require_fit(self.net, game, "puct")
        super().begin(game, seat, random)
