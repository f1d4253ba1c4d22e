"""LOOK AHEAD: typed settings and thin drivers of the core's searches, and what a search tells about a position."""

from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget, budget

__all__ = ["Analysis", "Budget", "Candidate", "budget"]
