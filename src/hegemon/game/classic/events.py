"""What happened in the classic game: a decision and the chance outcomes that followed it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hegemon.game.base import Event, Turn
from hegemon.game.classic.actions import Action

if TYPE_CHECKING:
    from hegemon.game.classic.state import ClassicState


@dataclass(frozen=True, slots=True)
class ClassicEvent(Event):
    """A decision and the chance outcomes that followed it."""

    seat: int
    action: Action
    chance: tuple[int, ...]
    """The outcomes; of a card that another seat drew, an agent is told -1 where hands are hidden."""
    kinds: tuple[str, ...] = ()
    """What each outcome decided: roll, blitz or draw."""

    def told(self, seat: int) -> ClassicEvent:
        """What a seat is told where hands are hidden: that another one drew a card, but not which."""
        if seat == self.seat or "draw" not in self.kinds:
            return self
        known = (-1 if kind == "draw" else outcome for kind, outcome in zip(self.kinds, self.chance, strict=True))
        return replace(self, chance=tuple(known))


@dataclass(frozen=True)
class ClassicTurn(Turn):
    """One decision with its chance: the next position, the outcomes that replay it, and what happened."""

    state: ClassicState
    chance: tuple[int, ...]
    event: ClassicEvent

    @property
    def events(self) -> tuple[ClassicEvent, ...]:
        return (self.event,)
