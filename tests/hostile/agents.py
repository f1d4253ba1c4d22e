"""Agents that attack the referee, their opponent or the machine. Each plays at random until its second decision."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hegemon import Plan
from hegemon.agents import Clock
from hegemon.game import Deploy


class Attacker:
    """Plays at random, and attacks once it has seen a turn."""

    def begin(self, game: Any, seat: int, random: Any) -> None:
        self.game, self.seat, self.random, self.asked = game, seat, random, 0

    def plan(self, view: Any, clock: Clock) -> Any:
        self.asked += 1
        decision = view.random_plan(self.random)
        return decision if self.asked < 2 else self.attack(view, decision)

    def attack(self, view: Any, decision: Any) -> Any:
        raise NotImplementedError


class Exits(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        os._exit(0)


class Segfaults(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        return ctypes.string_at(0)


class Kills(Attacker):
    """Kills its parent, its group and every process that it finds."""

    def attack(self, view: Any, decision: Any) -> Any:
        own = os.getpid()
        found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        for process in {os.getppid(), *found} - {0, 1, own}:
            with contextlib.suppress(OSError):
                command = Path(f"/proc/{process}/cmdline").read_bytes()
                ours = b"hegemon.match.workers", b"forkserver_main.py"  # and nothing else on this machine
                if any(name in command for name in ours):
                    os.kill(process, signal.SIGKILL)
        return decision


class Forges(Attacker):
    """Writes a victory to everything that is open."""

    def attack(self, view: Any, decision: Any) -> Any:
        for file in range(3, 200):
            with contextlib.suppress(OSError):
                os.write(file, b"\x00\x00\x00\x1c" + b'[2, {"winner": 0}]' + b" " * 10)
        return decision


class Patches(Attacker):
    """Changes the opponent's code, the rules and Python itself, as far as it can reach them."""

    def attack(self, view: Any, decision: Any) -> Any:
        import hegemon.agents.random
        import hegemon.game

        hegemon.agents.random.RandomAgent.plan = lambda *_: None  # type: ignore[method-assign,assignment]
        view.game.__dict__["seats"] = 7
        view.game.__dict__.clear()
        hegemon.game.Result.__init__ = lambda *_: None  # type: ignore[method-assign]
        for found in gc.get_objects():
            if type(found).__name__ in ("Player", "Clock"):
                found.__dict__.update(bank=-1.0, limit=0.0)
        return decision


class Spins(Attacker):
    """Leaves threads that never rest."""

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(4):
            threading.Thread(target=_spin, daemon=True).start()
        return decision


class Forks(Attacker):
    """Leaves processes that never rest, out of its group."""

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(2):
            if os.fork() == 0:
                os.setsid()
                _spin()
        return decision


class Splits(Attacker):
    """Goes on as two processes that both answer."""

    def attack(self, view: Any, decision: Any) -> Any:
        os.fork()
        return decision


class Changing(Plan):
    """A plan that is empty when it is first looked at, and deploys a million armies later."""

    looks = 0

    def __iter__(self) -> Iterator[Any]:
        Changing.looks += 1
        return iter(() if Changing.looks < 2 else (Deploy(0, 10**6),))

    def to_core(self) -> Any:
        Changing.looks += 1
        return () if Changing.looks < 2 else ((0, 0, 0, 10**6),)


class Changes(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        return Changing(decision.orders)


class Raising(Plan):
    def __str__(self) -> str:
        raise SystemExit(0)

    __iter__ = to_core = __str__  # type: ignore[assignment]


class Raises(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        return Raising()


class Interrupts(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        raise KeyboardInterrupt


class Sleeps(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        time.sleep(1000)
        return decision


class Floods(Attacker):
    """A plan of very many orders, and a flood of text."""

    def attack(self, view: Any, decision: Any) -> Any:
        sys.stdout.write("x" * 1000)
        return Plan([Deploy(0, 1)] * 400_000)


class Hoards(Attacker):
    def attack(self, view: Any, decision: Any) -> Any:
        return bytearray(1 << 36)


class Breaks(Attacker):
    """Changes the working directory and closes and truncates what is open."""

    def attack(self, view: Any, decision: Any) -> Any:
        os.chdir("/")
        for file in range(100):
            with contextlib.suppress(OSError):
                os.ftruncate(file, 0)
            with contextlib.suppress(OSError):
                os.close(file)
        return decision


def _spin() -> None:
    while True:
        pass


FAULTS = {
    "Exits": {"died"}, "Segfaults": {"died"}, "Kills": set(), "Forges": {"crash"}, "Patches": {"crash"},
    "Spins": {"time", "hang"}, "Forks": set(), "Splits": {"crash"}, "Changes": set(), "Raises": {"crash"},
    "Interrupts": {"crash"}, "Sleeps": {"hang"}, "Floods": {"illegal"}, "Hoards": {"crash"}, "Breaks": {"died"},
}  # fmt: skip
"""What each may be charged with; nothing if its attack misses and it plays on."""
