"""The classic dice game: 2 to 6 seats, one decision after the other, chance in between."""

from hegemon.game.classic import actions
from hegemon.game.classic.actions import Action
from hegemon.game.classic.events import ClassicEvent, ClassicTurn
from hegemon.game.classic.game import ClassicGame
from hegemon.game.classic.odds import Odds, battle_odds, throw_odds
from hegemon.game.classic.position import ClassicPosition, Occupation
from hegemon.game.classic.state import ClassicState
from hegemon.game.classic.view import ClassicView

__all__ = [
    "Action",
    "ClassicEvent",
    "ClassicGame",
    "ClassicPosition",
    "ClassicState",
    "ClassicTurn",
    "ClassicView",
    "Occupation",
    "Odds",
    "actions",
    "battle_odds",
    "throw_odds",
]
