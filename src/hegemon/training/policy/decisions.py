"""Decisions of searches: positions with the plans that were played, as choices among options.

A plan is told in three steps, those of core/search/rollouts/draft.hpp: land to take, armies to deploy, armies to send.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon.training.value.boards import Ragged

STEPS = ("take", "deploy", "send")
STEP_OF = (0, 0, 1, 1, 2, 2)
"""The step of every kind of options."""
KIND, SOURCE, TARGET, CHOICE = range(4)
"""Columns of `options`."""


@dataclass(frozen=True)
class Decisions:
    """Positions one after the other. Numbers of rows count within their position."""

    features: NDArray[np.float16]
    """(positions, features) of the seat that decides"""
    land: Ragged
    """Rows of territories"""
    groups: Ragged
    """Rows of bonuses"""
    near: Ragged
    """Pairs of territories that are neighbours"""
    members: Ragged
    """Pairs of a territory and its bonus"""
    options: Ragged
    """What may be chosen: its kind, source and target, and which choice of the position it belongs to"""
    columns: Ragged
    """What the network sees of every option besides, and last how often it was chosen"""

    def __len__(self) -> int:
        return len(self.features)

    def take(self, positions: NDArray[np.int64]) -> Decisions:
        """Some positions."""
        return Decisions(self.features[positions], *(part.take(positions) for part in self.parts))

    @property
    def parts(self) -> list[Ragged]:
        return [getattr(self, each.name) for each in fields(self)[1:]]

    @classmethod
    def joined(cls, all: Sequence[Decisions]) -> Decisions:
        parts = zip(*(each.parts for each in all), strict=True)
        return cls(np.concatenate([each.features for each in all]), *map(Ragged.joined, parts))

    @classmethod
    def from_core(cls, found: Mapping[str, NDArray[Any]]) -> Decisions:
        """What the core tells of its games."""
        counts = found["counts"].T
        options = np.stack([found[name] for name in ("kinds", "sources", "targets", "choices")], axis=1)
        columns = np.concatenate((found["columns"], found["shares"][:, None]), axis=1)
        return cls(
            found["features"].astype(np.float16),
            Ragged(found["land"].astype(np.float16), counts[0]),
            Ragged(found["groups"].astype(np.float16), counts[1]),
            Ragged(found["near"].astype(np.int16), counts[2]),
            Ragged(found["members"].astype(np.int16), counts[3]),
            Ragged(options.astype(np.int16), counts[4]),
            Ragged(columns.astype(np.float16), counts[4]),
        )
