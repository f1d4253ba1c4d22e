"""Tournaments: blocks of games with equal starts, played by worker processes into a crash-safe store."""

from hegemon.arena.contestants import Contestant
from hegemon.arena.results import Played
from hegemon.arena.run import Run, prepare
from hegemon.arena.store import Store
from hegemon.arena.stored import StoredGames
from hegemon.arena.tournament import Board, Tournament, make_tournament

__all__ = ["Board", "Contestant", "Played", "Run", "Store", "StoredGames", "Tournament", "make_tournament", "prepare"]
