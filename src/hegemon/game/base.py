"""Base classes of both families: Game, Position, State, View, Turn and Event.

A game creates positions. A state is a full position: it lists the seats to decide, takes their decisions and chance,
and returns the next state. A view is what one seat may know of a position. Decisions depend on the family: a Plan or
an Action.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, HegemonError, NotationError
from hegemon.game.convert import read_only
from hegemon.game.playouts import Playouts
from hegemon.game.result import Result
from hegemon.maps import Map
from hegemon.rules import Rules, load_rules, rules_spec


class Frozen:
    """An immutable value: its attributes cannot be set from outside."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be deleted")


class Game(Frozen):
    """A map with rules and seats. Equal games have the same topology, rules and number of seats.

    ``Game(map, rules, seats)`` creates a game of the rules' family, a SimultaneousGame or a ClassicGame. The default
    map is the home map of the rules.
    """

    map: Map
    rules: Rules
    seats: int
    layout: ClassVar[tuple[str, ...]]
    """The parts of a position's text after map and rules."""
    families: ClassVar[dict[str, type[Game]]] = {}
    """The class of each family of rules."""

    def __init_subclass__(cls, *, family: str = "", **more: object) -> None:
        super().__init_subclass__(**more)
        if family:
            Game.families[family] = cls

    def __new__(
        cls,
        map: str | Map | os.PathLike[str] | None = None,
        rules: str | Rules | Mapping[str, object] = "soares2025",
        seats: int = 2,
    ) -> Game:
        return super().__new__(Game.families[load_rules(rules).family] if cls is Game else cls)

    def start(self, seed: int | _core.Random = 0) -> State:
        """The starting position for a seed."""
        raise NotImplementedError

    @property
    def turn_limit(self) -> int:
        """The default turn limit of a match."""
        raise NotImplementedError

    def random_playouts(self, count: int, seed: int = 0, *, cutoff: int = 0, threads: int = 1) -> Playouts:
        """Totals over this many random games, played by the core."""
        raise NotImplementedError

    def parse(self, text: str) -> State:
        """Parse a position written by str(state); its map and rules must be those of this game."""
        return self.parse_cells(self.own_cells(text))

    def parse_cells(self, text: str) -> State:
        """Parse a position without its map and rules, as in records."""
        raise NotImplementedError

    def view_from_bytes(self, data: bytes, seat: int, told: Sequence[Told] = ()) -> View:
        """The view that View.to_bytes wrote, with what its seat was told, as Turn.told writes it."""
        raise NotImplementedError

    def own_cells(self, text: str) -> str:
        """The part of a position's text that parse_cells reads; raises an error for another map or other rules."""
        map_name, rules, cells = _split_position(text, self.layout)
        if map_name != self.map.name or load_rules(rules) != self.rules:
            raise NotationError(f"the position is for {map_name} with {rules}, not for {self}")
        return cells

    @classmethod
    def seats_in(cls, cells: str) -> int:
        """The number of seats of a position, from its text without map and rules."""
        return 2

    def require_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
            raise GameError(f"there is no seat {seat!r:.40}; the seats are 0 to {self.seats - 1}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, Rules, int]:
        return self.map.hash, self.rules, self.seats

    def __str__(self) -> str:
        return f"{rules_spec(self.rules)} on {self.map.name}"

    def __repr__(self) -> str:
        return f"<Game {self}, {self.seats} seats>"


def parse_position(text: str, map: str | Map | os.PathLike[str] | None = None) -> State:
    """Parse a position. Its map is one of the catalogue or a generated one; give your own maps as `map`."""
    if not isinstance(text, str):
        raise NotationError(f"a position is text, not {text!r:.40}")
    family = next((game for name, game in Game.families.items() if _family_of(text, game.layout) == name), None)
    family = family or Game.families["simultaneous"]
    map_name, rules, cells = _split_position(text, family.layout)
    game = family(map_name if map is None else map, rules, family.seats_in(cells))
    return game.parse_cells(cells) if map is None else game.parse(text)


def _family_of(text: str, layout: Sequence[str]) -> str:
    """The family of the rules in a position's text, if it has this layout; else an empty string."""
    try:
        return load_rules(_split_position(text, layout)[1]).family
    except HegemonError:
        return ""


def _split_position(text: str, layout: Sequence[str]) -> tuple[str, str, str]:
    """Map name, rules spec and the rest of a position's text. A map's name may contain a semicolon."""
    if not isinstance(text, str):
        raise NotationError(f"a position is text, not {text!r:.40}")
    parts = [part.strip() for part in text.strip().rsplit(";", 1 + len(layout))]
    if len(parts) != 2 + len(layout):
        raise NotationError(f"{text[:60]!r} is not a position; write: map; rules; {'; '.join(layout)}")
    return parts[0], parts[1], "; ".join(parts[2:])


class Position(Frozen, ABC):
    """Base class of states and views."""

    game: Game
    core: _core.SimultaneousState | _core.ClassicState

    @cached_property
    def owners(self) -> NDArray[np.int8]:
        """Owner of each territory: a seat, -1 (neutral) or -2 (hidden)."""
        return read_only(self.core.owners)

    @cached_property
    def armies(self) -> NDArray[np.int32]:
        """Armies on each territory; -1 if hidden."""
        return read_only(self.core.armies)

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase of the game; ``over`` at the end."""

    @property
    @abstractmethod
    def turns(self) -> int:
        """Turns played so far."""

    @property
    def offered(self) -> tuple[int, ...]:
        """Territories that are available for picking."""
        return ()

    @abstractmethod
    def income(self, seat: int) -> int:
        """Armies that the seat receives next turn."""

    def svg(self, *, title: str = "", width: int = 800) -> str:
        """The position as a self-contained SVG picture."""
        from hegemon.maps.drawing.svg import svg  # pictures are rare; games start faster without their code

        owners, armies = self.owners.tolist(), self.armies.tolist()
        return svg(self.game.map, owners, armies, title=title, offered=self.offered, width=width)

    def draw(self, *, colour: bool = False, width: int = 100, numbers: bool = False) -> str:
        """The board as text for a terminal; with `numbers`, names begin with the territory numbers."""
        from hegemon.game.drawing.text import text

        owners, armies = self.owners.tolist(), self.armies.tolist()
        return text(self.game.map, owners, armies, colour=colour, width=width, numbers=numbers)

    def _repr_svg_(self) -> str:
        return self.svg(width=600)

    @abstractmethod
    def cells(self, *, names: bool = False) -> str:
        """The position as text without map and rules, which Game.parse_cells reads."""

    @abstractmethod
    def read(self, text: str) -> Decision:
        """Parse a decision: territories by number, name or unique abbreviation; ``all`` is all armies there are."""

    def text(self) -> str:
        """The position with the names of the territories; Game.parse and parse_position read it, too."""
        return self._with_head(self.cells(names=True))

    def __str__(self) -> str:
        return self._with_head(self.cells())

    def _with_head(self, cells: str) -> str:
        return f"{self.game.map.name}; {rules_spec(self.game.rules)}; {cells}"


class State(Position):
    """A full position. It is an immutable value: methods return a new state."""

    decision: ClassVar[type[Decision]]
    """The class of a decision: Plan or Action."""

    @property
    @abstractmethod
    def deciders(self) -> tuple[int, ...]:
        """The seats that must decide now; empty when the game is over."""

    @property
    def starter(self) -> int:
        """The seat that begins; 0 if both act at once."""
        return 0

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, or None if the game is not over."""

    @property
    def returns(self) -> tuple[float, ...]:
        """The value for each seat once the game is over, else zeros; they sum to zero."""
        return self.result.returns if self.result else (0.0,) * self.game.seats

    @property
    def hash(self) -> str:
        """16 hex digits: equal positions have equal hashes on every machine."""
        return f"{self.core.hash():016x}"

    @abstractmethod
    def view(self, seat: int, events: Events = ()) -> View:
        """What the seat may know. `events` are those since its last decision; the view keeps what the seat could see.

        If `events` is a function, it is called only when they are read, unless the rules hide something.
        """

    @abstractmethod
    def illegal_reasons(self, seat: int, decision: Decision | str) -> tuple[object, ...]:
        """Why the seat may not decide this now; empty if it may."""

    @abstractmethod
    def advance(self, decisions: Sequence[Decision | str | None], chance: _core.Random | Sequence[int]) -> Turn:
        """Play one turn: one decision per seat (None for a seat that has nothing to decide), and chance.

        `chance` is a random stream, or the outcomes of an earlier turn to replay it. An IllegalDecisionError names the
        seat and the reasons.
        """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and bool(self.core == other.core)

    def __hash__(self) -> int:
        return int(self.core.hash())

    def __repr__(self) -> str:
        return f"<State {self}>"


class View(Position):
    """What one seat may know of a position. Agents receive only this."""

    seat: int
    _events: tuple[Event, ...] | Callable[[], tuple[Event, ...]]

    def _sees(self, seat: int, events: Events) -> None:
        """Keep the events that the seat may see; the others are not stored."""
        self.__dict__["seat"] = seat
        if not callable(events):
            self.__dict__["_events"] = self._told(events)
        elif self.game.rules.hides:
            self.__dict__["_events"] = self._told(events())
        else:
            self.__dict__["_events"] = lambda: self._told(events())

    @abstractmethod
    def _told(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as the seat sees them."""

    def _tell(self, events: Callable[[], tuple[Event, ...]]) -> Self:
        """Set what the seat was told."""
        self.__dict__["_events"] = events
        return self

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the seat observed since its last decision, including that decision, oldest first."""
        return self._events() if callable(self._events) else self._events

    @abstractmethod
    def to_bytes(self) -> bytes:
        """What the seat sees, without the events: what Game.view_from_bytes reads."""

    @abstractmethod
    def illegal_reasons(self, decision: Decision | str) -> tuple[object, ...]:
        """Why the seat may not decide this now, as far as it can see; empty if it may."""

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self}>"


class Decision(ABC):
    """Base class of decisions: a Plan or an Action. ``str`` gives its notation with numbers, ``text`` with names."""

    __slots__ = ()

    @abstractmethod
    def text(self, map: Map) -> str:
        """The notation with the names of the map, which Position.read reads."""


class Event(ABC):
    """The effect of one decision."""

    __slots__ = ()
    seat: int

    @abstractmethod
    def told(self, seat: int) -> Event:
        """The event as a seat sees it."""


class Turn(ABC):
    """One step of a game: the next position, the chance outcomes that replay it, and what happened."""

    state: State
    chance: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Turn to {self.state}, chance {list(self.chance)}>"

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """What happened."""

    @abstractmethod
    def told(self, seat: int) -> list[Told]:
        """The events that the seat may know of, as plain data: what Game.view_from_bytes reads."""


Told: TypeAlias = tuple[object, ...]
"""An event as a seat is told of it, as plain data for another process."""
Events: TypeAlias = Sequence[Event] | Callable[[], Sequence[Event]]
"""Events, or a function that returns them."""
