"""Paths that are not UTF-8, and other odd words on the command line: an answer or one line, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ODD = b"odd\xff"


def hegemon(*arguments: str | bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "hegemon", *arguments]
    return subprocess.run(command, capture_output=True, cwd=folder, check=False, timeout=120)


def one_after_the_other(commands: Sequence[Sequence[bytes]], folder: Path) -> list[tuple[int, bytes]]:
    """Exit code and error output of commands in one process, with its real streams: torch is loaded only once."""
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL],
        input=b"\n".join(b"\0".join(command) for command in commands),
        capture_output=True,
        cwd=folder,
        check=True,
        timeout=240,
    )
    *told, rest = done.stderr.split(b"\0")
    assert rest == b""
    return list(zip(map(int, done.stdout.split(b"\0")[1::2]), told, strict=True))


SEVERAL = """
import os, sys
from hegemon.cli import main

for line in sys.stdin.buffer.read().split(b"\\n"):
    sys.argv = ["hegemon", *(os.fsdecode(word) for word in line.split(b"\\0"))]
    code = None
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    print(end=f"\\0{code}\\0", flush=True)
    print(end="\\0", file=sys.stderr, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    try:
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + ODD))).mkdir()
    except OSError:
        pytest.skip("the file system takes UTF-8 only")
    return tmp_path


PLAYED = (b"tournament", b"-a", b"random", b"-a", b"heuristic", b"-m", b"simple", b"-n", b"2", b"--store", ODD)


def test_a_store_in_a_path_that_is_not_utf8(folder: Path) -> None:
    for command in (
        PLAYED,
        (b"report", ODD, b"--csv", ODD + b"/csv", b"--records", ODD + b"/all.jsonl"),
        (b"report", ODD, b"--json"),
        (b"report", ODD, b"--verify"),
        (b"watch", ODD, b"--turn", b"1"),
        (b"watch", ODD + b"/all.jsonl", b"--turn", b"1"),
    ):
        found = hegemon(*command, folder=folder)
        assert found.returncode == 0, found.stderr.decode(errors="replace")


@pytest.mark.parametrize(
    "command",
    [
        ("match", "random", "random", "--games", "9" * 400),
        ("match", "random", "random", "--games", "-1"),
        ("match", "random", "random", "--seed", "9" * 400),
        ("match", "random", "random", "--time", "nan"),
        ("match", "random", "random", "--time", "1+inf"),
        ("match", "random", "random", "--map", "/dev/zero"),
        ("match", "random", "random", "--map", "grid(99999999, 99999999)"),
        ("match", "random", "puct(net=/dev/zero)", "--rules", "swiss2025"),
        ("tournament", "/dev/zero"),
        ("tournament", "-a", "random", "-a", "heuristic", "--hang-timeout", "inf"),
        ("tournament", "-a", "random", "-a", "heuristic", "--margin", "nan"),
        ("analyse", "triangle; soares2025; 3 play; a5 .2 b3", "--time", "nan"),
        ("odds", "9" * 400, "1"),
        ("train", "expert-iteration", "--out", "x", "--iterations", "9" * 400),
        ("train", "dqn", "--out", "x", "--set", ""),
        ("train", "weights", "--out", "x", "--highest", "nan"),
    ],
)
def test_odd_numbers_are_refused_at_once(run: Run, command: tuple[str, ...]) -> None:
    code, out, err = run(*command)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert len(err) < 1000


UNREADABLE = (
    (b"report", b"none\xff"),
    (b"tournament", ODD),
    (b"tournament", b"-a", b"random", b"-a", b"x=" + ODD + b".py:Agent", b"-m", b"simple"),
    (b"match", b"random", ODD + b".py:Agent"),
    (b"match", b"random", b"dqn(net=" + ODD + b".safetensors)", b"--rules", b"yao2025"),
    (b"match", b"random", b"random", b"--map", ODD),
    (b"match", b"random", b"random", b"--map", ODD + b".json"),
    (b"maps", b"check", ODD + b".json"),
    (b"analyse", ODD),
    (b"resolve", ODD),
    (b"train", b"zero", b"--out", ODD),
    (b"train", b"dqn", b"--out", ODD),
    (b"train", b"weights", b"--out", ODD),
    (b"train", b"expert-iteration", b"--out", ODD),
)


def test_what_cannot_be_read_is_refused_in_one_line(folder: Path) -> None:
    for command, (code, told) in zip(UNREADABLE, one_after_the_other(UNREADABLE, folder), strict=True):
        assert code == 2, (command, told)
        assert b"Traceback" not in told, command
        assert told.count(b"\n") == 1, (command, told)
