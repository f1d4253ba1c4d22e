"""LOOK AHEAD: typed settings and thin drivers of the core's searches, and what a search tells about a position."""

from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget, budget
from hegemon.search.evaluator import Leaves
from hegemon.search.tree import TreeSearch, TreeSettings

__all__ = ["Analysis", "Budget", "Candidate", "Leaves", "TreeSearch", "TreeSettings", "budget"]
