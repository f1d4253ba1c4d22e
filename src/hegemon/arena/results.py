"""What was played: the games of a store as plain values, and the rows that statistics are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hegemon.game import Result
from hegemon.match.finish import Groups, points_of


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a game: who, how long by the wall, and what its search said."""

    seat: int
    seconds: float
    estimate: float | None = None
    """Its own chance of winning."""
    details: dict[str, float] = field(default_factory=dict)
    """Figures of its search: visits, nodes, generations, ..."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game."""

    block: int
    """The number of its block in the store."""
    number: int
    """Which of the block's seatings."""
    board: int
    seats: tuple[int, ...]
    """The agent in each seat."""
    winner: int | None
    """A seat."""
    loser: int | None
    """The seat that forfeited, if one did."""
    fault: str
    """How it forfeited: illegal, crash, time, hang or died."""
    reason: str
    order: Groups
    """Seats in the order in which they finished, best first; those who share a place stand together."""
    rounds: int
    decisions: tuple[int, ...]
    """By seat."""
    seconds: tuple[float, ...]
    """Time thought, by seat."""
    slowest: tuple[float, ...]
    """The longest decision, by seat."""
    hash: str
    """Of the final position."""
    duration: float
    """Seconds by the wall."""
    finished: float
    """When it ended, in seconds since 1970."""
    load: float
    """How busy the machine was then: processes that want to run, over the last minute."""
    run: int = 0
    """Which start of the program played it."""

    @property
    def id(self) -> tuple[int, int]:
        return self.block, self.number

    @property
    def result(self) -> Result:
        return Result(self.winner, self.reason, self.loser, self.fault)

    @property
    def points(self) -> tuple[float, ...]:
        """By seat: one point, shared by those who finished first."""
        return points_of(self.order)

    @property
    def kind(self) -> str:
        """How it ended, in a word or two: conquest, turn limit, surrender, .. or the fault of a forfeit."""
        return self.fault or self.reason


@dataclass(frozen=True)
class Finished:
    """A game as a worker hands it in."""

    game: Played
    moves: tuple[Move, ...]
    record: bytes
    """Its lines without the map's, compressed."""


@dataclass(frozen=True)
class AgentFacts:
    """An agent of a store."""

    alias: str
    spec: str
    settings: dict[str, Any]
    hash: str


@dataclass(frozen=True)
class BoardFacts:
    """A board of a store."""

    name: str
    map: str
    map_hash: str
    rules: str
    rules_hash: str
    seats: int


def in_order(games: Iterable[Played]) -> tuple[Played, ...]:
    """By block and seating, whenever they were played."""
    return tuple(sorted(games, key=lambda game: game.id))
