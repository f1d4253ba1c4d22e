"""Rollout search for simultaneous orders: plans of a planner, tried in games that the planner plays on.

The planner makes one plan for a position: every territory that can be taken or lost is worth something, and armies go
where they gain most. The search tries many of its plans against the same replies, positions and dice.
"""

from __future__ import annotations

from collections.abc import Mapping

from hegemon import _core
from hegemon.game import Plan, SimultaneousGame, SimultaneousState, SimultaneousView
from hegemon.game.simultaneous.orders import CoreOrder, order_to_core
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.base import SearchOf, core_errors
from hegemon.search.budget import Budget
from hegemon.search.settings import PlannerWeights, RolloutSettings


class Rollouts(SearchOf):
    """A search from the view of a seat. It remembers the views of a game and tracks what is hidden.

    A visit of the budget is a rollout. Weights are those of the planner and of the evaluation; without them, the
    strongest that were found for the rules. A value network, if there is one, evaluates instead of the weights, and a
    policy network proposes a share of the plans.
    """

    def __init__(
        self,
        game: SimultaneousGame,
        settings: RolloutSettings | None = None,
        weights: PlannerWeights | None = None,
        net: _core.SimultaneousValueNet | None = None,
        policy: _core.PolicyNet | None = None,
    ) -> None:
        self._require(game, SimultaneousGame, settings, RolloutSettings)
        self.game, self.settings = game, settings or RolloutSettings()
        self.weights = weights or usual_weights(game)
        self._net, self._policy = net, policy
        self._players: dict[int, _core.RolloutPlayer] = {}
        self._ordered: dict[int, list[CoreOrder]] = {}

    def decide(self, view: SimultaneousView, budget: Budget, random: _core.Random) -> Analysis[Plan]:
        """The plan to play as the only candidate. It is remembered as played."""
        self._require_run(view, SimultaneousView, budget, random)
        with core_errors():
            player = self._observe(view, random)
            found = player.search(budget.visits, budget.seconds, random, budget.fair)
        self._ordered[view.seat] = found.best
        return _analysis(view, found, 1)

    def analyse(self, view: SimultaneousView, budget: Budget, random: _core.Random) -> Analysis[Plan]:
        """All plans that were tried, for the view alone: nothing is remembered of other views."""
        self._require_run(view, SimultaneousView, budget, random)
        with core_errors():
            player = self._new_player(view.seat)
            player.observe(view.core, None, [], random)
            return _analysis(view, player.search(budget.visits, budget.seconds, random, budget.fair), None)

    def plan(self, view: SimultaneousView, random: _core.Random) -> Plan:
        """The planner's own plan, without search. It is remembered as played."""
        with core_errors():
            self._ordered[view.seat] = self._observe(view, random).plan(random)
        return Plan.from_core(self._ordered[view.seat])

    def believe(
        self, view: SimultaneousView, ordered: Plan | None, random: _core.Random
    ) -> tuple[SimultaneousState, ...]:
        """Take in a view: the positions that the seat then believes possible. `ordered` is what it ordered in the view
        before, or None for the first one."""
        if ordered is not None:
            self._ordered[view.seat] = list(ordered.to_core())
        with core_errors():
            return tuple(map(self.game.state, self._observe(view, random).worlds))

    def _observe(self, view: SimultaneousView, random: _core.Random) -> _core.RolloutPlayer:
        if view.seat not in self._players:  # a player makes tables of odds: once a game, not once a turn
            self._players[view.seat] = self._new_player(view.seat)
        player = self._players[view.seat]
        player.observe(view.core, self._ordered.get(view.seat), _seen(view), random)
        return player

    def _new_player(self, seat: int) -> _core.RolloutPlayer:
        settings, weights = _core.RolloutSettings(self.settings.to_core()), _core.PlannerWeights(self.weights.to_core())
        return _core.RolloutPlayer(self.game.core, seat, settings, weights, self._net, self._policy)


def _seen(view: SimultaneousView) -> list[CoreOrder]:
    """What the seat saw of the other seat's orders since its last decision."""
    told = [event for event in view.events if event.seat != view.seat]
    return [order_to_core(event.order) for event in told if event.kind in ("deploy", "transfer", "attack")]


def usual_weights(game: SimultaneousGame) -> PlannerWeights:
    """The strongest weights that were found for rules like those of the game."""
    found: Mapping[str, float] = _core.usual_weights(game.core)
    return PlannerWeights(**found)


def _analysis(view: SimultaneousView, found: _core.RolloutResult, most: int | None) -> Analysis[Plan]:
    candidates = tuple(
        Candidate(Plan.from_core(orders), visits, max(-1.0, value)) for orders, visits, value in found.plans[:most]
    )
    details: dict[str, int | float] = {"scenarios": found.scenarios, "turns": found.turns}
    return Analysis(view.seat, candidates, found.value, found.visits, found.seconds, details)
