"""Generations of a value network: planners play first, then `best` with the network of the generation before.

Each generation is a run of its own, in the folder generation-NUMBER. From the second one on a network learns from all
games of `best` so far, beginning with the weights of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
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
LONGEST = {"simultaneous": 1.0, "classic": float("inf")}
"""Minutes of planners at most, on one core: a million positions with whole boards, which must fit into memory."""
FEWER_STEPS, LOWER_RATE = 20, 10
"""What a generation of `best` adds is learned in fewer and smaller steps."""
DECAY = 0.1


def generation_settings(settings: ValueSettings, before: Sequence[Path]) -> ValueSettings:
    """The settings of the generation after those in these folders; those of the first are the ones that were given,
    with planners."""
    if not before:
        return replace(settings, visits=0)
    net = str(before[-1] / NET)
    return replace(
        settings,
        visits=settings.visits or VISITS,
        value=net,
        start=net,
        also=tuple(map(str, before[1:])),
        steps=max(1, settings.steps // FEWER_STEPS),
        rate=settings.rate / LOWER_RATE,
        decay=DECAY,
        seed=settings.seed + len(before),
    )


def train_generations(
    folder: Path,
    settings: ValueSettings,
    generations: int,
    *,
    before: Sequence[Path] = (),
    minutes: float,
    threads: int = 1,
    report: Report = lambda what, done, total: None,
) -> JSONObject:
    """Start or resume all generations; what the metadata of the last network say.

    `best` plays for so many minutes in each of them. With the folders of generations before, that of planners first,
    these ones follow them; otherwise planners play first.
    """
    if settings.also or settings.start:
        raise TrainingError("train value: generations follow each other; leave also and start away")
    first = len(before)

    def train(number: int, here: Path, report: Report) -> None:
        given = generation_settings(settings, [*before, *(generation_folder(folder, n) for n in range(first, number))])
        time = minutes if number else min(minutes / SHORTER, LONGEST[settings.family] / threads)
        train_value(here, given, minutes=time, threads=threads, report=report)

    train_in_turn(folder, KIND, NET, range(first, max(first, 1) + generations), train, report)
    return describe(folder / NET)
