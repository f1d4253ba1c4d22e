"""Time controls: per decision, or per game with an increment; which clock counts, and how much it tolerates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from hegemon._fields import ShortRepr
from hegemon._stopwatch import CLOCKS, ClockKind
from hegemon.errors import GameError

MOVES_TO_GO = 30
"""Share of the remaining time that a game clock suggests for one decision."""
MARGIN = 0.05
"""Seconds beyond the limit that are tolerated by default."""


@dataclass(frozen=True)
class TimeControl(ShortRepr):
    """Seconds `per_move`, or `per_game` with an increment after every decision. All zero is no limit."""

    per_move: float = 0.0
    per_game: float = 0.0
    increment: float = 0.0
    margin: float | None = None
    """Seconds beyond the limit that are tolerated; None is 0.05."""
    clock: ClockKind = "fair"
    """fair: time in which the machine gave the agent no processor does not count; wall: all time counts."""

    def __post_init__(self) -> None:
        for name in ("per_move", "per_game", "increment", "margin"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int | float) and 0 <= value < 10**7):
                raise GameError(f"time control: {name} must be 0 to 10,000,000 seconds, not {value!r:.40}")
        if self.clock not in CLOCKS:
            raise GameError(f"clock: {self.clock!r:.40} is none of {', '.join(CLOCKS)}")
        if self.per_move and (self.per_game or self.increment):
            raise GameError("time control: give the time per move, or the time per game with an increment, not both")
        if self.increment and not self.per_game:
            raise GameError("time control: an increment needs a time per game, e.g. 10+0.1")

    @classmethod
    def parse(cls, text: str, margin: float | None = None, clock: str = "fair") -> TimeControl:
        """Parse `0.05` (seconds per move), `10+0.1` (ten seconds per game plus 0.1 after every decision) or `none`."""
        if not isinstance(text, str):
            raise GameError(f"time {text!r:.40}: write it as text, e.g. '0.05', '10+0.1' or 'none'")
        kind = cast(ClockKind, clock)  # checked by the constructor
        if text.strip() in ("", "none"):
            return cls(margin=margin, clock=kind)
        first, plus, second = text.partition("+")
        try:
            seconds, more = float(first), float(second) if plus else 0.0
        except ValueError:
            raise GameError(f"time {text!r:.40}: write seconds per move (0.05), per game (10+0.1), or none") from None
        if not seconds > 0:
            raise GameError(f"time {text!r:.40}: a limit must be more than 0 seconds")
        if plus:
            return cls(per_game=seconds, increment=more, margin=margin, clock=kind)
        return cls(per_move=seconds, margin=margin, clock=kind)

    @property
    def limited(self) -> bool:
        return self.per_move > 0 or self.per_game > 0

    @property
    def tolerance(self) -> float:
        """The margin in seconds."""
        return MARGIN if self.margin is None else self.margin

    def suggested(self, bank: float) -> float | None:
        """Target time of a decision when the seat has `bank` seconds left for the game; None is no limit."""
        if self.per_game:
            return min(bank, bank / MOVES_TO_GO + 0.8 * self.increment)
        return self.per_move or None

    def allowed(self, bank: float) -> float | None:
        """Seconds after which the decision is late; None is never."""
        if self.per_game:
            return bank + self.tolerance
        return self.per_move + self.tolerance if self.per_move else None

    @property
    def in_full(self) -> str:
        """In words, with margin and clock."""
        if self == TimeControl():
            return str(self)
        return f"{self}, {self.tolerance:g} s margin, {self.clock} clock"

    def __str__(self) -> str:
        if self.per_game:
            return f"{self.per_game:g} s per game + {self.increment:g} s per decision"
        return f"{self.per_move:g} s per decision" if self.per_move else "no time limit"
