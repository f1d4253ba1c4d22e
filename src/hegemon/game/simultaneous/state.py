"""Full positions of the simultaneous game, and the resolution of turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex, overload

import numpy as np

from hegemon import _core
from hegemon.errors import GameError, IllegalPlanError
from hegemon.game.common import Decision, Events, State
from hegemon.game.convert import require_random
from hegemon.game.result import Result
from hegemon.game.simultaneous.events import SimultaneousTurn
from hegemon.game.simultaneous.legal import LegalOrders
from hegemon.game.simultaneous.orders import CoreOrder, Plan
from hegemon.game.simultaneous.position import IllegalOrder, SimultaneousPosition
from hegemon.game.simultaneous.view import SimultaneousView

if TYPE_CHECKING:
    from hegemon.game.simultaneous.game import SimultaneousGame


class SimultaneousState(SimultaneousPosition, State):
    """A full position. It is an immutable value: methods return a new state."""

    decision = Plan

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that must submit a plan now; empty when the game is over."""
        return tuple(self.game.core.deciders(self.core))

    @property
    def result(self) -> Result | None:
        """The result, or None if the game is not over."""
        if self.phase != "over":
            return None
        winner = self.core.winner
        return Result(None, "round cap") if winner < 0 else Result(winner, "conquest")

    def random_plan(self, seat: int, random: _core.Random) -> Plan:
        """A plan from the published random generator."""
        self.game.require_seat(seat)
        require_random(random)
        return Plan.from_core(self.game.core.random_plan(self.core, seat, random))

    def illegal_reasons(self, seat: int, decision: Decision | str) -> tuple[IllegalOrder, ...]:
        """Every order that the rules refuse, with the reason.

        If the rules drop illegal orders (illegal_orders=drop), the rest of the plan is still played.
        """
        return self._illegal_orders(seat, decision)

    @overload
    def legal_orders(self, seat: int) -> tuple[LegalOrders, ...]: ...
    @overload
    def legal_orders(self, seat: int, territory: str | SupportsIndex) -> LegalOrders: ...
    def legal_orders(
        self, seat: int, territory: str | SupportsIndex | None = None
    ) -> LegalOrders | tuple[LegalOrders, ...]:
        """What the seat may order on a territory (its number or name), or on all that it owns or may pick."""
        return self._legal_orders(seat, territory)

    def resolve(
        self, plans: Sequence[Decision | str | None], chance: _core.Random | Sequence[int], *, coin: int | None = None
    ) -> SimultaneousTurn:
        """Resolve a turn from the plans of both seats (None for a seat that has nothing to decide).

        `chance` is a random stream, or the outcomes of an earlier Turn to replay it. With `coin`, every coin toss gives
        that seat. If the rules refuse illegal plans, an IllegalPlanError is raised; if they drop illegal orders, the
        events say so. A plan of more than `game.most_orders` orders is always refused.
        """
        if self.phase == "over":
            raise GameError("the game is over: there is no turn to resolve")
        if isinstance(plans, str) or not isinstance(plans, Sequence):
            raise GameError(f"plans are given as a list, one per seat, then chance; not as {plans!r:.40}")
        if len(plans) != 2:
            raise GameError(f"expected two plans, one per seat, not {len(plans)}")
        if not isinstance(chance, _core.Random | Sequence | np.ndarray):
            raise GameError(f"chance is a hegemon.Random or a list of outcomes, not {chance!r:.40}")
        read = [None if plan is None else self._plan(plan) for plan in plans]
        for seat in self.deciders:
            self._require_legal(seat, read[seat] or Plan())
        lists = [plan.to_core() if plan is not None else () for plan in read]
        pair: list[tuple[CoreOrder, ...]] = [lists[seat] if seat in self.deciders else () for seat in (0, 1)]
        try:
            if isinstance(chance, _core.Random):
                state, tape, events = self.game.core.resolve(self.core, pair, chance, -1 if coin is None else coin)
            else:
                state, tape, events = self.game.core.replay(self.core, pair, list(chance))
        except (ValueError, TypeError) as error:
            raise GameError(f"this turn cannot be resolved: {error}") from None
        return SimultaneousTurn(SimultaneousState(self.game, state), tuple(tape), tuple(events))

    def _require_legal(self, seat: int, plan: Plan) -> None:
        dropped = self.phase == "play" and self.game.rules.illegal_orders == "drop"
        if dropped and len(plan) <= self.game.most_orders:
            return
        reasons = self.illegal_reasons(seat, plan)
        if reasons:
            more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
            raise IllegalPlanError(f"illegal plan of seat {seat}: {reasons[0]}{more}", seat, reasons)

    def advance(
        self, decisions: Sequence[Decision | str | None], chance: _core.Random | Sequence[int]
    ) -> SimultaneousTurn:
        return self.resolve(decisions, chance)

    def view(self, seat: int, events: Events = ()) -> SimultaneousView:
        """What the seat may know. `events` are those since its last decision; the view keeps the visible ones."""
        self.game.require_seat(seat)
        return SimultaneousView(self.game, self.game.core.view(self.core, seat), int(seat), events)

    def copy(self) -> SimultaneousState:
        return SimultaneousState(self.game, self.core.copy())

    def __reduce__(self) -> tuple[type[SimultaneousState], tuple[SimultaneousGame, _core.SimultaneousState]]:
        return SimultaneousState, (self.game, self.core)
