"""The training loop of self-play, for both games.

Every iteration trains on the samples of a window of iterations, and the new network plays against the last one and the
baseline on every map. All data is in one folder. A run can be killed at any time: run the same command again to resume
it, with the same result.

    samples/1/banana/   shards of iteration 1 on banana, with their manifest
    checkpoints/1.pt    the training of iteration 1
    nets/1.safetensors  its network
    arena/1/            its games against the last accepted network and the baseline
    arena/1.json        the scores of these games
    metrics.jsonl       losses of every epoch, and scores; as pictures in *.svg, as events in tensorboard/
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

import torch

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon.agents import make_agent
from hegemon.errors import TrainingError
from hegemon.game import Game
from hegemon.nets import ClassicNet, SimultaneousNet, load_net
from hegemon.nets.torch.twin import Twin
from hegemon.training.folder import damaged, held, read_json, read_object, require_free, write_kind
from hegemon.training.gate import GateResult, play_gate, read_gate
from hegemon.training.learner import Dataset, Learning, learn
from hegemon.training.log import Log, Row
from hegemon.training.pictures import zero_pictures
from hegemon.training.renamed import completed, settings_now
from hegemon.training.samples.base import Samples

S = TypeVar("S", bound=Samples)
N = TypeVar("N", SimultaneousNet, ClassicNet)
Report = Callable[[str, int, int], None]
"""report(task, done, total)."""


UNDER = " under "
"""Between a map and rules of its own: "hex under heredia2022"."""


class Setup(NamedTuple):
    """A map with rules."""

    map: str
    rules: str
    folder: str
    """Of its samples."""

    @classmethod
    def all_of(cls, map: str, rules: Sequence[str]) -> list[Setup]:
        """A map under each of the rules, or under those that it names."""
        name, under, own = map.partition(UNDER)
        if under:
            return [cls(name.strip(), own.strip(), f"{name.strip()}-{own.strip()}")]
        return [cls(map, rule, f"{map}-{at}" if len(rules) > 1 else map) for at, rule in enumerate(rules, 1)]


class LoopSettings(Protocol):
    """Settings of every loop; zero.py and expert_iteration.py explain the fields."""

    @property
    def maps(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def rules(self) -> str | tuple[str, ...]: ...
    @property
    def start(self) -> str: ...
    @property
    def window(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def gate(self) -> float: ...
    @property
    def learning(self) -> Learning: ...
    @property
    def seed(self) -> int: ...
    @property
    def baseline(self) -> str: ...
    def to_json(self) -> JSONObject: ...


class Loop(ABC, Generic[S, N]):
    """A run in its folder, with samples S and networks N."""

    kind: ClassVar[str]
    """The name of its command."""
    family: ClassVar[str]
    net_class: type[N]

    def __init__(
        self,
        folder: Path,
        settings: LoopSettings,
        *,
        threads: int = 1,
        ray: str | None = None,
        report: Report | None = None,
    ) -> None:
        self.folder, self.settings, self.threads, self.ray = folder, settings, threads, ray
        self.report = report or (lambda what, done, total: None)
        require_free(folder, self.kind)
        self._require_same()

    def _require_same(self) -> None:
        """Raise an error unless the settings are valid and those of the run, except for more iterations."""
        path, wanted = self.folder / "settings.json", self.settings.to_json()
        kept = completed(settings_now(read_object(path) if path.exists() else wanted), type(self.settings)().to_json())
        if not isinstance(kept.get("maps"), list):
            raise damaged(path, "its maps are not a list")
        maps, kept_maps = [list(each) for each in self.settings.maps], list(kept["maps"])
        common = min(len(kept_maps), len(maps))
        different = [name for name in wanted if name != "maps" and kept.get(name) != wanted[name]]
        if kept_maps[:common] != maps[:common]:
            different.append("maps")
        if different:
            name, found, asked = _difference(different[0], kept.get(different[0]), wanted[different[0]])
            raise TrainingError(
                f"{self.folder} contains a run with {name}={found!s:.200}, not {asked!s:.200}; repeat its "
                f"command (its settings are in {path}), or choose another folder"
            )
        if not path.exists() or len(maps) > len(kept_maps):
            self._check()
            write_kind(self.folder, self.kind)
            write_whole(path, json.dumps(wanted, indent=1), TrainingError, make_folder=True)

    def _check(self) -> None:
        """Raise an error for unknown maps, rules, networks or baselines, before anything is written."""
        make_agent(self.settings.baseline)
        for iteration in range(1, len(self.settings.maps) + 1):
            setups = self.setups(iteration)
            for setup in setups:
                if Game(setup.map, setup.rules).rules.family != self.family:
                    raise TrainingError(f"train {self.kind} learns the {self.family} game, not {setup.rules}")
                if sum((other.map, other.rules) == (setup.map, setup.rules) for other in setups) > 1:
                    raise TrainingError(f"iteration {iteration} has {setup.map} under {setup.rules} twice")
        self._check_start()

    def _check_start(self) -> None:
        model = self._model()
        if not self.settings.start:
            return
        net = self.net(0)
        if net.architecture != model.architecture:
            raise TrainingError(
                f"start={self.settings.start} cannot be used: it is a network of {net.architecture}, and this run "
                f"learns one of {model.architecture}"
            )
        try:
            model.load_net(net)
        except RuntimeError:  # weights of another shape
            raise TrainingError(f"start={self.settings.start} cannot be used: its layers have other sizes") from None

    def run(self) -> list[GateResult]:
        """Finish the run; return the scores of every iteration."""
        with held(self.folder), Log(self.folder, zero_pictures, self._step) as log:
            return [self._iterate(number, log) for number in range(1, len(self.settings.maps) + 1)]

    def _step(self, row: Row) -> int:
        """The step of a row of the log: every epoch is a step, and so are the games of an iteration."""
        epochs = self.settings.learning.epochs
        place: int = (row["iteration"] - 1) * (epochs + 1) + row.get("epoch", epochs + 1)
        return place

    def net_name(self, number: int) -> str:
        """The network of an iteration as a setting of agents; 0 is the initial network."""
        return str(self.net_path(number)) if number else self.settings.start

    def net(self, number: int) -> N:
        return load_net(self.net_name(number), self.net_class)

    def best_net(self, iteration: int) -> N | None:
        """The network that plays the games of an iteration and that its training starts from, or None."""
        last = self.accepted(iteration)
        return self.net(last) if self.net_name(last) else None

    def setups(self, iteration: int) -> list[Setup]:
        """Every map of an iteration, under each of the rules or under its own."""
        rules = (self.settings.rules,) if isinstance(self.settings.rules, str) else self.settings.rules
        return [setup for map in self.settings.maps[iteration - 1] for setup in Setup.all_of(map, rules)]

    def samples_path(self, iteration: int, setup: Setup) -> Path:
        return self.folder / "samples" / str(iteration) / setup.folder

    def net_path(self, number: int) -> Path:
        return self.folder / "nets" / f"{number}.safetensors"

    def accepted(self, before: int) -> int:
        """The last iteration before this one whose network was accepted; 0 is the initial network."""
        for number in range(before - 1, 0, -1):
            if self._scores(number)["accepted"]:
                return number
        return 0

    def _iterate(self, number: int, log: Log) -> GateResult:
        scores = self.folder / "arena" / f"{number}.json"
        if not self.net_path(number).exists():  # also for a finished iteration: the checkpoint has the network
            self._learn(number, self._datasets(number), log)
        if scores.exists():
            return self._scores(number)
        found = self._gate(number)
        log.write({"iteration": number, **found})  # first: a row whose file is missing is written again
        write_whole(scores, json.dumps(found, indent=1), TrainingError, make_folder=True)
        return found

    def _scores(self, number: int) -> GateResult:
        path = self.folder / "arena" / f"{number}.json"
        try:
            return read_gate(read_json(path))
        except (ValueError, OverflowError) as error:
            raise damaged(path, str(error)) from None

    def _datasets(self, number: int) -> list[Dataset[Twin[N]]]:
        """Samples of the window by map; missing samples of this iteration are played now."""
        parts: dict[Setup, list[S]] = {}
        for iteration in range(max(1, number - self.settings.window + 1), number + 1):
            for setup in self.setups(iteration):
                parts.setdefault(setup, []).append(self._samples(iteration, setup))
        return [self._dataset(setup, parts[setup]) for setup in parts]

    def _learn(self, number: int, datasets: Sequence[Dataset[Twin[N]]], log: Log) -> None:
        torch.manual_seed(self.settings.seed)
        model = self._model()
        best = self.best_net(number)
        if best is not None:
            model.load_net(best)
        epochs = self.settings.learning.epochs

        def on_epoch(epoch: int, losses: Mapping[str, float]) -> None:
            log.write({"iteration": number, "epoch": epoch, **losses})
            self.report(f"iteration {number}: learning", epoch, epochs)

        checkpoint = self.folder / "checkpoints" / f"{number}.pt"
        learn(model, datasets, self.settings.learning, checkpoint, seed=self.settings.seed + number, on_epoch=on_epoch)
        self.net_path(number).parent.mkdir(parents=True, exist_ok=True)
        samples = sum(map(len, datasets))
        net = model.to_net(iteration=str(number), samples=str(samples), maps=", ".join(self.settings.maps[number - 1]))
        net.save(self.net_path(number))

    @abstractmethod
    def _samples(self, iteration: int, setup: Setup) -> S:
        """The samples of an iteration on a setup, from the last accepted network before it."""

    @abstractmethod
    def _dataset(self, setup: Setup, parts: Sequence[S]) -> Dataset[Twin[N]]:
        """All samples of a setup as a dataset."""

    @abstractmethod
    def _model(self) -> Twin[N]:
        """An untrained network."""

    @abstractmethod
    def agent(self, number: int) -> str:
        """The agent that plays with the network of an iteration."""

    def _gate(self, number: int) -> GateResult:
        """Play against the last network and the baseline; return whether the new network is accepted."""
        last = self.accepted(number)
        agents = {"new": self.agent(number), "baseline": self.settings.baseline}
        if self.net_name(last):
            agents["last"] = self.agent(last)
        scores, accepted = play_gate(
            self.folder / "arena" / str(number),
            agents,
            [(setup.map, setup.rules) for setup in self.setups(number)],
            games=self.settings.games,
            limit=self.settings.gate,
            seed=self.settings.seed,
            threads=self.threads,
            on_game=lambda done, total: self.report(f"iteration {number}: games", done, total),
        )
        return {"last": last, "scores": scores, "accepted": accepted}


def _difference(name: str, kept: object, asked: object) -> tuple[str, object, object]:
    """The first nested setting that differs: its full name and both values."""
    if isinstance(kept, dict) and isinstance(asked, dict):
        inner = next((key for key in asked if kept.get(key) != asked[key]), None)
        if inner is None:  # kept has a key that is no setting
            return name, kept, asked
        return _difference(f"{name}.{inner}", kept.get(inner), asked[inner])
    return name, kept, asked
