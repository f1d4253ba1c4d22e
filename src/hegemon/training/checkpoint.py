"""Reading the checkpoints of trainings. Needs torch."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import torch


class DamagedCheckpoint(ValueError):
    """A checkpoint that is not whole, or of something else."""


def load_checkpoint(path: Path) -> dict[str, Any]:
    """The content of a file that torch.save has written, with every checksum of it verified.

    An OSError if it cannot be read, a DamagedCheckpoint if it is damaged.
    """
    content = io.BytesIO(path.read_bytes())
    try:
        with zipfile.ZipFile(content) as archive:
            broken = archive.testzip()
        if broken is not None:
            raise ValueError(f"{broken} is damaged")
        content.seek(0)
        found = torch.load(content, weights_only=True)
    except Exception as error:  # whatever a damaged file makes the readers trip over
        raise DamagedCheckpoint(str(error)) from None
    if not isinstance(found, dict):
        raise DamagedCheckpoint("it is not a checkpoint")
    return found


def counts(values: object) -> list[int]:
    """Counters of a checkpoint, none of them negative."""
    if not isinstance(values, list) or any(type(value) is not int or not 0 <= value < 2**62 for value in values):
        raise DamagedCheckpoint("its counts are no whole numbers")
    return values
