"""The agent best where armies march on in the same turn: plans evolve, then a tree search looks further ahead.

Evolution finds the good plans of a turn, marches through several territories among them, but looks no further than the
turn. A tree search looks further, but draws its plans at random. So the tree begins with the plans that evolved.
"""

from __future__ import annotations

from hegemon._core import Random
from hegemon.agents.ga import Settings as GeneticSettings
from hegemon.agents.smcts import Settings as TreeSettings
from hegemon.game import Plan, SimultaneousGame, SimultaneousView
from hegemon.search import Analysis, Budget, Coevolution, Smcts

EVOLVING = 0.5
"""Share of the budget in which plans evolve."""
GENERATION, ITERATION = 40, 0.5
"""Visits that a generation and an iteration of the tree count as: about the time of so many rollouts."""


class MarchingBest:
    """One game of the agent."""

    def __init__(self, game: SimultaneousGame, random: Random) -> None:
        self._evolution = Coevolution(game, GeneticSettings(population=20, init="focused", timing=True))
        self._tree, self._random = Smcts(game, TreeSettings()), random

    def decide(self, view: SimultaneousView, limit: Budget) -> Analysis[Plan]:
        """The plan to play."""
        plans = self._evolution.populations(view, _first(limit), self._random)
        return self._tree.decide(view, _second(limit), self._random, plans)

    def analyse(self, view: SimultaneousView, limit: Budget) -> Analysis[Plan]:
        """All plans of the tree."""
        plans = self._evolution.populations(view, _first(limit), self._random)
        return self._tree.analyse(view, _second(limit), self._random, plans)


def _first(limit: Budget) -> Budget:
    """The budget of the evolution, in generations."""
    return Budget(-(-int(EVOLVING * limit.visits) // GENERATION), EVOLVING * limit.seconds, limit.fair)


def _second(limit: Budget) -> Budget:
    """The budget of the tree, in iterations."""
    rest = 1 - EVOLVING
    return Budget(round(rest * limit.visits / ITERATION), rest * limit.seconds, limit.fair)
