"""What one seat may know of a position of the simultaneous game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game.base import Decision, Event, Events, View
from hegemon.game.simultaneous.events import SimultaneousEvent
from hegemon.game.simultaneous.orders import Plan
from hegemon.game.simultaneous.position import IllegalOrder, SimultaneousPosition

if TYPE_CHECKING:
    from hegemon.game.simultaneous.game import SimultaneousGame
    from hegemon.game.simultaneous.state import SimultaneousState


class SimultaneousView(SimultaneousPosition, View):
    """What one seat may know of a position. Agents receive only this."""

    events: tuple[SimultaneousEvent, ...]

    def __init__(self, game: SimultaneousGame, core: _core.SimultaneousState, seat: int, events: Events = ()) -> None:
        super().__init__(game, core)
        self._sees(seat, events)

    def _told(self, events: Sequence[Event]) -> tuple[SimultaneousEvent, ...]:
        orders = [event for event in events if isinstance(event, SimultaneousEvent)]
        return tuple(event.told(self.seat) for event in orders if event.seen[self.seat])

    @property
    def state(self) -> SimultaneousState:
        """The whole position, for agents that look ahead; only where the rules hide nothing."""
        if self.game.rules.hides:
            raise GameError(f"rules {self.game.rules.name} hide part of the board: this agent needs fog=none")
        return self.game.state(self.core)

    def determinize(self) -> SimultaneousState:
        """A whole position that fits what is seen, for agents that look ahead; where nothing is hidden, the position.

        It is no more than a guess: hidden land is neutral, unless the other seat is known to have picked it, with the
        armies that neutral land or wasteland has at the start. A seat that is not seen at all is put far away.
        """
        return self.game.state(self.game.core.determinize(self.core, self.seat))

    def random_plan(self, random: _core.Random) -> Plan:
        """A plan from the published random generator, made from what is seen."""
        return Plan.from_core(self.game.core.random_plan(self.core, self.seat, random))

    def illegal_reasons(self, decision: Decision) -> tuple[IllegalOrder, ...]:
        """Every order that the rules would refuse, with the reason."""
        return self._illegal_orders(self.seat, decision)
