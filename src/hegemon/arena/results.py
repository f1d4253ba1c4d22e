"""Games of a store as plain values, and as rows for statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hegemon._json import JSONObject
from hegemon.game import Result
from hegemon.match.finish import Groups, points_of


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a game: seat, wall-clock seconds, and search statistics."""

    seat: int
    seconds: float
    estimate: float | None = None
    """The agent's own winning probability."""
    details: dict[str, float] = field(default_factory=dict)
    """Search statistics: visits, nodes, generations, ..."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game."""

    block: int
    """The number of its block in the store."""
    number: int
    """Number of the seating within the block."""
    setup: int
    seats: tuple[int, ...]
    """The agent in each seat."""
    winner: int | None
    """A seat."""
    loser: int | None
    """The seat that forfeited, if one did."""
    fault: str
    """Kind of forfeit: illegal, crash, time, hang or died."""
    reason: str
    order: Groups
    """Seats in finishing order, best first; tied seats share a group."""
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
    """Wall-clock seconds."""
    finished: float
    """End time in seconds since 1970."""
    load: float
    """Load average of the machine at that time."""
    run: int = 0
    """The run that played it."""

    @property
    def id(self) -> tuple[int, int]:
        return self.block, self.number

    @property
    def result(self) -> Result:
        return Result(self.winner, self.reason, self.loser, self.fault, seats=len(self.seats))

    @property
    def points(self) -> tuple[float, ...]:
        """Points by seat: one point, shared by those who finished first."""
        return points_of(self.order)

    @property
    def kind(self) -> str:
        """Kind of ending: conquest, turn limit, surrender, .. or the kind of forfeit."""
        return self.fault or self.reason


@dataclass(frozen=True)
class Finished:
    """A finished game as returned by a worker."""

    game: GameResult
    moves: tuple[Move, ...]
    record: bytes
    """Lines of the record without the map, compressed."""


@dataclass(frozen=True)
class AgentFacts:
    """An agent of a store."""

    alias: str
    spec: str
    settings: JSONObject
    hash: str


@dataclass(frozen=True)
class RunFacts:
    """One start of the program."""

    id: int
    started: float
    ended: float | None
    """None while it plays, or if it was killed."""
    workers: int
    load_before: float
    """Load average of the last minute."""
    load_after: float | None
    machine: JSONObject


@dataclass(frozen=True)
class SetupFacts:
    """A setup of a store."""

    name: str
    map: str
    map_hash: str
    rules: str
    rules_hash: str
    seats: int


def in_order(games: Iterable[GameResult]) -> tuple[GameResult, ...]:
    """Sorted by block and seating."""
    return tuple(sorted(games, key=lambda game: game.id))
