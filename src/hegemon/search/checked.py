"""Base class of search settings: the constructor checks them, and the core reads them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Self

from hegemon._fields import ShortRepr, check_fields
from hegemon._spec import Value
from hegemon.errors import SearchError


@dataclass(frozen=True, kw_only=True)
class CheckedSettings(ShortRepr):
    """A dataclass generated from the core (see settings.py), or a subclass with further fields or other defaults."""

    def __post_init__(self) -> None:
        check_fields(self, "search", SearchError)

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Self:
        """The settings with these values, e.g. of a preset."""
        make: Callable[..., Self] = cls
        return make(**values)

    def to_core(self) -> dict[str, Value]:
        """The fields that the core knows, by name."""
        generated = next(cls for cls in type(self).__mro__ if CheckedSettings in cls.__bases__)
        return {field.name: getattr(self, field.name) for field in fields(generated)}
