"""Stores that may be read and not written: all games that were stored are shown, while games are played and after."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hegemon.arena import Store, make_tournament, prepare
from hegemon.arena.game_runner import play_job
from hegemon.arena.stored import FILE

NOBODY = 65534
TOURNAMENT = make_tournament(["random", "heuristic"], ["simple"], games=6, seed=3)

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user, who may not write"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may read."""
    path = Path(tempfile.mkdtemp(prefix="hegemon-read-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def as_nobody(work: Callable[[], object]) -> str:
    """What a function returns to a user who may write nowhere in the store, or how it failed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            text = str(work())
        except BaseException:
            text = traceback.format_exc()
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        found = pipe.read().decode()
    os.waitpid(child, 0)
    return found


def games_of(folder: Path) -> int:
    with Store.read(folder) as store:
        return len(store.games())


def readable(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IROTH)


def test_a_store_that_is_closed(folder: Path) -> None:
    with Store.open(folder) as store:
        list(prepare(TOURNAMENT, store, workers=1))
    readable(folder)
    assert not (folder / f"{FILE}-wal").exists()
    assert as_nobody(lambda: games_of(folder)) == "6"


def test_a_store_that_is_being_written(folder: Path) -> None:
    with Store.open(folder) as store:
        jobs = store.prepare(TOURNAMENT)
        store.begin_run(1)
        for done, job in enumerate(jobs, 1):
            store.add(play_job(TOURNAMENT, job, memoryview(bytearray(24)).cast("d")))
            readable(folder)
            assert as_nobody(lambda: games_of(folder)) == str(done)


def killed_in(folder: Path) -> None:
    """Leave a store as a writer leaves it that is killed after its last game."""
    child = os.fork()
    if child == 0:
        store = Store.open(folder)
        jobs = store.prepare(TOURNAMENT)
        store.begin_run(1)
        for job in jobs:
            store.add(play_job(TOURNAMENT, job, memoryview(bytearray(24)).cast("d")))
        os._exit(0)  # nothing is closed
    os.waitpid(child, 0)
    readable(folder)
    assert (folder / f"{FILE}-wal").stat().st_size > 0


def test_a_store_whose_writer_was_killed(folder: Path) -> None:
    killed_in(folder)
    assert as_nobody(lambda: games_of(folder)) == "6"


def test_a_store_whose_log_has_no_index(folder: Path) -> None:
    killed_in(folder)
    (folder / f"{FILE}-shm").unlink()
    assert as_nobody(lambda: games_of(folder)) == "6"
    assert sorted(path.name for path in folder.iterdir()) == [FILE, f"{FILE}-wal", "lock"]
