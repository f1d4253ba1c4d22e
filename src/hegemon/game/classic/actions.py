"""Decisions of the classic game as small values with a text notation.

Text: ``!5`` picks territory 5, ``5+3`` places 3 armies there, ``T2,14,20@14`` trades three cards and puts the bonus on
14, ``5x6:4`` attacks 6 from 5 with 4 armies to the end, ``5x6/3`` rolls 3 dice once, ``=4`` moves 4 armies in,
``5>6:3`` fortifies 6 from 5 with 3 armies, and ``-`` passes. With a map, names and unique abbreviations may replace the
numbers: ``Alaska x Kamchatka:4``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from hegemon.errors import NotationError
from hegemon.game.classic.named_actions import AllOf, with_numbers
from hegemon.game.common import Decision
from hegemon.game.named import word
from hegemon.maps import Map

CoreAction: TypeAlias = tuple[int, int, int, int, int, int]
Kind: TypeAlias = Literal["pass", "pick", "place", "trade", "attack", "occupy", "fortify"]

KINDS: tuple[Kind, ...] = ("pass", "pick", "place", "trade", "attack", "occupy", "fortify")

_NUMBERS: dict[str, int] = {kind: number for number, kind in enumerate(KINDS)}

_SIZES = (2**20, 2**10, 2**10, 2**10, 4, 8)
"""Sizes of the parts of a code: armies + 1, third, target, source, dice, kind. Territories and cards are < 1024."""

_N = "([0-9]{1,6})"
_FORMS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("pass", re.compile("-")),
    ("pick", re.compile(f"!{_N}")),
    ("place", re.compile(rf"{_N}\+{_N}")),
    ("trade", re.compile(f"T{_N},{_N},{_N}(?:@{_N})?")),
    ("attack", re.compile(f"{_N}x{_N}(?::{_N}|/([123]))")),
    ("occupy", re.compile(f"={_N}")),
    ("fortify", re.compile(f"{_N}>{_N}:{_N}")),
)


@dataclass(frozen=True, slots=True, repr=False)
class Action(Decision):
    """One decision. The kind determines which fields are used.

    Create one from text, ``Action.parse("5x6:4")``, with a function, ``hegemon.actions.attack(5, 6, armies=4)``, or
    from its code; ``Action()`` passes.
    """

    kind: Kind = "pass"
    source: int = 0
    """pick, place: the territory; attack, fortify: the source; trade: the first card."""
    target: int = 0
    """attack, fortify: the target; trade: the second card."""
    third: int = 0
    """trade: the third card."""
    armies: int = 0
    """Number of armies; trade: the territory that gets the bonus, or -1."""
    dice: int = 0
    """attack: 0 attacks to the end, 1 to 3 rolls that many dice once."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"unknown kind of action {self.kind!r:.40}; parse text with Action.parse")

    def __str__(self) -> str:
        match self.kind:
            case "pass":
                return "-"
            case "pick":
                return f"!{self.source}"
            case "place":
                return f"{self.source}+{self.armies}"
            case "trade":
                bonus = f"@{self.armies}" if self.armies >= 0 else ""
                return f"T{self.source},{self.target},{self.third}{bonus}"
            case "attack":
                return f"{self.source}x{self.target}" + (f"/{self.dice}" if self.dice else f":{self.armies}")
            case "occupy":
                return f"={self.armies}"
            case "fortify":
                return f"{self.source}>{self.target}:{self.armies}"

    def text(self, map: Map) -> str:
        """The notation with the names of the map; a wildcard stays a number."""
        source, target, third = (word(map, number) for number in (self.source, self.target, self.third))
        match self.kind:
            case "pick":
                return f"!{source}"
            case "place":
                return f"{source}+{self.armies}"
            case "trade":
                bonus = f"@{word(map, self.armies)}" if self.armies >= 0 else ""
                return f"T {source},{target},{third}{bonus}"
            case "attack":
                return f"{source} x {target}" + (f"/{self.dice}" if self.dice else f":{self.armies}")
            case "fortify":
                return f"{source}>{target}:{self.armies}"
        return str(self)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str, map: Map | None = None, *, all_of: AllOf | None = None) -> Action:
        """Parse the text notation; with a map, also its names. If you have a position, use ``state.read(text)``: it
        knows how many armies are ``all``. A NotationError shows the notation."""
        if not isinstance(text, str):
            raise NotationError(f"an action is text such as 5+3, not {text!r:.40}")
        action = _from_text(text.strip())
        if action is None and map is not None:
            action = _from_text(with_numbers(text, map, all_of or _no_position) or "")
        if action is None:
            raise NotationError(
                f"{text[:40]!r} is not an action; write !5 to pick, 5+3 to place, 5x6:4 or 5x6/3 to attack, "
                "=4 to occupy, 5>6:3 to fortify, T2,14,20@14 to trade, - to pass"
                + ("" if map is not None else "; names need a map: use state.read(text)")
            )
        return action

    @property
    def code(self) -> int:
        """The action as an integer below 2**55, for arrays and files."""
        fields = (self.armies + 1, self.third, self.target, self.source, self.dice, KINDS.index(self.kind))
        if any(not 0 <= value < size for value, size in zip(fields, _SIZES, strict=True)):
            raise NotationError(f"{self} is not an action of any map")
        number = 0
        for value, size in zip(fields, _SIZES, strict=True):
            number = number * size + value
        return number

    @classmethod
    def from_code(cls, code: int) -> Action:
        """The action of a code; a NotationError if there is none."""
        known = _BY_CODE.get(code) if type(code) is int else None
        if known is not None:
            return known
        if isinstance(code, bool) or not isinstance(code, int | np.integer):
            raise NotationError(f"an action code is a whole number, not {code!r:.40}")
        code = int(code)
        numbers, rest = [], code
        for size in reversed(_SIZES):
            rest, value = divmod(rest, size)
            numbers.append(value)
        if rest != 0 or code < 0 or numbers[0] >= len(KINDS):
            raise NotationError(f"{code} is not an action code")
        kind, dice, source, target, third, armies = numbers
        return _remember(_BY_CODE, code, cls(KINDS[kind], source, target, third, armies - 1, dice))

    def to_core(self) -> CoreAction:
        return (_NUMBERS[self.kind], self.dice, self.source, self.target, self.third, self.armies)

    @classmethod
    def from_core(cls, action: CoreAction) -> Action:
        known = _BY_PARTS.get(action)
        if known is not None:
            return known
        kind, dice, source, target, third, armies = action
        return _remember(_BY_PARTS, action, cls(KINDS[kind], source, target, third, armies, dice))


_BY_CODE: dict[int, Action] = {}
_BY_PARTS: dict[CoreAction, Action] = {}
"""Actions that were made before: they are values, and making one takes longer than finding it."""
_MOST_KNOWN = 100_000
K = TypeVar("K")


def _remember(known: dict[K, Action], key: K, action: Action) -> Action:
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[key] = action
    return action


def _from_text(text: str) -> Action | None:
    """The action of a text with numbers, if it is one."""
    for kind, form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return _from_numbers(kind, [None if n is None else int(n) for n in match.groups()])
    return None


def _no_position(kind: str, source: int, target: int) -> int:
    raise NotationError("how many armies are all depends on the position: use state.read(text)")


def _from_numbers(kind: Kind, numbers: list[int | None]) -> Action:
    match kind, numbers:
        case "pick", [int(territory)]:
            return pick(territory)
        case "place", [int(territory), int(armies)]:
            return place(territory, armies)
        case "trade", [int(first), int(second), int(third), bonus]:
            return trade(first, second, third, -1 if bonus is None else bonus)
        case "attack", [int(source), int(target), armies, dice]:
            if not (armies or dice):
                raise NotationError(f"{source}x{target}:0 attacks without armies; give at least one")
            return attack(source, target, armies=armies or 0, dice=dice or 0)
        case "occupy", [int(armies)]:
            return occupy(armies)
        case "fortify", [int(source), int(target), int(armies)]:
            return fortify(source, target, armies)
    return Action()


def pick(territory: int) -> Action:
    """Take an unowned territory in the draft."""
    return Action("pick", territory, armies=1)


def place(territory: int, armies: int) -> Action:
    """Put new armies on an own territory."""
    return Action("place", territory, armies=armies)


def trade(first: int, second: int, third: int, bonus: int = -1) -> Action:
    """Trade three cards, in ascending order; `bonus` is the own territory on a card that gets the bonus armies."""
    return Action("trade", first, second, third, bonus)


def attack(source: int, target: int, *, armies: int = 0, dice: int = 0) -> Action:
    """Attack with `armies` to the end, or with `dice` once."""
    return Action("attack", source, target, armies=armies, dice=dice)


def occupy(armies: int) -> Action:
    """Move armies into the captured territory."""
    return Action("occupy", armies=armies)


def fortify(source: int, target: int, armies: int) -> Action:
    """Move armies between own territories at the end of the turn."""
    return Action("fortify", source, target, armies=armies)
