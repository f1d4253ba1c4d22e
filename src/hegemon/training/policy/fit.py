"""Fitting the policy network to decisions, in torch. Needs the extra `learn`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon import _core
from hegemon.nets.torch.board_policy import BoardPolicy, Options
from hegemon.training.fitting import Fit
from hegemon.training.policy.decisions import CHOICE, KIND, SOURCE, STEP_OF, STEPS, TARGET, Decisions
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.value.boards import Ragged

WEIGHTS = (3.0, 1.0, 0.5)
"""Of a choice in each step: of the land to take one choice of several is learned, of idle armies all are."""
CHUNK = 1000
"""Positions that are evaluated at once."""


class Choices(NamedTuple):
    """Options with what was chosen."""

    given: Options
    choice_of: Tensor
    """(options,) the number of the choice, counted through all positions"""
    shares: Tensor
    """(options,) how often it was chosen; each choice has the sum 1"""


def choices_of(some: Decisions) -> Choices:
    """The choices of some positions as tensors."""
    begins, of = _begins(some.land), some.options.of
    near = some.near.rows + begins[some.near.of][:, None]
    members = some.members.rows + np.stack((begins[some.members.of], _begins(some.groups)[some.members.of]), axis=1)
    options, columns = some.options.rows, some.columns.rows
    rows = begins[of]
    given = Options(
        features=_floats(some.features),
        land=_floats(some.land.rows),
        land_of=_numbers(some.land.of),
        groups=_floats(some.groups.rows),
        group_of=_numbers(some.groups.of),
        near=_numbers(near),
        members=_numbers(members),
        kinds=_numbers(options[:, KIND]),
        positions=_numbers(of),
        sources=_numbers(options[:, SOURCE] + rows),
        targets=_numbers(options[:, TARGET] + rows),
        columns=_floats(columns[:, :-1]),
    )
    choice = options[:, CHOICE]
    new = np.ones(len(of), bool)
    new[1:] = (choice[1:] != choice[:-1]) | (of[1:] != of[:-1])
    return Choices(given, _numbers(np.cumsum(new) - 1), _floats(columns[:, -1]))


class Losses(NamedTuple):
    """Of every choice."""

    step: Tensor
    """Its step."""
    even: Tensor
    """The cross-entropy of a choice among all options at random."""
    network: Tensor
    """That of the network."""
    agrees: Tensor
    """Whether the most likely option was chosen."""


def losses(model: BoardPolicy, choices: Choices) -> Losses:
    given, of, shares = choices
    logits, count = model(given), int(of[-1]) + 1
    most = torch.full((count,), -1e9).scatter_reduce(0, of, logits.detach(), "amax")

    def summed(values: Tensor) -> Tensor:
        return torch.zeros(count).index_add(0, of, values)

    network = summed(torch.exp(logits - most[of])).log() + most - summed(shares * logits)
    step = torch.zeros(count, dtype=torch.int64).scatter(0, of, torch.tensor(STEP_OF)[given.kinds])
    agrees = summed(((logits >= most[of]) & (shares > 0)).float()).clamp(max=1)
    return Losses(step, summed(torch.ones(len(of))).log(), network, agrees)


def fit_of(model: BoardPolicy, decisions: Decisions, settings: PolicySettings) -> Fit:
    """A fit of the model; the positions of a step are a function of it and the seed."""
    weights = torch.tensor(WEIGHTS)

    def loss(step: int) -> Tensor:
        dice = np.random.default_rng([settings.seed, step])
        some = decisions.take(dice.integers(0, len(decisions), settings.batch))
        found = losses(model, choices_of(some))
        return (weights[found.step] * found.network).sum() / len(some)

    return Fit(model, settings, loss)


def mean_losses(model: nn.Module, decisions: Decisions) -> dict[str, dict[str, float]]:
    """The means of the losses by step."""
    assert isinstance(model, BoardPolicy)
    parts: list[Losses] = []
    with torch.no_grad():
        for at in range(0, len(decisions), CHUNK):
            some = decisions.take(np.arange(at, min(at + CHUNK, len(decisions))))
            parts.append(losses(model, choices_of(some)))
    step, even, network, agrees = (torch.cat(each) for each in zip(*parts, strict=True))
    found = {}
    for number, name in enumerate(STEPS):
        here = step == number
        if here.any():
            means = (each[here].double().mean().item() for each in (even, network, agrees))
            found[name] = dict(zip(("even", "network", "agrees"), means, strict=True))
    return found


def new_model() -> BoardPolicy:
    return BoardPolicy(_core.SIMULTANEOUS_FEATURES)


def mean_of(found: Sequence[dict[str, dict[str, float]]]) -> float | None:
    """The loss as it is trained, the mean of some classes of positions; None without a class."""
    weighed = [sum(w * each[s]["network"] for w, s in zip(WEIGHTS, STEPS, strict=True) if s in each) for each in found]
    return float(np.mean(weighed)) if weighed else None


def _begins(ragged: Ragged) -> NDArray[np.int64]:
    """The first row of every position."""
    return np.cumsum(ragged.counts, dtype=np.int64) - ragged.counts


def _floats(array: NDArray[Any]) -> Tensor:
    return torch.from_numpy(array.astype(np.float32))


def _numbers(array: NDArray[Any]) -> Tensor:
    return torch.from_numpy(array.astype(np.int64))
