"""Play in the terminal: people at the board, with agents or each other. `hegemon.cli.play` reads and prints."""

from hegemon.terminal.board import Screen
from hegemon.terminal.live_game import LiveGame, is_person, new_record, person_name
from hegemon.terminal.saved_game import SavedGame, default_path, load_game
from hegemon.terminal.session import HIDE, Session, Wait

__all__ = [
    "HIDE",
    "LiveGame",
    "SavedGame",
    "Screen",
    "Session",
    "Wait",
    "default_path",
    "is_person",
    "load_game",
    "new_record",
    "person_name",
]
