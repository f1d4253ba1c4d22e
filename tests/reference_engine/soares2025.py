"""The network of the co-evolution thesis (Soares 2025) once more: slow, in double precision, formula by formula.

Written from its description, without the core's or torch's code; the core must agree with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon.game import Deploy, Move, Plan, SimultaneousState

Array = NDArray[np.float64]


class Reference:
    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self.weights = {name: np.asarray(array, np.float64) for name, array in weights.items()}

    def linear(self, name: str, x: Array) -> Array:
        result: Array = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return result

    def attention(self, name: str, x: Array, i: int, heard: Sequence[int]) -> Array:
        """What territory i makes of those it hears."""
        query, own = self.linear(f"{name}.query", x[i]), self.linear(f"{name}.skip", x[i])
        message = np.zeros_like(own)
        if heard:
            scores = np.array([query @ self.linear(f"{name}.key", x[j]) for j in heard]) / np.sqrt(len(query))
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            message = sum(share * self.linear(f"{name}.value", x[j]) for share, j in zip(shares, heard, strict=True))
        gate = self.weights[f"{name}.gate.weight"][0] @ np.concatenate([message, own, message - own])
        beta = 1 / (1 + np.exp(-gate))
        result: Array = beta * own + (1 - beta) * message
        return result

    def body(self, state: SimultaneousState, seat: int) -> Array:
        board = state.game.map
        x = np.maximum(self.linear("input", _features(state, seat)), 0)
        for number in range(3):
            back = np.zeros((len(x), 20))
            for group in board.groups:
                name = f"rounds.{number}.groups"
                members = [np.maximum(self.attention(name, x, i, group.members), 0) for i in group.members]
                back[list(group.members)] += group.value / len(group.members) * sum(members)
            both = np.concatenate([x, back], axis=1)
            name = f"rounds.{number}.links"
            x = np.array([self.attention(name, both, i, board.neighbours[i]) for i in range(len(x))])
            x = np.maximum(x, 0)
        return x

    def value(self, state: SimultaneousState, seat: int) -> float:
        owners, armies = state.owners, state.armies
        sides = [owners == seat, owners == 1 - seat, owners < 0]
        numbers = [state.income(seat), state.income(1 - seat), *(armies[side].sum() for side in sides)]
        whole = np.concatenate([self.body(state, seat).mean(axis=0), np.array(numbers, np.float64)])
        hidden = np.maximum(self.linear("value.hidden", whole), 0)
        return float(np.tanh(self.linear("value.out", hidden))[0])

    def logits(self, state: SimultaneousState, seat: int, plans: Sequence[Plan]) -> Array:
        x = self.body(state, seat)
        return np.array([self._logit(state, x, plan) for plan in plans])

    def _logit(self, state: SimultaneousState, x: Array, plan: Plan) -> float:
        total = np.zeros(20)
        for order in plan:
            match order:
                case Deploy(territory, armies):
                    first = self.linear("policy.deploy", np.concatenate([[armies], x[territory]]))
                case Move(source, target, armies):
                    own = state.owners[source] == state.owners[target]
                    head = "policy.transfer" if own else "policy.attack"
                    first = self.linear(head, np.concatenate([[armies], x[source], x[target]]))
                case _:
                    raise ValueError(order)
            total += np.maximum(self.linear("policy.order", np.maximum(first, 0)), 0)
        return float(self.linear("policy.plan", np.maximum(total, 0))[0])


def _features(state: SimultaneousState, seat: int) -> Array:
    rows = []
    for owner, armies in zip(state.owners, state.armies, strict=True):
        mine, theirs = owner == seat, owner == 1 - seat
        rows.append([mine, theirs, armies * mine, armies * theirs, armies * (owner < 0)])
    return np.array(rows, np.float64)
