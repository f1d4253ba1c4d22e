# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Agents that do one thing wrong, each in its first decision but for Tires, which plays a few turns before."""

import ctypes
import os
import time
from pathlib import Path


class Base:
    def begin(self, game, seat, random):
        self.random = random
        self.turns = 0

    def plan(self, view, clock):
        self.turns += 1
        return view.random_plan(self.random)


class Raises(Base):
    def plan(self, view, clock):
        raise RuntimeError("no idea")


class Nonsense(Base):
    def plan(self, view, clock):
        return 42


class Loops(Base):
    def plan(self, view, clock):
        while True:
            pass


class Sleeps(Base):
    def plan(self, view, clock):
        time.sleep(1000)


class Tires(Base):
    def plan(self, view, clock):
        plan = super().plan(view, clock)
        if self.turns > 3:
            time.sleep(1000)
        return plan


class Late(Base):
    def plan(self, view, clock):
        time.sleep(clock.limit + 0.2)
        return super().plan(view, clock)


class Leaves(Base):
    def plan(self, view, clock):
        os._exit(3)


class Segfaults(Base):
    def plan(self, view, clock):
        ctypes.string_at(0)


class NeverBegins(Base):
    def begin(self, game, seat, random):
        raise ValueError("not today")


class Prints(Base):
    def plan(self, view, clock):
        print("look at me")
        return super().plan(view, clock)


class Kills(Base):
    """Kills its process once, for a file that it leaves behind."""

    def __init__(self, flag=""):
        self.flag = flag

    def plan(self, view, clock):
        if not Path(self.flag).exists():
            Path(self.flag).touch()
            os.kill(os.getpid(), 9)
        return super().plan(view, clock)


class Wanders(Base):
    def plan(self, view, clock):
        os.chdir("/")
        return super().plan(view, clock)
