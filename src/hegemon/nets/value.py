"""Value networks: who will win, from a few numbers for every seat.

One small network of each family serves all maps and rules, in the classic game all numbers of seats as well. `best`
evaluates the ends of its rollouts with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.nets.tensors import Tensors, read_tensors, write_tensors

HIDDEN = _core.VALUE_HIDDEN
LAND_SWAPPED, GROUP_SWAPPED = _core.land_swapped(), _core.group_swapped()
"""Of every column in rows of territories and of bonuses, the column that tells the same of the other seat."""
BOARD_WIDTH = _core.BOARD_WIDTH
"""Of the layers through which these rows go."""
ValueNet: TypeAlias = _core.ClassicValueNet | _core.SimultaneousValueNet


def _dense(prefix: str, *widths: int) -> dict[str, tuple[int, ...]]:
    """Layers one after the other, with an activation after each."""
    found: dict[str, tuple[int, ...]] = {}
    for number, (inputs, outputs) in enumerate(pairwise(widths)):
        found[f"{prefix}{2 * number}.weight"], found[f"{prefix}{2 * number}.bias"] = (outputs, inputs), (outputs,)
    return found


@dataclass(frozen=True)
class Kind:
    """The value networks of a family."""

    family: str
    features: int
    make: Callable[[NDArray[np.float32]], ValueNet]
    boards: bool = False
    """Whether it sees territories and bonuses besides the features."""

    @property
    def architecture(self) -> str:
        return f"{self.family}-value"

    @property
    def shipped(self) -> Path:
        """The network of the package."""
        return Path(__file__).parent / "data" / "value" / f"{self.family}.safetensors"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Of the weights by name, as torch names them."""
        if not self.boards:
            return _dense("", self.features, HIDDEN, HIDDEN, 1)
        return {
            **_dense("land.", len(LAND_SWAPPED), BOARD_WIDTH, BOARD_WIDTH),
            **_dense("groups.", len(GROUP_SWAPPED), BOARD_WIDTH, BOARD_WIDTH),
            **_dense("head.", self.features + 2 * BOARD_WIDTH, HIDDEN, HIDDEN, 1),
        }

    def net(self, tensors: Tensors) -> ValueNet:
        """The network with these weights."""
        if {name: array.shape for name, array in tensors.items()} != self.shapes:
            raise NetError(f"not a {self.architecture} network: its weights have other names or shapes")
        if not all(np.isfinite(array).all() for array in tensors.values()):
            raise NetError("a weight of the network is not a finite number")
        return self.make(np.concatenate([tensors[name].T.ravel() for name in self.shapes]).astype(np.float32))


KINDS = {
    kind.family: kind
    for kind in (
        Kind("classic", _core.CLASSIC_FEATURES, _core.ClassicValueNet),
        Kind("simultaneous", _core.SIMULTANEOUS_FEATURES, _core.SimultaneousValueNet, boards=True),
    )
}
"""By family."""


def save_value(path: str | os.PathLike[str], family: str, tensors: Tensors, metadata: Mapping[str, str]) -> None:
    """Write the weights of a network."""
    KINDS[family].net(tensors)
    write_tensors(path, tensors, {**metadata, "architecture": KINDS[family].architecture})


def load_value(path: str | os.PathLike[str]) -> ValueNet:
    """Read a network of either family."""
    tensors, metadata = read_tensors(path)
    for kind in KINDS.values():
        if metadata.get("architecture") == kind.architecture:
            return kind.net(tensors)
    raise NetError(f"{str(path)!r} is not a value network")


@cache
def shipped_value(family: str) -> ValueNet:
    """The network of the package for a family."""
    return load_value(KINDS[family].shipped)
