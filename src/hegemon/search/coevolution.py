"""Co-evolution of two populations of plans (Soares 2025; with other settings GG-Net, Bauer 2024)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hegemon import _core
from hegemon.game import Plan, SimultaneousGame, SimultaneousView
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import CoreEvaluator, SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.settings import CoevolutionSettings
from hegemon.search.smcts import Population, SimultaneousNet, net_figures

Evaluate: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.int32], int], ArrayLike]
"""evaluate(owners, armies, seat): values for the seat, between -1 and 1, of many positions, one per row."""
Score: TypeAlias = Callable[[NDArray[np.int32], int], ArrayLike]
"""score(genes, seat): scores of the sampled plans of the seat, one per row; the highest are kept."""


class Coevolution(SearchOf):
    """A search from the view of a seat; hidden parts are determinized.

    The evaluator is the network of evaluation=network and init=policy, or your own function, which evaluates positions
    instead of the setting; under a time limit it is first called with few positions, to measure its speed. `score`
    selects the initial plans instead of a policy.

    A visit of the budget and of an analysis is a generation.
    """

    def __init__(
        self,
        game: SimultaneousGame,
        settings: CoevolutionSettings | None = None,
        evaluator: SimultaneousNet | Evaluate | None = None,
        *,
        score: Score | None = None,
    ) -> None:
        self._require(game, SimultaneousGame, settings, CoevolutionSettings)
        self.game, self.settings = game, settings or CoevolutionSettings()
        self._net = evaluator.core(game) if isinstance(evaluator, CoreEvaluator) else None
        self._evaluate = None if isinstance(evaluator, CoreEvaluator) else evaluator
        self._score = score
        self._settings = _core.CoevolutionSettings(self.settings.to_core())

    def decide(self, view: SimultaneousView, budget: Budget, random: _core.Random) -> Analysis[Plan]:
        """The fittest plan as the only candidate."""
        return self._search(view, budget, random, candidates=1)

    def analyse(self, view: SimultaneousView, budget: Budget, random: _core.Random) -> Analysis[Plan]:
        """The last population, fittest first; the line of the first is the plan it expects of the other seat."""
        return self._search(view, budget, random, candidates=self.settings.population)

    def populations(
        self, view: SimultaneousView, budget: Budget, random: _core.Random
    ) -> tuple[Population, Population]:
        """The last plans of seat 0 and of seat 1, fittest first, as orders of the core."""
        found = self._run(view, budget, random)
        own, other = [one.orders for one in found.own], [one.orders for one in found.other]
        return (own, other) if view.seat == 0 else (other, own)

    def _run(self, view: SimultaneousView, budget: Budget, random: _core.Random) -> _core.Coevolution:
        self._require_run(view, SimultaneousView, budget, random)
        limits = budget.visits, budget.seconds
        with core_errors():
            return _core.coevolve(
                self.game.core,
                view.determinize().core,
                view.seat,
                self._settings,
                random,
                *limits,
                self._evaluate,
                self._score,
                self._net,
                budget.fair,
            )

    def _search(self, view: SimultaneousView, budget: Budget, random: _core.Random, candidates: int) -> Analysis[Plan]:
        found = self._run(view, budget, random)
        reply = str(Plan.from_core(found.other[0].orders))
        plans = tuple(
            Candidate(Plan.from_core(one.orders), one.age, one.fitness, line=(reply,) if rank == 0 else ())
            for rank, one in enumerate(found.own[:candidates])
        )
        details: dict[str, int | float] = {
            "generations": found.generations,
            "pairs": found.pairs,
            "evaluations": found.evaluations,
        }
        if found.questions:
            details |= net_figures(found)
        value, generations = plans[0].value, found.generations
        return Analysis(view.seat, plans, value, generations, found.seconds, details, unit="generations")
