"""The baseline: plans from the published random generator."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon._core import Random
from hegemon.agents.base import Clock
from hegemon.game import Game, Plan, View


@dataclass(frozen=True)
class Settings:
    """This agent has no settings."""


class RandomAgent:
    """Deploys at random on the border, attacks random neighbours it can beat, marches the interior to the border.

    The generator of Bauer (2024) and Soares (2025); their searches draw all their candidate plans from it.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self._random = random

    def plan(self, view: View, clock: Clock) -> Plan:
        return view.random_plan(self._random)
