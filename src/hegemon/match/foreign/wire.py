"""The messages of the referee to the process of a seat. They hold what the seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hegemon.game import Game, Result
from hegemon.game.common import Told


@dataclass(frozen=True, slots=True)
class Make:
    """Make the agent of a spec, and say what it plays."""

    spec: str
    path: tuple[str, ...]
    """Where Python finds modules."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game begins."""

    game: Game | None
    """None is the game of the last time."""
    seat: int
    key: int
    """Of the agent's random stream."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Decide."""

    view: bytes
    seat: int
    told: tuple[Told, ...]
    """What has happened since it was last asked."""
    limit: float | None
    bank: float | None
    fair: bool


@dataclass(frozen=True, slots=True)
class End:
    """The game is over."""

    result: Result | None
    """None if it was stopped."""


@dataclass(frozen=True, slots=True)
class Call:
    """Run a function of this package beside the agent's code, and reply with what it returns: plain data."""

    function: str
    """``module:name``"""
    arguments: dict[str, object]
    path: tuple[str, ...]
    """Where Python finds modules."""


Message: TypeAlias = Make | Begin | Ask | End | Call
