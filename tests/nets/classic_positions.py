"""Positions of every phase and rule set, and weights such as training leaves behind, for the tests of the networks."""

from __future__ import annotations

from functools import cache

import numpy as np

from hegemon import ClassicGame, ClassicState, Random
from hegemon.nets import ClassicNet

GAMES = [
    ("switzerland", "swiss2025", 2),
    ("hex", "heredia2022", 2),
    ("classic", "heredia2022", 3),
    ("classic", "classic", 6),
    ("old-world", "yao2025", 2),
    ("old-world", "yao2025-code", 2),
    ("grid(6,6)", "aminian2020", 2),
    ("random(70, seed=1)", "classic(attack_dice=choose, attack_armies=any)", 4),
]


@cache
def positions(map: str, rules: str, seats: int, count: int = 24) -> tuple[ClassicState, ...]:
    """Decisions of random games, spread over their phases."""
    game, found = ClassicGame(map, rules, seats), []
    for seed in range(count):
        random = Random(seed)
        state = game.start(random)
        for _ in range(seed * 7):
            after = state.step(state.random_action(random), random).state
            if after.result is not None:
                break
            state = after
        found.append(state)
    return tuple(found)


def trained_like(net: ClassicNet, seed: int = 1) -> ClassicNet:
    """Larger weights, and normalisations that do something."""
    numbers, weights = np.random.default_rng(seed), {}
    for name, value in net.weights.items():
        if name.endswith("running_var") or (name.removesuffix(".weight") + ".running_var") in net.weights:
            weights[name] = numbers.uniform(0.5, 2.0, value.shape).astype(np.float32)
        elif ".running_" in name:
            weights[name] = numbers.normal(0.0, 0.5, value.shape).astype(np.float32)
        else:
            weights[name] = (1.5 * value + numbers.normal(0.0, 0.02, value.shape)).astype(np.float32)
    return ClassicNet(net.architecture, weights)
