"""Tree search for simultaneous orders: the published serialised search, decoupled UCT and regret matching.

The settings are independent of each other; a paper is a set of values (see hegemon.agents.smcts).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.game import Plan, SimultaneousGame, SimultaneousView
from hegemon.game.simultaneous.orders import CoreOrder
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import CoreEvaluator, SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.settings import SmctsSettings

Plans: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Orders [M, 4] (kind, source, target, armies), offsets of each plan's orders, offsets of each row's plans."""

Network: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int32], NDArray[np.int8], Plans],
    tuple[NDArray[np.float32], NDArray[np.float32] | None],
]
"""evaluate(owners[B, n], armies[B, n], seats[B], plans) -> (values[B], logits of all plans or None).

A value is between -1 and 1, for the seat of the row. The function may keep the arrays.
"""
Population: TypeAlias = Sequence[Sequence[CoreOrder]]
"""Plans of a seat, as orders of the core."""
SimultaneousNet: TypeAlias = CoreEvaluator[SimultaneousGame, _core.PolicyValueNet]


class Smcts(SearchOf):
    """A search from the view of a seat; hidden parts are determinized.

    The evaluator of evaluation=network is a network, evaluated in place without Python, or a function of your own.

    A visit of the budget is an iteration: with ``expand=all`` it evaluates all candidates of a leaf, else one new leaf.
    An analysis has both: `visits` of the root, and the detail `iterations`.

    `plans`, those of seat 0 and of seat 1, are tried first at the root, with selection duct or regret. They must be
    legal in ``view.determinize()``, which is searched then.
    """

    def __init__(
        self,
        game: SimultaneousGame,
        settings: SmctsSettings | None = None,
        evaluator: SimultaneousNet | Network | None = None,
    ) -> None:
        self._require(game, SimultaneousGame, settings, SmctsSettings)
        self.game, self.settings = game, settings or SmctsSettings()
        self._evaluator = evaluator.core(game) if isinstance(evaluator, CoreEvaluator) else evaluator
        self._settings = _core.SmctsSettings(self.settings.to_core())

    def decide(
        self, view: SimultaneousView, budget: Budget, random: _core.Random, plans: Sequence[Population] = ()
    ) -> Analysis[Plan]:
        """The plan to play as the only candidate."""
        result = self._run(view, budget, random, plans)
        found = Candidate(Plan.from_core(result.best), result.visits, result.value)
        return self._analysis(view, (found,), result)

    def analyse(
        self, view: SimultaneousView, budget: Budget, random: _core.Random, plans: Sequence[Population] = ()
    ) -> Analysis[Plan]:
        """All plans that were tried, with their principal variations."""
        result = self._run(view, budget, random, plans)
        has_policy = self._evaluator is not None and self.settings.policy_trust > 0
        return self._analysis(view, tuple(_candidate(plan, has_policy) for plan in result.plans), result)

    def _run(
        self, view: SimultaneousView, budget: Budget, random: _core.Random, plans: Sequence[Population]
    ) -> _core.SimultaneousSearchResult:
        self._require_run(view, SimultaneousView, budget, random)
        limits = budget.visits, budget.seconds
        seen = view.determinize().core if plans else view.core
        with core_errors():
            return _core.search_simultaneous(
                self.game.core, seen, view.seat, self._settings, *limits, random, self._evaluator, budget.fair, plans
            )

    def _analysis(
        self,
        view: SimultaneousView,
        candidates: tuple[Candidate[Plan], ...],
        result: _core.SimultaneousSearchResult,
    ) -> Analysis[Plan]:
        details: dict[str, int | float] = {
            "iterations": result.iterations,
            "leaves": result.leaves,
            "rollouts": result.rollouts,
            "turns": result.turns,
            "nodes": result.nodes,
            "bytes": result.bytes,
        }
        if self._evaluator is not None:
            details |= net_figures(result)
        return Analysis(view.seat, candidates, result.value, result.visits, result.seconds, details)


def net_figures(result: _core.SimultaneousSearchResult | _core.Coevolution) -> dict[str, int | float]:
    """Positions requested from a network, positions that it evaluated, and the share answered without it."""
    requests, evaluations = result.questions, result.net_evaluations
    rate = round(1 - evaluations / requests, 4) if requests else 0.0
    return {"net_requests": requests, "net_evaluations": evaluations, "cache_hit_rate": rate}


Orders: TypeAlias = list[CoreOrder]


def _candidate(plan: tuple[Orders, int, float, float, float, list[list[Orders]]], has_prior: bool) -> Candidate[Plan]:
    orders, visits, value, prior, _weight, line = plan
    text = tuple(" / ".join(str(Plan.from_core(side)) for side in pair) for pair in line)
    return Candidate(Plan.from_core(orders), visits, value, prior if has_prior else None, text)
