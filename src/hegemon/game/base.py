"""What both families share: the words Game, State, View, Turn and Result, and the verbs that matches and records use.

A game makes positions; a position says who decides, takes their decisions and chance, and gives the next position; a
view is what one seat may know of a position. What a decision is (a Plan, an Action) belongs to the family.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, NotationError
from hegemon.game.drawing import svg as draw_svg
from hegemon.game.drawing import text as draw_text
from hegemon.maps import Map
from hegemon.rules import Rules, load_rules, rules_spec

Events: TypeAlias = Sequence[Any] | Callable[[], Sequence[Any]]
"""What happened, or a function that tells it."""


class Frozen:
    """A value that agents may hold: its attributes cannot be set from outside."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be deleted")


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """How a game ended: the winning seat, or None if no seat won it alone."""

    winner: int | None
    reason: str
    loser: int | None = None
    """The seat that forfeited the game, if one did. Of two seats the other wins; of more, the others share the win."""
    fault: str = ""
    """How it did: illegal, crash, time, hang (no answer at all) or died (its process ended)."""

    @property
    def returns(self) -> tuple[float, ...]:
        """+1 for the winner and -1 for the loser of a game of two, 0 each for a draw."""
        return self.returns_of(2)

    def returns_of(self, seats: int) -> tuple[float, ...]:
        """+1 for the winner and -1 shared by the others; -1 for a forfeit and +1 shared by the others; else 0 for all.

        They always sum to zero.
        """
        if self.winner is not None:
            return tuple(1.0 if seat == self.winner else -1.0 / (seats - 1) for seat in range(seats))
        if self.loser is not None:
            return tuple(-1.0 if seat == self.loser else 1.0 / (seats - 1) for seat in range(seats))
        return (0.0,) * seats

    def points_of(self, seats: int) -> tuple[float, ...]:
        """What each seat scores: one point for the winner, shared by all but the loser of a forfeit, or by all."""
        if self.winner is not None:
            return tuple(float(seat == self.winner) for seat in range(seats))
        sharers = seats if self.loser is None else seats - 1
        return tuple(0.0 if seat == self.loser else 1 / sharers for seat in range(seats))

    def __repr__(self) -> str:
        loser = "" if self.loser is None else f", loser={self.loser!r}, fault={self.fault!r}"
        return f"Result(winner={self.winner!r}, reason={self.reason!r}{loser})"


class AnyGame(Frozen, ABC):
    """A map with rules and seats. Equal games have the same topology, the same rules and as many seats."""

    map: Map
    rules: Rules
    seats: int
    layout: ClassVar[tuple[str, ...]]
    """What follows map and rules in a position's text."""

    @abstractmethod
    def start(self, seed: int | _core.Random = 0) -> AnyState:
        """The starting position of a seed."""

    @abstractmethod
    def parse_cells(self, text: str) -> AnyState:
        """Read a position's text without its map and rules, as records hold it."""

    @property
    @abstractmethod
    def turn_limit(self) -> int:
        """Turns after which a match may call a game endless."""

    def own_cells(self, text: str) -> str:
        """The part of a position's text that parse_cells reads, once its map and rules are seen to be this game's."""
        map_name, rules, cells = split_position(text, self.layout)
        if map_name != self.map.name or load_rules(rules) != self.rules:
            raise NotationError(f"the position is of {map_name} with {rules}, not of {self}")
        return cells

    def require_seat(self, seat: int) -> None:
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
            raise GameError(f"there is no seat {seat!r:.40}; the seats are 0 to {self.seats - 1}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyGame) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, Rules, int]:
        return self.map.hash, self.rules, self.seats

    def __str__(self) -> str:
        return f"{rules_spec(self.rules)} on {self.map.name}"

    def __repr__(self) -> str:
        return f"<Game {self}, {self.seats} seats>"


class AnyBoard(Frozen, ABC):
    """What a position and a seat's view of it have in common: a board that can be read and drawn."""

    game: AnyGame
    core: Any

    @cached_property
    def owners(self) -> NDArray[np.int8]:
        """Owner of each territory: a seat, -1 nobody (neutral), -2 hidden."""
        return read_only(self.core.owners)

    @cached_property
    def armies(self) -> NDArray[np.int32]:
        """Armies on each territory; -1 hidden."""
        return read_only(self.core.armies)

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is to be decided; over when the game is."""

    @property
    @abstractmethod
    def round(self) -> int:
        """Turns so far."""

    @property
    def offered(self) -> tuple[int, ...]:
        """Territories that can still be picked."""
        return ()

    @abstractmethod
    def income(self, seat: int) -> int:
        """Armies the seat gets next turn."""

    def svg(self, *, title: str = "", width: int = 800) -> str:
        """The board as a self-contained SVG picture."""
        owners, armies = self.owners.tolist(), self.armies.tolist()
        return draw_svg.svg(self.game.map, owners, armies, title=title, offered=self.offered, width=width)

    def draw(self, *, colour: bool = False, width: int = 100, numbers: bool = False) -> str:
        """The board as text for a terminal, with the territories' numbers if wanted."""
        owners, armies = self.owners.tolist(), self.armies.tolist()
        return draw_text.text(self.game.map, owners, armies, colour=colour, width=width, numbers=numbers)

    def _repr_svg_(self) -> str:
        return self.svg(width=600)

    @abstractmethod
    def cells(self) -> str:
        """The position as text without map and rules: what Game.parse_cells reads."""

    def __str__(self) -> str:
        return f"{self.game.map.name}; {rules_spec(self.game.rules)}; {self.cells()}"


class AnyState(AnyBoard):
    """A position. It is a value: verbs return a new one and leave this one as it was."""

    @property
    @abstractmethod
    def deciders(self) -> tuple[int, ...]:
        """The seats that must decide now; empty when the game is over."""

    @property
    def starter(self) -> int:
        """The seat that begins, where one does."""
        return 0

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""

    @property
    def hash(self) -> str:
        """16 hex digits: equal positions have equal hashes on every machine."""
        return f"{self.core.hash():016x}"

    @abstractmethod
    def view(self, seat: int, events: Events = ()) -> AnyView:
        """What the seat may know; `events` are those since it last decided, of which it is told what it could see.

        A function that gives them is asked only when the seat looks, unless the rules hide something.
        """

    @abstractmethod
    def objections(self, seat: int, decision: object) -> Sequence[object]:
        """Why the rules refuse a decision altogether; nothing if they take it."""

    @abstractmethod
    def advance(self, decisions: Sequence[Any], chance: _core.Random | Sequence[int]) -> AnyTurn:
        """What follows from one decision per seat (None where a seat has nothing to decide) and chance.

        `chance` is a random stream, or the outcomes of an earlier turn to replay it.
        """

    @abstractmethod
    def read(self, text: str) -> Any:
        """A decision from its text notation."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyState) and self.game == other.game and bool(self.core == other.core)

    def __hash__(self) -> int:
        return int(self.core.hash())

    def __repr__(self) -> str:
        return f"<State {self}>"


class AnyView(AnyBoard):
    """What one seat may know of a position. Agents get this and nothing else."""

    seat: int
    _events: Callable[[], tuple[Any, ...]]
    decision: ClassVar[str]
    """What a decision of the family is called."""

    def _sees(self, seat: int, events: Events, told: Callable[[Sequence[Any]], tuple[Any, ...]]) -> None:
        """Keep what the seat is told; what it may not see is not kept at all."""
        if callable(events) and not self.game.rules.hides:
            later = events
            self.__dict__.update(seat=seat, _events=lambda: told(later()))
        else:
            known = told(events() if callable(events) else events)
            self.__dict__.update(seat=seat, _events=lambda: known)

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """What the seat was told since its last decision, oldest first, that decision included."""
        return self._events()

    @abstractmethod
    def ask(self, agent: Any, clock: Any) -> Any:
        """The agent's decision on this view."""


@dataclass(frozen=True)
class AnyTurn:
    """One step of a game: the next position and the chance outcomes that replay it; `events` are what happened."""

    state: Any
    chance: tuple[int, ...]


def split_position(text: str, layout: Sequence[str]) -> tuple[str, str, str]:
    """Map name, rules spec and the rest of a position's text. A map's name may hold a semicolon."""
    parts = [part.strip() for part in text.strip().rsplit(";", 1 + len(layout))]
    if len(parts) != 2 + len(layout):
        raise NotationError(f"{text[:60]!r} is not a position; write: map; rules; {'; '.join(layout)}")
    return parts[0], parts[1], "; ".join(parts[2:])


def seeded(seed: int) -> _core.Random:
    """The random stream of a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise GameError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.40}")
    return _core.Random(int(seed))


def core_map(map: Map) -> _core.Map:
    """The map as the compiled core takes it."""
    groups = [(group.value, list(group.members)) for group in map.groups]
    return _core.Map(len(map.territories), [list(link) for link in map.links], groups)


def core_fields(rules: Rules) -> dict[str, int | bool | str]:
    """The rules' fields as the compiled core takes them."""
    return {k: v for k, v in rules.to_json().items() if k not in ("family", "name", "version")}


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
