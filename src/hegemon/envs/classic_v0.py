"""The classic game as a module in PettingZoo's old style: ``from hegemon.envs import classic_v0``."""

from typing import Any, NoReturn

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hegemon.envs.aec import ClassicAEC as raw_env
from hegemon.errors import GameError

__all__ = ["env", "raw_env"]


def env(**settings: Any) -> Any:
    """The AEC environment, with checks of the order of calls."""
    return OrderEnforcingWrapper(raw_env(**settings))


def no_parallel_env(**settings: Any) -> NoReturn:
    """What PettingZoo's registry has for the parallel form, so that a wrong call is answered with the right one."""
    raise GameError(
        "the classic game has no parallel form, since one agent decides at a time: use "
        "pettingzoo.make('aec', 'hegemon/Classic-v0')"
    )
