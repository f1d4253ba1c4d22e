"""The folder of a run: its content, and its lock."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hegemon._files import write_whole
from hegemon._lock import Locked, lock_folder
from hegemon.errors import TrainingError

KIND = "run.json"
MOST_BYTES = 100_000_000
"""Of a file of JSON."""


def require_free(folder: Path, kind: str) -> None:
    """Raise a TrainingError if a folder contains anything but a run of this kind."""
    try:
        str(folder).encode()
    except UnicodeEncodeError:  # torch and Parquet do not write there
        raise TrainingError(f"the name of {folder} is not UTF-8; choose another folder") from None
    if folder.exists() and not folder.is_dir():
        raise TrainingError(f"{folder} is a file; name a folder for the run")
    unfinished = {"lock", KIND + ".part"}  # what is left of a run that was killed before it began
    names = {path.name for path in folder.iterdir()} - unfinished if folder.exists() else set()
    if not names:
        return
    found = read_object(folder / KIND).get("kind") if KIND in names else ""
    if not isinstance(found, str):
        raise damaged(folder / KIND, "its kind is not text")
    if found != kind:
        what = f"a run of train {found:.40}" if found else "other files"
        raise TrainingError(f"{folder} contains {what}, not a run of train {kind}; choose another folder")


def write_kind(folder: Path, kind: str) -> None:
    """Create the folder of a run of this kind."""
    write_whole(folder / KIND, json.dumps({"kind": kind}), TrainingError, make_folder=True)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock a run for this process."""
    try:
        lock = lock_folder(folder)
    except Locked as holder:
        raise TrainingError(
            f"this run is in progress elsewhere{holder}: wait for it, or choose another folder"
        ) from None
    with lock:
        yield


def read_json(path: Path) -> Any:
    """The content of a file of a run; a TrainingError if it is damaged."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(path, str(error)) from None


def read_object(path: Path) -> dict[str, Any]:
    """The same of a file that holds one JSON object."""
    found = read_json(path)
    if not isinstance(found, dict):
        raise damaged(path, "it is not an object")
    return found


def damaged(path: Path, why: str) -> TrainingError:
    """The error for a file of a run that is not what the run has written."""
    return TrainingError(
        f"{path} is damaged ({why:.200}): delete it if it can be made again, or start again in another folder"
    )
