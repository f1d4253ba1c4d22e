"""One process at a time writes to a folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO


class Locked(Exception):
    """Another process holds the lock; its text names that process."""


def lock_folder(path: Path) -> IO[str]:
    """A lock that the system gives back when the file is closed or this process ends, however it ends."""
    lock = (path / "lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise Locked(f" (process {holder})" if holder else "") from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock
