"""The classic game as a module in PettingZoo's old style: ``from hegemon.envs import classic_v0``."""

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hegemon.envs.aec import ClassicAEC as raw_env

__all__ = ["env", "raw_env"]


def env(**settings: Any) -> Any:
    """The AEC environment, with checks of the order of calls."""
    return OrderEnforcingWrapper(raw_env(**settings))
