"""Training from scratch by self-play, as in the co-evolution thesis (Soares 2025).

The first samples come from tree search without a network, later ones from the search guided by the last accepted
network. loop.py describes the loop and the folder of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from hegemon._fields import Range, check_fields
from hegemon._json import JSONObject
from hegemon._spec import Spec
from hegemon.errors import TrainingError
from hegemon.game import SimultaneousGame
from hegemon.nets import SimultaneousNet
from hegemon.nets.torch.soares2025 import Soares2025
from hegemon.training.datasets.simultaneous import SimultaneousDataset
from hegemon.training.learner import Learning
from hegemon.training.loop import Loop, Report, Setup
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.collect import self_play
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay
from hegemon.training.settings import plain_settings


@dataclass(frozen=True)
class Zero:
    """Settings of the training; the defaults are those of the thesis."""

    maps: tuple[tuple[str, ...], ...] = (
        ("simple", "banana", "owl-island"),
        ("simple", "banana", "owl-island"),
        ("simple", "banana", "owl-island", "italy"),
    )
    """Maps of each iteration: the curriculum."""
    rules: str = "soares2025"
    start: str = ""
    """Initial network, by name or file; if empty, the first samples come from a search without a network."""
    positions: Annotated[int, Range(1, 10**9)] = 10_000
    """Samples per map and iteration."""
    first_visits: Annotated[int, Range(1, 10**9)] = 300
    """Iterations per decision of the search without a network."""
    window: Annotated[int, Range(1, 1000)] = 3
    """Number of most recent iterations whose samples are used."""
    games: Annotated[int, Range(2, 10**6)] = 30
    """Evaluation games against the last network and against the baseline, on every map."""
    gate: Annotated[float, Range(-10_000, -1)] = -50.0
    """A network is rejected if the sequential test finds it weaker than the last by this many Elo points."""
    play: SimultaneousSelfPlay = field(default_factory=SimultaneousSelfPlay)
    learning: Learning = field(default_factory=Learning)
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        if not self.maps or not all(self.maps):
            raise TrainingError("zero: every iteration needs a map")
        check_fields(self, "zero", TrainingError)
        check_fields(self.play, "self-play", TrainingError)

    @property
    def baseline(self) -> str:
        return f"smcts(preset=soares2025, visits={self.first_visits})"

    def to_json(self) -> JSONObject:
        return plain_settings(self)


class ZeroRun(Loop[SimultaneousSamples, SimultaneousNet]):
    """A run in its folder."""

    kind, family = "zero", "simultaneous"
    net_class = SimultaneousNet

    def __init__(
        self, folder: Path, zero: Zero, *, threads: int = 1, ray: str | None = None, report: Report | None = None
    ) -> None:
        self.zero = zero
        super().__init__(folder, zero, threads=threads, ray=ray, report=report)

    def _samples(self, iteration: int, setup: Setup) -> SimultaneousSamples:
        net, settings = self.best_net(iteration), self.zero.play
        if net is None:
            settings = replace(settings, preset="soares2025", visits=self.zero.first_visits, fast_visits=0)
        return self_play(
            SimultaneousGame(setup.map, setup.rules),
            settings,
            self.samples_path(iteration, setup),
            positions=self.zero.positions,
            net=net,
            seed=self.zero.seed * 1000 + iteration,
            threads=self.threads,
            ray=self.ray,
            on_shard=lambda done: self.report(
                f"iteration {iteration}: samples on {setup.folder}", done, self.zero.positions
            ),
        )

    def _dataset(self, setup: Setup, parts: Sequence[SimultaneousSamples]) -> SimultaneousDataset:
        return SimultaneousDataset.of(
            SimultaneousGame(setup.map, setup.rules), SimultaneousSamples.joined(parts), self.zero.learning
        )

    def _model(self) -> Soares2025:
        return Soares2025(SimultaneousGame(self.zero.maps[0][0], self.zero.rules), self.zero.learning.dropout)

    def agent(self, number: int) -> str:
        play = self.zero.play
        preset = {} if play.preset == "default" else {"preset": play.preset}
        return str(Spec("guided-mcts", (), {**preset, "visits": play.visits, "net": self.net_name(number)}))
