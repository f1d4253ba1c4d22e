"""What one seat may know of a position of the classic game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game.classic.actions import Action
from hegemon.game.classic.events import ClassicEvent
from hegemon.game.classic.position import ClassicPosition
from hegemon.game.common import Decision, Event, Events, View
from hegemon.game.convert import read_only

if TYPE_CHECKING:
    from hegemon.game.classic.game import ClassicGame
    from hegemon.game.classic.state import ClassicState


class ClassicView(ClassicPosition, View):
    """What one seat may know: everything but the others' cards and the deck."""

    events: tuple[ClassicEvent, ...]

    def __init__(self, game: ClassicGame, core: _core.ClassicState, seat: int, events: Events = ()) -> None:
        super().__init__(game, core)
        self._sees(seat, events)

    def _told(self, events: Sequence[Event]) -> tuple[ClassicEvent, ...]:
        decisions = [event for event in events if isinstance(event, ClassicEvent)]
        return tuple(event.told(self.seat) if self.game.rules.hides else event for event in decisions)

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions of the seat; empty if another seat decides."""
        return super().legal_actions if self.seat == self.mover else ()

    @property
    def action_count(self) -> int:
        return super().action_count if self.seat == self.mover else 0

    @property
    def legal_codes(self) -> NDArray[np.int64]:
        return super().legal_codes if self.seat == self.mover else read_only(np.zeros(0, np.int64))

    def random_action(self, random: _core.Random) -> Action:
        """A uniformly random legal action, without listing them."""
        if self.phase != "over" and self.seat != self.mover:
            raise GameError(f"this is the view of seat {self.seat}, but seat {self.mover} decides")
        return super().random_action(random)

    def illegal_reasons(self, decision: Decision | str) -> tuple[str, ...]:
        """Why the seat may not take an action now; empty if it may."""
        return self._illegal_reasons(self.seat, decision)

    def to_bytes(self) -> bytes:
        return bytes(self.core.to_bytes())

    @property
    def state(self) -> ClassicState:
        """The full position, if the rules hide nothing; else use determinize."""
        if self.game.rules.hides:
            raise GameError(f"rules {self.game.rules.name} hide cards: use determinize, or open_hands=true")
        return self.game.state(self.core)

    def determinize(self, random: _core.Random) -> ClassicState:
        """A full position consistent with this view: hidden cards are dealt at random."""
        return self.game.state(self.game.core.determinize(self.core, random))
