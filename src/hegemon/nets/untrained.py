"""Networks with random weights: what training begins with, and what speed is measured with."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from hegemon._core import Random
from hegemon._words import did_you_mean
from hegemon.errors import NetError
from hegemon.nets.net import Net

Layer = tuple[str, int, int, bool]
"""Name, inputs, outputs, whether it has a bias."""


def _soares2025() -> Iterator[Layer]:
    yield "input", 5, 20, True
    for number, outputs in enumerate((20, 20, 60)):
        for part, inputs, width in (("groups", 20, 20), ("links", 40, outputs)):
            for matrix in ("query", "key", "value", "skip"):
                yield f"rounds.{number}.{part}.{matrix}", inputs, width, True
            yield f"rounds.{number}.{part}.gate", 3 * width, 1, False
    yield "policy.attack", 121, 20, True
    yield "policy.transfer", 121, 20, True
    yield "policy.deploy", 61, 20, True
    yield "policy.order", 20, 20, True
    yield "policy.plan", 20, 1, True
    yield "value.hidden", 65, 60, True
    yield "value.out", 60, 1, True


ARCHITECTURES = {"soares2025": _soares2025}


def random_net(architecture: str = "soares2025", seed: int = 0) -> Net:
    """Weights and biases uniform within 1 / sqrt(inputs), as torch begins; the same on every machine."""
    if architecture not in ARCHITECTURES:
        raise NetError(
            f"there is no network architecture {architecture!r}; {did_you_mean(architecture, ARCHITECTURES)}"
        )
    random, weights = Random(seed), {}
    for name, inputs, outputs, bias in ARCHITECTURES[architecture]():
        bound = 1 / math.sqrt(inputs)
        for part, shape in (("weight", (outputs, inputs)), *((("bias", (outputs,)),) if bias else ())):
            draws = np.array([random.next() >> 40 for _ in range(math.prod(shape))], np.float64)
            weights[f"{name}.{part}"] = ((draws / 2**23 - 1) * bound).astype(np.float32).reshape(shape)
    return Net(architecture, weights, {"made": f"random, seed {seed}"})
