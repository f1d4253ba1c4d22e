"""What happened in many games, as transitions that Q-learning can draw from.

A transition says what a decision was followed by: the reward on the way, and the decision that is looked at next, with
a signed discount. The sign is that of a game for two: where the other seat decides next, what is good for it is bad for
the one that decided here. A discount of 0 says that the game was over.
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
    """One row each."""

    features: Array
    actions: Array
    """Action indices of what was decided."""
    rewards: Array
    """On the way, discounted, for the seat that decided."""
    discounts: Array
    """What one point at the next decision is worth here: negative if the other seat decides there, 0 after the end."""
    next_features: Array
    next_legal: Array
    """Which action indices are legal there, eight to a byte."""


class Replay:
    """The last so many transitions."""

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
        """The oldest ones make room."""
        count = len(new.actions)
        places = (self.added + np.arange(count)) % self.capacity
        given = new._asdict()
        for name, rows in self._arrays().items():
            rows[places] = given[name]
        self.added += count

    def draw(self, random: np.random.Generator, count: int) -> Transitions:
        """So many of them, each as likely as any other."""
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
        """A decision in every game."""
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
        """What came of it: a reward for the seat that decided, and the decision that follows.

        Gives the transitions that are complete now. Without `flip` all is seen by one seat, and no sign changes.
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
