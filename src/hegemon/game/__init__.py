"""ONE POSITION: games, positions, plans, notation, records and drawing."""

from hegemon.game.base import AnyBoard, AnyGame, AnyState, AnyTurn, AnyView, Result, seeded
from hegemon.game.classic import actions
from hegemon.game.classic.actions import Action
from hegemon.game.classic.odds import Odds, battle_odds, throw_odds
from hegemon.game.classic.state import ClassicEvent, ClassicGame, ClassicState, ClassicTurn, ClassicView
from hegemon.game.playouts import Playouts
from hegemon.game.record import Record, RecordFile, load_records, read_records, save_records, write_records
from hegemon.game.simultaneous.game import Game, parse_position
from hegemon.game.simultaneous.orders import Deploy, Move, Order, Pick, Plan
from hegemon.game.simultaneous.state import Board, Event, Refusal, State, Turn, View

__all__ = [
    "Action",
    "AnyBoard",
    "AnyGame",
    "AnyState",
    "AnyTurn",
    "AnyView",
    "Board",
    "ClassicEvent",
    "ClassicGame",
    "ClassicState",
    "ClassicTurn",
    "ClassicView",
    "Deploy",
    "Event",
    "Game",
    "Move",
    "Odds",
    "Order",
    "Pick",
    "Plan",
    "Playouts",
    "Record",
    "RecordFile",
    "Refusal",
    "Result",
    "State",
    "Turn",
    "View",
    "actions",
    "battle_odds",
    "load_records",
    "parse_position",
    "read_records",
    "save_records",
    "seeded",
    "throw_odds",
    "write_records",
]
