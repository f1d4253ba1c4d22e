"""Learning from nothing, as in the co-evolution thesis (Soares 2025): search against itself, learn, search better.

The first samples come from tree search without a network, later ones from the search guided by the last network that
was accepted. Every iteration trains on the samples of a window of iterations, and the new network meets the last one
and the fixed baseline on every map. All of it is in one folder, and every step is done once: a run that is killed at
any instant goes on with the same command and ends as if it had not been killed.

    samples/1/banana/   shards of iteration 1 on banana, with their manifest
    checkpoints/1.pt    the training of iteration 1
    nets/1.safetensors  its network
    arena/1/            its games against the last accepted network and the baseline
    arena/1.json        the scores of these games
    metrics.jsonl       losses of every epoch, and scores; as pictures in *.svg, as events in tensorboard/
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
from hegemon.nets import Net
from hegemon.nets.torch_soares2025 import Soares2025
from hegemon.statistics import Sprt, score_interval
from hegemon.training.learner import Learning, Lesson, learn
from hegemon.training.log import Log, Row
from hegemon.training.pictures import zero_pictures
from hegemon.training.samples import Samples
from hegemon.training.selfplay import SelfPlay, self_play
from hegemon.training.weights import TrainingError

Report = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is to do."""
Blocks = dict[int, list[float]]
"""The points of the new network in the games of each block."""


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
    gate: Annotated[float, Range(-10_000, -1)] = -50.0
    """A network is refused once the games say that it is weaker than the last by so many Elo points."""
    play: SelfPlay = field(default_factory=SelfPlay)
    learning: Learning = field(default_factory=Learning)
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

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

    def __init__(
        self, folder: Path, zero: Zero, *, threads: int = 1, ray: str | None = None, report: Report | None = None
    ) -> None:
        self.folder, self.zero, self.threads, self.ray = folder, zero, threads, ray
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
        with Log(self.folder, zero_pictures, self._step) as log:
            return [self._iterate(number, log) for number in range(1, self.zero.iterations + 1)]

    def _step(self, row: Row) -> int:
        """Where a row of the log belongs: every epoch is a step, and so are the games of an iteration."""
        epochs = self.zero.learning.epochs
        place: int = (row["iteration"] - 1) * (epochs + 1) + row.get("epoch", epochs + 1)
        return place

    def net(self, number: int) -> Net:
        return Net.load(self.net_path(number))

    def net_path(self, number: int) -> Path:
        return self.folder / "nets" / f"{number}.safetensors"

    def accepted(self, before: int) -> int:
        """The last iteration before this one whose network was accepted; 0 is none."""
        for number in range(before - 1, 0, -1):
            if self._scores(number)["accepted"]:
                return number
        return 0

    def _iterate(self, number: int, log: Log) -> dict[str, Any]:
        scores = self.folder / "arena" / f"{number}.json"
        if scores.exists():
            return self._scores(number)
        lessons = self._lessons(number)
        if not self.net_path(number).exists():
            self._learn(number, lessons, log)
        found = self._judge(number)
        log.write({"iteration": number, **found})  # first: a row whose file is missing is written once more
        _write(scores, json.dumps(found, indent=1))
        return found

    def _scores(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "arena" / f"{number}.json").read_text(encoding="utf-8"))
        return found

    def _lessons(self, number: int) -> list[Lesson]:
        """Samples of the window by map, those of this iteration played now if they are missing."""
        parts: dict[str, list[Samples]] = {}
        for iteration in range(max(1, number - self.zero.window + 1), number + 1):
            for name in self.zero.maps[iteration - 1]:
                parts.setdefault(name, []).append(self._samples(iteration, name))
        games = {name: Game(name, self.zero.rules) for name in parts}
        return [Lesson.of(games[name], Samples.joined(parts[name]), self.zero.learning) for name in parts]

    def _samples(self, iteration: int, name: str) -> Samples:
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
            ray=self.ray,
            on_shard=lambda done: self.report(f"iteration {iteration}: samples on {name}", done, self.zero.positions),
        )

    def _learn(self, number: int, lessons: Sequence[Lesson], log: Log) -> None:
        torch.manual_seed(self.zero.seed)
        model = Soares2025(lessons[0].game)
        last = self.accepted(number)
        if last:
            model.load_net(self.net(last))
        epochs = self.zero.learning.epochs

        def on_epoch(epoch: int, losses: Mapping[str, float]) -> None:
            log.write({"iteration": number, "epoch": epoch, **losses})
            self.report(f"iteration {number}: learning", epoch, epochs)

        checkpoint = self.folder / "checkpoints" / f"{number}.pt"
        learn(model, lessons, self.zero.learning, checkpoint, seed=self.zero.seed + number, on_epoch=on_epoch)
        self.net_path(number).parent.mkdir(parents=True, exist_ok=True)
        samples = sum(map(len, lessons))
        net = model.to_net(iteration=str(number), samples=str(samples), maps=", ".join(self.zero.maps[number - 1]))
        scratch = self.net_path(number).with_suffix(".part.safetensors")
        net.save(scratch)
        scratch.replace(self.net_path(number))

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
        blocks: dict[str, dict[str, Blocks]] = {}
        with Store.open(self.folder / "arena" / str(number)) as store:
            run = prepare(tournament, store, self.threads)
            total = store.scheduled()
            for done, _ in enumerate(run, total - len(run.jobs) + 1):
                self.report(f"iteration {number}: games", done, total)
            names = [agent.alias for agent in store.agents()]
            for game in store.games():
                other = next(names[agent] for agent in game.seats if names[agent] != "new")
                board = blocks.setdefault(other, {}).setdefault(store.boards()[game.board].map, {})
                board.setdefault(game.block, []).append(game.points[game.seats.index(names.index("new"))])
        scores = {other: {board: _score(found) for board, found in boards.items()} for other, boards in blocks.items()}
        against_last = [sum(block) / 2 for found in blocks.get("last", {}).values() for block in found.values()]
        weaker = Sprt(self.zero.gate, 0.0).test(against_last).decision == "elo0" if against_last else False
        return {"last": last, "scores": scores, "accepted": not weaker}

    def _agent(self, number: int) -> str:
        path = str(self.net_path(number)).replace("\\", "\\\\").replace('"', '\\"')
        return f'guided-mcts(preset={self.zero.play.preset}, visits={self.zero.play.visits}, net="{path}")'


def _score(blocks: Blocks) -> dict[str, float]:
    """What the new network scored, with the ends of the 95 % interval."""
    games = [points for block in blocks.values() for points in block]
    low, high = score_interval(list(blocks.values()))
    return {"games": len(games), "score": sum(games) / len(games), "low": low, "high": high}


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".part")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)
