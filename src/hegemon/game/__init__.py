"""ONE POSITION: games, positions, plans, notation, records and drawing."""

from hegemon.game.game import Game, parse_position, seeded
from hegemon.game.orders import Deploy, Move, Order, Pick, Plan
from hegemon.game.record import Record, RecordFile, load_records, read_records, save_records, write_records
from hegemon.game.state import Board, Event, Refusal, Result, State, Turn, View

__all__ = [
    "Board",
    "Deploy",
    "Event",
    "Game",
    "Move",
    "Order",
    "Pick",
    "Plan",
    "Record",
    "RecordFile",
    "Refusal",
    "Result",
    "State",
    "Turn",
    "View",
    "load_records",
    "parse_position",
    "read_records",
    "save_records",
    "seeded",
    "write_records",
]
