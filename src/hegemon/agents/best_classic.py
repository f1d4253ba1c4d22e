"""The agent best in the classic game: rollout search over the decisions of a planner."""

from __future__ import annotations

from dataclasses import replace

from hegemon._core import ClassicValueNet, Random
from hegemon.agents.opponents import Opponent
from hegemon.game import Action, ClassicGame, ClassicView
from hegemon.search import (
    Analysis,
    Budget,
    ClassicPlannerWeights,
    ClassicRollouts,
    ClassicRolloutSettings,
    RolloutSettings,
)


class ClassicBest:
    """One game of the agent. Decisions on which all styles of the planner agree are made at once."""

    def __init__(
        self,
        game: ClassicGame,
        settings: RolloutSettings,
        weights: ClassicPlannerWeights | None,
        net: ClassicValueNet | None,
        random: Random,
    ) -> None:
        wanted = replace(usual_settings(game, networked=net is not None), worlds=settings.worlds, noise=settings.noise)
        self._opponent = Opponent(game, random) if game.seats == 2 else None
        self._searches = {
            thumb: ClassicRollouts(game, replace(wanted, thumb=thumb), weights, net=net)
            for thumb in ((0.0, 0.5, 1.0) if self._opponent else (0.0,))
        }
        """By the share of scenarios in which the other seat plays by rules of thumb."""
        self._random = random
        self.patient = is_patient(game)

    def plain(self, view: ClassicView) -> Action:
        """The planner's own decision."""
        return self._search.act(view)

    def watch(self, view: ClassicView) -> None:
        """Take in what the other seat has done since the last view."""
        if self._opponent:
            self._opponent.watch(view)

    @property
    def _search(self) -> ClassicRollouts:
        return self._searches[self._opponent.by_thumb if self._opponent else 0.0]

    def decide(self, view: ClassicView, limit: Budget) -> Analysis[Action]:
        """The decision to make, after a search."""
        return self._search.decide(view, limit, self._random)

    def analyse(self, view: ClassicView, limit: Budget) -> Analysis[Action]:
        """All decisions that the search has tried."""
        return self._search.analyse(view, limit, self._random)


def is_patient(game: ClassicGame) -> bool:
    """Whether patience decides, because attacks cost both seats the same: the planner has more of it alone."""
    return game.rules.battle == "fair-duel"


def usual_settings(game: ClassicGame, *, networked: bool) -> ClassicRolloutSettings:
    """How `best` searches in a game, with or without a value network."""
    usual = ClassicRolloutSettings(styles=32, ways=4)
    if not networked or _few_attacks(game):
        return usual
    if game.seats == 2:  # with the reply of the other seat, which tells good fortifications from bad ones
        return replace(usual, turns=2, ends=1, few=400, opening=1)
    return replace(usual, turns=1, ends=1)


def _few_attacks(game: ClassicGame) -> bool:
    """Whether a turn is a single move, after which a position tells little."""
    return 1 <= game.rules.attacks_per_turn <= 2
