"""Networks of the classic game with random weights: what training begins with, and what speed is measured with."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from hegemon._core import Random
from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.game import ClassicGame
from hegemon.nets.classic_net import ClassicNet

Layer = tuple[str, int, int, bool]
"""Name, inputs, outputs, whether it has a bias; of a normalisation the outputs are 0."""

TERRITORY, WHOLE, SEAT, ACTION = 24, 52, 11, 8
WIDTH, ROUNDS, POLICY = 48, 4, 32
KINDS = ("pick", "place", "trade", "attack", "occupy", "fortify")
WITH_SOURCE = ("attack", "occupy", "fortify")


def _classic_graph(game: ClassicGame) -> Iterator[Layer]:
    yield "input", TERRITORY, WIDTH, True
    yield "input_of_whole", WHOLE, WIDTH, False
    for number in range(ROUNDS):
        yield f"rounds.{number}.context", WIDTH, WIDTH, True
        for matrix in ("query", "key", "value", "skip"):
            yield f"rounds.{number}.attention.{matrix}", WIDTH, WIDTH, True
        yield f"rounds.{number}.attention.gate", 3 * WIDTH, 1, False
    yield "value.seat", WIDTH + SEAT, WIDTH, True
    yield "value.whole", WIDTH + WHOLE, WIDTH, False
    yield "value.out", WIDTH, 1, True
    yield "policy.passing.whole", WIDTH + WHOLE, POLICY, True
    yield "policy.passing.out", POLICY, 1, True
    for kind in KINDS:
        yield f"policy.{kind}.target", WIDTH, POLICY, False
        if kind in WITH_SOURCE:
            yield f"policy.{kind}.source", WIDTH, POLICY, False
        yield f"policy.{kind}.deed", ACTION, POLICY, True
        yield f"policy.{kind}.out", POLICY, 1, True


def _residuals(name: str, count: int) -> Iterator[Layer]:
    for number in range(count):
        yield f"{name}.{number}.norm", 32, 0, True
        yield f"{name}.{number}.convolution", 32, 32, True


def _heredia2022(game: ClassicGame, published: bool = False) -> Iterator[Layer]:
    territories, links = len(game.map.territories), 2 * len(game.map.links)
    yield "input", 12, 32, True
    yield from _residuals("body", 4)
    for head in ("pick", "place"):
        yield from _residuals(f"{head}.layers", 3)
        yield f"{head}.out", 32, 1, True
        if published:
            yield f"{head}.first", territories, 64, True
            yield f"{head}.second", 64, territories, True
    for head in ("attack", "fortify"):
        yield from _residuals(f"{head}.layers", 4)
        yield f"{head}.link.first", 64, 28, True
        yield f"{head}.link.first_norm", 28, 0, True
        yield f"{head}.link.second", 28, 28, True
        yield f"{head}.link.second_norm", 28, 0, True
        yield f"{head}.link.out", 28, 1, True
        if published:
            yield f"{head}.first", links, 64, True
            yield f"{head}.second", 64, links + 1, True
        else:
            yield f"{head}.passing", 32, 1, True
    yield from _residuals("value.layers", 4)
    for name, outputs in (("gate", 1), ("other", 32), ("first", 32), ("second", 6)):
        yield f"value.{name}", 32, outputs, True


def _yao2025(game: ClassicGame) -> Iterator[Layer]:
    n = len(game.map.territories)
    yield "first", 4 + 2 * n, 128, True
    yield "second", 128, 128, True
    yield "worth", 128, 3 * n * n, True


LAYERS: dict[str, Callable[[ClassicGame], Iterator[Layer]]] = {
    "classic-graph": _classic_graph,
    "heredia2022": _heredia2022,
    "heredia2022-published": lambda game: _heredia2022(game, published=True),
    "yao2025": _yao2025,
    "yao2025-published": _yao2025,
}
HOMES = {"yao2025": ("old-world", "yao2025"), "heredia2022": ("hex", "heredia2022")}


def random_classic_net(
    architecture: str = "classic-graph", seed: int = 0, game: ClassicGame | None = None
) -> ClassicNet:
    """Weights and biases uniform within 1 / sqrt(inputs), as torch begins; the same on every machine.

    The game matters to architectures that are tied to a map; without one it is the map of their paper.
    """
    if architecture not in LAYERS:
        raise NetError(f"there is no network architecture {architecture!r}; {did_you_mean(architecture, LAYERS)}")
    home = HOMES["yao2025" if architecture.startswith("yao") else "heredia2022"]
    random, weights = Random(seed), {}
    for name, inputs, outputs, bias in LAYERS[architecture](game or ClassicGame(*home)):
        if outputs == 0:
            for part, value in (("weight", 1), ("bias", 0), ("running_mean", 0), ("running_var", 1)):
                weights[f"{name}.{part}"] = np.full(inputs, value, np.float32)
            continue
        weights[f"{name}.weight"] = _uniform(random, (outputs, inputs), inputs)
        if bias:
            weights[f"{name}.bias"] = _uniform(random, (outputs,), inputs)
    return ClassicNet(architecture, weights, {"made": f"random, seed {seed}"})


def _uniform(random: Random, shape: tuple[int, ...], inputs: int) -> NDArray[np.float32]:
    draws = np.array([random.next() >> 40 for _ in range(math.prod(shape))], np.float64)
    return ((draws / 2**23 - 1) / math.sqrt(inputs)).astype(np.float32).reshape(shape)
