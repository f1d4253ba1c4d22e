"""Probabilities as the page tells them."""

from __future__ import annotations

SURE = 1e-9


def share(value: float, digits: int = 4) -> float:
    """A probability, rounded. What is neither sure nor impossible is never told as 1 or 0."""
    if value < SURE or value > 1 - SURE:
        return float(round(value))
    least = 10.0**-digits
    return min(1 - least, max(least, round(value, digits)))
