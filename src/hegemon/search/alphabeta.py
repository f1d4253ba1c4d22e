"""Alpha-beta search of the prediction tree of Aminian, Ahmadi and Fahmide (2020): typed settings and a thin driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from hegemon import _core
from hegemon._fields import Range
from hegemon.game import Action, ClassicGame, ClassicState
from hegemon.search.analysis import Analysis, Candidate

Weight = Annotated[float, Range(0, 1000)]


@dataclass(frozen=True)
class AlphaBetaSettings:
    """How to foresee, how far, and what a position is worth."""

    depth: Annotated[int, Range(1, 100)] = 5
    """Plies to look ahead; a ply is one attack or the end of a turn. With a limit of time, the most."""
    attacks: Annotated[int, Range(1, 1000)] = 3
    """Most attacks of a turn in the tree, where the rules do not allow fewer."""
    threshold: Annotated[int, Range(1, 1000)] = 1
    """Least surplus of armies, source over target, of an attack that is looked at."""
    targets: Literal["best", "all"] = "best"
    """From each territory only the attack with the largest surplus, or all."""
    no_pass_after_round: Annotated[int, Range(0, 1_000_000)] = 30
    """The round from which no turn ends while there is an attack to look at; 0 is never. Keeps games from stalling."""
    land: Weight = 11.0
    """Weight of the share of territories."""
    armies: Weight = 27.0
    """Weight of the share of armies."""
    front: Weight = 29.0
    """Weight of the mean of x / (x + y) over own territories and enemies next to them, with x and y armies."""
    safety: Weight = 24.0
    """Weight of 1 less the mean share of enemies among the neighbours of own territories."""
    table_bits: Annotated[int, Range(4, 26)] = 14
    """The table of positions has 2 to the power of this entries, of 32 bytes each."""

    @property
    def weights(self) -> tuple[float, float, float, float]:
        return self.land, self.armies, self.front, self.safety

    def player(self, game: ClassicGame) -> _core.AlphaBeta:
        return _core.AlphaBeta(game.core, self.weights, *self._rest)

    def play_pairings(
        self,
        game: ClassicGame,
        genes: Sequence[Sequence[float]],
        pairings: Sequence[tuple[int, int, int]],
        *,
        seed: int,
        turns: int,
        threads: int = 1,
    ) -> list[tuple[int, int]]:
        """Games of weights against weights, these settings otherwise: for each (first, second, number of the deal) the
        points of the first from seat 0 and from seat 1, 2 for a win and 1 for a tie."""
        return _core.play_alphabeta(game.core, genes, pairings, seed, turns, threads, *self._rest)

    @property
    def _rest(self) -> tuple[int, int, int, bool, int, int]:
        """Everything but the weights, as the core wants it."""
        return (
            self.depth,
            self.attacks,
            self.threshold,
            self.targets == "all",
            self.no_pass_after_round,
            self.table_bits,
        )


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
