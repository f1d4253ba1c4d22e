"""Immutable values."""

from __future__ import annotations


class Frozen:
    """An immutable value: its attributes cannot be set from outside."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: {name} cannot be deleted")
