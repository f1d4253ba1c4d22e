"""The torch twins of the classic game's policy-value networks by architecture; another network is one line here. Needs
the extra ``learn``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.torch_classic import ClassicTwin
from hegemon.nets.torch_classic_graph import ClassicGraph
from hegemon.nets.torch_heredia2022 import Heredia2022

CLASSIC_TWINS: dict[str, Callable[..., ClassicTwin]] = {
    "classic-graph": ClassicGraph,
    "heredia2022": Heredia2022,
    "heredia2022-published": partial(Heredia2022, published=True),
}


def classic_twin(architecture: str, game: ClassicGame, dropout: float) -> ClassicTwin:
    """An untrained network for a game."""
    if architecture not in CLASSIC_TWINS:
        raise NetError(f"no network {architecture!r} can be trained; {did_you_mean(architecture, CLASSIC_TWINS)}")
    return CLASSIC_TWINS[architecture](game, dropout=dropout)
