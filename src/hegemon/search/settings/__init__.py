"""Settings of the core's searches and of self-play, generated from the core: one file for each family of games."""

from hegemon.search.settings.classic import (
    AlphaBetaSettings,
    ClassicPlannerWeights,
    ClassicRolloutSettings,
    ClassicSelfPlaySettings,
    MctsSettings,
)
from hegemon.search.settings.simultaneous import (
    CoevolutionSettings,
    PlannerWeights,
    RolloutSettings,
    SelfPlaySettings,
    SmctsSettings,
)

__all__ = [
    "AlphaBetaSettings",
    "ClassicPlannerWeights",
    "ClassicRolloutSettings",
    "ClassicSelfPlaySettings",
    "CoevolutionSettings",
    "MctsSettings",
    "PlannerWeights",
    "RolloutSettings",
    "SelfPlaySettings",
    "SmctsSettings",
]
