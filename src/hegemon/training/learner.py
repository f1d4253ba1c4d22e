"""Training of a policy-value network on samples, in torch: epochs of batches, each of one game. A killed run resumes
and ends with the same result. Needs the extra `learn`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon._fields import Range, check_fields
from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.training.checkpoint import counts, load_checkpoint

DAMAGED = (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError, ArithmeticError)
"""Errors of torch for checkpoints of something else."""

M = TypeVar("M", bound=nn.Module, contravariant=True)


@dataclass(frozen=True)
class Learning:
    """Settings of the learner. The defaults are those of the co-evolution thesis (Soares 2025), except for the policy
    target, which is the most visited plan there."""

    epochs: Annotated[int, Range(1, 100_000)] = 200
    batch: Annotated[int, Range(1, 100_000)] = 32
    rate: Annotated[float, Range(1e-9, 10)] = 0.001
    schedule: Literal["constant", "linear"] = "constant"
    """Learning-rate schedule: constant (published), or linear to 0 at the end."""
    policy: Literal["visits", "most-visited"] = "visits"
    """Target of the policy: the visit distribution of the search, or the most visited plan alone (published)."""
    value: Literal["search", "result", "mix", "returns"] = "search"
    """Value target: the value of the search (published), the result of the game, or their mean; returns: in the classic
    game of two a mean of what the searches of the rest of the game say and of its result, otherwise as mix."""
    trace: Annotated[float, Range(0, 1)] = 0.97
    """value=returns: how much less each further decision counts; 1 is the result alone."""
    dropout: Annotated[float, Range(0, 0.9)] = 0.5
    """Dropout of attention and of the value's hidden layer."""
    checkpoint: Annotated[int, Range(1, 10**9)] = 500
    """Steps between checkpoints."""

    def __post_init__(self) -> None:
        check_fields(self, "learning", TrainingError)

    @property
    def trust(self) -> float:
        """The weight of the search value in the target; the rest is the weight of the result."""
        return {"search": 1.0, "result": 0.0, "mix": 0.5, "returns": 0.5}[self.value]


class Dataset(Protocol[M]):
    """Samples of one setup as inputs and targets of a network."""

    def __len__(self) -> int: ...

    def losses(self, model: M, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        """The losses of policy and value on some samples."""
        ...


def learn(
    model: M,
    datasets: Sequence[Dataset[M]],
    settings: Learning,
    checkpoint: Path,
    *,
    seed: int = 0,
    on_epoch: Callable[[int, Mapping[str, float]], None] | None = None,
    most_steps: int | None = None,
) -> bool:
    """Train for all epochs, from the checkpoint if there is one; return whether the end was reached.

    `most_steps` stops earlier, after writing a checkpoint.
    """
    torch.set_num_threads(1)  # more threads are slower for small batches, and change the order of sums
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.rate, fused=True)
    run = _Run(model, optimiser, checkpoint)
    run.begin(seed)
    taken = 0
    for epoch in range(run.epoch, settings.epochs):
        order = _order(datasets, settings.batch, seed, epoch)
        model.train()
        while run.step < len(order):
            dataset, rows = order[run.step]
            _set_rate(optimiser, settings, (epoch + run.step / len(order)) / settings.epochs)
            policy, value = datasets[dataset].losses(model, rows)
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


def _set_rate(optimiser: torch.optim.Optimizer, settings: Learning, done: float) -> None:
    rate = settings.rate * (1.0 - done) if settings.schedule == "linear" else settings.rate
    for group in optimiser.param_groups:
        group["lr"] = rate


def _order(datasets: Sequence[Dataset[M]], size: int, seed: int, epoch: int) -> list[tuple[int, NDArray[np.int64]]]:
    """The shuffled batches of an epoch: (dataset, rows). They depend only on the seed and the epoch."""
    dice = np.random.default_rng([seed, epoch])
    batches: list[tuple[int, NDArray[np.int64]]] = []
    for number, dataset in enumerate(datasets):
        rows = dice.permutation(len(dataset))
        batches += [(number, rows[at : at + size]) for at in range(0, len(rows), size)]
    return [batches[at] for at in dice.permutation(len(batches))]


class _Run:
    """The state of a training, all of which is in the checkpoint."""

    def __init__(self, model: nn.Module, optimiser: torch.optim.Optimizer, path: Path) -> None:
        self.model, self.optimiser, self.path = model, optimiser, path
        self.epoch = self.step = 0
        self.sums = [0.0, 0.0, 0.0]

    def begin(self, seed: int) -> None:
        torch.manual_seed(seed)
        if not self.path.exists():
            return
        try:
            kept = load_checkpoint(self.path)
            self.model.load_state_dict(kept["model"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.epoch, self.step = counts([kept["epoch"], kept["step"]])
            self.sums = [float(amount) for amount in kept["sums"]]
            torch.set_rng_state(kept["random"])
        except DAMAGED:
            raise TrainingError(f"{self.path} is damaged: delete it, and this training is done again") from None

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
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "epoch": self.epoch,
            "step": self.step,
            "sums": self.sums,
            "random": torch.get_rng_state(),
        }
        with replacing(self.path, make_folder=True) as scratch:
            torch.save(state, scratch)
