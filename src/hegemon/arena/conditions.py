"""What must be the same for games to be comparable: everything but agents, setups and the number of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hegemon._json import JSONObject
from hegemon.match import Adjudication, TimeControl

FORMER_NAMES = {"patience": "hang_timeout"}
"""Names that conditions have in older stores and tournament files."""


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
        starts = named["starts"]
        return cls(
            named["seed"],
            TimeControl(**named["time"]),
            starts if isinstance(starts, str) else tuple(starts),
            Adjudication.parse(named["adjudication"]),
            named["hang_timeout"],
        )
