"""Looking for processes that bots have left behind."""

from __future__ import annotations

from pathlib import Path


def running(mark: str) -> list[Path]:
    """The processes whose command has the mark."""
    return [folder for folder in Path("/proc").glob("[0-9]*") if mark.encode() in _command(folder)]


def _command(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""
