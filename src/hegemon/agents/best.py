"""The agent to start with: the strongest one of the simultaneous game, and a player of all classic rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from hegemon._core import ClassicValueNet, Random, SimultaneousValueNet
from hegemon._fields import Range
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.best_classic import ClassicBest, is_patient
from hegemon.agents.best_marching import MarchingBest
from hegemon.agents.networks import require_simultaneous
from hegemon.agents.puct import PuctAgent
from hegemon.agents.puct import Settings as TreeSettings
from hegemon.agents.weights import NONE, USUAL, load_weights, of_family, policy_net, read_value, value_net
from hegemon.game import Action, ClassicGame, ClassicView, Game, Plan, SimultaneousGame, SimultaneousView
from hegemon.search import (
    Analysis,
    Budget,
    ClassicPlannerWeights,
    PlannerWeights,
    Rollouts,
    RolloutSettings,
    budget,
)

TREE = TreeSettings(votes=0.25, sure=0.97, worlds=1)
"""The tree search of the classic game for two: the planner has a say where the network is not sure."""


@dataclass(frozen=True, kw_only=True)
class Settings(RolloutSettings):
    """The settings of the search, and its budget."""

    visits: Annotated[int, Range(0, 10**9)] = 0
    """Rollouts per turn, in the classic game per decision; 0 is as many as the time allows."""
    seconds: Annotated[float, Range(0, 10**6)] = 0.0
    """Maximum seconds per turn, in the classic game per decision; 0 is what the clock allows."""
    search: bool = True
    """Off: play what the planner says, without search."""
    weights: str = USUAL
    """A file of weights that `hegemon train planner` has written, or usual: those of the package."""
    value: str = USUAL
    """What evaluates positions: a file of `hegemon train value`, usual: the network of the package, or weights: the
    planner's weights."""
    policy: str = USUAL
    """The network that proposes plans: a file of `hegemon train policy`, usual: that of the package, or none."""
    net: str = NONE
    """A policy-value network for the classic game with two seats, with which to search a tree instead of rollouts: a
    name in the package, a file of `hegemon train expert-iteration`, or none."""


OTHERWISE, CLASSIC_ROLLOUTS = 2000, 1000
"""Default rollouts if neither the settings nor a clock limit the search, in the two families."""


class BestAgent(SpecRepr):
    """Rollout search over what a planner proposes; the defaults need no change; under fog it remembers what it saw."""

    name = "best"

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.weights = None if settings.weights == USUAL else load_weights(settings.weights)
        self._read, self._policy = read_value(settings.value), policy_net(settings.policy)
        usual = settings.search and settings.weights == settings.value == USUAL and settings.net != NONE
        tree = replace(TREE, net=settings.net, visits=settings.visits, seconds=settings.seconds)
        self._tree = PuctAgent(tree, self.name) if usual else None
        self.estimate = 0.5
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self.estimate, self.statistics = 0.5, {}
        if isinstance(game, ClassicGame):
            self._begin_classic(game, seat, random)
            return
        weights_of_plans = of_family(self.weights, PlannerWeights, "simultaneous")
        net_of_plans = value_net(self.settings.value, self._read, SimultaneousValueNet, "simultaneous")
        plans = require_simultaneous(game, self.name)
        self._marching = MarchingBest(plans, random) if _marches(plans) else None
        if self._marching and self.settings.value == USUAL:
            net_of_plans = None  # it knows no games of this kind
        self._rollouts = Rollouts(plans, self.settings, weights_of_plans, net_of_plans, self._policy)
        self._random = random

    def _begin_classic(self, game: ClassicGame, seat: int, random: Random) -> None:
        self._classic: ClassicBest | PuctAgent
        if self._tree and game.seats == 2 and not is_patient(game):
            self._classic = self._tree
            self._tree.begin(game, seat, random)
            return
        weights = of_family(self.weights, ClassicPlannerWeights, "classic")
        net = value_net(self.settings.value, self._read, ClassicValueNet, "classic")
        self._classic = ClassicBest(game, self.settings, weights, net, random)

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        if not self.settings.search:
            return self._rollouts.plan(view, self._random)
        if self._marching and view.phase != "pick":
            found = self._marching.decide(view, self._budget(clock))
        else:
            found = self._rollouts.decide(view, self._budget(clock), self._random)
        self.estimate, self.statistics = found.estimate, {"visits": found.visits, **found.figures}
        return found.decision

    def act(self, view: ClassicView, clock: Clock) -> Action:
        if isinstance(self._classic, PuctAgent):
            action = self._classic.act(view, clock)
            self.estimate, self.statistics = self._classic.estimate or self.estimate, self._classic.statistics
            return action
        self._classic.watch(view)
        if view.action_count == 1:
            self.statistics = {}
            return view.legal_actions[0]
        if self._classic.patient or not self.settings.search:
            return self._classic.plain(view)
        found = self._classic.decide(view, self._budget(clock, CLASSIC_ROLLOUTS))
        self.estimate, self.statistics = found.estimate, found.figures
        return found.decision

    def analyse(self, view: SimultaneousView | ClassicView, clock: Clock) -> Analysis[Plan] | Analysis[Action]:
        """Search with all candidates; picks can be analysed too."""
        if isinstance(view, ClassicView):
            if isinstance(self._classic, PuctAgent):
                found = self._classic.analyse(view, clock)
            else:
                found = self._classic.analyse(view, self._budget(clock, CLASSIC_ROLLOUTS))
            self.estimate = found.estimate
            return found
        if self._marching and view.phase != "pick":
            analysis = self._marching.analyse(view, self._budget(clock))
        else:
            analysis = self._rollouts.analyse(view, self._budget(clock), self._random)
        self.estimate = analysis.estimate
        return analysis

    def _budget(self, clock: Clock, otherwise: int = OTHERWISE) -> Budget:
        return budget(self.settings.visits, self.settings.seconds, clock.left, otherwise, fair=clock.fair)


def _marches(game: SimultaneousGame) -> bool:
    return game.rules.moving_twice == "free"
