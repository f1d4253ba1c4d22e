"""Runs the cases of a fuzzer in child processes, so that a crash or a hang costs one case and names it."""

from __future__ import annotations

import faulthandler
import os
import random
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO

from hegemon import HegemonError
from hegemon.match.foreign.sandbox import end_as

FOLDER = Path(__file__).parent / "fuzzers"
NAMES = sorted(file.stem for file in FOLDER.glob("[a-z]*.py"))
BATCH = 500
"""Cases of one process, a fork of the child that has imported everything: memory that is lost adds up no further."""
MEMORY = 4 << 30
"""Bytes of a child process. The sanitizers reserve far more: they run without this limit."""
ROOT = Path(__file__).parents[2]


@dataclass
class Outcome:
    """What a run of a fuzzer has found."""

    cases: int = 0
    refused: int = 0
    """Cases that ended in a HegemonError."""
    failed: list[int] = field(default_factory=list)

    @property
    def failures(self) -> int:
        return len(self.failed)


class Generator(random.Random):
    """The random generator of one case."""

    number = 0


# --- In the child ---------------------------------------------------------------------------------------------------


def _load(name: str) -> Callable[[Generator], None]:
    case: Callable[[Generator], None] = import_module(f"tests.fuzz.fuzzers.{name}").case
    return case


def _generator(name: str, seed: int, number: int) -> Generator:
    generator = Generator(f"{name} {seed} {number}")
    generator.number = number
    return generator


def run_case(name: str, seed: int, number: int) -> int:
    """One case in this process, with whatever it raises."""
    try:
        _load(name)(_generator(name, seed, number))
    except HegemonError as error:
        print(f"refused: {error}")
    return 0


def work(name: str, seed: int, first: int) -> int:
    """Batches of cases without end, each in a fork. The parent is told: b(egin), o(k), r(efused), f(ailed)."""
    tell = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a case prints stands with the errors
    faulthandler.enable()
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    case = _load(name)
    prepare: Callable[[], None] | None = getattr(import_module(case.__module__), "prepare", None)
    if prepare is not None:
        prepare()
    while True:
        batch = os.fork()
        if batch == 0:
            _cases(name, seed, first, case, tell)
            os._exit(0)  # without the clean-up of what the other batches still use
        code = os.waitstatus_to_exitcode(os.waitpid(batch, 0)[1])
        if code < 0:  # end in the same way
            faulthandler.disable()
            end_as(code)
        if code != 0:
            return code
        first += BATCH


def _cases(name: str, seed: int, first: int, case: Callable[[Generator], None], tell: IO[str]) -> None:
    for number in range(first, first + BATCH):
        tell.write(f"b {number}\n")
        try:
            case(_generator(name, seed, number))
            word = "o"
        except HegemonError:
            word = "r"
        except BaseException:
            traceback.print_exc()
            word = "f"
            sys.stderr.flush()
        tell.write(f"{word} {number}\n")


# --- In the parent --------------------------------------------------------------------------------------------------


def run(name: str, seconds: float, seed: int = 0, hang: float = 10) -> Outcome:
    """Cases of a fuzzer for so many seconds. Failures are printed with the command that repeats them."""
    outcome, number, ends = Outcome(), 0, time.monotonic() + seconds
    while time.monotonic() < ends:
        with tempfile.TemporaryFile() as errors:
            number = _batch(name, seed, number, ends, hang, outcome, errors)
    print(f"{name}: {outcome.cases} cases, {outcome.refused} refused, {outcome.failures} failures", flush=True)
    return outcome


def _batch(name: str, seed: int, first: int, ends: float, hang: float, outcome: Outcome, errors: IO[bytes]) -> int:
    """The cases of one child; the number of the next case."""
    command = [sys.executable, "-m", "tests.fuzz", name, "--seed", str(seed), "--worker", str(first)]
    child = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
    )
    assert child.stdout is not None
    running, next_case, limit = False, first, 60.0  # the first case waits for the imports
    told = [0]  # bytes of the errors that were printed

    def fail(number: int, why: str) -> None:
        outcome.failed.append(number)
        text = os.pread(errors.fileno(), 10**7, told[0]).decode(errors="replace")
        told[0] += len(text.encode())
        tail = "".join(text[-6000:].splitlines(keepends=True)[-60:])
        print(f"\n{name}: case {number} {why}\n{tail}repeat: {_repeat(name, seed, number)}\n", flush=True)

    while time.monotonic() < ends or running:
        if not select.select([child.stdout], [], [], limit)[0]:
            os.killpg(child.pid, signal.SIGABRT)  # faulthandler prints where it is
            time.sleep(0.5)
            fail(next_case - 1 if running else next_case, f"hangs: more than {limit:g} s")
            break
        line = child.stdout.readline()
        if not line:
            code = child.wait()
            if running or code:
                fail(next_case - 1 if running else next_case, f"ended the process, exit code {code}")
                next_case += not running
            break
        word, number = line.split()
        running, next_case, limit = word == "b", int(number) + 1, hang
        if not running:
            outcome.cases += 1
            outcome.refused += word == "r"
            if word == "f":
                fail(int(number), "raised")
    _end(child)
    return next_case


def _repeat(name: str, seed: int, number: int) -> str:
    preload = f"LD_PRELOAD={os.environ['LD_PRELOAD']} " if os.environ.get("LD_PRELOAD") else ""
    return f"{preload}{sys.executable} -m tests.fuzz {name} --seed {seed} --case {number}"


def _end(child: subprocess.Popen[str]) -> None:
    """Also whatever its cases have started."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    assert child.stdout is not None
    child.stdout.close()
