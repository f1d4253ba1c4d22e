"""Base class of states and views of the simultaneous game, and illegal orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, NotationError
from hegemon.game.common import Decision, Position
from hegemon.game.common.owners import NEUTRAL
from hegemon.game.convert import read_only
from hegemon.game.named import word
from hegemon.game.simultaneous.legal import LegalOrders, all_legal_orders, legal_orders
from hegemon.game.simultaneous.marks import Mark
from hegemon.game.simultaneous.notation import PHASES, format_cells
from hegemon.game.simultaneous.orders import Deploy, Move, Order, Plan

if TYPE_CHECKING:
    from hegemon.game.simultaneous.game import SimultaneousGame


@dataclass(frozen=True, slots=True)
class IllegalOrder:
    """Why an order of a plan is illegal; without an order, why the plan is illegal."""

    index: int
    order: Order | None
    reason: str

    def __str__(self) -> str:
        return f"order {self.index + 1} ({self.order}): {self.reason}" if self.order else self.reason


class SimultaneousPosition(Position):
    """A position of the simultaneous game: a state, or a seat's view of one."""

    game: SimultaneousGame
    core: _core.SimultaneousState

    def __init__(self, game: SimultaneousGame, core: _core.SimultaneousState) -> None:
        self.__dict__.update(game=game, core=core)

    @cached_property
    def _marks(self) -> NDArray[np.uint8]:
        return read_only(self.core.marks)

    @property
    def turns(self) -> int:
        """Turns resolved so far, without picks."""
        return self.core.round

    @property
    def phase(self) -> str:
        """pick, play or over."""
        return PHASES[self.core.phase]

    @property
    def picks_each(self) -> int:
        """Number of starting territories each seat picks."""
        return self.core.picks_each

    @property
    def offered(self) -> tuple[int, ...]:
        """Territories that are available for picking."""
        free = (self._marks & Mark.OFFERED).astype(bool) & (self.owners == NEUTRAL)
        return tuple(map(int, np.flatnonzero(free))) if self.phase == "pick" else ()

    @property
    def all_offered(self) -> tuple[int, ...]:
        """Territories that were offered for picking, also those that were picked since."""
        return tuple(map(int, np.flatnonzero(self._marks & Mark.OFFERED)))

    @property
    def wastelands(self) -> tuple[int, ...]:
        return tuple(map(int, np.flatnonzero(self._marks & Mark.WASTELAND)))

    def picked(self, seat: int) -> tuple[int, ...]:
        """The known territories that the seat picked at the start."""
        self.game.require_seat(seat)
        return tuple(map(int, np.flatnonzero(self._marks & Mark.picked_by(seat))))

    def income(self, seat: int) -> int:
        """Armies the seat may deploy next turn."""
        self.game.require_seat(seat)
        return self.game.core.income(self.core, seat)

    def cells(self, *, names: bool = False) -> str:
        """The position as text without map and rules, which Game.parse_cells reads."""
        return format_cells(self.core, self.game.map if names else None)

    def read(self, text: str) -> Plan:
        """Parse a plan: territories by number, name or unique abbreviation. ``Toscana+all`` deploys what is left of the
        income, ``Toscana>Lazio:all`` moves what is left in Toscana."""
        return Plan.parse(text, self.game.map, most=self.game.most_orders, all_of=self._all_of)

    def _all_of(self, orders: Sequence[Order], kind: str, territory: int) -> int:
        """The armies that the next order of this kind has at most, by what is on the board and in the orders before."""
        seat = int(self.owners[territory]) if 0 <= territory < len(self.owners) else NEUTRAL
        if seat < 0:
            raise NotationError(f"no seat owns {word(self.game.map, territory)}: write a number instead of all")
        deployed = [(order.territory, order.armies) for order in orders if isinstance(order, Deploy)]
        if kind == "deploy":
            return max(0, self.income(seat) - sum(armies for _, armies in deployed))
        here = int(self.armies[territory]) + sum(armies for where, armies in deployed if where == territory)
        sent = sum(order.armies for order in orders if isinstance(order, Move) and order.source == territory)
        return max(0, here - sent - self.game.rules.stands_guard)

    def _legal_orders(self, seat: int, territory: str | SupportsIndex | None) -> LegalOrders | tuple[LegalOrders, ...]:
        self.game.require_seat(seat)
        return all_legal_orders(self, seat) if territory is None else legal_orders(self, seat, territory)

    def _illegal_orders(self, seat: int, plan: Decision | str) -> tuple[IllegalOrder, ...]:
        self.game.require_seat(seat)
        plan = self._plan(plan)
        orders = plan.orders
        if len(orders) > self.game.most_orders:
            reason = f"too many orders: {len(orders):,}; at most {self.game.most_orders:,} on this map"
            return (IllegalOrder(len(orders), None, reason),)
        found = self.game.core.check(self.core, seat, plan.to_core())
        return tuple(
            IllegalOrder(i, orders[i] if i < len(orders) else None, self._with_hint(seat, reason))
            for i, reason in found
        )

    def _with_hint(self, seat: int, reason: str) -> str:
        """The core's reason, and what is allowed now if the order belongs to another phase."""
        if reason not in ("wrong phase", "wrong number of picks"):
            return reason
        if self.phase == "over":
            return f"{reason}: the game is over"
        if self.phase == "play":
            return f"{reason}: territories are picked before the first turn; now deploy (3+5) and move (3>4:2)"
        if seat not in self.game.core.deciders(self.core):
            return f"{reason}: the other seat picks now; this seat's plan is empty"
        if self.game.rules.picking == "snake":
            return f"{reason}: pick one of the offered territories, e.g. !{self.offered[0]}"
        wanted = 2 * self.picks_each
        return f"{reason}: pick {wanted} of the offered territories, the most wanted first, e.g. !{self.offered[0]}"

    def _plan(self, plan: object) -> Plan:
        """A plan, or the one that a text or a list of orders says."""
        if isinstance(plan, str):
            return self.read(plan)
        if isinstance(plan, list | tuple):
            return Plan(plan)
        if not isinstance(plan, Plan):
            raise GameError(f"{plan!r:.40} is neither a Plan nor text such as 3+5 3>4:2")
        return plan
