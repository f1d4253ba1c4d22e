"""The simultaneous game as a module in PettingZoo's old style: ``from hegemon.envs import simultaneous_v0``."""

from typing import Any

from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hegemon.envs.parallel import SimultaneousParallel as parallel_env

__all__ = ["env", "parallel_env", "raw_env"]


def raw_env(**settings: Any) -> Any:
    """The same game as an AEC environment: the agents decide in turn, and a step is carried out when both have."""
    return parallel_to_aec(parallel_env(**settings))


def env(**settings: Any) -> Any:
    """The AEC environment, with checks of the order of calls."""
    return OrderEnforcingWrapper(raw_env(**settings))
