"""Monte-Carlo tree search of the classic game.

search = Mcts(game, MctsSettings(cutoff=25))
analysis = search.analyse(state, Budget(visits=1000), hg.Random(1))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TypeAlias

from hegemon import _core
from hegemon._stopwatch import Stopwatch
from hegemon.errors import GameError, SearchError
from hegemon.game import Action, ClassicGame, ClassicState
from hegemon.game.classic.actions import CoreAction
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import CoreEvaluator, SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.evaluator import Evaluate, to_core
from hegemon.search.settings import MctsSettings

SLICE = 20_000
"""Visits between checks for Ctrl-C."""

Positions: TypeAlias = ClassicState | Sequence[ClassicState]
"""One position, or several determinizations of the same view."""
ClassicEvaluator: TypeAlias = CoreEvaluator[ClassicGame, _core.ClassicNet] | Evaluate


class Mcts(SearchOf):
    """A search of positions of one game.

    Leaves are evaluated as the settings say, or by an evaluator: your own function, or a network, which every thread
    evaluates in place without Python. An evaluator gives the values and priors of every leaf; there are no playouts.
    """

    def __init__(
        self,
        game: ClassicGame,
        settings: MctsSettings | None = None,
        evaluator: ClassicEvaluator | None = None,
    ) -> None:
        self._require(game, ClassicGame, settings, MctsSettings)
        self.game, self.settings = game, settings or MctsSettings()
        net = evaluator.core(game) if isinstance(evaluator, CoreEvaluator) else None
        own = None if evaluator is None or isinstance(evaluator, CoreEvaluator) else to_core(game, evaluator)
        with core_errors():
            self._core = _core.ClassicSearch(game.core, self.settings.to_core(), own, net)
        self._in_use = Lock()

    def decide(self, position: Positions, budget: Budget, random: _core.Random) -> Analysis[Action]:
        """The best action as the only candidate, without details. Several positions share the visits."""
        with self._alone():
            states = self._search(position, budget, random)
            return _analysis(states[0], *self._core.best())

    def analyse(self, position: Positions, budget: Budget, random: _core.Random) -> Analysis[Action]:
        """All visited actions. Several positions share the visits, and their trees are summed."""
        with self._alone():
            states = self._search(position, budget, random)
            return _analysis(states[0], *self._core.reports(True)[0])

    def analyse_many(
        self, states: Sequence[ClassicState], budget: Budget, random: _core.Random
    ) -> list[Analysis[Action]]:
        """Search unrelated positions in parallel, each with the budget's visits; their leaves share batches."""
        with self._alone():
            self._grow(states, budget, random)
            return [_analysis(state, *report) for state, report in zip(states, self._core.reports(False), strict=True)]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A search has one tree at a time: whoever comes while it grows is refused."""
        if not self._in_use.acquire(blocking=False):
            raise SearchError(
                "this search is busy: another thread uses it, or it was called from its own evaluator; "
                "make one for each"
            )
        try:
            yield
        finally:
            self._in_use.release()

    def _search(self, position: Positions, budget: Budget, random: _core.Random) -> Sequence[ClassicState]:
        """Search trees that share the visits; root parallelisation has one tree per thread."""
        states = position if isinstance(position, Sequence) else [position]
        for state in states[:1]:
            self._require_run(state, ClassicState, budget, random)
        trees = [*states] * self.settings.threads if self.settings.parallel == "root" else states
        share = -(-budget.visits // max(len(trees), 1))
        self._grow(trees, Budget(share, budget.seconds, budget.fair), random)
        return states

    def _grow(self, states: Sequence[ClassicState], budget: Budget, random: _core.Random) -> None:
        if not states:
            raise SearchError("there is no position to search")
        for state in states:
            self._require_run(state, ClassicState, budget, random)
            if not state.deciders:
                raise GameError("no seat has a decision in this position")
        with core_errors():
            self._core.begin([state.core for state in states], random)
            self._run(budget)

    def _run(self, budget: Budget) -> None:
        """Search in slices, so that Ctrl-C works; their size does not depend on the speed of the machine."""
        if budget.visits == 0 or budget.visits <= SLICE or self.settings.selection == "gumbel":
            return self._core.run(budget.visits, budget.seconds, budget.fair)
        watch, left = Stopwatch(fair=budget.fair), budget.visits
        while left > 0 and not (_core.stop_requested() and left < budget.visits):
            rest = budget.seconds - watch.used if budget.seconds else 0.0
            if budget.seconds and rest <= 0:
                break
            self._core.run(min(left, SLICE), rest, budget.fair)
            left -= SLICE
        return None


CoreCandidate: TypeAlias = tuple[CoreAction, int, float, float, float, list[CoreAction]]


def _analysis(state: ClassicState, candidates: list[CoreCandidate], totals: dict[str, float]) -> Analysis[Action]:
    """An Analysis from the results of the core."""
    found, targets = [], {}
    for core_action, visits, value, prior, target, line in candidates:
        action = Action.from_core(core_action)
        found.append(Candidate(action, visits, value, prior or None, tuple(str(Action.from_core(a)) for a in line)))
        targets[str(action)] = target
    details = {key: int(totals[key]) for key in ("reused", "nodes", "bytes", "depth")} | {"targets": targets}
    numbers = totals["value"], int(totals["visits"]), totals["seconds"]
    return Analysis(state.mover, tuple(found), *numbers, details, seats=state.game.seats)
