"""Environments for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel's verbs.

Importing this registers ``hegemon/Classic-v0`` and ``hegemon/Simultaneous-v0`` with Gymnasium and PettingZoo, where
they are installed (``make envs`` in a clone, else ``pip install 'hegemon[envs]'``):

import gymnasium, hegemon.envs

env = gymnasium.make("hegemon/Classic-v0", rules="yao2025")
"""

from importlib import import_module
from typing import TYPE_CHECKING

from hegemon.envs.registration import register_all

if TYPE_CHECKING:
    from hegemon.envs.aec import ClassicAEC as ClassicAEC
    from hegemon.envs.open_spiel import OpenSpielGame as OpenSpielGame
    from hegemon.envs.open_spiel import OpenSpielState as OpenSpielState
    from hegemon.envs.parallel import SimultaneousParallel as SimultaneousParallel
    from hegemon.envs.single import ClassicEnv as ClassicEnv
    from hegemon.envs.single import HegemonEnv as HegemonEnv
    from hegemon.envs.single import SimultaneousEnv as SimultaneousEnv
    from hegemon.envs.vector import ClassicVectorEnv as ClassicVectorEnv
    from hegemon.envs.vector import HegemonVectorEnv as HegemonVectorEnv
    from hegemon.envs.vector import SimultaneousVectorEnv as SimultaneousVectorEnv

_HOMES = {
    "ClassicAEC": "aec",
    "ClassicEnv": "single",
    "ClassicVectorEnv": "vector",
    "HegemonEnv": "single",
    "HegemonVectorEnv": "vector",
    "OpenSpielGame": "open_spiel",
    "OpenSpielState": "open_spiel",
    "SimultaneousEnv": "single",
    "SimultaneousParallel": "parallel",
    "SimultaneousVectorEnv": "vector",
}

__all__ = [*_HOMES]

register_all()

if not TYPE_CHECKING:  # a type checker would believe that every name exists

    def __getattr__(name: str) -> object:
        """Import an environment when it is first used: not everybody has both libraries."""
        if name not in _HOMES:
            raise AttributeError(f"module 'hegemon.envs' has no attribute {name!r}")
        try:
            value = getattr(import_module(f"hegemon.envs.{_HOMES[name]}"), name)
        except ModuleNotFoundError as error:
            raise ImportError(
                f"{name} needs {error.name}: make envs (in a clone), or pip install 'hegemon[envs]'"
            ) from None
        globals()[name] = value
        return value
