"""The simultaneous game: two seats submit plans of orders, which are resolved together."""

from hegemon.game.simultaneous.events import SimultaneousEvent, SimultaneousTurn
from hegemon.game.simultaneous.game import SimultaneousGame
from hegemon.game.simultaneous.legal import LegalOrders
from hegemon.game.simultaneous.marks import Mark
from hegemon.game.simultaneous.orders import Deploy, Move, Order, Pick, Plan
from hegemon.game.simultaneous.position import IllegalOrder, SimultaneousPosition
from hegemon.game.simultaneous.state import SimultaneousState
from hegemon.game.simultaneous.view import SimultaneousView

__all__ = [
    "Deploy",
    "IllegalOrder",
    "LegalOrders",
    "Mark",
    "Move",
    "Order",
    "Pick",
    "Plan",
    "SimultaneousEvent",
    "SimultaneousGame",
    "SimultaneousPosition",
    "SimultaneousState",
    "SimultaneousTurn",
    "SimultaneousView",
]
