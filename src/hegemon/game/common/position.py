"""The base classes of positions: a state is a full one, a view is what one seat may know of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.game.common.frozen import Frozen
from hegemon.game.common.game import Game
from hegemon.game.common.turn import Decision, Event, Events, Turn
from hegemon.game.convert import read_only
from hegemon.game.result import Result
from hegemon.rules import rules_spec


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
