"""What all rules have in common: they are frozen values whose fields explain themselves and check themselves."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

from hegemon._fields import check_fields, require_known
from hegemon.errors import RulesError


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Base of the two families of rules. Two values are the same rules if their fields are equal."""

    family: ClassVar[str]

    name: str = "custom"
    """Name of the preset this value comes from."""
    version: int = 1
    """Raised whenever a preset's meaning changes, so that old records stay readable."""

    def __post_init__(self) -> None:
        check_fields(self, f"rules {self.name}", RulesError)

    def with_(self, /, **changes: object) -> Self:
        """The same rules with some fields changed; unknown fields are refused with the nearest name."""
        require_known(changes, type(self), f"rules {self.name}", RulesError)
        return replace(self, **changes)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, str | int]:
        """All fields as plain data, for records."""
        return {"family": self.family} | {f.name: getattr(self, f.name) for f in fields(self)}

    @property
    def hides(self) -> bool:
        """Whether a seat may not see the whole position."""
        raise NotImplementedError

    @property
    def hash(self) -> str:
        """16 hex digits that change whenever any field but the name does."""
        data = {k: v for k, v in self.to_json().items() if k != "name"}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
