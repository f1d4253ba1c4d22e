"""Monte-Carlo tree search for the classic game: chance nodes, playouts to a cutoff, any number of threads and seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, defaults
from hegemon._spec import Value
from hegemon._stopwatch import Stopwatch
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.sampling import sample_with_temperature
from hegemon.errors import AgentError
from hegemon.game import Action, ClassicGame, ClassicState, ClassicView, Game
from hegemon.nets import ClassicNet
from hegemon.search import Analysis, Budget, Mcts, MctsSettings, budget

OTHERWISE = 1000
"""Default visits if neither the settings nor a clock limit the search."""
TRYOUT = 32
"""Visits of the trial that estimates how many visits fit into the time."""


@dataclass(frozen=True, kw_only=True)
@defaults(exploration=0.5, cutoff=25)
class Settings(MctsSettings):
    """The settings of the search, and how to use it for a decision."""

    visits: Annotated[int, Range(0, 10**9)] = 0
    """Visits per decision; 0 is as many as fit into the time, or 1,000 without a clock."""
    seconds: Annotated[float, Range(0, 10**6)] = 0.0
    """Seconds per decision; 0 is what the clock allows."""
    temperature: Annotated[float, Range(0, 100)] = 0.0
    """0 plays the most visited action; otherwise actions are sampled in proportion to visits ** (1 / temperature)."""
    worlds: Annotated[int, Range(1, 1000)] = 8
    """Number of determinizations of hidden cards, if the rules hide any."""
    fast_visits: Annotated[int, Range(0, 10**9)] = 0
    """Playout cap randomisation, for self-play: most decisions get only this many visits, without noise and forced
    playouts; 0 disables it."""
    full_share: Annotated[float, Range(0, 1)] = 0.25
    """Share of decisions with a full search, with playout cap randomisation."""


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "swiss2025": {"exploration": 2**0.5, "cutoff": 0},
    "swiss2025-cutoff25": {"exploration": 2**0.5, "cutoff": 25, "evaluation": "resources"},
    "swiss2025-border": {"exploration": 2**0.5, "cutoff": 25, "evaluation": "border-published"},
}
"""The agents of the parallel-MCTS thesis (2025); add visits or seconds, and threads."""


class MctsAgent(SpecRepr):
    """Monte-Carlo tree search with chance nodes, playouts to a cutoff, and evaluations; for the classic game."""

    net: ClassicNet | None = None

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: Random) -> None:
        if not isinstance(game, ClassicGame):
            raise AgentError("agent mcts plays the classic family only")
        self._random, self._decisions = random, 0
        self._full = Mcts(game, self.settings, self.net)
        self._fast = Mcts(game, replace(self.settings, noise=0.0, forced_playouts=0.0), self.net)

    def act(self, view: ClassicView, clock: Clock) -> Action:
        if view.action_count == 1:
            self.statistics = {}
            return view.legal_actions[0]
        if self.settings.temperature > 0:
            analysis = self.analyse(view, clock)
            self.estimate, self.statistics = analysis.estimate, analysis.figures
            return _draw(analysis, self.settings.temperature, self._random)
        search, states, limit, random = self._task(view, clock)
        found = search.decide(states, limit, random)
        self.estimate, self.statistics = found.estimate, {"visits": found.visits}
        return found.decision

    def analyse(self, view: ClassicView, clock: Clock) -> Analysis[Action]:
        """Analyse a position: candidates with visits, values and lines."""
        search, states, limit, random = self._task(view, clock)
        analysis = search.analyse(states, limit, random)
        return replace(analysis, details={**analysis.details, "full": search is self._full})

    def _task(self, view: ClassicView, clock: Clock) -> tuple[Mcts, list[ClassicState], Budget, Random]:
        """Search, positions, budget and random stream of a decision."""
        self._decisions += 1
        random = self._random.stream(self._decisions)
        search, visits = self._full, self.settings.visits
        if self.settings.fast_visits and random.next() / 2**64 >= self.settings.full_share:
            search, visits = self._fast, self.settings.fast_visits
        limit = budget(visits, self.settings.seconds, clock.left, OTHERWISE, fair=clock.fair)
        if view.game.rules.hides:
            states = [view.determinize(random.stream(number)) for number in range(self.settings.worlds)]
        else:
            states = [view.state]
        if self.settings.selection == "gumbel" and limit.visits == 0:
            limit = _planned(search, states, limit, random)
        return search, states, limit, random


def _planned(search: Mcts, states: list[ClassicState], limit: Budget, random: Random) -> Budget:
    """The visits that fit into the time, estimated from a few: sequential halving must know their number."""
    watch = Stopwatch(fair=limit.fair)
    visits = search.decide(states, Budget(TRYOUT, limit.seconds / 2, limit.fair), random).visits
    used = max(watch.used, 1e-6)
    left = max(limit.seconds - used, 0.0005)
    return Budget(max(1, int(visits / used * left)), left, limit.fair)


def _draw(analysis: Analysis[Action], temperature: float, random: Random) -> Action:
    """Sample a candidate in proportion to visits ** (1 / temperature)."""
    visits = [candidate.visits for candidate in analysis.candidates]
    drawn = analysis.best  # the default if there was no time for a visit
    if max(visits) > 0:
        drawn = analysis.candidates[sample_with_temperature(visits, temperature, random)]
    return drawn.decision
