"""Orders and plans: what a seat submits for one turn, as small values with text and JSON notation.

Text: ``12+3`` deploys 3 armies on territory 12, ``12>13:7`` moves 7 armies from 12 to 13, ``!12`` picks territory 12
before play. A plan is its orders separated by spaces; ``-`` is the empty plan. With a map, names and unique
abbreviations may replace the numbers: ``Toscana+3 tosc>Lazio:7``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hegemon import _core
from hegemon.errors import NotationError
from hegemon.game.common import Decision
from hegemon.game.named import ARMIES, NAME, shown, territory, word
from hegemon.maps import Map

CoreOrder: TypeAlias = tuple[int, int, int, int]

PICK = 2
"""The kind of a pick in the core."""
_MOST = _core.MAX_ARMIES
_N = "(-?[0-9]{1,8})"
_TEXT = re.compile(rf"{_N}\+{_N}|{_N}>{_N}:{_N}|!{_N}")
_NAMED = re.compile(rf" ?(?:{NAME} ?\+ ?{ARMIES}(?= |$)|{NAME} ?> ?{NAME} ?: ?{ARMIES}(?= |$)|! ?{NAME} ?(?=!|$))")
_UNCOUNTED = re.compile(r"([^+>:!]+>[^+>:!]*[^+>:! ]) ?:?|([^+>:!]*[^+>:! ]) ?\+")

AllOf: TypeAlias = Callable[["Sequence[Order]", str, int], int]
"""all_of(orders so far, deploy or move, territory): how many armies ``all`` are in the next order."""


def _whole(order: Order, *names: str) -> None:
    """Convert numpy integers to Python's, and raise a NotationError for other values."""
    for name in names:
        value = getattr(order, name)
        if type(value) is int and -_MOST <= value <= _MOST:
            continue
        if type(value) is not int:
            try:
                number = -_MOST - 1 if isinstance(value, bool) else operator.index(value)
            except TypeError:
                number = -_MOST - 1
            object.__setattr__(order, name, number)
        if not -_MOST <= getattr(order, name) <= _MOST:
            kind = type(order).__name__.lower()
            raise NotationError(f"{kind}: {name}={value!r:.40} is not a whole number up to {_MOST}")


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put new armies on an own territory."""

    territory: int
    armies: int

    def __post_init__(self) -> None:
        _whole(self, "territory", "armies")

    def text(self, map: Map) -> str:
        return f"{word(map, self.territory)}+{self.armies}"

    def __str__(self) -> str:
        return f"{self.territory}+{self.armies}"


@dataclass(frozen=True, slots=True)
class Move:
    """Send armies to a neighbour: a transfer if the seat owns it when the order runs, else an attack."""

    source: int
    target: int
    armies: int

    def __post_init__(self) -> None:
        _whole(self, "source", "target", "armies")

    def text(self, map: Map) -> str:
        return f"{word(map, self.source)}>{word(map, self.target)}:{self.armies}"

    def __str__(self) -> str:
        return f"{self.source}>{self.target}:{self.armies}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose a starting territory; a ranked list begins with the most wanted one."""

    territory: int

    def __post_init__(self) -> None:
        _whole(self, "territory")

    def text(self, map: Map) -> str:
        return f"!{word(map, self.territory)}"

    def __str__(self) -> str:
        return f"!{self.territory}"


Order: TypeAlias = Deploy | Move | Pick


@dataclass(frozen=True, repr=False)
class Plan(Decision):
    """The orders of one seat for a turn; moves run in this order."""

    orders: tuple[Order, ...] = ()

    def __init__(self, orders: Iterable[Order] = ()) -> None:
        if isinstance(orders, str | Deploy | Move | Pick) or not isinstance(orders, Iterable):
            how = "Plan([Deploy(3, 5), Move(3, 4, 2)]), or Plan.parse('3+5 3>4:2')"
            raise NotationError(f"a plan is made of a list of orders: {how}; not of {orders!r:.40}")
        object.__setattr__(self, "orders", tuple(orders))
        for order in self.orders:
            if not isinstance(order, Deploy | Move | Pick):
                raise NotationError(f"a plan consists of Deploy, Move and Pick, not of {order!r:.40}")

    def __iter__(self) -> Iterator[Order]:
        return iter(self.orders)

    def __len__(self) -> int:
        return len(self.orders)

    def __str__(self) -> str:
        return " ".join(map(str, self.orders)) or "-"

    def text(self, map: Map) -> str:
        """The notation with the names of the map."""
        return " ".join(order.text(map) for order in self.orders) or "-"

    def __repr__(self) -> str:
        return f"Plan.parse({str(self)!r})"

    @property
    def deploys(self) -> tuple[Deploy, ...]:
        return tuple(order for order in self.orders if isinstance(order, Deploy))

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(order for order in self.orders if isinstance(order, Move))

    @classmethod
    def parse(cls, text: str, map: Map | None = None, *, most: int | None = None, all_of: AllOf | None = None) -> Plan:
        """Parse the text notation; with a map, also its names. If you have a position, use ``state.read(text)``: it
        knows how many armies are ``all``. A NotationError shows the first invalid order, or says that there
        are more than `most`."""
        if not isinstance(text, str):
            raise NotationError(f"a plan is text such as 3+5 3>4:2, not {text!r:.40}")
        words = text.split()
        if not words:
            raise NotationError("an empty plan is written -")
        if words == ["-"]:
            return cls()
        if map is not None and any(_TEXT.fullmatch(order) is None for order in words):
            return cls(_parse_named(" ".join(words), map, most, all_of or _no_position))
        _require_few(len(words), most)
        return cls(parse_order(order) for order in words)

    def to_json(self) -> list[list[str | int]]:
        """Each order as ["deploy", territory, armies], ["move", source, target, armies] or ["pick", territory]."""
        return [order_json(order) for order in self.orders]

    @classmethod
    def from_json(cls, data: object) -> Plan:
        """Read the output of to_json; a NotationError shows the first invalid order."""
        if not isinstance(data, list):
            raise NotationError(f"a plan is a list of orders, not {data!r:.60}")
        return cls(_order_from_json(item) for item in data)

    def to_core(self) -> tuple[CoreOrder, ...]:
        """The orders as the compiled core takes them."""
        core: tuple[CoreOrder, ...] | None = self.__dict__.get("_core")
        if core is None:
            core = self.__dict__["_core"] = tuple(map(order_to_core, self.orders))
        return core

    @classmethod
    def from_core(cls, orders: Iterable[CoreOrder]) -> Plan:
        return cls(map(order_from_core, orders))


def _require_few(orders: int, most: int | None) -> None:
    if most is not None and orders > most:
        raise NotationError(f"too many orders: {orders:,}; at most {most:,} on this map")


def parse_order(text: str) -> Order:
    """Parse one order from its text notation with numbers."""
    match = _TEXT.fullmatch(text)
    if match is None:
        hint = "; names need a map: use state.read(text)" if _NAMED.fullmatch(text) else ""
        raise NotationError(f"{text[:40]!r} is not an order; {_how_many(text) or _how()}{hint}")
    numbers = [int(group) for group in match.groups() if group is not None]
    if match.group(1) is not None:
        return Deploy(*numbers)
    return Move(*numbers) if match.group(3) is not None else Pick(*numbers)


def _how_many(text: str) -> str:
    """What to write if only the number of armies is missing; empty otherwise."""
    for part in (text, text.partition(" ")[0]):
        found = _UNCOUNTED.fullmatch(part[:100])
        if found is not None:
            start = f"{found[1]}:" if found[1] else f"{found[2]}+"
            return f"how many armies? Write {start}all, or a number: {start}3"
    return ""


def _how(a: str = "12", b: str = "13") -> str:
    return f"write {a}+3 to deploy, {a}>{b}:7 to move, !{a} to pick (ranked: !{a} !{b} ..)"


def _parse_named(text: str, map: Map, most: int | None, all_of: AllOf) -> list[Order]:
    """Orders with names in a text with single spaces. A name may contain spaces: an order ends after its armies."""
    orders: list[Order] = []
    at = 0
    while at < len(text):
        match = _NAMED.match(text, at)
        if match is None:
            rest = text[at:].strip()
            raise NotationError(f"{shown(rest)} is not an order; {_how_many(rest) or _how(*map.words[:2])}")
        orders.append(_named_order(match, map, lambda kind, source: all_of(orders, kind, source)))
        _require_few(len(orders), most)
        at = match.end()
    return orders


def _named_order(match: re.Match[str], map: Map, all_of: Callable[[str, int], int]) -> Order:
    def armies(number: str, kind: str, source: int) -> int:
        return all_of(kind, source) if number.lower() == "all" else int(number)

    place, new, source, target, sent, picked = match.groups()
    if picked is not None:
        return Pick(territory(map, picked))
    if place is not None:
        at = territory(map, place)
        return Deploy(at, armies(new, "deploy", at))
    a, b = territory(map, source), territory(map, target)
    return Move(a, b, armies(sent, "move", a))


def _no_position(orders: Sequence[Order], kind: str, source: int) -> int:
    raise NotationError("how many armies are all depends on the position: use state.read(text)")


def order_json(order: Order) -> list[str | int]:
    match order:
        case Deploy(territory, armies):
            return ["deploy", territory, armies]
        case Move(source, target, armies):
            return ["move", source, target, armies]
        case Pick(territory):
            return ["pick", territory]


def _order_from_json(item: object) -> Order:
    match item:
        case ["deploy", int(t), int(n)]:
            return Deploy(t, n)
        case ["move", int(a), int(b), int(n)]:
            return Move(a, b, n)
        case ["pick", int(t)]:
            return Pick(t)
    raise NotationError(
        f'{str(item)[:60]} is not an order; write ["deploy", territory, armies], '
        '["move", source, target, armies] or ["pick", territory]'
    )


def order_to_core(order: Order) -> CoreOrder:
    if isinstance(order, Deploy):
        return (0, order.territory, order.territory, order.armies)
    if isinstance(order, Move):
        return (1, order.source, order.target, order.armies)
    return (PICK, order.territory, order.territory, 0)


def order_from_core(order: CoreOrder) -> Order:
    kind, source, target, armies = order
    if kind == 0:
        return Deploy(source, armies)
    return Move(source, target, armies) if kind == 1 else Pick(source)
