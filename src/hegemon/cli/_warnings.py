"""Warnings of agents that fail in a running tournament."""

from __future__ import annotations

import shlex
import sys

from hegemon.arena import GameResult, StoredGames
from hegemon.cli.options import printable
from hegemon.cli.report import traceback_command


class Warnings:
    """Tells the first forfeit of every agent at once; the table counts the others."""

    def __init__(self, store: StoredGames) -> None:
        self._store = store
        self._aliases = [agent.alias for agent in store.agents()]
        self._told = set[int]()

    def add(self, game: GameResult) -> None:
        agent = None if game.loser is None else game.seats[game.loser]
        if agent is None or agent in self._told:
            return
        self._told.add(agent)
        print(f"warning: game {game.block}.{game.number}: {printable(game.reason)}", file=sys.stderr)
        alias = printable(self._aliases[agent])
        print(f"  {self._where(game)}; further forfeits of {alias} are only counted", file=sys.stderr, flush=True)

    def _where(self, game: GameResult) -> str:
        """The command that shows what happened."""
        if self._store.traceback(*game.id):
            return f"traceback: {traceback_command(self._store.folder)}"
        number = f"{game.block}.{game.number}"
        return f"the game: {shlex.join(['hegemon', 'watch', str(self._store.folder), '--game', number])}"
