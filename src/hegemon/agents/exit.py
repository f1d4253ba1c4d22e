"""Expert Iteration (Gnecco Heredia and Cazenave 2022): a network's policy, with or without search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from hegemon._core import Random
from hegemon._fields import Range, check_fields
from hegemon._spec import Value
from hegemon.agents import puct
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.networks import network, require_fit
from hegemon.agents.sampling import sample_with_temperature
from hegemon.errors import AgentError
from hegemon.game import Action, ClassicView, Game
from hegemon.nets import ClassicNet
from hegemon.search import Analysis, Candidate

INITIAL = ("pick", "setup")


@dataclass(frozen=True)
class Settings:
    net: str = "heredia2022"
    """The network: a name in the package, or a path to a .safetensors file (see hegemon train expert-iteration)."""
    play: Literal["full", "init-only", "main-only"] = "full"
    """Which phases the network decides: all, those before the first turn, or those after. The others are random."""
    temperature: Annotated[float, Range(0, 100)] = 0.0
    """0 plays the most probable action; otherwise actions are sampled in proportion to p ** (1 / temperature)."""
    visits: Annotated[int, Range(0, 10**9)] = 0
    """Visits of a search with the network before every decision; 0 plays the policy alone."""
    seconds: Annotated[float, Range(0, 10**6)] = 0.0
    """The same in seconds."""
    exploration: Annotated[float, Range(0, 1000)] = 1.1
    """Exploration constant of that search."""

    def __post_init__(self) -> None:
        check_fields(self, "agent exit", AgentError)


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "heredia2022": {"temperature": 0.5},
    "heredia2022-init-only": {"temperature": 0.5, "play": "init-only"},
}
"""The settings of the paper's evaluation."""


class ExitAgent(SpecRepr):
    """Classic only: plays a network's policy, with or without search (Expert Iteration, Gnecco Heredia 2022)."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.net: ClassicNet = network(settings.net, "exit", ClassicNet)
        self._search: puct.PuctAgent | None = None
        if settings.visits or settings.seconds:
            names = ("net", "visits", "seconds", "exploration", "temperature")
            self._search = puct.PuctAgent(puct.Settings(**{name: getattr(settings, name) for name in names}))
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: Random) -> None:
        require_fit(self.net, game, "exit")
        self._random, self.estimate, self.statistics = random, None, {}
        if self._search is not None:
            self._search.begin(game, seat, random)

    def act(self, view: ClassicView, clock: Clock) -> Action:
        if not self._decides(view):
            return view.random_action(self._random)
        if self._search is not None:
            action = self._search.act(view, clock)
            self.estimate, self.statistics = self._search.estimate, self._search.statistics
            return action
        analysis = self.analyse(view, clock)
        self.estimate = analysis.estimate
        chosen = analysis.best
        if self.settings.temperature > 0:
            priors = [candidate.prior or 0.0 for candidate in analysis.candidates]
            chosen = analysis.candidates[sample_with_temperature(priors, self.settings.temperature, self._random)]
        return chosen.decision

    def analyse(self, view: ClassicView, clock: Clock) -> Analysis[Action]:
        """Every action with its probability, or what the search finds; without search all have the position's value."""
        if self._search is not None and self._decides(view):
            return self._search.analyse(view, clock)
        began = time.monotonic()
        values, logits = self.net.evaluate([view])
        shares = np.exp(logits[0] - logits[0].max()) if self._decides(view) else np.ones(len(logits[0]))
        shares /= shares.sum()
        value = float(values[0, view.mover])
        actions = view.legal_actions
        # Many networks ignore amounts and give all of them the same probability: then all available armies move.
        order = sorted(range(len(actions)), key=lambda i: (-shares[i], -actions[i].armies))
        candidates = tuple(Candidate(actions[i], 0, value, float(shares[i])) for i in order)
        return Analysis(view.mover, candidates, value, 1, time.monotonic() - began, seats=view.game.seats)

    def _decides(self, view: ClassicView) -> bool:
        if self.settings.play == "full":
            return True
        return (view.phase in INITIAL) == (self.settings.play == "init-only")
