"""The policy network of the simultaneous game: it proposes plans to the agent `best`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from hegemon import _core
from hegemon.errors import NetError
from hegemon.nets.tensors import Tensors, read_tensors, write_tensors
from hegemon.nets.value import GROUP_SWAPPED, LAND_SWAPPED

WIDTH = _core.POLICY_WIDTH
ARCHITECTURE = "simultaneous-policy"
SHIPPED = Path(__file__).parent / "data" / "policy" / "simultaneous.safetensors"
"""The network of the package."""
PARTS = _core.POLICY_PARTS
"""Of a territory, for the options."""
SOURCE_PARTS = (0, None, 2, 3, 4, 6)
"""Of every kind of options, the part of a territory that it uses as its source; None: the whole board."""
TARGET_PARTS = (1, None, None, None, 5, None)
"""The same for the target; None: it has none."""


def shapes() -> dict[str, tuple[int, ...]]:
    """Of the weights by name, as torch names them."""
    found: dict[str, tuple[int, ...]] = {}
    layers = {
        "land": (len(LAND_SWAPPED), WIDTH),
        "groups": (len(GROUP_SWAPPED), WIDTH),
        "context": (_core.SIMULTANEOUS_FEATURES + 2 * WIDTH, WIDTH),
        "mix": (4 * WIDTH, WIDTH),
        "mix_again": (4 * WIDTH, WIDTH),
        "parts": (WIDTH, PARTS * WIDTH),
        "stop": (WIDTH, WIDTH),
    }
    for name, (inputs, outputs) in layers.items():
        found[f"{name}.weight"], found[f"{name}.bias"] = (outputs, inputs), (outputs,)
    for kind in range(len(SOURCE_PARTS)):
        found[f"columns.{kind}.weight"] = (WIDTH, _core.OPTION_COLUMNS)
        found[f"out.{kind}.weight"], found[f"out.{kind}.bias"] = (1, WIDTH), (1,)
    return found


def policy_net(tensors: Tensors) -> _core.PolicyNet:
    """The network with these weights."""
    if {name: array.shape for name, array in tensors.items()} != shapes():
        raise NetError(f"not a {ARCHITECTURE} network: its weights have other names or shapes")
    if not all(np.isfinite(array).all() for array in tensors.values()):
        raise NetError("a weight of the network is not a finite number")
    return _core.PolicyNet(np.concatenate([tensors[name].T.ravel() for name in shapes()]).astype(np.float32))


def save_policy(path: str | os.PathLike[str], tensors: Tensors, metadata: Mapping[str, str]) -> None:
    """Write the weights of a network."""
    policy_net(tensors)
    write_tensors(path, tensors, {**metadata, "architecture": ARCHITECTURE})


def load_policy(path: str | os.PathLike[str]) -> _core.PolicyNet:
    tensors, metadata = read_tensors(path)
    if metadata.get("architecture") != ARCHITECTURE:
        raise NetError(f"{str(path)!r} is not a policy network")
    return policy_net(tensors)


@cache
def shipped_policy() -> _core.PolicyNet:
    """The network of the package."""
    return load_policy(SHIPPED)
