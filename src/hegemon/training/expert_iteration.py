"""Training of the classic game from scratch: a network (the apprentice) learns from a search (the expert; Anthony, Tian
and Barber 2017; for Risk-like games Gnecco Heredia and Cazenave 2022).

The apprentice's policy plays, and the expert labels a few positions of every game, cycling through the phases. The
network learns these labels, and the next expert searches with the network. Without `play.expert` the search plays all
decisions, as planned in the parallel-MCTS thesis (2025). The first samples come from a search with playouts. loop.py
describes the loop and the folder of a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from hegemon._fields import Range, check_fields
from hegemon._json import JSONObject
from hegemon._spec import Spec
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame
from hegemon.nets import ClassicNet
from hegemon.nets.architectures import ARCHITECTURES
from hegemon.nets.torch import policy_value_twin
from hegemon.nets.torch.classic import ClassicTwin
from hegemon.nets.torch.twin import Twin
from hegemon.search import MctsSettings
from hegemon.training.datasets.classic import ClassicDataset
from hegemon.training.learner import Dataset, Learning
from hegemon.training.loop import Loop, Report, Setup
from hegemon.training.samples.classic import ClassicSamples
from hegemon.training.samples.shards import MANIFEST, Manifest
from hegemon.training.selfplay.classic import ClassicSelfPlay
from hegemon.training.selfplay.collect import self_play
from hegemon.training.settings import plain_settings
from hegemon.training.taught import taught_dataset, taught_positions


@dataclass(frozen=True)
class ExpertIteration:
    """Settings of the training; the defaults are near those of the paper on its small map."""

    maps: tuple[tuple[str, ...], ...] = (("hex",),) * 5
    """Maps of each iteration: the curriculum. A map may name rules of its own: "hex under heredia2022"."""
    rules: tuple[str, ...] = (
        "heredia2022(pool=10, decision_cap=150)",
        "heredia2022(pool=15, decision_cap=150)",
        "heredia2022",
    )
    """Rules; every map that names none is played under each of them."""
    architecture: str = "heredia2022"
    start: str = ""
    """Initial network, by name or file; if empty, the first samples come from a search with playouts."""
    positions: Annotated[int, Range(1, 10**9)] = 2000
    """Samples per map, rules and iteration."""
    window: Annotated[int, Range(1, 1000)] = 3
    """Number of most recent iterations whose samples are used."""
    taught: Annotated[int, Range(0, 10**8)] = 0
    """Positions per map and rules from games of planners, with the mean end of some games that planners play on from
    there: they teach the value alone, as the samples of an iteration before the first."""
    also: str = ""
    """Folders of other runs, separated by commas: the samples of their last iterations are learned too."""
    games: Annotated[int, Range(2, 10**6)] = 60
    """Evaluation games against the last network and against the baseline, on every map."""
    gate: Annotated[float, Range(-10_000, 0)] = -50.0
    """A network is rejected if the sequential test finds it weaker than the last by this many Elo points."""
    visits: Annotated[int, Range(0, 10**9)] = 0
    """Visits of the agents in these games; 0 is the policy alone."""
    baseline: str = "random"
    """The baseline agent."""
    play: ClassicSelfPlay = field(
        default_factory=lambda: ClassicSelfPlay(
            visits=1000, fast_visits=0, expert=True, explore=0.1, decision_limit=300
        )
    )
    learning: Learning = field(default_factory=lambda: Learning(epochs=12, batch=64, schedule="linear", dropout=0.1))
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        if not self.maps or not all(self.maps):
            raise TrainingError("expert iteration: every iteration needs a map")
        check_fields(self, "expert iteration", TrainingError)

    def to_json(self) -> JSONObject:
        return plain_settings(self)


NEW_MAPS_UNDER = "swiss2025", "classic", "heredia2022", "swiss2025", "classic", "yao2025"


def _many_maps(number: int) -> tuple[str, ...]:
    """The home maps of four rule sets, and a generated one of 18 to 57 territories under one of them."""
    drawn = f"random({18 + 11 * number % 40}, seed={9000 + number})"
    return (
        "switzerland", "classic under classic", "hex under heredia2022", "old-world under yao2025",
        f"{drawn} under {NEW_MAPS_UNDER[number % len(NEW_MAPS_UNDER)]}",
    )  # fmt: skip


PRESETS: Mapping[str, ExpertIteration] = {
    "heredia2022": ExpertIteration(),
    "swiss2025": ExpertIteration(
        maps=(("switzerland",),) * 8,
        rules=("swiss2025",),
        architecture="classic-graph",
        positions=20_000,
        visits=100,
        baseline="mcts(visits=400)",
        play=ClassicSelfPlay(
            visits=100,
            fast_visits=0,
            temperature_decisions=0,
            decision_limit=3000,
            search=MctsSettings(selection="gumbel", playout="none"),
        ),
        learning=Learning(epochs=6, batch=128, rate=0.002, schedule="linear", value="mix", dropout=0.0),
    ),
    "best": ExpertIteration(
        maps=tuple(_many_maps(number) for number in range(60)),
        rules=("swiss2025",),
        architecture="classic-graph",
        positions=20_000,
        window=2,
        taught=20_000,
        games=2,
        gate=-10_000.0,
        visits=10,
        play=ClassicSelfPlay(
            visits=32,
            fast_visits=0,
            temperature_decisions=0,
            decision_limit=3000,
            search=MctsSettings(selection="gumbel", playout="none", chance="exact", doubt=1.0, votes=0.25),
        ),
        learning=Learning(epochs=1, batch=256, schedule="linear", value="returns", trace=0.98, dropout=0.0),
    ),
}
"""The apprentice of the paper on its small map; self-play of a search with few visits on the thesis's map; and the
network of the agent best for all maps and rules."""


class ExpertRun(Loop[ClassicSamples, ClassicNet]):
    """A run in its folder."""

    kind, family = "expert-iteration", "classic"
    net_class = ClassicNet

    def __init__(
        self,
        folder: Path,
        expert: ExpertIteration,
        *,
        threads: int = 1,
        ray: str | None = None,
        report: Report | None = None,
    ) -> None:
        self.expert = expert
        super().__init__(folder, expert, threads=threads, ray=ray, report=report)

    def _samples(self, iteration: int, setup: Setup) -> ClassicSamples:
        return self_play(
            _game(setup),
            self.expert.play,
            self.samples_path(iteration, setup),
            positions=self.expert.positions,
            net=self.best_net(iteration),
            seed=self.expert.seed * 1000 + iteration,
            threads=self.threads,
            ray=self.ray,
            on_shard=lambda done: self.report(
                f"iteration {iteration}: samples on {setup.folder}", done, self.expert.positions
            ),
        )

    def _datasets(self, number: int) -> list[Dataset[Twin[ClassicNet]]]:
        found = super()._datasets(number)
        if number < self.expert.window:
            found += [self._taught(setup) for setup in self.setups(number) if self.expert.taught]
        for name in filter(None, map(str.strip, self.expert.also.split(","))):
            found += self._played_in(Path(name))
        return found

    def _taught(self, setup: Setup) -> ClassicDataset:
        game = _game(setup)
        states, shares = taught_positions(
            game,
            self.samples_path(0, setup) / "taught.npz",
            self.expert.taught,
            seed=self.expert.seed * 1000,
            threads=self.threads,
            on_shard=lambda done: self.report(f"positions of planners on {setup.folder}", done, self.expert.taught),
        )
        return taught_dataset(game, states, shares, self._features)

    def _played_in(self, folder: Path) -> list[ClassicDataset]:
        """The samples of the last iterations of another run."""
        played = sorted(
            (path for path in folder.glob("samples/*") if path.name.isdecimal()), key=lambda path: int(path.name)
        )
        if not played:
            raise TrainingError(f"also={folder}: there are no samples of a run in this folder")
        parts: dict[ClassicGame, list[ClassicSamples]] = {}
        for path in played[-self.expert.window :]:
            for manifest in map(Manifest.found, sorted(setup.parent for setup in path.glob(f"*/{MANIFEST}"))):
                made = manifest.made
                game = ClassicGame(str(made["map"]), str(made["rules"]), int(made["seats"]))
                if game.map.hash != made["map_hash"]:
                    raise TrainingError(f"also={folder}: the map {game.map.name} has changed since")
                parts.setdefault(game, []).append(manifest.load(ClassicSamples))
        return [self._samples_of(game, samples) for game, samples in parts.items()]

    def _model(self) -> ClassicTwin:
        return policy_value_twin(self.expert.architecture, _game(self.setups(1)[0]), self.expert.learning.dropout)

    @property
    def _features(self) -> str:
        return ARCHITECTURES[self.expert.architecture].features

    def _dataset(self, setup: Setup, parts: Sequence[ClassicSamples]) -> ClassicDataset:
        return self._samples_of(_game(setup), parts)

    def _samples_of(self, game: ClassicGame, parts: Sequence[ClassicSamples]) -> ClassicDataset:
        return ClassicDataset.of(game, ClassicSamples.joined(parts), self.expert.learning, self._features)

    def agent(self, number: int) -> str:
        return str(Spec("exit", (), {"net": self.net_name(number), "visits": self.expert.visits}))


def _game(setup: Setup) -> ClassicGame:
    return ClassicGame(setup.map, setup.rules, 2)
