"""Worker processes: each receives jobs over a pipe and returns answers. Matches and tournaments share them."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from hegemon.agents.failures import error_line, error_traceback
from hegemon.errors import AgentFailure, HegemonError

J = TypeVar("J")
A = TypeVar("A")

PAUSE = 0.05
"""Seconds between polls of idle workers."""
AHEAD = 2
"""Jobs queued at a worker, so that it never waits for the next one."""
PROGRAM = "import sys; from hegemon.match.workers import serve; serve(*map(int, sys.argv[1:]))"


class WorkerDied(HegemonError):
    """A worker process ended in the middle of a job."""


class Worker(Generic[J, A]):
    """The handle of one process that does jobs in sequence. Jobs and answers are pickled."""

    def __init__(self, work: Callable[[J], A], share: Sequence[int] = ()) -> None:
        """`share` are file descriptors that the process inherits under the same numbers."""
        self._work, self._share = work, tuple(share)
        self.jobs: deque[J] = deque()
        """Jobs sent and not yet answered; the first is in progress."""
        self._start()

    def _start(self) -> None:
        if os.name == "nt":
            raise HegemonError("worker processes need Linux or macOS; on Windows use WSL, or a match on one process")
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-c", PROGRAM, str(theirs.fileno()), str(os.getpid())]
            files = (theirs.fileno(), *self._share)
            self._process = subprocess.Popen(command, pass_fds=files, stdin=subprocess.DEVNULL)
        self.pipe = Connection(ours.detach())
        with suppress(OSError):
            self.pipe.send((sys.path, self._work))

    @property
    def free(self) -> bool:
        return len(self.jobs) < AHEAD

    def tell(self, job: J) -> None:
        self.jobs.append(job)
        with suppress(OSError):  # a dead process is noticed by `look`
            self.pipe.send(job)

    def look(self) -> list[A]:
        """The answers received since the last call."""
        found: list[A] = []
        try:
            while self.pipe.poll():
                found.append(self._take(self.pipe.recv()))
        except (EOFError, OSError):
            return found + self.died(self._process.wait())  # the pipe is closed: the process ends or has ended
        return found

    def _take(self, message: tuple[type[HegemonError] | None, A, Sequence[str]]) -> A:
        error, answer, notes = message
        if error is not None:
            failed = error(answer)
            for note in notes:
                failed.add_note(note)
            raise failed
        self.jobs.popleft()
        return answer

    def died(self, code: int) -> list[A]:
        """Called when the process has ended by itself. Raises an error; subclasses may answer and restart it."""
        raise WorkerDied(f"a worker process ended ({how_ended(code)})")

    def restart(self) -> None:
        """Start a new process for the remaining jobs."""
        self.end()
        self._start()
        for job in self.jobs:
            with suppress(OSError):
                self.pipe.send(job)

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()
        self.pipe.close()

    def close(self) -> None:
        """End the process and release its resources."""
        self.end()


def run(
    hire: Callable[[], Worker[J, A]], workers: int, jobs: Iterable[J], room: Callable[[], bool] = lambda: True
) -> Generator[A, None, None]:
    """Answers as they arrive, in any order; jobs are sent only while there is `room`. On exit, every process ends."""
    waiting = iter(jobs)
    crew: list[Worker[J, A]] = []
    try:
        crew.extend(hire() for _ in range(workers))
        while True:
            for worker in crew:
                while worker.free and room() and (job := next(waiting, None)) is not None:
                    worker.tell(job)
            busy = [worker for worker in crew if worker.jobs]
            if not busy:
                return
            wait([worker.pipe for worker in busy], PAUSE)
            for worker in busy:
                yield from worker.look()
    finally:
        with deaf():
            for worker in crew:
                worker.close()


def run_in_order(work: Callable[[int], A], count: int, workers: int) -> Generator[A, None, None]:
    """The answers to the jobs 0, 1, 2, .. in order, from `workers` processes; only a few are buffered."""
    if workers <= 1:
        yield from map(work, range(count))
        return
    early: dict[int, A] = {}
    at = 0

    def hire() -> Worker[int, tuple[int, A]]:
        return Worker(_Numbered(work))

    with closing(run(hire, min(workers, count), range(count), lambda: len(early) < 3 * workers)) as answers:
        for number, answer in answers:
            early[number] = answer
            while at in early:
                yield early.pop(at)
                at += 1


class _Numbered(Generic[A]):
    """Work whose answer includes the number of the job."""

    def __init__(self, work: Callable[[int], A]) -> None:
        self.work = work

    def __call__(self, job: int) -> tuple[int, A]:
        return job, self.work(job)


def serve(pipe: int, parent: int) -> None:
    """Main loop of a worker process: answer jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the supervisor
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    os.dup2(2, 1)  # agents must not print into the output of the program
    connection = Connection(pipe)
    try:
        sys.path[:], work = connection.recv()
        while True:
            connection.send((None, work(connection.recv()), ()))
    except HegemonError as error:
        connection.send((_plain(error), str(error), getattr(error, "__notes__", ())))
    except (EOFError, OSError):
        pass
    os._exit(0)  # even if agents left threads running


def _plain(error: HegemonError) -> type[HegemonError]:
    """The nearest base class whose constructor takes only a message."""
    kinds = [kind for kind in type(error).__mro__ if issubclass(kind, HegemonError)]
    own = [kind is not HegemonError and "__init__" in vars(kind) for kind in kinds]
    return kinds[1 + max((at for at, found in enumerate(own) if found), default=-1)]


@contextmanager
def crossing() -> Iterator[None]:
    """An exception of an agent, raised again in a worker, as one that other processes know."""
    try:
        yield
    except HegemonError:
        raise
    except (Exception, SystemExit) as error:
        failed = AgentFailure(error_line(error))
        failed.add_note(error_traceback(error))
        raise failed from None


def _follow(parent: int) -> None:
    """End when the parent has ended. Where the system can tell, this thread sleeps until then: it would take the
    interpreter from agents otherwise."""
    with suppress(OSError, AttributeError):
        select.select([os.pidfd_open(parent)], [], [])
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def how_ended(code: int) -> str:
    """An exit code in words."""
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


@contextmanager
def deaf() -> Iterator[None]:
    """Ignore Ctrl-C in the block, while processes are being stopped."""
    with _on_interrupt(signal.SIG_IGN):
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that the block completes."""
    asked: list[object] = []
    try:
        with _on_interrupt(lambda *_: asked.append(None)):
            yield
    finally:
        if asked:
            raise KeyboardInterrupt


@contextmanager
def _on_interrupt(handler: Callable[..., object] | signal.Handlers) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
