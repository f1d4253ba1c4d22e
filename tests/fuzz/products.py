"""Combinations of an agent's settings: every pair of values of two settings meets in one of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations
from typing import Literal, get_args, get_origin

from hegemon._fields import hints, split_hint
from hegemon._spec import Value
from hegemon.agents.registry import REGISTRY, Entry

MOST = {
    "cutoff": 200,
    "depth": 12,
    "elites": 20,
    "fast_visits": 3,
    "generations": 2,
    "init_samples": 40,
    "outcomes": 20,
    "population": 12,
    "rollout": 200,
    "table_bits": 18,
    "threads": 3,
    "visits": 5,
    "worlds": 20,
}
"""Upper ends where a higher value is only more of the same work."""
NETS = {"puct": ("swiss2025", "heredia2022"), "exit": ("heredia2022", "swiss2025")}


def values(entry: Entry, name: str) -> tuple[Value, ...]:
    """The values of a setting that are tried: all words, the ends of a range, the default."""
    kind, limits = split_hint(hints(entry.settings)[name])
    default = next(field.default for field in fields(entry.settings) if field.name == name)
    assert isinstance(default, bool | int | float | str)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return False, True
    if kind is str:
        return NETS.get(entry.name, (default,))
    if name == "seconds":
        return 0.0, 0.005
    high = min(limits.high, MOST.get(name, limits.high))
    middle = (2, 3) if kind is int else (0.5,)
    found = [limits.low, high, default, *(value for value in middle if limits.low <= value <= high)]
    number = int if kind is int else float
    return tuple(dict.fromkeys(number(min(value, high)) for value in found if isinstance(value, int | float)))


def table(name: str) -> dict[str, tuple[Value, ...]]:
    """The settings of an agent with the values that are tried; presets count as a setting."""
    entry = REGISTRY[name]
    return {field.name: values(entry, field.name) for field in fields(entry.settings)}


def draw(rows: Mapping[str, tuple[Value, ...]], generator: random.Random) -> dict[str, Value]:
    return {name: generator.choice(options) for name, options in rows.items()}


def pairwise(name: str, seed: int = 0) -> Iterator[dict[str, Value]]:
    """Combinations, few of them, in which every two values of two settings meet."""
    rows, generator = table(name), random.Random(seed)
    wanted = [frozenset({(a, x), (b, y)}) for a, b in combinations(rows, 2) for x in rows[a] for y in rows[b]]
    generator.shuffle(wanted)
    met: set[frozenset[tuple[str, Value]]] = set()
    for pair in wanted or [frozenset(draw(rows, generator).items())]:
        if pair in met:
            continue
        some = [_with(pair, rows, generator) for _ in range(12)]
        best = max(some, key=lambda one: len(_pairs(one) - met))
        met |= _pairs(best)
        yield best


def _with(
    pair: frozenset[tuple[str, Value]], rows: Mapping[str, tuple[Value, ...]], generator: random.Random
) -> dict[str, Value]:
    return draw(rows, generator) | dict(pair)


def _pairs(combination: Mapping[str, Value]) -> set[frozenset[tuple[str, Value]]]:
    return {frozenset(pair) for pair in combinations(combination.items(), 2)}
