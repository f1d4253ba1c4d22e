"""Plans by co-evolution (Soares 2025; GG-Net, Bauer 2024): plans of both seats evolve against each other for one turn.

Under fog the search uses a determinization (View.determinize).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, defaults
from hegemon._spec import Value
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.networks import DEFAULT, network, require_asked, require_simultaneous
from hegemon.agents.picks import best_picks
from hegemon.game import Game, Plan, SimultaneousView
from hegemon.nets import SimultaneousNet
from hegemon.search import Analysis, Budget, Candidate, Coevolution, CoevolutionSettings, budget

GENERATIONS = 15
"""Default generations if neither the settings nor a clock limit them."""


@dataclass(frozen=True, kw_only=True)
@defaults(mutation="send", mutation_rate=1.0, gene_rate=0.1, march_on=True)
class Settings(CoevolutionSettings):
    """The defaults are the strongest found; the published ones are presets."""

    generations: Annotated[int, Range(0, 10**6)] = 0
    """Maximum generations per turn; 0 is as many as fit into the time, or 15 without a time limit."""
    seconds: Annotated[float, Range(0, 86_400)] = 0.0
    """Maximum seconds per turn; 0 is what the clock allows."""
    net: str = DEFAULT
    """The network of evaluation=network and init=policy: a name in the package, or a path to a .safetensors file."""


@dataclass(frozen=True, kw_only=True)
@defaults(
    survival="best-half",
    crossover="neighbours",
    mutation="add",
    mutation_rate=1.0,
    gene_rate=0.25,
    march_on=False,
    cut_attacks=True,
    mirrored=True,
    discount=0.995,
    generations=25,
)
class GgnetSettings(Settings):
    """The defaults are those of GG-Net."""


FAULTS = {"idle_mutation": True, "uncorrected_crossover": True, "skipped_pairs": True, "late_evaluation": True}
"""Differences between the published program of the thesis and its text."""

_THESIS = asdict(CoevolutionSettings()) | {"generations": GENERATIONS}
_NET = {"evaluation": "network"}
_POLICY = {"evaluation": "network", "init": "policy"}

PRESETS: Mapping[str, Mapping[str, Value]] = {
    "soares2025": _THESIS,
    "soares2025-program": _THESIS | FAULTS,
    "soares2025-net": _THESIS | _NET,
    "soares2025-net-program": _THESIS | _NET | FAULTS,
    "soares2025-policy": _THESIS | _POLICY,
    "soares2025-policy-program": _THESIS | _POLICY | FAULTS,
    "ggnet": asdict(GgnetSettings()),
    "ggnet-program": asdict(GgnetSettings(short_mutation=True)),
}


class GaAgent(SpecRepr):
    """Simultaneous only: co-evolves plans of both seats and plays the fittest."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        asks = settings.evaluation == "network" or settings.init == "policy"
        require_asked(settings.net, asks, "ga: add evaluation=network or init=policy, or a preset that has them")
        self.net = network(settings.net, "ga", SimultaneousNet) if asks else None
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self._search = Coevolution(require_simultaneous(game, "ga"), self.settings, self.net)
        self._random = random
        self.estimate, self.statistics = None, {}

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        if view.phase == "pick":
            self.statistics = {}
            return Plan(best_picks(view))
        found = self._search.decide(view, self._budget(clock), self._random)
        self.estimate, self.statistics = found.estimate, found.figures
        return found.decision

    def analyse(self, view: SimultaneousView, clock: Clock) -> Analysis[Plan]:
        """The last population, fittest first; the line of the first is the plan it expects of the other seat."""
        if view.phase == "pick":
            return Analysis(view.seat, (Candidate(Plan(best_picks(view)), 0, 0.0),), 0.0, 0, clock.used)
        analysis = self._search.analyse(view, self._budget(clock), self._random)
        self.estimate = analysis.estimate
        return analysis

    def _budget(self, clock: Clock) -> Budget:
        return budget(self.settings.generations, self.settings.seconds, clock.left, GENERATIONS, fair=clock.fair)
