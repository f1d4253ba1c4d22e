"""The base classes of what happens in a game: decisions, turns and events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from hegemon.maps import Map

if TYPE_CHECKING:
    from hegemon.game.common.position import State


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
