"""Generations of a value network: planners play first, then `best` with the network of the generation before.

Each generation is a run of its own, in the folder generation-NUMBER. From the second one on a network learns from all
games of `best` so far, beginning with the weights of the one before.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hegemon._json import JSONObject
from hegemon.errors import TrainingError
from hegemon.training.generations import generation_folder, train_in_turn
from hegemon.training.playing import Report
from hegemon.training.value.run import NET, describe, train_value
from hegemon.training.value.settings import ValueSettings

KIND = "value --generations"
VISITS = 120
"""Rollouts of `best` for a decision, unless the settings name another number."""
SHORTER = 10
"""Planners play so many times as fast, and need as much less time."""
FEWER_STEPS, LOWER_RATE = 20, 10
"""What a generation of `best` adds is learned in fewer and smaller steps."""
DECAY = 0.1


def generation_settings(folder: Path, settings: ValueSettings, number: int) -> ValueSettings:
    """The settings of a generation; those of the first are the ones that were given, with planners."""
    if number == 0:
        return replace(settings, visits=0)
    before = str(generation_folder(folder, number - 1) / NET)
    return replace(
        settings,
        visits=settings.visits or VISITS,
        value=before,
        start=before,
        also=tuple(str(generation_folder(folder, each)) for each in range(1, number)),
        steps=max(1, settings.steps // FEWER_STEPS),
        rate=settings.rate / LOWER_RATE,
        decay=DECAY,
        seed=settings.seed + number,
    )


def train_generations(
    folder: Path,
    settings: ValueSettings,
    generations: int,
    *,
    minutes: float,
    threads: int = 1,
    report: Report = lambda what, done, total: None,
) -> JSONObject:
    """Start or resume all generations; what the metadata of the last network say.

    `best` plays for so many minutes in each of them.
    """
    if settings.also or settings.start:
        raise TrainingError("train value: generations follow each other; leave also and start away")

    def train(number: int, here: Path, report: Report) -> None:
        given = generation_settings(folder, settings, number)
        train_value(here, given, minutes=minutes if number else minutes / SHORTER, threads=threads, report=report)

    train_in_turn(folder, KIND, NET, generations, train, report)
    return describe(folder / NET)
