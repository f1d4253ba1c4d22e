"""Pronounceable place names for generated maps."""

from __future__ import annotations

from random import Random

_ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ia")
_ENDINGS = ("", "", "n", "r", "l", "s", "nd", "rn", "m", "th")
_LANDS = ("Coast", "Hills", "March", "Plain", "Vale", "Heath", "Shire", "Reach", "Moor", "Downs")


def place_names(rng: Random, count: int) -> tuple[str, ...]:
    """Distinct names of two syllables, or three if there are not enough."""
    names: dict[str, None] = {}
    while len(names) < count:
        syllables = 3 if rng.random() < 0.2 else 2
        word = "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS[: 8 if s == 0 else 5]) for s in range(syllables))
        names[(word + rng.choice(_ENDINGS)).capitalize()] = None
    return tuple(names)


def group_names(rng: Random, count: int) -> list[str]:
    """Distinct names such as "Dorin Vale"."""
    return [f"{word} {rng.choice(_LANDS)}" for word in place_names(rng, count)]
