"""Deep Q-learning (Yao 2025): plays the decision with the highest Q-value."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from hegemon._core import Random
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.networks import network, require_fit
from hegemon.errors import AgentError
from hegemon.game import Action, ClassicView, Game
from hegemon.nets import ARCHITECTURES, ClassicNet
from hegemon.search.analysis import Analysis, Candidate


@dataclass(frozen=True)
class Settings:
    net: str = "yao2025"
    """A network in the package, or a path to a .safetensors file (see hegemon train dqn)."""


class DqnAgent(SpecRepr):
    """Classic only, two seats: plays the decision with the highest Q-value, without search.

    The network knows phase, source and target of a decision but not the number of armies: all available armies move.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.net = network(settings.net, "dqn", ClassicNet)
        if not ARCHITECTURES[self.net.architecture].q_values:
            raise AgentError(f"agent dqn: network {settings.net} is of {self.net.architecture}, which has no Q-values")
        self.estimate: float | None = None

    def begin(self, game: Game, seat: int, random: Random) -> None:
        require_fit(self.net, game, "dqn")
        self.estimate = None

    def act(self, view: ClassicView, clock: Clock) -> Action:
        analysis = self.analyse(view, clock)
        self.estimate = analysis.estimate
        return analysis.decision

    def analyse(self, view: ClassicView, clock: Clock) -> Analysis[Action]:
        """Every decision with its value; among those that differ only in armies, the one with the most."""
        began = time.monotonic()
        values, worths = self.net.evaluate([view])
        most: dict[tuple[str, int, int], tuple[Action, float]] = {}
        for action, worth in zip(view.legal_actions, worths[0].tolist(), strict=True):
            key = action.kind, action.source, action.target
            if key not in most or action.armies > most[key][0].armies:
                most[key] = action, worth
        best_first = sorted(most.values(), key=lambda pair: -pair[1])
        candidates = [Candidate(action, 1, float(np.clip(worth, -1, 1))) for action, worth in best_first]
        value = float(values[0, view.mover])
        return Analysis(view.mover, tuple(candidates), value, 1, time.monotonic() - began)
