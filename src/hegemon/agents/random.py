"""The baseline: plans from the published random generator, and uniform random actions."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon._core import Random
from hegemon.agents.base import Clock, SpecRepr
from hegemon.game import Action, ClassicView, Game, Plan, SimultaneousView


@dataclass(frozen=True)
class Settings:
    """This agent has no settings."""


class RandomAgent(SpecRepr):
    """Simultaneous: random deployments, and attacks that it can win. Classic: uniformly random legal actions.

    The plan generator is that of Bauer (2024) and Soares (2025); their searches sample all candidates from it.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self._random = random

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        return view.random_plan(self._random)

    def act(self, view: ClassicView, clock: Clock) -> Action:
        return view.random_action(self._random)
