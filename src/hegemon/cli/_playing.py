"""The games of a tournament that are being played, as files for those who watch."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PAUSE = 1.0
"""Seconds between two looks at the games."""


@contextmanager
def showing(playing: Callable[[], list[list[str]]], folder: Path | None) -> Iterator[None]:
    """Keep one record file for each game in progress in a folder, written anew each second; without a folder, nothing.

    The games are not slowed: a thread of the supervisor reads their journals.
    """
    if folder is None:
        yield
        return
    _clear(folder)
    done = threading.Event()
    thread = threading.Thread(target=_write, args=(playing, folder, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        _clear(folder)


def _write(playing: Callable[[], list[list[str]]], folder: Path, done: threading.Event) -> None:
    known: dict[int, list[str]] = {}
    while not done.wait(PAUSE):
        games = dict(enumerate(playing()))
        with suppress(OSError):  # a full disk must not stop the games
            folder.mkdir(parents=True, exist_ok=True)
            for number, lines in games.items():
                if lines != known.get(number):
                    scratch = folder / f"{number}.part"
                    scratch.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                    scratch.replace(folder / f"{number}.jsonl")
            for number in known.keys() - games.keys():
                (folder / f"{number}.jsonl").unlink(missing_ok=True)
        known = games


def _clear(folder: Path) -> None:
    for path in (*folder.glob("*.jsonl"), *folder.glob("*.part")):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        folder.rmdir()
