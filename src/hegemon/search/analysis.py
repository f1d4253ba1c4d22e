"""The result of a search: candidates with visits, value, prior and principal variation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from hegemon._json import JSONObject
from hegemon.game import Action, Plan

D = TypeVar("D", bound=Action | Plan, covariant=True)
"""The type of a decision: an Action of the classic game or a Plan of the simultaneous game."""

Details: TypeAlias = Mapping[str, int | float | Mapping[str, float]]


SHOWN = 3
"""Candidates in a repr."""


def win_probability(value: float, seats: int) -> float:
    """The winning probability of a seat for a value between a win (1) and a loss, which is -1 shared by the losers."""
    return min(1.0, max(0.0, (1.0 + (seats - 1) * value) / seats))


@dataclass(frozen=True, slots=True)
class Candidate(Generic[D]):
    """One decision that was searched."""

    decision: D
    visits: int
    """Visits of a tree search, generations survived, or nodes below it."""
    value: float
    """The value for the seat that decides: 1 is a certain win, -1 / (seats - 1) a certain loss."""
    prior: float | None = None
    """The policy's probability before the search, if there is a policy."""
    line: tuple[str, ...] = ()
    """The principal variation after this decision, in the notation of actions and plans."""

    def to_json(self) -> JSONObject:
        return {
            "decision": str(self.decision),
            "visits": self.visits,
            "value": round(self.value, 6),
            "prior": None if self.prior is None else round(self.prior, 6),
            "line": list(self.line),
        }


@dataclass(frozen=True, repr=False)
class Analysis(Generic[D]):
    """The result of one search. `candidates` are sorted, best first; the first is the one to play."""

    seat: int
    candidates: tuple[Candidate[D], ...]
    value: float
    """The value of the position for the seat, between -1 and 1."""
    visits: int
    """Visits of the search, in units of `unit`."""
    seconds: float
    details: Details = field(default_factory=dict)
    """Figures of the method: iterations, nodes, depth, bytes, .."""
    unit: str = "visits"
    """What `visits` counts: visits of a tree search, generations of co-evolution, nodes of alpha-beta."""
    seats: int = 2
    """Seats of the game: a certain loss has the value -1 / (seats - 1)."""

    def __repr__(self) -> str:
        best = ", ".join(f"{one.decision} ({one.visits:,}, {one.value:+.3f})" for one in self.candidates[:SHOWN])
        more = f", .. of {len(self.candidates)}" if len(self.candidates) > SHOWN else ""
        searched = f"{self.visits:,} {self.unit} in {self.seconds:.3g} s"
        return f"<Analysis of seat {self.seat}: value {self.value:+.3f}, {searched}; best {best}{more}>"

    @property
    def best(self) -> Candidate[D]:
        return self.candidates[0]

    @property
    def decision(self) -> D:
        """The decision to make."""
        return self.candidates[0].decision

    @property
    def estimate(self) -> float:
        """The value as a winning probability, between 0 and 1."""
        return win_probability(self.value, self.seats)

    @property
    def figures(self) -> dict[str, float]:
        """Statistics of the search, which tournaments store."""
        numbers = {name: value for name, value in self.details.items() if isinstance(value, int | float)}
        return {self.unit: self.visits, **numbers}

    def to_json(self) -> JSONObject:
        return {
            "seat": self.seat,
            "value": round(self.value, 6),
            "estimate": round(self.estimate, 6),
            "visits": self.visits,
            "seconds": round(self.seconds, 6),
            **self.details,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }


AnyAnalysis: TypeAlias = Analysis[Action | Plan]
