"""The result of a game, and its value for each seat."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The result of a game: the winning seat, or None if no single seat won."""

    winner: int | None
    reason: str
    loser: int | None = None
    """The seat that forfeited, if any. With two seats the other wins; with more, the others share the win."""
    fault: str = ""
    """Kind of forfeit: illegal, crash, time, hang (no answer) or died (its process ended)."""

    seats: int = field(default=2, kw_only=True)
    """Seats of the game."""

    @property
    def returns(self) -> tuple[float, ...]:
        """+1 for the winner and -1 shared by the others; -1 for a forfeit and +1 shared by the others; else 0 for all.

        The returns always sum to zero.
        """
        seats = self.seats
        if self.winner is not None:
            return tuple(1.0 if seat == self.winner else -1.0 / (seats - 1) for seat in range(seats))
        if self.loser is not None:
            return tuple(-1.0 if seat == self.loser else 1.0 / (seats - 1) for seat in range(seats))
        return (0.0,) * seats

    @property
    def points(self) -> tuple[float, ...]:
        """Points of each seat: one for the winner; after a forfeit shared by the other seats, after a draw by all."""
        seats = self.seats
        if self.winner is not None:
            return tuple(float(seat == self.winner) for seat in range(seats))
        sharers = seats if self.loser is None else seats - 1
        return tuple(0.0 if seat == self.loser else 1 / sharers for seat in range(seats))

    def __repr__(self) -> str:
        loser = "" if self.loser is None else f", loser={self.loser!r}, fault={self.fault!r}"
        seats = "" if self.seats == 2 else f", seats={self.seats}"
        return f"Result(winner={self.winner!r}, reason={self.reason!r}{loser}{seats})"
