"""A check of positions that are evaluated together."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon.errors import GameError
from hegemon.game import Position


def require_same_game(positions: Sequence[Position]) -> None:
    """Raise a GameError unless there are positions, all of one game."""
    if not positions:
        raise GameError("there are no positions")
    game = positions[0].game
    if any(position.game is not game and position.game != game for position in positions):
        raise GameError("all positions must be of the same game")
