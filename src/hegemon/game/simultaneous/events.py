"""Events of a turn of the simultaneous game, one per order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from hegemon._json import JSONObject
from hegemon.game.common import Event, Told, Turn
from hegemon.game.simultaneous.orders import PICK, CoreOrder, Order, Pick, order_from_core, order_json

if TYPE_CHECKING:
    from hegemon.game.simultaneous.state import SimultaneousState

EVENT_KINDS = ("deploy", "transfer", "attack", "idle", "pick")

CoreEvent: TypeAlias = tuple[int, int, CoreOrder, int, int, int, bool, str, list[bool], list[bool], list[bool]]


@dataclass(frozen=True, slots=True)
class SimultaneousEvent(Event):
    """The effect of one order: the `armies` placed or moved; for an idle order, `reason` says why nothing happened."""

    kind: str
    seat: int
    order: Order
    armies: int
    kills: int
    losses: int
    captured: bool
    reason: str
    seen: tuple[bool, ...] = ()
    """Which seats may know of the event; hidden from agents."""
    armies_seen: tuple[bool, ...] = ()
    """Which seats may know its armies; hidden from agents."""
    outcome_seen: tuple[bool, ...] = ()
    """Which seats may know its outcome; hidden from agents."""

    def told(self, seat: int) -> SimultaneousEvent:
        """The event as a seat sees it: the hidden parts of the other's orders are removed."""
        if seat == self.seat:
            return replace(self, seen=(), armies_seen=(), outcome_seen=())
        armies = self.armies if self.armies_seen[seat] else -1
        order = _sending(self.order, armies)
        if not self.outcome_seen[seat]:
            return SimultaneousEvent(self.kind, self.seat, order, armies, 0, 0, False, "")
        return replace(self, order=order, seen=(), armies_seen=(), outcome_seen=())

    def to_json(self) -> JSONObject:
        data: JSONObject = {"seat": self.seat, "order": order_json(self.order), "did": self.kind}
        if self.kind in ("deploy", "transfer", "attack"):
            data["armies"] = self.armies
        if self.kind == "attack":
            data |= {"kills": self.kills, "losses": self.losses, "captured": self.captured}
        return data | {"why": self.reason} if self.reason else data

    @classmethod
    def from_core(cls, event: CoreEvent) -> SimultaneousEvent:
        kind, seat, order, armies, kills, losses, captured, reason, *seen = event
        decoded = order_from_core(order)
        views = (tuple(seats) for seats in seen)
        return cls(EVENT_KINDS[kind], seat, decoded, armies, kills, losses, captured, reason, *views)


def _sending(order: Order, armies: int) -> Order:
    """The order with the number of armies that a seat sees."""
    return order if isinstance(order, Pick) or order.armies == armies else replace(order, armies=armies)


@dataclass(frozen=True, repr=False)
class SimultaneousTurn(Turn):
    """One resolved turn: the next position, the chance outcomes that replay it, and the events."""

    state: SimultaneousState
    chance: tuple[int, ...]
    log: tuple[CoreEvent, ...]
    """The log of the core."""

    @cached_property
    def events(self) -> tuple[SimultaneousEvent, ...]:
        """One event per order."""
        return tuple(map(SimultaneousEvent.from_core, self.log))

    def told(self, seat: int) -> list[Told]:
        """The events that the seat may know of, as SimultaneousEvent.told tells them."""
        found: list[Told] = []
        for kind, actor, order, armies, kills, losses, captured, reason, seen, armies_seen, outcome_seen in self.log:
            if not seen[seat]:
                continue
            if actor != seat:
                armies = armies if armies_seen[seat] else -1
                order = _as_seen(order, armies)
            if actor == seat or outcome_seen[seat]:
                found.append((kind, actor, order, armies, kills, losses, captured, reason, (), (), ()))
            else:
                found.append((kind, actor, order, armies, 0, 0, False, "", (), (), ()))
        return found


def _as_seen(order: CoreOrder, armies: int) -> CoreOrder:
    kind, source, target, sent = order
    return kind, source, target, sent if kind == PICK else armies
