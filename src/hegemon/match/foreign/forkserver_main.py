"""The program of the fork server: it has loaded the package, and forks a process for every seat that is asked for.

It runs no agent itself and holds nothing of any game.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from multiprocessing.connection import Connection
from typing import NoReturn

if __name__ == "__main__":
    sys.path[0:1] = []  # the folder of this file, whose modules have common names
    sys.path.append(sys.argv[3])

from hegemon.match.foreign import child, sandbox
from hegemon.match.foreign.forkserver import Bury, Look, Start

LOOK = 0.5
"""Seconds between looks whether the referee is still there: processes that it has forked may hold the pipe open."""


class Server:
    """Answers the requests of one referee."""

    def __init__(self, pipe: int, referee: int) -> None:
        self._socket, self._requests, self._referee = socket.socket(fileno=pipe), Connection(os.dup(pipe)), referee
        self._namespaces = sandbox.namespaces_allowed()
        gc.freeze()

    def serve(self) -> None:
        """Go on until the referee goes away."""
        with contextlib.suppress(EOFError, OSError):
            while self._referee_asks():
                self._requests.send(self._answer(self._requests.recv()))

    def _referee_asks(self) -> bool:
        """Wait for a request; False when the referee is gone."""
        while not select.select([self._socket], [], [], LOOK)[0]:
            if os.getppid() != self._referee:
                return False
        return True

    def _answer(self, request: Start | Look | Bury) -> int | str | None:
        match request:
            case Start():
                return self._start(request)
            case Look(pid):
                return _exit_code(pid, os.WNOHANG | os.WNOWAIT)
            case Bury(pid):
                return _exit_code(pid, 0)

    def _start(self, start: Start) -> int | str:
        """The pid, or the system's reason why there is none."""
        files = socket.recv_fds(self._socket, 1, 2)[1]
        try:
            pid = os.fork()
            if pid == 0:
                self._become_seat(start, *files)
            _lead_group(pid)
            return pid
        except OSError as error:
            return error.strerror or str(error)
        finally:
            for file in files:
                os.close(file)

    def _become_seat(self, start: Start, pipe: int, errors: int) -> NoReturn:
        try:
            _lead_group(0)
            self._socket.close()
            self._requests.close()
            os.dup2(errors, 2)
            os.dup2(errors, 1)  # what agents print must not get between the lines of a program's output
            os.close(errors)
            with contextlib.suppress(OSError):
                os.chdir(start.folder)
            os.environ.clear()
            os.environ.update(start.environment)
            sandbox.confine(pipe, start.memory, namespaces=self._namespaces)
            if numpy_random := sys.modules.get("numpy.random"):
                numpy_random.seed()  # every process was forked with the same state
            child.serve(pipe)
        finally:
            os._exit(1)


def _lead_group(pid: int) -> None:
    """Give a process a group of its own. It and its parent both do so: neither needs to wait for the other."""
    with contextlib.suppress(OSError):
        os.setpgid(pid, 0)


def _exit_code(pid: int, options: int) -> int | None:
    """How a process ended, as `subprocess` says it; None while it runs."""
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | options)
    except ChildProcessError:  # another thread of the referee has ended it, and it is buried
        return -signal.SIGKILL
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


if __name__ == "__main__":
    Server(int(sys.argv[1]), int(sys.argv[2])).serve()
    os._exit(0)
