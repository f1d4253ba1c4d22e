"""Networks with random weights, for training and for benchmarks."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hegemon._core import Random
from hegemon.game import ClassicGame
from hegemon.maps import Map, load_map
from hegemon.nets.architectures import architecture_of
from hegemon.nets.classic_net import ClassicNet
from hegemon.nets.simultaneous_net import SimultaneousNet


def random_net(architecture: str = "soares2025", seed: int = 0) -> SimultaneousNet:
    """An untrained network of the simultaneous game; see random_weights."""
    return SimultaneousNet(architecture, random_weights(architecture, seed), {"made": f"random, seed {seed}"})


def random_classic_net(
    architecture: str = "classic-graph", seed: int = 0, game: ClassicGame | None = None
) -> ClassicNet:
    """An untrained network of the classic game; see random_weights. `game` gives the map, if needed."""
    weights = random_weights(architecture, seed, game.map if game else None)
    return ClassicNet(architecture, weights, {"made": f"random, seed {seed}"})


def random_weights(architecture: str, seed: int = 0, map: Map | None = None) -> dict[str, NDArray[np.float32]]:
    """Weights and biases uniform within 1 / sqrt(inputs), as in torch; the same on every machine.

    The map matters only to architectures that are tied to one; the default is that of their paper.
    """
    found = architecture_of(architecture)
    random, weights = Random(seed), {}
    for name, inputs, outputs, bias in found.layers(map or load_map(found.home[0])):
        if outputs == 0:
            for part, value in (("weight", 1), ("bias", 0), ("running_mean", 0), ("running_var", 1)):
                weights[f"{name}.{part}"] = np.full(inputs, value, np.float32)
            continue
        weights[f"{name}.weight"] = _uniform(random, (outputs, inputs), inputs)
        if bias:
            weights[f"{name}.bias"] = _uniform(random, (outputs,), inputs)
    return weights


def _uniform(random: Random, shape: tuple[int, ...], inputs: int) -> NDArray[np.float32]:
    draws = np.array([random.next() >> 40 for _ in range(math.prod(shape))], np.float64)
    return ((draws / 2**23 - 1) / math.sqrt(inputs)).astype(np.float32).reshape(shape)
