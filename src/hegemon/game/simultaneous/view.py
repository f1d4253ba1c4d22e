"""What one seat may know of a position of the simultaneous game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex, overload

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game.common import Decision, Event, Events, View
from hegemon.game.convert import require_random
from hegemon.game.simultaneous.events import SimultaneousEvent
from hegemon.game.simultaneous.legal import LegalOrders
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

    def to_bytes(self) -> bytes:
        return bytes(self.core.__getstate__())

    @property
    def state(self) -> SimultaneousState:
        """The full position, for agents that search; only if the rules hide nothing."""
        if self.game.rules.hides:
            raise GameError(f"rules {self.game.rules.name} hide part of the board: this agent needs fog=none")
        return self.game.state(self.core)

    def determinize(self) -> SimultaneousState:
        """A full position consistent with this view, for agents that search; the position itself if nothing is hidden.

        This is a guess: hidden territories are neutral, unless the other seat is known to have picked them, with the
        armies of neutral territories or wastelands at the start. If the other seat is invisible, it is placed far away.
        """
        return self.game.state(self.game.core.determinize(self.core, self.seat))

    def random_plan(self, random: _core.Random) -> Plan:
        """A plan from the published random generator, given what the seat sees."""
        require_random(random)
        return Plan.from_core(self.game.core.random_plan(self.core, self.seat, random))

    @overload
    def legal_orders(self) -> tuple[LegalOrders, ...]: ...
    @overload
    def legal_orders(self, territory: str | SupportsIndex) -> LegalOrders: ...
    def legal_orders(self, territory: str | SupportsIndex | None = None) -> LegalOrders | tuple[LegalOrders, ...]:
        """What the seat may order on a territory (its number or name), or on all that it owns or may pick."""
        return self._legal_orders(self.seat, territory)

    def illegal_reasons(self, decision: Decision | str) -> tuple[IllegalOrder, ...]:
        """Every illegal order, with the reason."""
        return self._illegal_orders(self.seat, decision)
