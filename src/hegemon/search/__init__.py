"""Searches of the core: typed settings, drivers and analyses."""

from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget, budget
from hegemon.search.evaluator import Leaves
from hegemon.search.tree import TreeSearch, TreeSettings

__all__ = ["Analysis", "Budget", "Candidate", "Leaves", "TreeSearch", "TreeSettings", "budget"]
