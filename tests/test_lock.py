"""One process at a time writes to a folder, and one that was killed blocks nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hegemon._lock import Locked, lock_folder

HOLD = """
import sys, pathlib, hegemon._lock
lock = hegemon._lock.lock_folder(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""

IMPORT = """
import sys
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
from hegemon.cli.app import COMMANDS, load
for place, _ in COMMANDS.values():
    load(place)
"""


def test_a_second_holder_is_refused_and_told_who_holds_the_lock(tmp_path: Path) -> None:
    lock = lock_folder(tmp_path)
    for _ in range(2):  # to be refused does not change the lock
        with pytest.raises(Locked, match=rf"^ \(process {os.getpid()}\)$"):
            lock_folder(tmp_path)
    lock.release()
    lock_folder(tmp_path).release()


def test_a_lock_left_by_a_killed_process_does_not_block(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(Locked, match=rf"\(process {process.pid}\)"):
            lock_folder(tmp_path)
        process.kill()
        process.wait()
    lock_folder(tmp_path).release()


def test_the_program_loads_without_the_modules_that_windows_lacks() -> None:
    subprocess.run([sys.executable, "-c", IMPORT], check=True)
