"""What a turn of the simultaneous game did, order by order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from hegemon._json import JSONObject
from hegemon.game.base import Event, Turn
from hegemon.game.simultaneous.orders import CoreOrder, Order, Pick, order_from_core, order_json

if TYPE_CHECKING:
    from hegemon.game.simultaneous.state import SimultaneousState

EVENT_KINDS = ("deploy", "transfer", "attack", "idle", "pick")

CoreEvent: TypeAlias = tuple[int, int, CoreOrder, int, int, int, bool, str, list[bool], list[bool]]


@dataclass(frozen=True, slots=True)
class SimultaneousEvent(Event):
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

    def told(self, seat: int) -> SimultaneousEvent:
        """What a seat that saw it is told: of the other's orders no more than it could see."""
        if seat != self.seat and not self.armies_seen[seat]:
            return SimultaneousEvent(self.kind, self.seat, _sending(self.order, -1), -1, 0, 0, False, "")
        order = self.order if seat == self.seat else _sending(self.order, self.armies)
        return replace(self, order=order, seen=(), armies_seen=())

    def to_json(self) -> JSONObject:
        data: JSONObject = {"seat": self.seat, "order": order_json(self.order), "did": self.kind}
        if self.kind in ("deploy", "transfer", "attack"):
            data["armies"] = self.armies
        if self.kind == "attack":
            data |= {"kills": self.kills, "losses": self.losses, "captured": self.captured}
        return data | {"why": self.reason} if self.reason else data

    @classmethod
    def from_core(cls, event: CoreEvent) -> SimultaneousEvent:
        kind, seat, order, armies, kills, losses, captured, reason, seen, armies_seen = event
        decoded = order_from_core(order)
        views = tuple(seen), tuple(armies_seen)
        return cls(EVENT_KINDS[kind], seat, decoded, armies, kills, losses, captured, reason, *views)


def _sending(order: Order, armies: int) -> Order:
    """The order as it looks to somebody who sees so many armies."""
    return order if isinstance(order, Pick) or order.armies == armies else replace(order, armies=armies)


@dataclass(frozen=True)
class SimultaneousTurn(Turn):
    """One resolved turn: the next position, the chance outcomes that replay it, and what each order did."""

    state: SimultaneousState
    chance: tuple[int, ...]
    log: tuple[CoreEvent, ...]
    """What the core wrote down."""

    @cached_property
    def events(self) -> tuple[SimultaneousEvent, ...]:
        """What each order did."""
        return tuple(map(SimultaneousEvent.from_core, self.log))
