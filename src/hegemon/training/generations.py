"""Generations of a network: runs one after the other, each in its own folder, with what the one before has made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.playing import Report


def generation_folder(folder: Path, number: int) -> Path:
    return folder / f"generation-{number}"


def train_in_turn(
    folder: Path, kind: str, net: str, generations: int, train: Callable[[int, Path, Report], object], report: Report
) -> None:
    """Start or resume all generations, the first one with the number 0; the last network is copied to the folder."""
    require_free(folder, kind)
    write_kind(folder, kind)
    with held(folder):
        for number in range(generations + 1):
            here = generation_folder(folder, number)
            train(number, here, partial(_report, report, number))
        with replacing(folder / net, TrainingError) as scratch:
            scratch.write_bytes((here / net).read_bytes())


def _report(report: Report, number: int, what: str, done: int, total: int) -> None:
    report(f"generation {number}: {what}", done, total)
