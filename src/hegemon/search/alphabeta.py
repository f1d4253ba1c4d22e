"""Alpha-beta search of the prediction tree of Aminian, Ahmadi and Fahmide (2020): typed settings and a thin driver."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon import _core
from hegemon.errors import SearchError
from hegemon.game import Action, ClassicGame, ClassicState
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.settings import AlphaBetaSettings


def player(game: ClassicGame, settings: AlphaBetaSettings) -> _core.AlphaBeta:
    return _core.AlphaBeta(game.core, settings.to_core())


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
    """Games of weights against weights, these settings otherwise: for each (first, second, number of the deal) the
    points of the first from seat 0 and from seat 1, 2 for a win and 1 for a tie."""
    try:
        return _core.play_alphabeta(game.core, settings.to_core(), genes, pairings, seed, turns, threads)
    except ValueError as error:
        raise SearchError(str(error)) from None


def analyse(player: _core.AlphaBeta, state: ClassicState, *, seconds: float = 0.0, all_exact: bool = True) -> Analysis:
    """What the seat to move should do. Outside the phase of attacks there is one candidate, chosen without a search.

    `seconds` 0 is no limit of time. Unless `all_exact`, only the best candidate's value is exact, and those of the
    others are upper bounds.
    """
    result = player.decide(state.core, seconds, all_exact)
    candidates = tuple(
        Candidate(Action.from_core(action), nodes, value, line=tuple(str(Action.from_core(each)) for each in line))
        for action, value, _, nodes, line in result.moves
    )
    details = {
        "nodes": result.nodes,
        "depth": result.depth,
        "cutoffs": result.cutoffs,
        "table_hits": result.table_hits,
    }
    return Analysis(state.mover, candidates, result.value, result.nodes, result.seconds, details)
