"""Value networks: who will win, from a few numbers for every seat.

One small network of each family serves all maps and rules, in the classic game all numbers of seats as well. `best`
evaluates the ends of its rollouts with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import NetError
from hegemon.nets.tensors import Tensors, read_tensors, write_tensors

HIDDEN = _core.VALUE_HIDDEN
ValueNet: TypeAlias = _core.ClassicValueNet | _core.SimultaneousValueNet


@dataclass(frozen=True)
class Kind:
    """The value networks of a family."""

    family: str
    features: int
    make: Callable[[NDArray[np.float32]], ValueNet]

    @property
    def architecture(self) -> str:
        return f"{self.family}-value"

    @property
    def shipped(self) -> Path:
        """The network of the package."""
        return Path(__file__).parent / "data" / "value" / f"{self.family}.safetensors"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Of the weights by name, as torch.nn.Sequential names them."""
        return {
            "0.weight": (HIDDEN, self.features), "0.bias": (HIDDEN,), "2.weight": (HIDDEN, HIDDEN),
            "2.bias": (HIDDEN,), "4.weight": (1, HIDDEN), "4.bias": (1,),
        }  # fmt: skip

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
        Kind("simultaneous", _core.SIMULTANEOUS_FEATURES, _core.SimultaneousValueNet),
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
