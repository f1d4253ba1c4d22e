"""Games of planners against each other, on one thread or several, with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from types import TracebackType
from typing import NamedTuple

from hegemon import _core
from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.training.planner.weights import AnyWeights


class Pair(NamedTuple):
    """Two games from one start, with swapped seats."""

    game: SimultaneousGame | ClassicGame
    first: AnyWeights
    second: AnyWeights
    turns: int
    random: _core.Random

    def play(self) -> float:
        first, second = self.first.to_core(), self.second.to_core()
        if isinstance(self.game, ClassicGame):
            ours, theirs = _core.ClassicPlannerWeights(first), _core.ClassicPlannerWeights(second)
            return _core.play_classic_planners(self.game.core, ours, theirs, 1, self.turns, self.random)
        mine, yours = _core.PlannerWeights(first), _core.PlannerWeights(second)
        return _core.play_planners(self.game.core, mine, yours, 1, self.turns, self.random)


class Table:
    """Where pairs are played; threads end with its block, also after Ctrl-C."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None

    def play(
        self,
        players: Sequence[AnyWeights],
        opponents: Sequence[AnyWeights],
        games: Sequence[SimultaneousGame | ClassicGame],
        pairs: int,
        turns: int,
        random: _core.Random,
    ) -> list[list[float]]:
        """The scores of every player in all its pairs. All players meet the same starts and dice."""
        meetings = list(product(enumerate(opponents), enumerate(games), range(pairs)))
        scores = self._play(
            Pair(game, player, other, turns, random.stream(o).stream(g).stream(pair))
            for player in players
            for (o, other), (g, game), pair in meetings
        )
        return [scores[at : at + len(meetings)] for at in range(0, len(scores), len(meetings))]

    def _play(self, pairs: Iterable[Pair]) -> list[float]:
        return list((self._threads.map if self._threads else map)(Pair.play, pairs))

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._threads:
            self._threads.shutdown(cancel_futures=True)
