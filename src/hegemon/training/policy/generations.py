"""Generations of a policy network: `best` plays without one first, then with that of the generation before.

Each generation is a run of its own, in the folder generation-NUMBER. From the second one on a network learns from all
plans of searches with a network so far, beginning with the weights of the one before.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hegemon._json import JSONObject
from hegemon.agents.weights import NONE
from hegemon.errors import TrainingError
from hegemon.training.generations import generation_folder, train_in_turn
from hegemon.training.playing import Report
from hegemon.training.policy.run import NET, train_policy
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.value.run import describe

KIND = "policy --generations"


def generation_settings(folder: Path, settings: PolicySettings, number: int) -> PolicySettings:
    """The settings of a generation; those of the first are the ones that were given."""
    if number == 0:
        return settings
    before = str(generation_folder(folder, number - 1) / NET)
    also = tuple(str(generation_folder(folder, each)) for each in range(1, number))
    return replace(settings, policy=before, start=before, also=also, seed=settings.seed + number)


def train_generations(
    folder: Path,
    settings: PolicySettings,
    generations: int,
    *,
    minutes: float,
    threads: int = 1,
    report: Report = lambda what, done, total: None,
) -> JSONObject:
    """Start or resume all generations; what the metadata of the last network say.

    `best` plays for so many minutes in each of them, the first one without a network included.
    """
    if settings.also or settings.start or settings.policy != NONE:
        raise TrainingError("train policy: generations follow each other; leave also, start and policy away")

    def train(number: int, here: Path, report: Report) -> None:
        given = generation_settings(folder, settings, number)
        train_policy(here, given, minutes=minutes, threads=threads, report=report)

    train_in_turn(folder, KIND, NET, range(generations + 1), train, report)
    return describe(folder / NET)
