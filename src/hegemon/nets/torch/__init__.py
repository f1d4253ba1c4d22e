"""The networks in torch, for training and for export: a twin of each architecture, one file each.

The core plays with the same weights, by the names that `state_dict` gives them here. Needs the extra ``learn``.
"""

from __future__ import annotations

from importlib import import_module

from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.architectures import ARCHITECTURES, architecture_of
from hegemon.nets.torch.classic import ClassicTwin


def make_twin(architecture: str, game: ClassicGame, **settings: float) -> ClassicTwin:
    """An untrained network for a game of the classic family."""
    found = architecture_of(architecture)
    module, _, name = found.twin.partition(".")
    make = getattr(import_module(f"{__name__}.{module}"), name)
    published = {"published": True} if found.published else {}
    twin: ClassicTwin = make(game, **published, **settings)
    return twin


def policy_value_twin(architecture: str, game: ClassicGame, dropout: float) -> ClassicTwin:
    """An untrained network for training on samples of a search; a NetError if the architecture cannot."""
    able = [name for name, found in ARCHITECTURES.items() if found.family == "classic" and not found.q_values]
    if architecture not in able:
        raise NetError(
            f"no network {architecture!r} of the classic game learns from samples; {did_you_mean(architecture, able)}"
        )
    return make_twin(architecture, game, dropout=dropout)
