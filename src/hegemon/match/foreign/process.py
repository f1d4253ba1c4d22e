"""The handle of a seat's process: requests go out, plain replies of bounded size come back in time or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import select
import signal
import socket
import struct
import time
from pathlib import Path

from hegemon.errors import AgentError
from hegemon.game import Game
from hegemon.match.foreign.forkserver import SeatsUnavailable, fork_server
from hegemon.match.foreign.wire import Message
from hegemon.match.workers import how_ended

LARGEST = 4 << 20
"""Bytes of a reply."""
ENDED = -1
MEMORY = 8 << 30
"""Bytes of data that the process may have."""


class SeatFault(AgentError):
    """What an agent in its process did wrong: `fault` is illegal, crash, hang or died."""

    def __init__(self, fault: str, why: str, traceback: str = "") -> None:
        super().__init__(why)
        self.fault, self.traceback = fault, traceback


class SeatProcess:
    """One process with one agent."""

    def __init__(self) -> None:
        self._server = fork_server()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._pid = self._server.start(theirs, MEMORY)
            except SeatsUnavailable:
                ours.close()
                raise
        ours.setblocking(False)
        self._pipe = ours
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(ours, select.POLLIN)
        self._writable.register(ours, select.POLLOUT)
        self._number = 0
        self._paused = False
        self.game: Game | None = None
        """The game that it knows."""

    def request(self, message: Message, seconds: float) -> dict[str, object]:
        """The reply; a SeatFault if there is none within so many seconds, or the process ends, or breaks the form."""
        self._number += 1
        data = pickle.dumps((self._number, message), pickle.HIGHEST_PROTOCOL)
        deadline = time.monotonic() + seconds
        if self._paused:
            self._signal(signal.SIGCONT)
            self._paused = False
        self._write(struct.pack("!i", len(data)) + data, deadline, seconds)
        size = struct.unpack("!i", self._read(4, deadline, seconds))[0]
        if not 0 <= size <= LARGEST:
            raise SeatFault("crash", f"a reply of {size} bytes")
        return _parse(self._read(size, deadline, seconds), self._number)

    def pause(self) -> None:
        """Stop the process, with everything that it has started, until the next request."""
        self._signal(signal.SIGSTOP)
        self._paused = True

    def _write(self, data: bytes, deadline: float, seconds: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._pipe.send(rest) :]
            except BlockingIOError:
                self._wait(self._writable, deadline, seconds)
            except OSError:
                raise self._ended() from None

    def _read(self, size: int, deadline: float, seconds: float) -> bytes:
        parts: list[bytes] = []
        while size > 0:
            try:
                part = self._pipe.recv(size)
            except BlockingIOError:
                self._wait(self._readable, deadline, seconds)
                continue
            except OSError:
                raise self._ended() from None
            if not part:
                raise self._ended()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _wait(self, poll: select.poll, deadline: float, seconds: float) -> None:
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise SeatFault("hang", f"no answer after {seconds:.1f} s")

    def _ended(self) -> SeatFault:
        deadline = time.monotonic() + 1.0
        while (code := self._server.exit_code(self._pid)) is None and time.monotonic() < deadline:
            time.sleep(0.002)
        return SeatFault("died", "it closed its pipe" if code is None else f"its process ended ({how_ended(code)})")

    @property
    def alive(self) -> bool:
        try:
            return self._server.exit_code(self._pid) is None
        except SeatsUnavailable:
            return False

    @property
    def clean(self) -> bool:
        """Whether everything that it has started belongs to its group, so that a pause stops it."""
        waiting = [self._pid]
        while waiting:
            found = _children(waiting.pop())
            if any(_group(child) not in (self._pid, ENDED) for child in found):
                return False
            waiting += found
        return True

    def _signal(self, number: signal.Signals) -> None:
        if not self._server.alive:  # it has ended, and its number may be another's
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, number)

    def close(self) -> None:
        """End the process and all that it has started."""
        self._signal(signal.SIGKILL)
        self._server.bury(self._pid)
        self._pipe.close()


def _children(process: int) -> list[int]:
    """The processes that a process has started; none where the system does not tell."""
    try:
        lists = [file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return []
    return [int(child) for line in lists for child in line.split()]


def _group(process: int) -> int:
    try:
        return os.getpgid(process)
    except OSError:
        return ENDED


def _parse(data: bytes, wanted: int) -> dict[str, object]:
    try:
        number, reply = json.loads(data)
        if number == wanted and isinstance(reply, dict):
            return reply
    except (ValueError, TypeError, RecursionError):
        pass
    raise SeatFault("crash", "a reply that cannot be read")
