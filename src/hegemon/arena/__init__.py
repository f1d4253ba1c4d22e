"""Tournaments: blocks of games with equal starts, played by worker processes into a crash-safe store."""

from hegemon.arena.conditions import Conditions
from hegemon.arena.participants import Participant
from hegemon.arena.results import GameResult
from hegemon.arena.run import Run, prepare
from hegemon.arena.store import Store
from hegemon.arena.stored import StoredGames
from hegemon.arena.tournament import Setup, Tournament, make_tournament

__all__ = [
    "Conditions",
    "GameResult",
    "Participant",
    "Run",
    "Setup",
    "Store",
    "StoredGames",
    "Tournament",
    "make_tournament",
    "prepare",
]
