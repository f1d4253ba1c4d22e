"""A position of the simultaneous game, what a seat may see of it, and what one turn did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, IllegalPlanError
from hegemon.game.base import AnyBoard, AnyState, AnyTurn, AnyView, Events, Result, read_only
from hegemon.game.simultaneous.notation import PHASES, format_cells
from hegemon.game.simultaneous.orders import CoreOrder, Order, Pick, Plan, order_from_core, order_json

if TYPE_CHECKING:
    from hegemon.game.simultaneous.game import Game

NEUTRAL = -1

EVENT_KINDS = ("deploy", "transfer", "attack", "idle", "pick")
_OFFERED, _WASTELAND, _PICKED = 1, 2, 4


CoreEvent: TypeAlias = tuple[int, int, CoreOrder, int, int, int, bool, str, list[bool], list[bool]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one order of a plan is refused."""

    index: int
    order: Order | None
    reason: str

    def __str__(self) -> str:
        return f"order {self.index + 1} ({self.order}): {self.reason}" if self.order else self.reason


@dataclass(frozen=True, slots=True)
class Event:
    """What one order did: placed, moved or sent `armies`; for an idle order `reason` says why nothing happened."""

    kind: str
    seat: int
    order: Order
    armies: int
    kills: int
    losses: int
    captured: bool
    reason: str
    seen: tuple[bool, ...] = ()
    """Which seats may know that it happened; agents are not told."""
    armies_seen: tuple[bool, ...] = ()
    """Which seats may know how many armies it concerned and how it went; agents are not told."""

    def told(self, seat: int) -> Event:
        """What a seat that saw it is told: of the other's orders no more than it could see."""
        if seat != self.seat and not self.armies_seen[seat]:
            return Event(self.kind, self.seat, _sending(self.order, -1), -1, 0, 0, False, "")
        order = self.order if seat == self.seat else _sending(self.order, self.armies)
        return Event(self.kind, self.seat, order, self.armies, self.kills, self.losses, self.captured, self.reason)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seat": self.seat, "order": order_json(self.order), "did": self.kind}
        if self.kind in ("deploy", "transfer", "attack"):
            data["armies"] = self.armies
        if self.kind == "attack":
            data |= {"kills": self.kills, "losses": self.losses, "captured": self.captured}
        return data | {"why": self.reason} if self.reason else data


def _sending(order: Order, armies: int) -> Order:
    """The order as it looks to somebody who sees so many armies."""
    return order if isinstance(order, Pick) or order.armies == armies else replace(order, armies=armies)


class Board(AnyBoard):
    """A board of the simultaneous game: a position, or a seat's view of one."""

    game: Game
    core: _core.SimultaneousState

    def __init__(self, game: Game, core: _core.SimultaneousState) -> None:
        self.__dict__.update(game=game, core=core)

    @cached_property
    def _marks(self) -> NDArray[np.uint8]:
        return read_only(self.core.marks)

    @property
    def round(self) -> int:
        """Turns resolved so far."""
        return self.core.round

    @property
    def phase(self) -> str:
        """pick, play or over."""
        return PHASES[self.core.phase]

    @property
    def picks_each(self) -> int:
        """Starting territories each seat picks."""
        return self.core.picks_each

    @property
    def offered(self) -> tuple[int, ...]:
        """Territories that can still be picked."""
        free = (self._marks & _OFFERED).astype(bool) & (self.owners == NEUTRAL)
        return tuple(map(int, np.flatnonzero(free))) if self.phase == "pick" else ()

    @property
    def wastelands(self) -> tuple[int, ...]:
        return tuple(map(int, np.flatnonzero(self._marks & _WASTELAND)))

    def picked(self, seat: int) -> tuple[int, ...]:
        """Territories the seat picked at the start, as far as they are known here."""
        self.game.require_seat(seat)
        return tuple(map(int, np.flatnonzero(self._marks & (_PICKED << seat))))

    def income(self, seat: int) -> int:
        """Armies the seat may deploy next turn."""
        self.game.require_seat(seat)
        return self.game.core.income(self.core, seat)

    def cells(self) -> str:
        """The position as text without map and rules: what Game.parse_cells reads."""
        return format_cells(self.core)


class State(Board, AnyState):
    """A position. It is a value: verbs return a new one and leave this one as it was."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that must hand in a plan now; empty when the game is over."""
        return tuple(self.game.core.deciders(self.core))

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.phase != "over":
            return None
        winner = self.core.winner
        return Result(None, "round cap") if winner < 0 else Result(winner, "conquest")

    def random_plan(self, seat: int, random: _core.Random) -> Plan:
        """A plan from the published random generator."""
        self.game.require_seat(seat)
        return Plan.from_core(self.game.core.random_plan(self.core, seat, random))

    def check(self, seat: int, plan: Plan) -> tuple[Refusal, ...]:
        """Every order that the rules refuse, with the reason."""
        return check(self, seat, plan)

    def fatal(self, seat: int, plan: Plan) -> tuple[Refusal, ...]:
        """The refusals that make the whole plan illegal: none where the rules merely drop illegal orders."""
        dropped = self.phase == "play" and self.game.rules.illegal_orders == "drop"
        return () if dropped else self.check(seat, plan)

    def resolve(
        self, plans: Sequence[Plan | None], chance: _core.Random | Sequence[int], *, coin: int | None = None
    ) -> Turn:
        """The turn that follows when both seats hand in these plans (None where a seat has nothing to decide).

        `chance` is a random stream, or the outcomes of an earlier Turn to replay it. With `coin`, every coin shows
        that seat instead. Where the rules refuse illegal plans an IllegalPlanError is raised; where they drop illegal
        orders, the events say so.
        """
        if self.phase == "over":
            raise GameError("the game is over: there is no turn to resolve")
        if len(plans) != 2:
            raise GameError(f"two plans are needed, one per seat, not {len(plans)}")
        for seat in self.deciders:
            self._require_legal(seat, plans[seat] or Plan())
        lists = [plan.to_core() if plan is not None else () for plan in plans]
        pair: list[tuple[CoreOrder, ...]] = [lists[seat] if seat in self.deciders else () for seat in (0, 1)]
        try:
            if isinstance(chance, _core.Random):
                state, tape, events = self.game.core.resolve(self.core, pair, chance, -1 if coin is None else coin)
            else:
                state, tape, events = self.game.core.replay(self.core, pair, list(chance))
        except (ValueError, TypeError) as error:
            raise GameError(f"this turn cannot be resolved: {error}") from None
        return Turn(State(self.game, state), tuple(tape), tuple(events))

    def _require_legal(self, seat: int, plan: Plan) -> None:
        if self.__dict__.get(f"approved{seat}") is plan:
            return
        refusals = self.fatal(seat, plan)
        if refusals:
            more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
            raise IllegalPlanError(f"illegal plan of seat {seat}: {refusals[0]}{more}")

    def view(self, seat: int, events: Events = ()) -> View:
        """What the seat may know; `events` are those since it last decided, of which it is told what it could see."""
        self.game.require_seat(seat)
        return View(self.game, self.game.core.view(self.core, seat), seat, events)

    def copy(self) -> State:
        return State(self.game, self.core.copy())

    def __reduce__(self) -> tuple[type[State], tuple[Game, _core.SimultaneousState]]:
        return State, (self.game, self.core)

    def objections(self, seat: int, decision: object) -> Sequence[object]:
        if not isinstance(decision, Plan):
            return (f"{type(decision).__name__} instead of a Plan",)
        refusals = self.fatal(seat, decision)
        if not refusals:
            self.__dict__[f"approved{seat}"] = decision  # a match asks before it resolves: once is enough
        return refusals

    def advance(self, decisions: Sequence[Plan | None], chance: _core.Random | Sequence[int]) -> Turn:
        return self.resolve(decisions, chance)

    def read(self, text: str) -> Plan:
        return Plan.parse(text)


class View(Board, AnyView):
    """What one seat may know of a position. Agents get this and nothing else."""

    decision = "plan"

    def __init__(self, game: Game, core: _core.SimultaneousState, seat: int, events: Events = ()) -> None:
        super().__init__(game, core)
        self._sees(seat, events, lambda all: tuple(event.told(seat) for event in all if event.seen[seat]))

    @property
    def state(self) -> State:
        """The whole position, for agents that look ahead; only where the rules hide nothing."""
        if self.game.rules.hides:
            raise GameError(f"rules {self.game.rules.name} hide part of the board: this agent needs fog=none")
        return State(self.game, self.core)

    def determinize(self) -> State:
        """A whole position that fits what is seen, for agents that look ahead; where nothing is hidden, the position.

        It is no more than a guess: hidden land is neutral, unless the other seat is known to have picked it, with the
        armies that neutral land or wasteland has at the start. A seat that is not seen at all is put far away.
        """
        return State(self.game, self.game.core.determinize(self.core, self.seat))

    def ask(self, agent: Any, clock: Any) -> Any:
        return agent.plan(self, clock)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self}>"

    def random_plan(self, random: _core.Random) -> Plan:
        """A plan from the published random generator, made from what is seen."""
        return Plan.from_core(self.game.core.random_plan(self.core, self.seat, random))

    def check(self, plan: Plan) -> tuple[Refusal, ...]:
        """Every order that the rules would refuse, with the reason."""
        return check(self, self.seat, plan)


@dataclass(frozen=True)
class Turn(AnyTurn):
    """One resolved turn: the next position, the chance outcomes that replay it, and what each order did."""

    state: State
    log: tuple[CoreEvent, ...]
    """What the core wrote down."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What each order did."""
        return tuple(map(_event, self.log))


def check(board: Board, seat: int, plan: Plan) -> tuple[Refusal, ...]:
    """Every order of the plan that the rules refuse."""
    board.game.require_seat(seat)
    orders = plan.orders
    refusals = board.game.core.check(board.core, seat, plan.to_core())
    return tuple(Refusal(i, orders[i] if i < len(orders) else None, reason) for i, reason in refusals)


def _event(event: CoreEvent) -> Event:
    kind, seat, order, armies, kills, losses, captured, reason, seen, armies_seen = event
    return Event(
        EVENT_KINDS[kind],
        seat,
        order_from_core(order),
        armies,
        kills,
        losses,
        captured,
        reason,
        tuple(seen),
        tuple(armies_seen),
    )
