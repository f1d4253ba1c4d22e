"""What a search tells about a position: its candidates with visits, value and prior, and how it expects play to go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hegemon.game import Action, Plan


@dataclass(frozen=True, slots=True)
class Candidate:
    """One decision that was looked at."""

    decision: Action | Plan
    visits: int
    """How often it was tried: visits of a tree search, generations survived, nodes below it."""
    value: float
    """What it is worth for the seat that decides: 1 is a sure win, -1 a sure loss."""
    prior: float | None = None
    """The policy's probability before the search, where there is a policy."""
    line: tuple[str, ...] = ()
    """How the search expects play to go on from this decision, in the notation of actions and plans."""

    def to_json(self) -> dict[str, Any]:
        return {
            "decision": str(self.decision),
            "visits": self.visits,
            "value": round(self.value, 6),
            "prior": None if self.prior is None else round(self.prior, 6),
            "line": list(self.line),
        }


@dataclass(frozen=True)
class Analysis:
    """The outcome of one search; `candidates` come best first, so the first is the one to play."""

    seat: int
    candidates: tuple[Candidate, ...]
    value: float
    """What the position is worth for the seat, between -1 and 1."""
    visits: int
    seconds: float
    details: Mapping[str, Any] = field(default_factory=dict)
    """Figures of the method: nodes, depth, generations, bytes, ..."""

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def estimate(self) -> float:
        """The chance of winning, between 0 and 1, that the value stands for."""
        return min(1.0, max(0.0, (1.0 + self.value) / 2.0))

    @property
    def figures(self) -> dict[str, float]:
        """Visits and whatever else the method counts, for the statistics of a game."""
        numbers = {name: value for name, value in self.details.items() if isinstance(value, int | float)}
        return {"visits": self.visits, **numbers}

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "value": round(self.value, 6),
            "estimate": round(self.estimate, 6),
            "visits": self.visits,
            "seconds": round(self.seconds, 6),
            **self.details,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }
