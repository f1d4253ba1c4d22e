"""Alpha-beta search of the prediction tree of Aminian, Ahmadi and Fahmide (2020)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hegemon import _core
from hegemon.errors import SearchError
from hegemon.game import Action, ClassicGame, ClassicState
from hegemon.game.classic.actions import CoreAction
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.settings import AlphaBetaSettings

CoreMove: TypeAlias = tuple[CoreAction, float, bool, int, list[CoreAction]]

UNLIMITED = Budget()
"""Limited by the depth alone."""


class AlphaBeta(SearchOf):
    """A search of one game's positions. Positions are evaluated by the weights in the settings.

    The depth in the settings or the seconds of the budget limit it; it has no visits, and an analysis counts nodes. It
    is deterministic. Outside the attack phase there is one candidate, chosen without a search.
    """

    def __init__(self, game: ClassicGame, settings: AlphaBetaSettings | None = None) -> None:
        self._require(game, ClassicGame, settings, AlphaBetaSettings)
        self.game, self.settings = game, settings or AlphaBetaSettings()
        self._core = _core.AlphaBeta(game.core, self.settings.to_core())

    def decide(
        self, state: ClassicState, budget: Budget = UNLIMITED, random: _core.Random | None = None
    ) -> Analysis[Action]:
        """The best action as the only candidate."""
        result = self._run(state, budget, all_exact=False)
        return _analysis(state, [result.best], result)

    def analyse(
        self, state: ClassicState, budget: Budget = UNLIMITED, random: _core.Random | None = None
    ) -> Analysis[Action]:
        """All candidates with their exact values, which takes longer."""
        result = self._run(state, budget, all_exact=True)
        return _analysis(state, result.moves, result)

    def _run(self, state: ClassicState, budget: Budget, all_exact: bool) -> _core.AlphaBetaResult:
        self._require_run(state, ClassicState, budget, None)
        if budget.visits:
            raise SearchError("alpha-beta has no visits; limit its depth (a setting) or its seconds")
        with core_errors():
            return self._core.decide(state.core, budget.seconds, all_exact, budget.fair)


def _analysis(state: ClassicState, moves: Sequence[CoreMove], result: _core.AlphaBetaResult) -> Analysis[Action]:
    candidates = tuple(
        Candidate(Action.from_core(action), nodes, value, line=tuple(str(Action.from_core(each)) for each in line))
        for action, value, _, nodes, line in moves
    )
    details = {
        "nodes": result.nodes,
        "depth": result.depth,
        "cutoffs": result.cutoffs,
        "table_hits": result.table_hits,
    }
    return Analysis(
        state.mover,
        candidates,
        result.value,
        result.nodes,
        result.seconds,
        details,
        unit="nodes",
        seats=state.game.seats,
    )


def play_pairings(
    game: ClassicGame,
    settings: AlphaBetaSettings,
    genes: Sequence[Sequence[float]],
    pairings: Sequence[tuple[int, int, int]],
    *,
    seed: int,
    turns: int,
    threads: int = 1,
) -> list[tuple[int, int]]:
    """Play weights against weights, with these settings otherwise: for each (first, second, deal number) the points of
    the first from seat 0 and from seat 1, 2 for a win and 1 for a tie."""
    with core_errors():
        return _core.play_alphabeta(game.core, settings.to_core(), genes, pairings, seed, turns, threads)
