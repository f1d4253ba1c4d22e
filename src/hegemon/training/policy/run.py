"""Training the policy network: games of `best` with itself, then a fit to the plans that it played.

First, shards of decisions are written, one after the other. When there are enough, their number is fixed, and the
network is fitted to them. All random numbers are a function of the seed and of what they are for, so a run that is
killed resumes and ends as if it had not been.

    state.json          the settings, and the number of shards once it is fixed
    shards/             the decisions
    checkpoint.pt       the fit so far
    metrics.jsonl       a row for every checkpoint; as a picture in loss.svg, as events in tensorboard/
    policy.safetensors  the network, for best(policy=FILE), with the settings and the losses
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import torch

from hegemon._json import JSONObject
from hegemon.errors import TrainingError
from hegemon.game import SimultaneousGame
from hegemon.nets.policy import policy_net, save_policy
from hegemon.nets.tensors import read_tensors
from hegemon.nets.torch.board_policy import BoardPolicy
from hegemon.training.fitting import fit_in_steps, tensors
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.playing import STATE, Playing, Report, play_shards
from hegemon.training.policy.decisions import Decisions
from hegemon.training.policy.fit import fit_of, mean_losses, mean_of, new_model
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.policy.shards import read_shard, write_shard
from hegemon.training.settings import plain_settings
from hegemon.training.value.run import describe

FORMAT = "hegemon-policy-1"
NET = "policy.safetensors"
State = Playing[PolicySettings]
Class = tuple[str, bool]
"""Rules, and whether the map is their home map."""


def open_run(folder: Path, settings: PolicySettings, shards: int | None = None) -> State:
    """The run with these settings in the folder; a new one is created if there is none."""
    require_free(folder, "policy")
    if (folder / STATE).exists():
        state = State.read(folder, PolicySettings, FORMAT)
        state.require_same(folder, settings, shards)
        return state
    for rules in dict.fromkeys(settings.rules):  # raises an error before the folder is created
        SimultaneousGame(rules=rules).start(0)
    write_kind(folder, "policy")
    state = State(settings, FORMAT)
    state.save(folder)
    return state


def train_policy(
    folder: Path,
    settings: PolicySettings,
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


@dataclass(frozen=True)
class Data:
    """What a run has played."""

    training: Decisions
    held: dict[Class, Decisions]

    @classmethod
    def read(cls, folder: Path, state: State) -> Data:
        """All decisions of a run, and of those from which it learns too."""
        runs = [(folder, state)]
        runs += [(other, State.read(other, PolicySettings, FORMAT)) for other in map(Path, state.settings.also)]
        training: list[Decisions] = []
        kept: dict[Class, list[Decisions]] = {}
        for each, played in runs:
            for number in range(played.shards or 0):
                for found in read_shard(each, number):
                    kind = (found.table.rules, found.table.home)
                    (kept.setdefault(kind, []) if found.table.held else training).append(found.decisions)
        held = {kind: Decisions.joined(kept[kind]) for kind in sorted(kept)}
        held = {kind: each for kind, each in held.items() if len(each)}
        if not sum(map(len, training)) or not held:
            raise TrainingError(
                f"{state.shards} shards of {state.settings.tables} tables leave no plans to train or to test with: "
                "play more in another folder"
            )
        return cls(Decisions.joined(training), held)


def _fit(folder: Path, state: State, report: Report) -> None:
    settings = state.settings
    data = Data.read(folder, state)
    torch.manual_seed(settings.seed)
    fit = fit_of(_model(settings), data.training, settings)

    def held_loss(home: bool) -> float | None:
        return mean_of([mean_losses(fit.mean, each) for (_, is_home), each in data.held.items() if is_home is home])

    fit_in_steps(folder, fit, held_loss, report)
    training = {
        "settings": plain_settings(settings),
        "shards": state.shards,
        "plans": len(data.training),
        "held": sum(map(len, data.held.values())),
        "losses": [
            {"rules": rules, "home": home, "plans": len(each), "losses": mean_losses(fit.mean, each)}
            for (rules, home), each in data.held.items()
        ],
    }
    save_policy(folder / NET, tensors(fit.mean), {"training": json.dumps(training)})


def _model(settings: PolicySettings) -> BoardPolicy:
    """The network before the first step."""
    model = new_model()
    if settings.start:
        found, _ = read_tensors(settings.start)
        policy_net(found)  # raises an error if it is another network
        model.load_state_dict({name: torch.from_numpy(array) for name, array in found.items()})
    return model
