"""How the other seat of a classic game plays: by the rules of thumb of `heuristic`, or in another way.

A search must guess replies. The rules of thumb always decide in the same way, so the decisions that were seen tell
whether an opponent follows them.
"""

from __future__ import annotations

from hegemon._core import Random
from hegemon.agents.heuristic import Settings, rules_of_thumb
from hegemon.errors import HegemonError
from hegemon.game import ClassicEvent, ClassicGame, ClassicState, ClassicView

FEW = 3
"""Decisions after which an opponent that always followed the rules of thumb is taken for one that does."""
MANY = 8
"""Decisions after which one that often did not is taken for one that does not."""
OFTEN, SELDOM = 0.9, 0.7
"""Shares of its decisions."""


class Opponent:
    """The other seat, as its decisions show it."""

    def __init__(self, game: ClassicGame, random: Random) -> None:
        self._rules_of_thumb, self._random = rules_of_thumb(game, Settings()), random
        self._last: ClassicState | None = None
        self.seen = self.same = 0
        """Decisions between several possible ones, and those of them that the rules of thumb would have made."""

    def watch(self, view: ClassicView) -> None:
        """Take in a view, with what happened since the last one."""
        state = self._last
        for event in view.events:
            if state is None:
                break
            if event.seat != view.seat and state.action_count > 1:
                self.seen += 1
                self.same += self._rules_of_thumb.decide(state.core) == event.action.to_core()
            state = self._next(state, event)
        self._last = view.determinize(self._random)

    def _next(self, state: ClassicState, event: ClassicEvent) -> ClassicState | None:
        """The position after an event; None if it does not fit the hidden cards as they were guessed."""
        try:
            state = state.apply(event.action)
            for outcome in event.chance:
                state = state.apply_outcome(outcome if outcome >= 0 else state.sample(self._random))
        except HegemonError:
            return None
        return state

    @property
    def by_thumb(self) -> float:
        """The share of scenarios in which a search should let it play by the rules of thumb."""
        share = self.same / max(1, self.seen)
        if self.seen >= FEW and share >= OFTEN:
            return 1.0
        return 0.0 if self.seen >= MANY and share < SELDOM else 0.5
