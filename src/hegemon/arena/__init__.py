"""MANY GAMES: tournaments in blocks of equal starts, on worker processes, into a store that survives being killed."""

from hegemon.arena.contestants import Contestant
from hegemon.arena.results import Played
from hegemon.arena.run import Run, prepare
from hegemon.arena.store import Store
from hegemon.arena.stored import StoredGames
from hegemon.arena.tournament import Board, Tournament, make_tournament

__all__ = ["Board", "Contestant", "Played", "Run", "Store", "StoredGames", "Tournament", "make_tournament", "prepare"]
