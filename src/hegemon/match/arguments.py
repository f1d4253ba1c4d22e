"""What matches are called with, checked: newcomers get a message that names the fix."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hegemon.errors import GameError
from hegemon.game import Game, State
from hegemon.maps import Map

OnError: TypeAlias = Literal["forfeit", "raise"]
"""What a failing agent does: it loses its game, or its error is raised."""


def as_game(game: Game | Map | str, seats: int) -> Game:
    """A game, or a map with the default rules."""
    return game if isinstance(game, Game) else Game(game, seats=seats)


def require_on_error(value: object) -> None:
    if value not in ("forfeit", "raise"):
        raise GameError(f"on_error is 'forfeit' or 'raise', not {value!r:.40}")


def require_start(game: Game, start: object) -> None:
    """A start is a position of the game, or None."""
    if start is None:
        return
    if not isinstance(start, State):
        raise GameError(f"a start is a position, e.g. game.start(seed=1) or game.parse(text), not {start!r:.40}")
    if start.game != game:
        raise GameError(f"the start is a position of {start.game}, not of {game}")
