"""Tree search for simultaneous orders: regret matching, decoupled UCT, or the published searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, defaults
from hegemon._spec import Value
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.networks import DEFAULT, network, require_asked, require_simultaneous
from hegemon.agents.picks import best_picks
from hegemon.errors import AgentError
from hegemon.game import Game, Plan, SimultaneousView
from hegemon.nets import SimultaneousNet
from hegemon.search import Analysis, Budget, Smcts, SmctsSettings, budget


@dataclass(frozen=True, kw_only=True)
@defaults(
    selection="duct",
    candidates=1000,
    focused=100,
    crossover=50,
    widening=2.0,
    rollout=0,
    exploration=0.2,
    policy_trust=0.0,
)
class Settings(SmctsSettings):
    """The settings of the search, with the strongest values found as defaults, and its budget."""

    visits: Annotated[int, Range(0, 10**9)] = 0
    """Iterations per turn; 0 is as many as the time allows."""
    seconds: Annotated[float, Range(0, 10**6)] = 0.0
    """Maximum seconds per turn; 0 is what the clock allows."""
    net: str = DEFAULT
    """The network of evaluation=network: a name in the package, or a path to a .safetensors file."""


@dataclass(frozen=True, kw_only=True)
@defaults(evaluation="network", batch=4)
class GuidedSettings(Settings):
    """The settings of the search, with the strongest values found for a network: see docs/agent-guided.md."""


# The searches as their programs run them. An iteration expands all 20 candidates, with one rollout each.
_PUBLISHED: dict[str, Value] = {
    "selection": "serialised",
    "expand": "all",
    "evaluation": "none",
    "candidates": 20,
    "focused": 0,
    "crossover": 0,
    "duplicates": True,
    "widening": 0,
    "depth": 20,
    "rollout": 1000,
    "exploration": 0.35,
    "outcomes": 1,
    "idle_terminals": True,
    "blind_pending": True,
    "root_priors": False,
    "policy_trust": 0.75,
}
_BAUER: dict[str, Value] = {**_PUBLISHED, "exploration": 1.0, "cache_opponent": True, "depth": 25, "policy_trust": 1.0}
PRESETS: Mapping[str, Mapping[str, Value]] = {"soares2025": _PUBLISHED, "bauer2024": _BAUER}

# An iteration expands all 20 candidates; the network evaluates them and the plans that may follow: no rollouts.
_GUIDED: dict[str, Value] = {"evaluation": "network", "rollout": 0}
_SOUND: dict[str, Value] = {"idle_terminals": False, "blind_pending": False, "root_priors": True}
GUIDED_PRESETS: Mapping[str, Mapping[str, Value]] = {
    "soares2025": _PUBLISHED | _GUIDED,
    "soares2025-text": _PUBLISHED | _GUIDED | _SOUND,
    "bauer2024": _BAUER | _GUIDED,
    "few-plans": {
        "evaluation": "network",
        "policy_trust": 0.0,
        "candidates": 20,
        "focused": 0,
        "crossover": 0,
        "widening": 0.0,
        "selection": "duct",
        "rollout": 0,
        "exploration": 0.05,
        "batch": 4,
    },
}
"""The published settings; few-plans is the default search with 20 plans, for training a policy."""

OTHERWISE = 2000
"""Default iterations if neither the settings nor a clock limit the search."""


class SmctsAgent(SpecRepr):
    """Simultaneous only: tree search over whole plans; both seats choose at once, each by its own statistics."""

    name = "smcts"

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        asks = settings.evaluation == "network"
        require_asked(settings.net, asks, f"{self.name}: add evaluation=network")
        if asks:
            _require_choice(settings, self.name)
        self.net = network(settings.net, self.name, SimultaneousNet) if asks else None
        self.estimate = 0.5
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self._search = Smcts(require_simultaneous(game, self.name), self.settings, self.net)
        self._random = random
        self.estimate = 0.5

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        if view.phase == "pick":
            self.statistics = {}
            return Plan(best_picks(view))
        found = self._search.decide(view, self._budget(clock), self._random)
        self.estimate = (1.0 + found.value) / 2.0
        self.statistics = {name: found.figures[name] for name in ("visits", "iterations", "nodes")}
        return found.decision

    def analyse(self, view: SimultaneousView, clock: Clock) -> Analysis[Plan]:
        """Search with all candidates; picks can be analysed too."""
        analysis = self._search.analyse(view, self._budget(clock), self._random)
        self.estimate = analysis.estimate
        return analysis

    def _budget(self, clock: Clock) -> Budget:
        return budget(self.settings.visits, self.settings.seconds, clock.left, OTHERWISE, fair=clock.fair)


class GuidedAgent(SmctsAgent):
    """Simultaneous only: tree search with a network that evaluates positions and plans (guided MCTS, Soares 2025)."""

    name = "guided-mcts"


def _require_choice(settings: Settings, name: str) -> None:
    """Raise an AgentError if the policy has no choice: widening samples plans one by one unless policy_samples > 1."""
    drawn = settings.policy_samples > 0 or settings.widening == 0 or settings.selection == "serialised"
    if settings.policy_trust > 0 and not drawn:
        raise AgentError(
            f"agent {name}: policy_trust has no effect while plans are sampled one by one "
            f"(widening={settings.widening:g}); add policy_samples=20, or widening=0 and candidates=20"
        )
