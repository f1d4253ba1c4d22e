"""The process of a bot: lines go in, one line comes back within a time limit, and what it logs is kept."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections import deque
from pathlib import Path

from hegemon._core import Waiting
from hegemon.agents.bots.stderr import Stderr
from hegemon.errors import AgentError, AgentLateError

LONGEST_LINE = 1 << 20
"""Characters of a line that are read."""
MOST_HELD = 4 << 20
"""Bytes of lines that wait to be read; the oldest are dropped."""
LINE_COST = 64
"""Bytes that a line costs, whatever is in it."""
SHOWN, ASKED = 160, 60
"""Characters of stderr and of the last request that a message shows."""
DRAIN = 0.5
"""Seconds to read the rest of stderr of a program that has ended."""
LONGEST_WAIT = 3600.0
"""Seconds between looks at the clock."""
JAVA_OPTIONS = "-XX:-UsePerfData"
"""Of bots in Java."""
WARMUP = 5.0
"""Seconds that a program may take to read its first lines, which count for nobody's clock."""


class BotFailed(AgentError):
    """The program has ended, or gives no answer. A note has what it wrote to stderr."""


class BotLate(BotFailed, AgentLateError):
    """The program has given no answer in time."""


class Deadline:
    """So many seconds from now; those in which a busy machine gives a process no processor come on top."""

    def __init__(self, seconds: float, process: int = 0) -> None:
        self.seconds = seconds
        self._began = time.monotonic()
        self._waiting = Waiting(process=process, all=True) if process else None
        self._waited = self._grace = 0.0

    def extend(self, seconds: float) -> None:
        """Wait a little longer for an answer that is late."""
        self._grace += seconds

    @property
    def at(self) -> float:
        return self._began + self.seconds + self._grace + self._waited

    def passed(self) -> bool:
        if self._waiting is not None and time.monotonic() >= self.at:
            self._waited = self._waiting.seconds()
        return time.monotonic() >= self.at


class Program:
    """A running program. With `last_line` the newest line answers, else the oldest that was not read."""

    def __init__(
        self, command: str, folder: str = "", *, last_line: bool, own_group: bool = False, stderr: str = ""
    ) -> None:
        """With `own_group` all that it starts ends with it; in the process of a seat, that ends with the seat.

        `stderr` is a file to which all that it writes there is added.
        """
        arguments = _arguments(command)
        where = Path(folder) if folder else Path.cwd()
        if not where.is_dir():
            raise AgentError(f"bot: folder {folder} does not exist")
        if shutil.which(arguments[0], path=_path(where)) is None:
            raise AgentError(f"bot: there is no program {arguments[0]}; give its path, or install it")
        self._stderr = Stderr(stderr)
        try:
            self._process = subprocess.Popen(
                arguments,
                cwd=where,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=own_group,
                env=environment(),
            )
        except OSError as error:
            self._stderr.close()
            raise AgentError(f"bot: cannot start {command!r:.80}: {error.strerror or error}") from None
        self._last_line, self._own_group = last_line, own_group
        self._unsent = bytearray()
        self._line = bytearray()
        self._lines: deque[str] = deque(maxlen=1 if last_line else None)
        self._held = 0
        self._request = ""
        self._ended = False
        self._selector = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)

    def tell(self, lines: list[str]) -> None:
        """Lines that need no answer."""
        self._unsent += "".join(f"{line}\n" for line in lines).encode("ascii", "replace")
        self._exchange(time.monotonic())

    def warm_up(self) -> None:
        """Wait until the program has read what it was told: an interpreter or a virtual machine takes time to start."""
        deadline = time.monotonic() + WARMUP
        while time.monotonic() < deadline and not self._ended and (self._unsent or _unread(self._process.stdin)):
            self._exchange(min(deadline, time.monotonic() + 0.005))

    def ask(self, request: str, seconds: float) -> str:
        """The line that answers the request. A BotLate or a BotFailed tells the request and what stderr says."""
        deadline = Deadline(seconds)
        self._exchange(time.monotonic())  # what it has written before it was asked
        self.request(request)
        return self.next_line(deadline)

    def request(self, line: str) -> None:
        """A line that is to be answered."""
        self._request = line
        self.tell([line])

    def next_line(self, deadline: Deadline) -> str:
        """The next line that it writes; a BotLate or a BotFailed tells the last request and what stderr says."""
        while not self._lines:
            if self._ended:
                raise self._failed(BotFailed, f"the bot has ended{self._code()}")
            if deadline.passed():
                raise self._failed(BotLate, f"the bot gave no answer within {deadline.seconds:.3f} s")
            self._exchange(deadline.at)
        return self._take()

    def _hold(self, line: str) -> None:
        """Keep a line until it is read, but not too many."""
        self._lines.append(line)
        if not self._last_line:
            self._held += len(line) + LINE_COST
            while self._held > MOST_HELD and len(self._lines) > 1:
                self._take()

    def _take(self) -> str:
        line = self._lines.popleft()
        self._held = max(0, self._held - len(line) - LINE_COST)
        return line

    @property
    def pid(self) -> int:
        return self._process.pid

    def _exchange(self, deadline: float) -> None:
        """Write and read what can be, waiting for something to happen until the deadline."""
        stdin = self._process.stdin
        assert stdin is not None
        if self._unsent and not stdin.closed and stdin not in self._selector.get_map():
            self._selector.register(stdin, selectors.EVENT_WRITE)
        if not self._selector.get_map():
            self._ended = True
            return
        for key, _ in self._selector.select(min(max(0.0, deadline - time.monotonic()), LONGEST_WAIT)):
            if key.fileobj is stdin:
                self._write()
            elif key.fileobj is self._process.stdout:
                self._read_answers()
            else:
                self._read_log()

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            del self._unsent[: os.write(stdin.fileno(), self._unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._unsent.clear()
        if not self._unsent:
            self._selector.unregister(stdin)

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        data = _read(self._process.stdout.fileno())
        if data == b"":
            self._selector.unregister(self._process.stdout)
            self._ended = True
        *whole, rest = (data or b"").split(b"\n")
        for part in whole:
            self._line += part[: LONGEST_LINE - len(self._line)]
            line = self._line.decode("utf-8", "replace").removesuffix("\r")
            self._line.clear()
            if line or self._last_line:
                self._hold(line)
        self._line += rest[: LONGEST_LINE - len(self._line)]

    def _read_log(self) -> None:
        assert self._process.stderr is not None
        data = _read(self._process.stderr.fileno())
        if data == b"":
            self._selector.unregister(self._process.stderr)
        self._stderr.add(data or b"")

    def _code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f" (code {self._process.wait(0.5)})"
        return " its output"

    def _failed(self, kind: type[BotFailed], what: str) -> BotFailed:
        """The error: stderr first, which tells most, then what it was asked."""
        if kind is not BotLate:
            self._drain()
        said = self._stderr.shown(SHOWN)
        asked = self._request if len(self._request) <= ASKED else f"{self._request[:ASKED]}.."
        error = kind(f"{what}{f'; stderr: {said!r}' if said else ''}; it was asked {asked!r}")
        if said:
            error.add_note(f"stderr of the bot:\n{self._stderr.text}")
        return error

    def _drain(self) -> None:
        """Read what a program that has ended still has written to stderr."""
        deadline = time.monotonic() + DRAIN
        while self._process.stderr in self._selector.get_map() and time.monotonic() < deadline:
            self._exchange(min(deadline, time.monotonic() + 0.05))

    def close_input(self) -> None:
        """Nothing more will be told: the end of its standard input."""
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(KeyError):
            self._selector.unregister(stdin)
        self._unsent.clear()
        with contextlib.suppress(OSError):
            stdin.close()

    @property
    def log(self) -> str:
        """What it has written to stderr; of much, the beginning and the end."""
        return self._stderr.text

    def said(self, room: int) -> str:
        """What stderr says in one line, the error message first."""
        return self._stderr.shown(room)

    def wait(self, seconds: float) -> int | None:
        """Its exit code, once it ends within the time; None if it does not."""
        deadline = Deadline(seconds)
        while self._process.poll() is None and not deadline.passed():
            self._exchange(min(deadline.at, time.monotonic() + 0.01))
            if self._ended:
                time.sleep(0.005)
        return self._process.returncode

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL) if self._own_group else self._process.kill()
        self._process.wait()
        if self._process.stderr is not None and not self._process.stderr.closed:
            self._stderr.add(_read(self._process.stderr.fileno()) or b"")  # what a pipe holds
        self._selector.close()
        self._stderr.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def environment() -> dict[str, str]:
    """The variables of a bot. Java programs in sandboxes of their own all have the same process number, and so the same
    file of performance data; all but the first would complain of it on stdout, where answers are read."""
    options = f"{os.environ.get('JAVA_TOOL_OPTIONS', '')} {JAVA_OPTIONS}".strip()
    return {**os.environ, "JAVA_TOOL_OPTIONS": options}


def _arguments(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"bot: cannot read the command {command!r:.80}: {error}") from None
    if not arguments:
        raise AgentError('bot: which program? Write bot(cmd="java -cp FOLDER bot.BotStarter")')
    return arguments


def _path(folder: Path) -> str:
    """Where a program may be: what a command line looks through, and the bot's folder."""
    return os.pathsep.join([os.environ.get("PATH", os.defpath), str(folder)])


def _read(file: int) -> bytes | None:
    """What can be read now; nothing at the end, None if there is nothing yet."""
    try:
        return os.read(file, 1 << 16)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _unread(stream: object) -> bool:
    """Whether the program has not yet read all that was written to its pipe; no, where the system does not tell."""
    try:
        import array
        import fcntl
        import termios

        waiting = array.array("i", [0])
        fcntl.ioctl(stream.fileno(), termios.FIONREAD, waiting)  # type: ignore[attr-defined]
        return waiting[0] > 0
    except (ImportError, OSError, AttributeError, ValueError):
        return False
