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

from hegemon.errors import AgentError
from hegemon.game import Game
from hegemon.match.foreign.forkserver import SeatsUnavailable, fork_server
from hegemon.match.foreign.waiting import SeatWaiting, children
from hegemon.match.foreign.wire import Message
from hegemon.match.workers import how_ended

LARGEST = 4 << 20
"""Bytes of a reply."""
ENDED = -1
NICE = 10
MEMORY = 8 << 30
"""Bytes of data that the process may have."""


class SeatFault(AgentError):
    """What an agent in its process did wrong: `fault` is illegal, crash, hang or died."""

    def __init__(self, fault: str, why: str, traceback: str = "") -> None:
        super().__init__(why)
        self.fault, self.traceback = fault, traceback


class Patience:
    """How long a reply may take, from now on: so many seconds, and as long as the process waits for a processor."""

    def __init__(self, seconds: float, waiting: SeatWaiting | None = None, most: float = 0.0) -> None:
        """`most` limits the seconds of waiting, so that nobody waits for ever."""
        self._seconds, self._waiting, self._most = seconds, waiting, most
        self._began, self._forgiven = time.monotonic(), 0.0

    @property
    def passed(self) -> float:
        return time.monotonic() - self._began

    def left(self) -> float:
        return max(0.0, self._seconds + self._forgiven - self.passed)

    def lost(self) -> bool:
        """Whether there is no time left, also without the waiting."""
        if self._waiting is not None:
            self._forgiven = min(self._most, self._waiting.seconds())
        return self.left() <= 0


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

    def request(self, message: Message, patience: Patience) -> dict[str, object]:
        """The reply; a SeatFault if there is none in time, or the process ends, or breaks the form."""
        self._number += 1
        data = pickle.dumps((self._number, message), pickle.HIGHEST_PROTOCOL)
        if self._paused:
            self._signal(signal.SIGCONT)
            self._paused = False
        self._write(struct.pack("!i", len(data)) + data, patience)
        size = struct.unpack("!i", self._read(4, patience))[0]
        if not 0 <= size <= LARGEST:
            raise SeatFault("crash", f"a reply of {size} bytes")
        return _parse(self._read(size, patience), self._number)

    def waiting(self) -> SeatWaiting:
        """How long it waits for a processor from now on."""
        return SeatWaiting(self._pid)

    def lower_priority(self) -> None:
        """Let other processes go first on a busy machine."""
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, self._pid, NICE)

    def pause(self) -> None:
        """Stop the process, with everything that it has started, until the next request."""
        self._signal(signal.SIGSTOP)
        self._paused = True

    def _write(self, data: bytes, patience: Patience) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._pipe.send(rest) :]
            except BlockingIOError:
                _wait(self._writable, patience)
            except OSError:
                raise self._ended() from None

    def _read(self, size: int, patience: Patience) -> bytes:
        parts: list[bytes] = []
        while size > 0:
            try:
                part = self._pipe.recv(size)
            except BlockingIOError:
                _wait(self._readable, patience)
                continue
            except OSError:
                raise self._ended() from None
            if not part:
                raise self._ended()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

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
            found = children(waiting.pop())
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


def _wait(poll: select.poll, patience: Patience) -> None:
    while not poll.poll(1000 * patience.left()):
        if patience.left() <= 0 and patience.lost():
            raise SeatFault("hang", f"no answer after {patience.passed:.1f} s")


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
