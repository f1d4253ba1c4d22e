"""Training methods of hegemon train tune. Needs torch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from hegemon._json import JSONObject
from hegemon.statistics import wilson
from hegemon.training import gate
from hegemon.training.dqn.learner import Learner
from hegemon.training.dqn.run import train_dqn
from hegemon.training.dqn.settings import DqnSettings
from hegemon.training.log import read_rows
from hegemon.training.settings import changed, plain_settings
from hegemon.training.tune.search import Chosen, Score
from hegemon.training.zero import Zero, ZeroRun

Progress = Callable[[int, int], None]
"""progress(done, total) of the current part of a run."""


def _silent(done: int, total: int) -> None: ...


@dataclass(frozen=True)
class ZeroTask:
    """Self-play and learning; the score is that of the last network against the baseline, over the maps."""

    base: Zero
    threads: int = 1
    progress: Progress = _silent
    settings: ClassVar[type] = Zero

    def check(self, chosen: Chosen) -> None:
        with TemporaryDirectory() as folder:  # raises an error if the run cannot start
            ZeroRun(Path(folder) / "run", changed(self.base, chosen, "zero"))

    def describe(self) -> JSONObject:
        return {"zero": self.base.to_json()}

    def run(self, folder: Path, chosen: Chosen) -> Score:
        def report(what: str, done: int, total: int) -> None:
            self.progress(done, total)

        run = ZeroRun(folder, changed(self.base, chosen, "zero"), threads=self.threads, report=report)
        return mean_score(list(run.run()[-1]["scores"]["baseline"].values()))


@dataclass(frozen=True)
class DqnTask:
    """Deep Q-learning; the score is that against a random player, from both seats."""

    base: DqnSettings
    progress: Progress = _silent
    settings: ClassVar[type] = DqnSettings

    def check(self, chosen: Chosen) -> None:
        changed(self.base, chosen, "dqn")

    def describe(self) -> JSONObject:
        return {"dqn": plain_settings(self.base)}

    def run(self, folder: Path, chosen: Chosen) -> Score:
        settings = changed(self.base, chosen, "dqn")

        def on_step(learner: Learner) -> None:
            self.progress(learner.step, settings.steps)

        train_dqn(folder, settings, on_step=on_step)
        row = read_rows(folder)[-1]
        score = (row["first_seat"] + row["second_seat"]) / 2
        return Score(score, *wilson(score, 2 * row["games"]))


def mean_score(scores: Sequence[gate.Score]) -> Score:
    """The mean of independent scores; the distances to the ends of their intervals are squared and added (Newcombe)."""
    mean = sum(found["score"] for found in scores) / len(scores)
    below = math.hypot(*(found["score"] - found["low"] for found in scores)) / len(scores)
    above = math.hypot(*(found["high"] - found["score"] for found in scores)) / len(scores)
    return Score(mean, mean - below, mean + above)
