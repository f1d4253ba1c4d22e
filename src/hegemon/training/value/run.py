"""Training a value network of either family: games of planners, then a fit to who won them.

First, shards of positions are written, one after the other. When there are enough, their number is fixed, and the
network is fitted to them. All random numbers are a function of the seed and of what they are for, so a run that is
killed resumes and ends as if it had not been.

    state.json         the settings, and the number of shards once it is fixed
    shards/            the positions
    checkpoint.pt      the fit so far
    metrics.jsonl      a row for every checkpoint; as a picture in loss.svg, as events in tensorboard/
    value.safetensors  the network, for best(value=FILE), with the settings and the losses
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch
from torch import nn

from hegemon._json import JSONObject
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.nets.tensors import read_tensors
from hegemon.nets.value import KINDS, save_value
from hegemon.training.fitting import fit_in_steps, tensors
from hegemon.training.folder import damaged, held, require_free, write_kind
from hegemon.training.playing import STATE, Playing, Report, play_shards
from hegemon.training.settings import plain_settings
from hegemon.training.value.data import Data
from hegemon.training.value.fit import fit_linear, fit_of, mean_loss, network_of
from hegemon.training.value.losses import Measure, class_losses, even_loss, mean_of_classes, weights_loss
from hegemon.training.value.settings import ValueSettings
from hegemon.training.value.shards import write_shard

FORMAT = "hegemon-value-1"
NET = "value.safetensors"
CURVE = 2000
"""Most positions of a class that the learning curve is measured on."""
LINEAR_STEPS = 2000

State = Playing[ValueSettings]


def open_run(folder: Path, settings: ValueSettings, shards: int | None = None) -> State:
    """The run with these settings in the folder; a new one is created if there is none."""
    require_free(folder, "value")
    if (folder / STATE).exists():
        state = State.read(folder, ValueSettings, FORMAT)
        state.require_same(folder, settings, shards)
        return state
    for rules in dict.fromkeys(settings.rules):  # raises an error before the folder is created
        if settings.family == "simultaneous":
            SimultaneousGame(rules=rules).start(0)
            continue
        for seats in dict.fromkeys(settings.seats):
            ClassicGame(rules=rules, seats=seats).start(0)
    write_kind(folder, "value")
    state = State(settings, FORMAT)
    state.save(folder)
    return state


def train_value(
    folder: Path,
    settings: ValueSettings,
    *,
    shards: int | None = None,
    minutes: float | None = None,
    threads: int = 1,
    report: Report = lambda what, done, total: None,
) -> JSONObject:
    """Start or resume a run and finish it; what the metadata of its network say.

    Games end after so many shards or minutes, whatever comes first. The number of threads changes only their time.
    """
    state = open_run(folder, settings, shards)
    with held(folder):
        if state.shards is None:
            state = play_shards(
                folder, state, write_shard, shards=shards, minutes=minutes, threads=threads, report=report
            )
        if not (folder / NET).exists():
            _fit(folder, state, report)
        return describe(folder / NET)


def describe(path: Path) -> JSONObject:
    """What the metadata of a network say of its training."""
    try:
        found = json.loads(read_tensors(path)[1]["training"])
    except (KeyError, ValueError):
        raise damaged(path, "it does not tell of its training") from None
    if not isinstance(found, dict):
        raise damaged(path, "it does not tell of its training")
    return found


def _fit(folder: Path, state: State, report: Report) -> None:
    settings, shards = state.settings, state.shards or 0
    data = Data.read(folder, shards)
    for other in map(Path, settings.also):
        data += Data.read(other, State.read(other, ValueSettings, FORMAT).shards or 0)
    if not data.training or not data.held:
        raise TrainingError(
            f"{shards} shards of {settings.tables} tables leave no positions to train or to test with: play more in "
            "another folder"
        )
    torch.manual_seed(settings.seed)
    fit, curve = fit_of(_model(settings), data.training, settings), [group.some(CURVE) for group in data.held]

    def held_loss(home: bool) -> float | None:
        here = [group for group in curve if group.kind.home is home]
        return mean_of_classes(class_losses(here, {"network": partial(mean_loss, fit.mean)}), "network")

    fit_in_steps(folder, fit, held_loss, report)
    steps = min(LINEAR_STEPS, settings.steps)
    linear = fit_linear(
        data.training,
        replace(settings, steps=steps, rate=0.02),
        lambda step: report("steps of the linear model", step, steps),
    )
    measures: dict[str, Measure] = {
        "even": even_loss,
        "weights": weights_loss,
        "linear": partial(mean_loss, linear),
        "network": partial(mean_loss, fit.mean),
    }
    training = {
        "settings": plain_settings(settings),
        "shards": shards,
        "games": data.games,
        "decided": data.decided,
        "positions": sum(map(len, data.training)),
        "held": sum(map(len, data.held)),
        "losses": class_losses(data.held, measures),
    }
    save_value(folder / NET, settings.family, tensors(fit.mean), {"training": json.dumps(training)})


def _model(settings: ValueSettings) -> nn.Module:
    """The network before the first step."""
    kind = KINDS[settings.family]
    model = network_of(kind)
    if settings.start:
        found, _ = read_tensors(settings.start)
        kind.net(found)  # raises an error if it is another network
        model.load_state_dict({name: torch.from_numpy(array) for name, array in found.items()})
    return model
