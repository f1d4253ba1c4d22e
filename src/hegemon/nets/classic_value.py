"""The value network of the classic game: who will win, from a few numbers for every seat.

One small network serves all maps, rules and numbers of seats. `best` evaluates the ends of its rollouts with it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from hegemon import _core
from hegemon.errors import NetError
from hegemon.nets.tensors import Tensors, read_tensors, write_tensors

SHIPPED = Path(__file__).parent / "data" / "value" / "classic.safetensors"
ARCHITECTURE = "classic-value"
FEATURES, HIDDEN = _core.CLASSIC_FEATURES, _core.CLASSIC_VALUE_HIDDEN
SHAPES = {
    "0.weight": (HIDDEN, FEATURES), "0.bias": (HIDDEN,), "2.weight": (HIDDEN, HIDDEN), "2.bias": (HIDDEN,),
    "4.weight": (1, HIDDEN), "4.bias": (1,),
}  # fmt: skip
"""The weights by name, as torch.nn.Sequential names them."""


def classic_value(tensors: Tensors) -> _core.ClassicValueNet:
    """The network with these weights."""
    shapes = {name: array.shape for name, array in tensors.items()}
    if shapes != SHAPES:
        raise NetError(f"not a {ARCHITECTURE} network: its weights have other names or shapes")
    if not all(np.isfinite(array).all() for array in tensors.values()):
        raise NetError("a weight of the network is not a finite number")
    return _core.ClassicValueNet(np.concatenate([tensors[name].T.ravel() for name in SHAPES]).astype(np.float32))


def save_classic_value(path: str | os.PathLike[str], tensors: Tensors, metadata: Mapping[str, str]) -> None:
    """Write the weights of a network."""
    classic_value(tensors)
    write_tensors(path, tensors, {**metadata, "architecture": ARCHITECTURE})


def load_classic_value(path: str | os.PathLike[str] = SHIPPED) -> _core.ClassicValueNet:
    """Read a network; by default the one of the package."""
    return _shipped() if Path(path) == SHIPPED else classic_value(read_tensors(path)[0])


@lru_cache(maxsize=1)
def _shipped() -> _core.ClassicValueNet:
    return classic_value(read_tensors(SHIPPED)[0])
