"""The fork server, as the referee sees it: a process of a seat starts in milliseconds, since the package is loaded."""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from hegemon.errors import HegemonError

PROGRAM = Path(__file__).with_name("forkserver_main.py")


class SeatsUnavailable(HegemonError):
    """The process of a seat cannot be started: a failure of this machine, not of the agent."""


@dataclass(frozen=True, slots=True)
class Start:
    """Fork a process for a seat. Its pipe and where it prints follow as file descriptors."""

    folder: str
    environment: dict[str, str]
    memory: int
    """Bytes of data that the process may have."""


@dataclass(frozen=True, slots=True)
class Look:
    """Say how a process ended, or None."""

    pid: int


@dataclass(frozen=True, slots=True)
class Bury:
    """Wait for the end of a process, and forget it. Until then no other process gets its pid."""

    pid: int


class ForkServer:
    """One fork server. Threads may share it."""

    def __init__(self) -> None:
        if os.name == "nt":
            raise SeatsUnavailable("agents of your own need Linux or macOS here; on Windows use WSL")
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair()
        package = str(Path(__file__).parents[3])
        with theirs:
            command = [sys.executable, str(PROGRAM), str(theirs.fileno()), str(os.getpid()), package]
            try:
                self._process = subprocess.Popen(
                    command, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, start_new_session=True
                )
            except OSError as error:
                self._socket.close()
                raise SeatsUnavailable(f"cannot start the process of an agent: {error.strerror or error}") from None
        self._pipe = Connection(os.dup(self._socket.fileno()))

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def start(self, pipe: socket.socket, memory: int) -> int:
        """The pid of a new process that serves an agent over a pipe."""
        start = Start(os.getcwd(), dict(os.environ), memory)  # noqa: PTH109
        found = self._request(start, [pipe.fileno(), 2])
        if not isinstance(found, int):
            raise SeatsUnavailable(f"cannot start the process of an agent: {found}")
        return found

    def exit_code(self, pid: int) -> int | None:
        """How a process ended, as `subprocess` says it; None while it runs."""
        found = self._request(Look(pid))
        return found if isinstance(found, int) else None

    def bury(self, pid: int) -> None:
        """Wait for the end of a process that was killed."""
        with suppress(SeatsUnavailable):  # the processes of a server end with it
            self._request(Bury(pid))

    def _request(self, request: Start | Look | Bury, files: list[int] | None = None) -> object:
        try:
            with self._lock:
                self._pipe.send(request)
                if files:
                    socket.send_fds(self._socket, [b"+"], files)
                return self._pipe.recv()
        except (EOFError, OSError):
            raise SeatsUnavailable("the process that starts agents has ended") from None

    def close(self) -> None:
        """End the server, and with it all processes that it has started."""
        self._pipe.close()
        self._socket.close()
        self._process.kill()
        self._process.wait()


_servers: list[ForkServer] = []
"""The one of this process, if there is one."""
_starting = threading.Lock()


def fork_server() -> ForkServer:
    """The fork server of this process."""
    with _starting:
        if not _servers or not _servers[-1].alive:
            close_server()
            _servers.append(ForkServer())
        return _servers[-1]


def close_server() -> None:
    """End the fork server of this process."""
    while _servers:
        _servers.pop().close()


atexit.register(close_server)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_servers.clear)
