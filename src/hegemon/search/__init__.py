"""Searches of the core: typed settings, drivers and analyses."""

from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget, budget
from hegemon.search.evaluator import Leaves
from hegemon.search.settings import AlphaBetaSettings, CoevolutionSettings, MctsSettings, SmctsSettings
from hegemon.search.tree import TreeSearch

__all__ = [
    "AlphaBetaSettings",
    "Analysis",
    "Budget",
    "Candidate",
    "CoevolutionSettings",
    "Leaves",
    "MctsSettings",
    "SmctsSettings",
    "TreeSearch",
    "budget",
]
