"""Rollout search of the classic game: decisions of a planner, tried in games that the planner plays on.

The planner makes one decision from a position: every territory that can be taken or lost is worth something, and armies
go where they gain most. The search tries what it proposes in many styles, with the same dice for all proposals.
"""

from __future__ import annotations

from collections.abc import Mapping

from hegemon import _core
from hegemon.errors import SearchError
from hegemon.game import Action, ClassicGame, ClassicView
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.settings import ClassicPlannerWeights, ClassicRolloutSettings


class ClassicRollouts(SearchOf):
    """A search from the view of the seat that decides. Hidden cards are dealt at random, as the view allows.

    A visit of the budget is a rollout. Weights are those of the planner and of the evaluation; without them, the
    strongest that were found for the rules. A value network, if there is one, evaluates instead of the weights.
    """

    def __init__(
        self,
        game: ClassicGame,
        settings: ClassicRolloutSettings | None = None,
        weights: ClassicPlannerWeights | None = None,
        net: _core.ClassicValueNet | None = None,
    ) -> None:
        self._require(game, ClassicGame, settings, ClassicRolloutSettings)
        self.game, self.settings = game, settings or ClassicRolloutSettings()
        self.weights = weights or usual_classic_weights(game)
        self._net = net
        self._player = self._new_player()

    def decide(self, view: ClassicView, budget: Budget, random: _core.Random) -> Analysis[Action]:
        """The action to take as the only candidate. What did well is remembered for the rest of the turn."""
        self._require_turn(view, budget, random)
        with core_errors():
            found = self._player.search(view.core, budget.visits, budget.seconds, random, budget.fair)
        return _analysis(view, found, 1)

    def analyse(self, view: ClassicView, budget: Budget, random: _core.Random) -> Analysis[Action]:
        """All actions that were tried, for the view alone: nothing is remembered."""
        self._require_turn(view, budget, random)
        with core_errors():
            found = self._new_player().search(view.core, budget.visits, budget.seconds, random, budget.fair)
        return _analysis(view, found, None)

    def act(self, view: ClassicView) -> Action:
        """The planner's own decision, without search."""
        with core_errors():
            return Action.from_core(self._player.decide(view.core))

    def _require_turn(self, view: ClassicView, budget: Budget, random: _core.Random) -> None:
        self._require_run(view, ClassicView, budget, random)
        if view.seat != view.mover:
            raise SearchError(f"seat {view.seat} has nothing to decide in this position")

    def _new_player(self) -> _core.ClassicRolloutPlayer:
        settings = _core.ClassicRolloutSettings(self.settings.to_core())
        weights = _core.ClassicPlannerWeights(self.weights.to_core())
        with core_errors():
            return _core.ClassicRolloutPlayer(self.game.core, settings, weights, self._net)


def usual_classic_weights(game: ClassicGame) -> ClassicPlannerWeights:
    """The strongest weights that were found for rules like those of the game."""
    found: Mapping[str, float] = _core.usual_classic_weights(game.core)
    return ClassicPlannerWeights(**found)


def _analysis(view: ClassicView, found: _core.ClassicRolloutResult, most: int | None) -> Analysis[Action]:
    """An Analysis of what the core found; of the ways to go on after an action, the one that did best counts."""
    seats = view.game.seats
    best: dict[Action, Candidate[Action]] = {}
    for core_action, visits, share in found.candidates:
        action = Action.from_core(core_action)
        if action not in best:
            best[action] = Candidate(action, visits, _value(share, seats))
    candidates = tuple(best.values())[:most]
    details: dict[str, int | float] = {"scenarios": found.scenarios, "decisions": found.decisions}
    value = _value(found.share, seats)
    return Analysis(view.seat, candidates, value, found.visits, found.seconds, details, seats=seats)


def _value(share: float, seats: int) -> float:
    """The value for a share of the win: 1 for all of it, -1 / (seats - 1) for nothing."""
    return (max(0.0, share) * seats - 1) / (seats - 1)
