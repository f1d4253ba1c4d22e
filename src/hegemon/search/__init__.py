"""Searches of the core: typed settings, drivers and analyses.

Every search has one shape: ``Search(game, settings, evaluator)``, then ``decide(position, budget, random)`` for the
decision to make, or ``analyse(position, budget, random)`` for all candidates.
"""

from hegemon.search.alphabeta import AlphaBeta
from hegemon.search.analysis import Analysis, AnyAnalysis, Candidate, win_probability
from hegemon.search.base import Search
from hegemon.search.budget import Budget, budget
from hegemon.search.classic_rollouts import ClassicRollouts, usual_classic_weights
from hegemon.search.coevolution import Coevolution
from hegemon.search.evaluator import Leaves
from hegemon.search.mcts import Mcts
from hegemon.search.rollouts import Rollouts, usual_weights
from hegemon.search.settings import (
    AlphaBetaSettings,
    ClassicPlannerWeights,
    ClassicRolloutSettings,
    CoevolutionSettings,
    MctsSettings,
    PlannerWeights,
    RolloutSettings,
    SmctsSettings,
)
from hegemon.search.smcts import Smcts

__all__ = [
    "AlphaBeta",
    "AlphaBetaSettings",
    "Analysis",
    "AnyAnalysis",
    "Budget",
    "Candidate",
    "ClassicPlannerWeights",
    "ClassicRolloutSettings",
    "ClassicRollouts",
    "Coevolution",
    "CoevolutionSettings",
    "Leaves",
    "Mcts",
    "MctsSettings",
    "PlannerWeights",
    "RolloutSettings",
    "Rollouts",
    "Search",
    "Smcts",
    "SmctsSettings",
    "budget",
    "usual_classic_weights",
    "usual_weights",
    "win_probability",
]
