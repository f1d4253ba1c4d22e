"""Random games played by the compiled core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hegemon._core import ClassicRandomPlay, RandomPlay
from hegemon.errors import GameError

_GAMES_A_CALL = 500
"""Ctrl-C takes effect between calls of the core."""


@dataclass(frozen=True)
class Playouts:
    """Totals over random games."""

    games: int
    decisions: int
    """Decisions of all seats: actions of the classic game, plans of the simultaneous game (without picks)."""
    turns: int
    wins: tuple[int, ...]
    """Games won by each seat."""
    starter_wins: int
    """Games won by the seat that began; in the simultaneous game, by seat 0."""
    undecided: int
    """Games drawn or cut off."""


def add_up(
    count: int, seed: int, threads: int, play: Callable[[int, int], RandomPlay | ClassicRandomPlay], seats: int
) -> Playouts:
    """Totals of `count` games; `play(first, count)` plays some of them in the core."""
    for name, value, low, high in (
        ("count", count, 0, 10**12),
        ("seed", seed, 0, 2**64 - 1),
        ("threads", threads, 1, 256),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise GameError(f"{name} is a whole number from {low} to {high}, not {value!r:.40}")
    totals, wins = [0] * 5, [0] * seats
    for first in range(0, count, _GAMES_A_CALL):
        part = play(first, min(_GAMES_A_CALL, count - first))
        decisions = getattr(part, "decisions", 2 * part.turns)
        starter = getattr(part, "starter_wins", part.wins[0])
        for i, value in enumerate((part.games, decisions, part.turns, starter, part.undecided)):
            totals[i] += value
        wins = [won + more for won, more in zip(wins, part.wins, strict=False)]
    games, decisions, turns, starter, undecided = totals
    return Playouts(games, decisions, turns, tuple(wins), starter, undecided)
