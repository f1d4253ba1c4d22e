"""Monte-Carlo tree search of the classic game: settings that combine freely, and the driver of the core's trees.

search = TreeSearch(game, MctsSettings(cutoff=25))
analysis = search.analyse(state, hg.Random(1), Budget(visits=1000))
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from hegemon import _core
from hegemon.errors import GameError, SearchError
from hegemon.game import Action, ClassicGame, ClassicState
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget
from hegemon.search.evaluator import CoreEvaluator, Evaluate, to_core
from hegemon.search.settings import MctsSettings

SLICE = 20_000
"""Visits after which a search looks whether somebody pressed Ctrl-C."""


class TreeSearch:
    """A search of one game's positions, one decision after the other.

    Leaves are judged as the settings say, by a function of your own (`evaluate`), or by a network of the core
    (`evaluator`), which every thread asks in place and without Python: for every leaf values and priors, no playouts.
    """

    def __init__(
        self,
        game: ClassicGame,
        settings: MctsSettings | None = None,
        evaluate: Evaluate | None = None,
        *,
        evaluator: CoreEvaluator | None = None,
    ) -> None:
        if evaluate is not None and evaluator is not None:
            raise SearchError("a search has one evaluator: a function or a network")
        self.game, self.settings = game, settings or MctsSettings()
        net = evaluator.core(game) if evaluator is not None else None
        self._core = _core.ClassicSearch(
            game.core, self.settings.to_core(), to_core(game, evaluate) if evaluate else None, net
        )

    def analyse(self, states: Sequence[ClassicState], random: _core.Random, budget: Budget) -> Analysis:
        """Search positions that look alike to the seat to move (usually one), and take all trees together.

        More than one is for hidden cards: the same view with them dealt in different ways. They share the visits.
        """
        self._search(self._copies(states), random, budget, shared=True)
        return _analysis(states[0], *self._core.reports(True)[0])

    def decide(self, states: Sequence[ClassicState], random: _core.Random, budget: Budget) -> tuple[Action, float, int]:
        """The same without the details: the best action, what the position is worth, and the visits."""
        self._search(self._copies(states), random, budget, shared=True)
        action, _, value, visits = self._core.best()
        return Action.from_core(action), value, visits

    def analyse_many(self, states: Sequence[ClassicState], random: _core.Random, budget: Budget) -> list[Analysis]:
        """Search unrelated positions at the same time, each with the budget's visits; an evaluator sees all leaves."""
        self._search(states, random, budget, shared=False)
        return [_analysis(state, *report) for state, report in zip(states, self._core.reports(False), strict=True)]

    def _copies(self, states: Sequence[ClassicState]) -> Sequence[ClassicState]:
        """Root parallel is a tree for each thread."""
        return [*states] * self.settings.threads if self.settings.parallel == "root" else states

    def _search(self, states: Sequence[ClassicState], random: _core.Random, budget: Budget, shared: bool) -> None:
        if not states:
            raise SearchError("there is no position to search")
        for state in states:
            if not state.deciders:
                raise GameError("no seat has a decision in this position")
        visits = -(-budget.visits // len(states)) if shared else budget.visits
        try:
            self._core.begin([state.core for state in states], random)
            self._run(Budget(visits, budget.seconds))
        except ValueError as error:
            raise SearchError(str(error)) from None

    def _run(self, budget: Budget) -> None:
        """In slices, so that Ctrl-C works; their size does not depend on the speed of the machine."""
        if budget.visits == 0 or budget.visits <= SLICE or self.settings.selection == "gumbel":
            return self._core.run(budget.visits, budget.seconds)
        ends, left = time.monotonic() + budget.seconds, budget.visits
        while left > 0:
            rest = ends - time.monotonic() if budget.seconds else 0.0
            if budget.seconds and rest <= 0:
                break
            self._core.run(min(left, SLICE), rest)
            left -= SLICE
        return None


def _analysis(state: ClassicState, candidates: list[Any], totals: dict[str, float]) -> Analysis:
    """The core's report in words."""
    found, targets = [], {}
    for core_action, visits, value, prior, target, line in candidates:
        action = Action.from_core(core_action)
        found.append(Candidate(action, visits, value, prior or None, tuple(str(Action.from_core(a)) for a in line)))
        targets[str(action)] = target
    details: dict[str, Any] = {key: int(totals[key]) for key in ("reused", "nodes", "bytes", "depth")}
    details["targets"] = targets
    return Analysis(state.mover, tuple(found), totals["value"], int(totals["visits"]), totals["seconds"], details)
