"""Forfeits told once: those of the same agent for the same reason are counted, not repeated."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_VARIES = re.compile(r"\(seat \d\)|\d+(\.\d+)? s\b|order \d+ \([^)]*\)")
"""What differs between forfeits for the same reason: the seat, seconds, the order."""


@dataclass(frozen=True)
class Fold:
    """Forfeits for one reason: the first of them, and how many there are."""

    first: str
    count: int

    def __str__(self) -> str:
        return self.first + and_more(self.count - 1)


def and_more(count: int) -> str:
    return f" (and {count:,} more like it)" if count else ""


def same_reason(reason: str) -> str:
    """Equal for forfeits that need not be told apart."""
    return _VARIES.sub("", reason)


def fold_forfeits(reasons: Iterable[str]) -> list[Fold]:
    """Reasons of forfeits in the order of their first appearance."""
    found: dict[str, list[str]] = {}
    for reason in reasons:
        found.setdefault(same_reason(reason), []).append(reason)
    return [Fold(group[0], len(group)) for group in found.values()]
