"""Alpha-beta with border-security drafting (Aminian, Ahmadi and Fahmide 2020), for all rules of the classic family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from hegemon import _core
from hegemon._fields import Range
from hegemon._spec import Value
from hegemon.agents.base import Clock, SpecRepr
from hegemon.errors import AgentError
from hegemon.game import Action, ClassicGame, ClassicState, ClassicView, Game
from hegemon.search import AlphaBeta, AlphaBetaSettings, Analysis, Budget, budget


@dataclass(frozen=True, kw_only=True)
class Settings(AlphaBetaSettings):
    seconds: Annotated[float, Range(0, 86400)] = 0.0
    """Maximum seconds per decision; 0 is no limit besides depth and clock."""


# The program lists a gene as land, armies, safety, front; here it is land, armies, front, safety.
PRESETS: Mapping[str, Mapping[str, Value]] = {
    # The text: surplus of one, five plies; the best gene that the program prints.
    "aminian2020": {"land": 11.0, "armies": 27.0, "front": 29.0, "safety": 24.0},
    # The program: a surplus of more than two; its playable build looks six plies ahead, with a gene for each name.
    "aminian2020-code": {"threshold": 3, "land": 11.0, "armies": 27.0, "front": 29.0, "safety": 24.0},
    "aminian2020-a": {"depth": 6, "threshold": 3, "land": 2.5, "armies": 4.25, "front": 3.5, "safety": 4.8},
    "aminian2020-b": {"depth": 6, "threshold": 3, "land": 8.15, "armies": 2.85, "front": 5.3, "safety": 2.45},
    # The gene with the best result in the program's log: 8 games won of 8.
    "aminian2020-logged": {"land": 16.0, "armies": 22.0, "front": 4.0, "safety": 7.0},
    # Found by `hegemon train weights --depth 5`: the report's learning at its own sizes, seats swapped.
    "learned": {"land": 9.15, "armies": 4.66, "front": 3.09, "safety": 2.36},
    # For rules with dice, where an attack with one army more than the target is likely to fail.
    "dice": {"threshold": 2, "targets": "all"},
}


class AlphaBetaAgent(SpecRepr):
    """Classic only: drafts where borders are least secure, and searches attacks that always succeed.

    The method of Aminian, Ahmadi and Fahmide (2020). Phases that their game does not have use heuristics.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}

    def begin(self, game: Game, seat: int, random: _core.Random) -> None:
        if not isinstance(game, ClassicGame):
            raise AgentError("agent alphabeta plays the classic family only")
        self._random = random
        self._search = AlphaBeta(game, self.settings)
        self.estimate, self.statistics = None, {}

    def act(self, view: ClassicView, clock: Clock) -> Action:
        analysis = self._search.decide(*self._task(view, clock))
        self.estimate, self.statistics = analysis.estimate, analysis.figures
        return analysis.decision

    def analyse(self, view: ClassicView, clock: Clock) -> Analysis[Action]:
        """Search with the exact value of every candidate."""
        return self._search.analyse(*self._task(view, clock))

    def _task(self, view: ClassicView, clock: Clock) -> tuple[ClassicState, Budget]:
        state = view.determinize(self._random) if view.game.rules.hides else view.state
        return state, budget(0, self.settings.seconds, clock.left, 0, fair=clock.fair)
