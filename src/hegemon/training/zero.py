"""Learning from nothing, as in the co-evolution thesis (Soares 2025): search against itself, learn, search better.

The first samples come from tree search without a network, later ones from the search guided by the last network that
was accepted. Every iteration trains on the samples of a window of iterations, and the new network meets the last one
and the fixed baseline on every map. All of it is in one folder, and every step is done once: a run that is killed at
any instant goes on with the same command and ends as if it had not been killed.

    samples/1/banana/   shards of iteration 1 on banana, with their manifest
    checkpoints/1.pt    the training of iteration 1
    nets/1.safetensors  its network
    arena/1/            its games against the last accepted network and the baseline
    metrics.jsonl       losses of every epoch, and scores
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import torch

from hegemon._fields import Range, check_fields
from hegemon.arena import Store, make_tournament, prepare
from hegemon.game import Game
from hegemon.nets import load_net
from hegemon.nets.torch_soares2025 import Soares2025
from hegemon.statistics import Sprt
from hegemon.training.learner import Learning, Lesson, learn
from hegemon.training.lessons import SimultaneousLesson
from hegemon.training.samples import Samples
from hegemon.training.selfplay import SelfPlay, self_play
from hegemon.training.weights import TrainingError

Report = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is to do."""


@dataclass(frozen=True)
class Zero:
    """The defaults are the thesis's numbers."""

    maps: tuple[tuple[str, ...], ...] = (
        ("simple", "banana", "owl-island"),
        ("simple", "banana", "owl-island"),
        ("simple", "banana", "owl-island", "italy"),
    )
    """Of each iteration: the curriculum."""
    rules: str = "soares2025"
    positions: Annotated[int, Range(1, 10**9)] = 10_000
    """Samples of every map and iteration."""
    first_visits: Annotated[int, Range(1, 10**9)] = 300
    """Of the search without a network."""
    window: Annotated[int, Range(1, 1000)] = 3
    """Iterations whose samples are learned from."""
    games: Annotated[int, Range(2, 10**6)] = 30
    """Against the last network and against the baseline, on every map."""
    gate: float = -50.0
    """A network is refused once the games say that it is weaker than the last by so many Elo points."""
    play: SelfPlay = field(default_factory=SelfPlay)
    learning: Learning = field(default_factory=Learning)
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.maps or not all(self.maps):
            raise TrainingError("zero: every iteration needs a map")
        check_fields(self.play, "self-play", TrainingError)

    @property
    def iterations(self) -> int:
        return len(self.maps)

    @property
    def baseline(self) -> str:
        return f"smcts(preset={self.play.preset}, visits={self.first_visits})"

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return found


class ZeroRun:
    """A run in its folder."""

    def __init__(self, folder: Path, zero: Zero, *, threads: int = 1, report: Report | None = None) -> None:
        self.folder, self.zero, self.threads = folder, zero, threads
        self.report = report or (lambda what, done, total: None)
        self._require_same()

    def _require_same(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "zero.json"
        if not path.exists():
            _write(path, json.dumps(self.zero.to_json(), indent=1))
        elif json.loads(path.read_text(encoding="utf-8")) != self.zero.to_json():
            raise TrainingError(f"{self.folder} holds a run with other settings (see {path}); choose another folder")

    def run(self) -> list[dict[str, Any]]:
        """Do whatever is left to do; the scores of every iteration."""
        return [self._iterate(number) for number in range(1, self.zero.iterations + 1)]

    def net(self, number: int) -> Any:
        return load_net(self.net_path(number))

    def net_path(self, number: int) -> Path:
        return self.folder / "nets" / f"{number}.safetensors"

    def accepted(self, before: int) -> int:
        """The last iteration before this one whose network was accepted; 0 is none."""
        for number in range(before - 1, 0, -1):
            if self._scores(number)["accepted"]:
                return number
        return 0

    def _iterate(self, number: int) -> dict[str, Any]:
        scores = self.folder / "arena" / f"{number}.json"
        if scores.exists():
            return self._scores(number)
        lessons = self._lessons(number)
        if not self.net_path(number).exists():
            self._learn(number, lessons)
        found = self._judge(number)
        _write(scores, json.dumps(found, indent=1))
        self._log({"iteration": number, **found})
        return found

    def _scores(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "arena" / f"{number}.json").read_text(encoding="utf-8"))
        return found

    def _lessons(self, number: int) -> list[Lesson]:
        """Samples of the window by map, those of this iteration played now if they are missing."""
        parts: dict[str, list[Any]] = {}
        for iteration in range(max(1, number - self.zero.window + 1), number + 1):
            for name in self.zero.maps[iteration - 1]:
                parts.setdefault(name, []).append(self._samples(iteration, name))
        return [self._lesson(name, parts[name]) for name in parts]

    def _lesson(self, name: str, parts: Sequence[Any]) -> Lesson:
        return SimultaneousLesson.of(Game(name, self.zero.rules), Samples.joined(parts), self.zero.learning)

    def _samples(self, iteration: int, name: str) -> Any:
        last = self.accepted(iteration)
        settings = self.zero.play
        if last == 0:
            settings = SelfPlay(**{**asdict(settings), "visits": self.zero.first_visits, "fast_visits": 0})
        return self_play(
            Game(name, self.zero.rules),
            settings,
            self.folder / "samples" / str(iteration) / name,
            positions=self.zero.positions,
            net=self.net(last) if last else None,
            seed=self.zero.seed * 1000 + iteration,
            threads=self.threads,
            on_shard=lambda done: self.report(f"iteration {iteration}: samples on {name}", done, self.zero.positions),
        )

    def _learn(self, number: int, lessons: Sequence[Lesson]) -> None:
        torch.manual_seed(self.zero.seed)
        model = self._model()
        last = self.accepted(number)
        if last:
            model.load_net(self.net(last))
        epochs = self.zero.learning.epochs

        def on_epoch(epoch: int, losses: Mapping[str, float]) -> None:
            self._log({"iteration": number, "epoch": epoch, **losses})
            self.report(f"iteration {number}: learning", epoch, epochs)

        checkpoint = self.folder / "checkpoints" / f"{number}.pt"
        learn(model, lessons, self.zero.learning, checkpoint, seed=self.zero.seed + number, on_epoch=on_epoch)
        self.net_path(number).parent.mkdir(parents=True, exist_ok=True)
        samples = sum(map(len, lessons))
        net = model.to_net(iteration=str(number), samples=str(samples), maps=", ".join(self.zero.maps[number - 1]))
        scratch = self.net_path(number).with_suffix(".part.safetensors")
        net.save(scratch)
        scratch.replace(self.net_path(number))

    def _model(self) -> Any:
        return Soares2025(Game(self.zero.maps[0][0], self.zero.rules), self.zero.learning.dropout)

    def _judge(self, number: int) -> dict[str, Any]:
        """Games against the last network and the baseline; whether the new network is accepted."""
        last = self.accepted(number)
        agents = {"new": self._agent(number), "baseline": self.zero.baseline}
        if last:
            agents["last"] = self._agent(last)
        tournament = make_tournament(
            agents, self.zero.maps[number - 1], self.zero.rules, games=self.zero.games, format="gauntlet",
            seed=self.zero.seed,
        )  # fmt: skip
        blocks: dict[tuple[str, str], dict[int, float]] = {}
        with Store.open(self.folder / "arena" / str(number)) as store:
            run = prepare(tournament, store, self.threads)
            total = store.scheduled()
            for done, _ in enumerate(run, total - len(run.jobs) + 1):
                self.report(f"iteration {number}: games", done, total)
            names = [agent.alias for agent in store.agents()]
            for game in store.games():
                other = next(agent for agent in game.seats if names[agent] != "new")
                key = names[other], store.boards()[game.board].map
                points = game.points[game.seats.index(names.index("new"))]
                blocks.setdefault(key, {}).setdefault(game.block, 0.0)
                blocks[key][game.block] += points / 2
        scores = {f"{other} on {board}": sum(found.values()) / len(found) for (other, board), found in blocks.items()}
        against_last = [score for (other, _), found in blocks.items() if other == "last" for score in found.values()]
        weaker = Sprt(self.zero.gate, 0.0).test(against_last).decision == "elo0" if against_last else False
        return {"last": last, "scores": scores, "accepted": not weaker}

    def _agent(self, number: int) -> str:
        path = str(self.net_path(number)).replace("\\", "\\\\").replace('"', '\\"')
        return f'guided-mcts(preset={self.zero.play.preset}, visits={self.zero.play.visits}, net="{path}")'

    def _log(self, line: Mapping[str, Any]) -> None:
        with (self.folder / "metrics.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".part")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)
