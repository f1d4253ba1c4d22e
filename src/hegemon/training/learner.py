"""Teaching a policy-value network of the simultaneous game from samples, in torch: one pass after the other over
batches, each of one map. A run can be killed at any instant and ends as if it had not been. Needs the extra `learn`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hegemon._fields import Range, check_fields
from hegemon.game import Game
from hegemon.nets import encode
from hegemon.nets.torch_soares2025 import Soares2025
from hegemon.training.samples import Samples
from hegemon.training.weights import TrainingError


@dataclass(frozen=True)
class Learning:
    """The defaults are those of the co-evolution thesis (Soares 2025) but for the policy's target, which there is the
    most visited plan alone."""

    epochs: Annotated[int, Range(1, 100_000)] = 200
    batch: Annotated[int, Range(1, 100_000)] = 32
    rate: Annotated[float, Range(1e-9, 10)] = 0.001
    policy: Literal["shares", "most-visited"] = "shares"
    """What the policy learns: the shares of visits, or the most visited plan (published)."""
    value: Literal["search", "result", "mix"] = "search"
    """What the value learns: what the search thought (published), how the game ended, or their mean."""
    dropout: Annotated[float, Range(0, 0.9)] = 0.5
    """Of attention, and of the value's hidden layer, while learning."""
    checkpoint: Annotated[int, Range(1, 10**9)] = 500
    """Steps between checkpoints."""

    def __post_init__(self) -> None:
        check_fields(self, "learning", TrainingError)


@dataclass(frozen=True)
class Lesson:
    """The samples of one map as the network reads them."""

    game: Game
    territories: Tensor
    """[S, n, F]"""
    globals: Tensor
    """[S, G]"""
    orders: Tensor
    """[S, plans, orders, 4], filled up with orders of kind -1"""
    shares: Tensor
    """[S, plans]: what the policy should say; -1 is no further plan, all 0 where only the value is taught"""
    values: Tensor
    """[S]"""

    @classmethod
    def of(cls, game: Game, samples: Samples, settings: Learning) -> Lesson:
        encoded = encode(samples.positions(game))
        orders, shares = _padded(samples)
        if settings.policy == "most-visited":
            best = shares.argmax(axis=1)
            shares = np.where(shares < 0, shares, 0.0).astype(np.float32)
            shares[np.arange(len(shares)), best] = 1.0
        shares[~samples.full] = np.minimum(shares[~samples.full], 0.0)
        weight = {"search": 1.0, "result": 0.0, "mix": 0.5}[settings.value]
        values = (weight * samples.value + (1 - weight) * samples.result).astype(np.float32)
        arrays = encoded.territories, encoded.globals, orders, shares, values
        return cls(game, *(torch.from_numpy(np.ascontiguousarray(array)) for array in arrays))

    def __len__(self) -> int:
        return len(self.values)

    def batch(self, rows: NDArray[np.int64]) -> tuple[Tensor, ...]:
        """Territories, globals, orders, targets of the policy and of the value of some samples."""
        picked = torch.from_numpy(rows)
        orders = self.orders[picked].long()
        used = int((orders[..., 0] >= 0).any(dim=0).any(dim=0).sum())  # orders come first, what fills up comes last
        return (
            self.territories[picked],
            self.globals[picked],
            orders[:, :, : max(used, 1)],
            self.shares[picked],
            self.values[picked],
        )


def _padded(samples: Samples) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    counts, lengths = np.diff(samples.considered), np.diff(samples.plans)
    sample = np.repeat(np.arange(len(samples)), counts)  # of each plan
    place = np.arange(len(lengths)) - samples.considered[sample]
    shares = np.full((len(samples), int(counts.max())), -1.0, np.float32)
    shares[sample, place] = samples.shares
    orders = np.zeros((len(samples), shares.shape[1], max(1, int(lengths.max(initial=0))), 4), np.int32)
    orders[..., 0] = -1
    plan = np.repeat(np.arange(len(lengths)), lengths)  # of each order
    orders[sample[plan], place[plan], np.arange(len(plan)) - samples.plans[plan]] = samples.orders
    return orders, shares


def loss_of(model: Soares2025, batch: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
    """Cross-entropy of the policy and squared error of the value, each the mean over the samples that teach it."""
    territories, globals, orders, shares, values = batch
    guess, logits = model(territories, globals, orders)
    logs = torch.log_softmax(logits.masked_fill(shares < 0, -1e30), dim=1)
    target = shares.clamp(min=0)
    policy = -(target * logs.masked_fill(shares < 0, 0.0)).sum() / target.sum().clamp(min=1)
    return policy, torch.mean((guess - values) ** 2)


def learn(
    model: Soares2025,
    lessons: Sequence[Lesson],
    settings: Learning,
    checkpoint: Path,
    *,
    seed: int = 0,
    on_epoch: Callable[[int, Mapping[str, float]], None] | None = None,
    most_steps: int | None = None,
) -> bool:
    """Train for all epochs, going on from the checkpoint if there is one; whether it came to the end.

    `most_steps` stops earlier, as a kill would, but after writing a checkpoint.
    """
    torch.set_num_threads(1)  # small batches: more threads cost more than they do, and sums come in another order
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.rate, fused=True)
    run = _Run(model, optimiser, checkpoint)
    run.begin(seed)
    taken = 0
    for epoch in range(run.epoch, settings.epochs):
        order = _order(lessons, settings.batch, seed, epoch)
        model.train()
        while run.step < len(order):
            lesson, rows = order[run.step]
            model.on(lessons[lesson].game)
            policy, value = loss_of(model, lessons[lesson].batch(rows))
            optimiser.zero_grad()
            (policy + value).backward()
            optimiser.step()
            run.count(policy.item(), value.item(), len(rows))
            taken += 1
            if taken == most_steps:
                run.save()
                return False
            if (epoch * len(order) + run.step) % settings.checkpoint == 0:
                run.save()
        means = run.means()
        run.next_epoch()
        if on_epoch is not None:
            on_epoch(epoch + 1, means)
    run.save()
    return True


def _order(lessons: Sequence[Lesson], size: int, seed: int, epoch: int) -> list[tuple[int, NDArray[np.int64]]]:
    """The batches of an epoch, shuffled: (lesson, rows). Nothing but the seed and the epoch decides."""
    dice = np.random.default_rng([seed, epoch])
    batches: list[tuple[int, NDArray[np.int64]]] = []
    for number, lesson in enumerate(lessons):
        rows = dice.permutation(len(lesson))
        batches += [(number, rows[at : at + size]) for at in range(0, len(rows), size)]
    return [batches[at] for at in dice.permutation(len(batches))]


class _Run:
    """Where a training stands; all of it goes into the checkpoint."""

    def __init__(self, model: Soares2025, optimiser: Any, path: Path) -> None:
        self.model, self.optimiser, self.path = model, optimiser, path
        self.epoch = self.step = 0
        self.sums = [0.0, 0.0, 0.0]

    def begin(self, seed: int) -> None:
        torch.manual_seed(seed)
        if not self.path.exists():
            return
        kept = torch.load(self.path, weights_only=True)
        self.model.load_state_dict(kept["model"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.epoch, self.step, self.sums = kept["epoch"], kept["step"], kept["sums"]
        torch.set_rng_state(kept["random"])

    def count(self, policy: float, value: float, samples: int) -> None:
        self.step += 1
        for at, amount in enumerate((policy * samples, value * samples, samples)):
            self.sums[at] += amount

    def means(self) -> dict[str, float]:
        policy, value, samples = self.sums
        return {"policy_loss": policy / max(samples, 1), "value_loss": value / max(samples, 1)}

    def next_epoch(self) -> None:
        self.epoch, self.step, self.sums = self.epoch + 1, 0, [0.0, 0.0, 0.0]

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        scratch = self.path.with_suffix(".part")
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "epoch": self.epoch,
            "step": self.step,
            "sums": self.sums,
            "random": torch.get_rng_state(),
        }
        with scratch.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(self.path)
