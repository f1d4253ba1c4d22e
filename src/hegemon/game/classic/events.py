"""Events of the classic game: a decision and the chance outcomes that followed it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from hegemon.game.classic.actions import Action, CoreAction
from hegemon.game.common import Event, Told, Turn

if TYPE_CHECKING:
    from hegemon.game.classic.state import ClassicState


@dataclass(frozen=True, slots=True)
class ClassicEvent(Event):
    """A decision and the chance outcomes that followed it."""

    seat: int
    action: Action
    chance: tuple[int, ...]
    """The outcomes; if hands are hidden, -1 for a card that another seat drew."""
    kinds: tuple[str, ...] = ()
    """The kind of each outcome: roll, blitz or draw."""

    def told(self, seat: int) -> ClassicEvent:
        """The event as a seat sees it if hands are hidden: cards that others drew are unknown."""
        if seat == self.seat or "draw" not in self.kinds:
            return self
        known = (-1 if kind == "draw" else outcome for kind, outcome in zip(self.kinds, self.chance, strict=True))
        return replace(self, chance=tuple(known))

    @classmethod
    def from_told(cls, told: Told) -> ClassicEvent:
        """Read what ClassicTurn.told writes."""
        seat, action, chance, kinds = cast(tuple[int, CoreAction, tuple[int, ...], tuple[str, ...]], told)
        return cls(seat, Action.from_core(action), chance, kinds)


@dataclass(frozen=True, repr=False)
class ClassicTurn(Turn):
    """One decision with its chance: the next position, the outcomes that replay it, and the event."""

    state: ClassicState
    chance: tuple[int, ...]
    event: ClassicEvent

    @property
    def events(self) -> tuple[ClassicEvent, ...]:
        return (self.event,)

    def told(self, seat: int) -> list[Told]:
        """The decision as the seat is told of it: its maker, its action, and its outcomes with their kinds."""
        event = self.event.told(seat) if self.state.game.rules.hides else self.event
        return [(event.seat, event.action.to_core(), event.chance, event.kinds)]
