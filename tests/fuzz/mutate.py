"""Small changes of texts, bytes and JSON data, such as damage and carelessness make."""

from __future__ import annotations

import json
import math
from typing import Any

from tests.fuzz.harness import Generator

ODD_NUMBERS: tuple[Any, ...] = (
    -1, 0, 1, 2, 7, 255, 2**31, 2**63 - 1, 2**63, -(2**63), 10**25, 0.5, -0.0, 1e308, math.nan, math.inf, -math.inf,
)  # fmt: skip
ODD_TEXTS = (
    "", " ", "x", "\x00", "\n", "0", "-", "nan", "a" * 5000, "\u202e\u0301", "=1+1", "random", "simple", "[1, 2]", "{}",
    "null", "../../etc/passwd", "é猫", "[" * 3000, '{"a":' * 3000, "9" * 400,
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (*ODD_NUMBERS, *ODD_TEXTS, None, True, False, [], {}, [[]], {"": {}}, [0, "x", None])


def odd(random: Generator) -> Any:
    return random.choice(ODD_VALUES)


def mutate_data(data: Any, random: Generator) -> Any:
    """A copy of JSON data with one part of it changed, left out, repeated or exchanged."""
    if isinstance(data, dict) and data and random.random() < 0.9:
        key = random.choice(list(data))
        kind = random.random()
        if kind < 0.12:
            return {name: value for name, value in data.items() if name != key}
        if kind < 0.18:
            return {**data, random.choice(("", "x", "type", key + " ", key.upper())): odd(random)}
        return {**data, key: mutate_data(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.9:
        at = random.randrange(len(data))
        kind = random.random()
        if kind < 0.1:
            return data[:at] + data[at + 1 :]
        if kind < 0.15:
            return data[:at] + [data[at]] * random.choice((2, 3, 50)) + data[at:]
        return [*data[:at], mutate_data(data[at], random), *data[at + 1 :]]
    if isinstance(data, int) and not isinstance(data, bool) and random.random() < 0.4:
        return data + random.choice((-1, 1, 2, 10))
    return odd(random)


def mutate_json(text: str, random: Generator) -> str:
    """JSON text with one part of its data changed, or with its bytes changed."""
    if random.random() < 0.2:
        return mutate_bytes(text.encode(), random).decode("utf-8", "surrogateescape")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # an earlier change made it so
        return text
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        data = mutate_data(data, random)
    return json.dumps(data)


def mutate_bytes(content: bytes, random: Generator) -> bytes:
    """Bytes with some of them changed, cut out, repeated or cut off."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 3, 20))):
        at = random.randrange(len(changed) + 1)
        kind = random.random()
        if kind < 0.6 and changed:
            changed[at % len(changed)] = random.randrange(256)
        elif kind < 0.7:
            del changed[at : at + random.choice((1, 2, 8, 100))]
        elif kind < 0.8:
            changed[at:at] = random.randbytes(random.choice((1, 4, 64)))
        elif kind < 0.9:
            changed[at:at] = changed[at : at + random.choice((1, 10, 200))]
        elif kind < 0.95:
            del changed[at:]
        else:
            changed[at : at + 16] = bytes(16)
    return bytes(changed)
