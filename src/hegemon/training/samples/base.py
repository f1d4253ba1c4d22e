"""Samples of self-play as flat arrays: what both games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Column: TypeAlias = Array | list[bytes]
"""Of a file: a number each, or the bytes of an array each."""


@dataclass(frozen=True)
class Samples(ABC):
    """Decisions in games of one map and rules, one entry each unless said otherwise."""

    game: NDArray[np.int64]
    """The number of its game."""
    seat: NDArray[np.int8]
    """The seat that decided."""
    full_search: NDArray[np.bool_]
    """Whether the search had all its visits; only such samples teach the policy."""
    value: NDArray[np.float32]
    """The value that the search found, for the seat."""
    policy_target: NDArray[np.float32]
    """The policy that the search found: one entry for each plan or legal action of each sample."""

    flat: ClassVar[tuple[str, ...]]
    """Arrays that are columns of a file as they are."""
    offsets: ClassVar[Mapping[str, str]]
    """Arrays that say where parts of another array begin, and which one that is."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(np.unique(self.game))

    @classmethod
    def from_core(cls, found: Mapping[str, object]) -> Self:
        """What the core's self-play returns."""
        arrays = cast("dict[str, Array]", dict(found))
        winner = dict(zip(arrays["games"].tolist(), arrays["winners"].tolist(), strict=True))
        arrays |= {"game": arrays["game"].astype(np.int64), "full_search": arrays["full_search"].astype(bool)}
        arrays |= cls._results(arrays, np.array([winner[game] for game in arrays["game"].tolist()], np.int8))
        return cls(**{field.name: arrays[field.name] for field in fields(cls)})

    @classmethod
    @abstractmethod
    def _results(cls, arrays: Mapping[str, Array], winners: NDArray[np.int8]) -> dict[str, Array]:
        """How the game of each sample ended, from the seats that won them (-1 is a draw)."""

    @abstractmethod
    def to_columns(self) -> dict[str, Column]:
        """The columns of a file."""

    @classmethod
    @abstractmethod
    def from_columns(cls, columns: Mapping[str, Column]) -> Self:
        """From the same columns."""

    def flat_columns(self) -> dict[str, Column]:
        return {name: getattr(self, name) for name in self.flat}

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """One after the other; all of one map and rules. Games keep their numbers, so give them different ones."""
        arrays: dict[str, Array] = {}
        for field in fields(cls):
            found = [getattr(part, field.name) for part in parts]
            if field.name in cls.offsets:
                shifts = np.cumsum([0, *(len(getattr(part, cls.offsets[field.name])) for part in parts[:-1])])
                ends = [array[1:] + shift for array, shift in zip(found, shifts, strict=True)]
                found = [np.zeros(1, np.int64), *ends]
            arrays[field.name] = np.concatenate(found)
        return cls(**arrays)


def spans(ends: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Begin and end of each part."""
    return list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))


def parts_of(array: Array, ends: NDArray[np.int64]) -> list[bytes]:
    """The parts of an array as bytes: a column."""
    return [array[a:b].tobytes() for a, b in spans(ends)]
