"""Samples of self-play as flat arrays: the base class of both games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Column: TypeAlias = Array | list[bytes]
"""A column of a file: one number, or the bytes of one array, per sample."""


@dataclass(frozen=True)
class Samples(ABC):
    """Decisions in games of one map and rules; arrays have one entry per decision unless said otherwise."""

    game: NDArray[np.int64]
    """The number of its game."""
    seat: NDArray[np.int8]
    """The seat that decided."""
    full_search: NDArray[np.bool_]
    """Whether the search had all its visits; the policy is trained only on such samples."""
    value: NDArray[np.float32]
    """The value that the search found, for the seat."""
    policy_target: NDArray[np.float32]
    """The policy that the search found: one entry for each plan or legal action of each sample."""

    flat: ClassVar[tuple[str, ...]]
    """Arrays that are columns of a file as they are."""
    offsets: ClassVar[Mapping[str, str]]
    """Offset arrays, and the arrays that they index."""

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(np.unique(self.game))

    @classmethod
    def from_core(cls, found: Mapping[str, object]) -> Self:
        """Samples from the output of the core's self-play."""
        arrays = cast("dict[str, Array]", dict(found))
        winner = dict(zip(arrays["games"].tolist(), arrays["winners"].tolist(), strict=True))
        arrays |= {"game": arrays["game"].astype(np.int64), "full_search": arrays["full_search"].astype(bool)}
        arrays |= cls._results(arrays, np.array([winner[game] for game in arrays["game"].tolist()], np.int8))
        return cls(**{field.name: arrays[field.name] for field in fields(cls)})

    @classmethod
    @abstractmethod
    def _results(cls, arrays: Mapping[str, Array], winners: NDArray[np.int8]) -> dict[str, Array]:
        """The result of each sample's game, from the winning seats (-1 is a draw)."""

    @abstractmethod
    def to_columns(self) -> dict[str, Column]:
        """The columns of a file."""

    @classmethod
    @abstractmethod
    def from_columns(cls, columns: Mapping[str, Column]) -> Self:
        """Samples from the columns of a file."""

    def flat_columns(self) -> dict[str, Column]:
        return {name: getattr(self, name) for name in self.flat}

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Concatenate samples of one map and rules. Games keep their numbers, which must differ."""
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
