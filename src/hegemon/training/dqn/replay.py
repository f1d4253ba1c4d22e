"""The replay memory of Q-learning: transitions of many games.

A transition has the reward after a decision, and the next decision with a signed discount. The sign is negative if the
other seat decides next, because the game is zero-sum. A discount of 0 means that the game was over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon.training.renamed import TRANSITIONS, renamed
from hegemon.training.samples.base import Array

Arrays = dict[str, Array]


class Transitions(NamedTuple):
    """Transitions, one per row."""

    features: Array
    actions: Array
    """Action indices of the decisions."""
    rewards: Array
    """Discounted rewards until the next decision, for the seat that decided."""
    discounts: Array
    """Signed discount of the next value: negative if the other seat decides next, 0 after the end."""
    next_features: Array
    next_legal: Array
    """Mask of the legal action indices at the next decision, eight per byte."""


class Replay:
    """A ring buffer of transitions."""

    def __init__(self, capacity: int, features: int, actions: int) -> None:
        self.capacity, self.actions, self.added = capacity, actions, 0
        self.rows = Transitions(
            np.zeros((capacity, features), np.float32),
            np.zeros(capacity, np.int32),
            np.zeros(capacity, np.float32),
            np.zeros(capacity, np.float32),
            np.zeros((capacity, features), np.float32),
            np.zeros((capacity, (actions + 7) // 8), np.uint8),
        )

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, new: Transitions) -> None:
        """Add transitions, replacing the oldest."""
        count = len(new.actions)
        places = (self.added + np.arange(count)) % self.capacity
        given = new._asdict()
        for name, rows in self._arrays().items():
            rows[places] = given[name]
        self.added += count

    def draw(self, random: np.random.Generator, count: int) -> Transitions:
        """Sample `count` transitions uniformly."""
        places = random.integers(0, len(self), count)
        return Transitions._make(rows[places] for rows in self._arrays().values())

    def legal(self, packed: NDArray[np.uint8]) -> NDArray[np.bool_]:
        return np.unpackbits(packed, axis=1, count=self.actions).astype(np.bool_)

    def to_arrays(self) -> Arrays:
        held = {name: rows[: len(self)].copy() for name, rows in self._arrays().items()}
        return {"added": np.array([self.added]), **held}

    def from_arrays(self, arrays: Mapping[str, Array]) -> None:
        arrays = renamed(arrays, TRANSITIONS)
        self.added = int(arrays["added"].item())
        for name, rows in self._arrays().items():
            rows[: len(self)] = arrays[name]

    def _arrays(self) -> Arrays:
        return self.rows._asdict()


class Recent:
    """The last decisions of every game, until their n-step return is known: n_step decisions later, or at the end."""

    def __init__(self, games: int, n_step: int, gamma: float, features: int) -> None:
        self.n_step, self.gamma, self.time = n_step, gamma, 0
        self.features = np.zeros((n_step, games, features), np.float32)
        self.actions = np.zeros((n_step, games), np.int32)
        self.movers = np.zeros((n_step, games), np.int8)
        self.rewards = np.zeros((n_step, games), np.float32)
        self.waiting = np.zeros((n_step, games), np.bool_)

    def begin(self, features: NDArray[np.float32], actions: NDArray[np.int32], movers: NDArray[np.int8]) -> None:
        """Add a decision in every game."""
        slot = self.time % self.n_step
        self.features[slot], self.actions[slot], self.movers[slot] = features, actions, movers
        self.rewards[slot], self.waiting[slot] = 0.0, True

    def end(
        self,
        rewards: NDArray[np.float32],
        over: NDArray[np.bool_],
        next_movers: NDArray[np.int8],
        next_features: NDArray[np.float32],
        next_legal: NDArray[np.bool_],
        flip: bool = True,
    ) -> Transitions:
        """Add the outcome of the last decisions: a reward for the seat that decided, and the next decision.

        Returns the completed transitions. Without `flip` all values belong to one seat, and signs do not change.
        """
        decided = self.movers[self.time % self.n_step]
        for age in range(self.n_step):
            slot = (self.time - age) % self.n_step
            same = (self.movers[slot] == decided) | (not flip)
            self.rewards[slot] += self.gamma**age * np.where(same, rewards, -rewards)
        packed = np.packbits(next_legal, axis=1)
        oldest, complete = (self.time + 1) % self.n_step, []
        for slot in range(self.n_step):
            done = self.waiting[slot] & (over if slot != oldest else True)
            same = (self.movers[slot] == next_movers) | (not flip)
            discounts = np.where(over, 0.0, np.where(same, 1.0, -1.0) * self.gamma**self.n_step)
            rows = (self.features[slot], self.actions[slot], self.rewards[slot])
            follow = (discounts.astype(np.float32), next_features, packed)
            complete.append([array[done] for array in (*rows, *follow)])
            self.waiting[slot, done] = False
        self.time += 1
        return Transitions._make(np.concatenate(rows) for rows in zip(*complete, strict=True))

    def to_arrays(self) -> Arrays:
        return {name: value.copy() for name, value in self._arrays().items()} | {"time": np.array([self.time])}

    def from_arrays(self, arrays: Mapping[str, Array]) -> None:
        arrays = renamed(arrays, TRANSITIONS)
        self.time = int(arrays["time"].item())
        for name, value in self._arrays().items():
            value[...] = arrays[name]

    def _arrays(self) -> Arrays:
        names = ("features", "actions", "movers", "rewards", "waiting")
        return {name: getattr(self, name) for name in names}
