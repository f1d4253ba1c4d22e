"""Conversion of values for the compiled core."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError
from hegemon.maps import Map
from hegemon.rules import Rules

S = TypeVar("S", bound=np.generic)


def seeded(seed: int, *path: int) -> _core.Random:
    """The random stream for a seed, or of that the stream for one purpose."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise GameError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.40}")
    random = _core.Random(int(seed))
    for step in path:
        random = random.stream(step)
    return random


def require_random(random: object) -> None:
    """A GameError unless this is a random stream."""
    if not isinstance(random, _core.Random):
        raise GameError(f"a random stream is hegemon.Random(seed), not {random!r:.40}")


def core_map(map: Map) -> _core.Map:
    """The map as the compiled core takes it."""
    groups = [(group.value, list(group.members)) for group in map.groups]
    return _core.Map(len(map.territories), [list(link) for link in map.links], groups, list(map.card_kinds))


def core_fields(rules: Rules) -> dict[str, int | bool | str]:
    """The rules' fields as the compiled core takes them."""
    return {k: v for k, v in rules.to_json().items() if k not in ("family", "name", "version")}


def read_only(array: NDArray[S]) -> NDArray[S]:
    array.flags.writeable = False
    return array
