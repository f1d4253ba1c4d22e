"""How the process of a seat cuts itself off from all other processes, before its agent is made.

On Linux the agent gets a process namespace, so that it cannot see or signal the referee, the other seats or anything
else, and all that it starts ends with it. Where namespaces are not allowed, the process is in a group of its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path
from typing import NoReturn

NEW_MOUNTS, NEW_USER, NEW_PROCESSES = 0x00020000, 0x10000000, 0x20000000
PRIVATE = 0x40000 | 0x4000
END_WITH_PARENT = 1
LARGEST_FILE = 1 << 30


def namespaces_allowed() -> bool:
    """Whether this machine lets a process enter namespaces: a child tries."""
    if sys.platform != "linux":
        return False
    child = os.fork()
    if child == 0:
        try:
            _enter(_libc())
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def confine(pipe: int, memory: int, *, namespaces: bool) -> None:
    """Cut off this process, which has just been forked: a process with threads cannot enter namespaces."""
    parent = os.getppid()
    if sys.platform == "linux":
        libc = _libc()
        libc.prctl(END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        if namespaces:
            _enter(libc)
            _become_inner(libc, pipe)
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_DATA: memory, resource.RLIMIT_FSIZE: LARGEST_FILE}
    for kind, most in limits.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _enter(libc: ctypes.CDLL) -> None:
    user, group = os.getuid(), os.getgid()
    if libc.unshare(NEW_USER | NEW_PROCESSES | NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path(f"/proc/self/{name}").write_text(text)


def _become_inner(libc: ctypes.CDLL, pipe: int) -> None:
    """Go on inside the namespaces. The process outside waits and ends as this one does.

    Between them is the first process of the namespace: it buries what the agent leaves behind. The agent is not the
    first itself, because signals to oneself have no effect there.
    """
    told, tells = os.pipe()
    first = os.fork()
    if first == 0:
        libc.prctl(END_WITH_PARENT, signal.SIGKILL)
        libc.mount(b"none", b"/", None, PRIVATE, None)
        libc.mount(b"proc", b"/proc", b"proc", 0, None)
        agent = os.fork()
        if agent == 0:
            os.close(told)
            os.close(tells)
            return
        os.close(pipe)
        os.write(tells, _wait_for(agent).to_bytes(2, "little", signed=True))
        os._exit(0)
    os.close(pipe)
    os.close(tells)
    code = int.from_bytes(os.read(told, 2), "little", signed=True)
    os.waitpid(first, 0)
    end_as(code)


def end_as(code: int) -> NoReturn:
    """End this process as another one has ended: with its exit code, or by the signal of a negative one."""
    if code < 0:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


def _wait_for(wanted: int) -> int:
    """The exit code of a child; others are buried meanwhile."""
    while True:
        pid, status = os.wait()
        if pid == wanted:
            return os.waitstatus_to_exitcode(status)
