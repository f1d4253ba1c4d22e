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
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon.errors import HegemonError, TrainingError
from hegemon.game import ClassicGame, SimultaneousGame
from hegemon.nets.tensors import read_tensors
from hegemon.nets.value import KINDS, save_value
from hegemon.training.folder import damaged, held, read_object, require_free, write_kind
from hegemon.training.log import Log, Row
from hegemon.training.pictures import value_pictures
from hegemon.training.settings import plain_settings
from hegemon.training.value.data import Data
from hegemon.training.value.fit import Fit, fit_linear, mean_loss, network_of, tensors
from hegemon.training.value.losses import Measure, class_losses, even_loss, mean_of_classes, weights_loss
from hegemon.training.value.settings import ValueSettings
from hegemon.training.value.shards import shard_path, write_shard

FORMAT = "hegemon-value-1"
STATE, CHECKPOINT, NET = "state.json", "checkpoint.pt", "value.safetensors"
CURVE = 2000
"""Most positions of a class that the learning curve is measured on."""
LINEAR_STEPS = 2000

Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class State:
    """How far the games of a run are."""

    settings: ValueSettings
    shards: int | None = None
    """The number of shards, once no more are played."""
    seconds: float = 0.0
    """Time that the games took so far, if it is limited."""

    def save(self, folder: Path) -> None:
        data = {
            "format": FORMAT,
            "settings": plain_settings(self.settings),
            "shards": self.shards,
            "seconds": self.seconds,
        }
        write_whole(folder / STATE, json.dumps(data), TrainingError)

    @classmethod
    def read(cls, folder: Path) -> State:
        path = folder / STATE
        data = read_object(path)
        try:
            if data["format"] != FORMAT:
                raise ValueError("another format")
            given: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in data["settings"].items()
            }
            shards, seconds = data["shards"], data["seconds"]
            if not (shards is None or (type(shards) is int and shards > 0)) or type(seconds) not in (int, float):
                raise ValueError("not the shards of a run")
            return cls(ValueSettings(**given), shards, float(seconds))
        except KeyError as error:
            raise damaged(path, f"it has no {error}") from None
        except (ValueError, TypeError, AttributeError, HegemonError) as error:
            raise damaged(path, str(error)) from None


def open_run(folder: Path, settings: ValueSettings, shards: int | None = None) -> State:
    """The run with these settings in the folder; a new one is created if there is none."""
    require_free(folder, "value")
    if (folder / STATE).exists():
        state = State.read(folder)
        for each in fields(settings):
            _require_same(folder, each.name, getattr(settings, each.name), getattr(state.settings, each.name))
        if state.shards and shards:
            _require_same(folder, "shards", shards, state.shards)
        return state
    for rules in dict.fromkeys(settings.rules):  # raises an error before the folder is created
        if settings.family == "simultaneous":
            SimultaneousGame(rules=rules).start(0)
            continue
        for seats in dict.fromkeys(settings.seats):
            ClassicGame(rules=rules, seats=seats).start(0)
    write_kind(folder, "value")
    state = State(settings)
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
            state = _play(folder, state, shards, minutes, threads, report)
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


def _play(folder: Path, state: State, shards: int | None, minutes: float | None, threads: int, report: Report) -> State:
    """Write shards until there are enough, at least one."""
    most = float("inf") if shards is None else shards
    limit = float("inf") if minutes is None else 60 * minutes
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    number = 0
    try:
        while number == 0 or (number < most and state.seconds < limit):
            if not shard_path(folder, number).exists():
                began = time.monotonic()
                write_shard(folder, state.settings, number, pool)
                if minutes is not None:
                    state = replace(state, seconds=state.seconds + time.monotonic() - began)
                    state.save(folder)
            number += 1
            if shards is not None:
                report("shards", number, shards)
            if minutes is not None:
                report("seconds of games", int(state.seconds), int(limit))
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
    state = replace(state, shards=number)
    state.save(folder)
    return state


def _fit(folder: Path, state: State, report: Report) -> None:
    settings, shards = state.settings, state.shards or 0
    data = Data.read(folder, shards)
    for other in map(Path, settings.also):
        data += Data.read(other, State.read(other).shards or 0)
    if not data.training or not data.held:
        raise TrainingError(
            f"{shards} shards of {settings.tables} tables leave no positions to train or to test with: play more in "
            "another folder"
        )
    torch.manual_seed(settings.seed)
    fit, curve = Fit(_model(settings), data.training, settings), [group.some(CURVE) for group in data.held]
    fit.load(folder / CHECKPOINT)
    with Log(folder, value_pictures) as log:
        while fit.step < settings.steps:
            fit.advance()
            report("steps", fit.step, settings.steps)
            if fit.step % settings.checkpoint == 0 or fit.step == settings.steps:
                found = class_losses(curve, {"network": partial(mean_loss, fit.mean)})
                row: Row = {"step": fit.step, "training": fit.training_loss()}
                for name, home in (("games", True), ("maps", False)):
                    row[name] = mean_of_classes((each for each in found if each["home"] is home), "network")
                log.write(row)
                fit.save(folder / CHECKPOINT)  # after the row: a row without its checkpoint is written again
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


def _require_same(folder: Path, name: str, asked: object, found: object) -> None:
    if asked != found:
        raise TrainingError(f"{folder} contains a run with {name}={found}, not {asked}; name another folder")
