"""Generations of a network: runs one after the other, each in its own folder, with what the one before has made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.playing import Report, part_of


def generation_folder(folder: Path, number: int) -> Path:
    return folder / f"generation-{number}"


def train_in_turn(
    folder: Path,
    kind: str,
    net: str,
    numbers: Iterable[int],
    train: Callable[[int, Path, Report], object],
    report: Report,
) -> None:
    """Start or resume the generations with these numbers; the last network is copied to the folder."""
    require_free(folder, kind)
    write_kind(folder, kind)
    with held(folder):
        for number in numbers:
            here = generation_folder(folder, number)
            train(number, here, part_of(report, f"generation {number}"))
        copy_net(here / net, folder)


def copy_net(path: Path, folder: Path) -> None:
    """Copy the file of a network to a folder."""
    with replacing(folder / path.name, TrainingError) as scratch:
        scratch.write_bytes(path.read_bytes())
