"""Base classes of both families: Game, Position, State, View, Turn and Event.

A game creates positions. A state is a full position: it lists the seats to decide, takes their decisions and chance,
and returns the next state. A view is what one seat may know of a position. Decisions depend on the family: a Plan or
an Action.
"""

from hegemon.game.common.frozen import Frozen
from hegemon.game.common.game import Game, GameKey, parse_position
from hegemon.game.common.position import Position, State, View
from hegemon.game.common.turn import Decision, Event, Events, Told, Turn

__all__ = [
    "Decision",
    "Event",
    "Events",
    "Frozen",
    "Game",
    "GameKey",
    "Position",
    "State",
    "Told",
    "Turn",
    "View",
    "parse_position",
]
