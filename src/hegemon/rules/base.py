"""The base class of rules: frozen values whose fields are documented and checked."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

from hegemon._fields import check_fields, require_known
from hegemon.errors import RulesError
from hegemon.rules.first_fields import FIRST_FIELDS


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """Base class of the two families of rules. Two rules are equal if their fields are equal."""

    family: ClassVar[str]

    name: str = "custom"
    """Name of the preset this value comes from."""
    version: int = 1
    """Incremented whenever a preset changes, so that old records stay readable."""

    def __post_init__(self) -> None:
        check_fields(self, f"rules {self.name}", RulesError)

    def with_(self, /, **changes: object) -> Self:
        """A copy with some fields changed; the error for an unknown field suggests the nearest name."""
        require_known(changes, type(self), f"rules {self.name}", RulesError)
        return replace(self, **changes)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, str | int]:
        """All fields as plain data, for records."""
        return {"family": self.family} | {f.name: getattr(self, f.name) for f in fields(self)}

    def __init_subclass__(cls, **more: object) -> None:
        super().__init_subclass__(**more)
        setattr(cls, "__repr__", Rules.__repr__)  # noqa: B010 (dataclass() leaves what a class defines)

    def __repr__(self) -> str:
        from hegemon.rules.presets import rules_title

        return f"load_rules({rules_title(self)!r})"

    @property
    def hides(self) -> bool:
        """Whether a seat may not see the whole position."""
        raise NotImplementedError

    @property
    def hash(self) -> str:
        """16 hex digits that change whenever any field but the name does.

        A field that was added after the first release of the hash counts only if it differs from its default, so that
        new fields change no hash.
        """
        first = FIRST_FIELDS[self.family] | {"family"}
        later = {f.name for f in fields(self) if f.name != "name" and getattr(self, f.name) != f.default}
        data = {name: value for name, value in self.to_json().items() if name in first | later}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
