"""Marks of territories in the simultaneous game: bits of one number per territory."""

from __future__ import annotations

from enum import IntEnum


class Mark(IntEnum):
    """What a territory is besides its owner and armies."""

    OFFERED = 1
    """Offered for picking."""
    WASTELAND = 2
    PICKED_BY_0 = 4
    """Picked at the start by seat 0."""
    PICKED_BY_1 = 8

    @classmethod
    def picked_by(cls, seat: int) -> Mark:
        return cls.PICKED_BY_1 if seat else cls.PICKED_BY_0
