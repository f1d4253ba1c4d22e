"""Formatting of numbers."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from hegemon.statistics import Tally

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
NARROW = "\N{NARROW NO-BREAK SPACE}"


def whole(value: float) -> str:
    """1680 -> 1,680."""
    return f"{value:,.0f}"


def count(value: int, noun: str) -> str:
    """3 games, 1 game."""
    return f"{whole(value)} {noun}{'s' * (value != 1)}"


def rate(value: float) -> str:
    """A rate with three digits; large ones have commas."""
    return f"{value:.3g}" if value < 999.5 else whole(value)


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}{NARROW}%"


def percents(low: float, high: float, digits: int = 1) -> str:
    """An interval of shares."""
    return f"{100 * low:.{digits}f}{DASH}{100 * high:.{digits}f}"


def score(tally: Tally) -> str:
    """62.5 % (55.0-69.3)."""
    return f"{percent(tally.score)} ({percents(tally.low, tally.high)})" if tally.games else DASH


def elo(value: float | None) -> str:
    if value is None:
        return DASH
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    rounded = round(value)
    return f"+{rounded}" if rounded > 0 else f"{MINUS}{-rounded}" if rounded < 0 else "0"


def seconds(value: float) -> str:
    """A time with three digits and a suitable unit."""
    if value <= 0:
        return "0 s"
    for unit, size in (("µs", 1e-6), ("ms", 1e-3)):
        if value < 1000 * size * 0.9995:
            return f"{_three(value / size)} {unit}"
    return f"{_three(value)} s" if value < 120 else duration(value)


def _three(value: float) -> str:
    digits = max(0, 2 - math.floor(math.log10(value))) if value > 0 else 0
    text = f"{value:.{min(digits, 2)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def duration(value: float) -> str:
    """5025 -> 1 h 24 min."""
    if value < 120:
        return f"{value:.0f} s"
    minutes = round(value / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours = f"{minutes // 60} h {minutes % 60} min"
    return hours if minutes < 48 * 60 else f"{minutes // 1440} d {minutes % 1440 // 60} h"


def moment(value: float) -> str:
    """Seconds since 1970 as a date and time."""
    return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M UTC")
