"""What must be the same for games to be comparable: everything but agents, setups and the number of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from hegemon._json import JSONObject
from hegemon.match import Adjudication, TimeControl

STARTS = ("random", "fixed", "balanced")
FORMER_NAMES = {"patience": "hang_timeout"}
"""Names that conditions have in older stores and tournament files."""
FORMER_TIME_NAMES = {"grace": "margin"}


@dataclass(frozen=True)
class Conditions:
    """The conditions of a tournament, as its store keeps them."""

    seed: int
    time: TimeControl
    starts: str | tuple[str, ...]
    adjudication: Adjudication | None
    hang_timeout: float

    def to_json(self) -> JSONObject:
        starts = self.starts if isinstance(self.starts, str) else list(self.starts)
        return {
            "seed": self.seed,
            "time": asdict(self.time),
            "starts": starts,
            "adjudication": None if self.adjudication is None else asdict(self.adjudication),
            "hang_timeout": self.hang_timeout,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Conditions:
        named = {FORMER_NAMES.get(key, key): value for key, value in data.items()}
        seed, starts, hang_timeout = named["seed"], named["starts"], named["hang_timeout"]
        if not isinstance(seed, int) or not isinstance(hang_timeout, int | float):
            raise ValueError(f"seed {seed!r:.40} and hang_timeout {hang_timeout!r:.40} must be numbers")
        if not isinstance(starts, str):
            starts = tuple(map(str, starts))
        elif starts not in STARTS:
            raise ValueError(f"starts are {', '.join(STARTS)}, not {starts!r:.40}")
        time, ends = _time(named["time"]), Adjudication.parse(named["adjudication"])
        return cls(seed, time, starts, ends, hang_timeout)


def _time(data: Mapping[str, Any]) -> TimeControl:
    """The time control. Where a store does not name its clock, it was the wall clock, if there was a limit."""
    named = {FORMER_TIME_NAMES.get(key, key): value for key, value in data.items()}
    control = TimeControl(**named)
    return replace(control, clock="wall") if control.limited and "clock" not in named else control
