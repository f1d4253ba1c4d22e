"""Errors of the page."""

from __future__ import annotations

import os
from pathlib import Path

from hegemon.errors import HegemonError


def without_folder(text: str, folder: Path) -> str:
    """A message without the place of the data folder: visitors need not know where the server keeps its files."""
    return text.replace(f"{folder}{os.sep}", "").replace(str(folder), "the data folder")


class Missing(HegemonError):
    """What was asked for does not exist: a game, a map, a tournament."""


class Taken(HegemonError):
    """The name belongs to something else, which is not replaced without a word."""
