"""The fair clock: a busy machine costs nobody time, and whoever takes too long still loses."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from hegemon import Clock, Game, Plan, Result, SimultaneousView, play
from hegemon._core import Waiting
from hegemon.errors import GameError
from hegemon.match import Adjudication, TimeControl
from tests.match.fakes import Anywhere, FakeTime

on_linux = pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the system does not tell")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    return FakeTime(monkeypatch)


def waits(clock: FakeTime, seconds: float, of_it: float) -> Anywhere:
    """Answers after so many seconds, a part of which the machine was busy with something else."""

    def think(view: SimultaneousView) -> Plan:
        clock.now += seconds
        clock.waited += of_it
        return Plan()

    return Anywhere(think)


def result_of(clock: FakeTime, control: TimeControl, seconds: float, of_it: float) -> Result:
    agents = [waits(clock, seconds, of_it), Anywhere(lambda view: Plan())]
    result = play(Game("simple"), agents, time_control=control, adjudication=Adjudication(turn_limit=4)).result
    assert result is not None
    return result


@pytest.mark.parametrize("control", [TimeControl(per_move=1), TimeControl(per_game=4)])
def test_waiting_for_a_processor_does_not_count(clock: FakeTime, control: TimeControl) -> None:
    assert result_of(clock, control, seconds=9.0, of_it=8.5).reason == "turn limit"
    assert result_of(clock, control, seconds=9.0, of_it=3.0).fault == "time"


def test_all_time_counts_on_a_wall_clock(clock: FakeTime) -> None:
    late = result_of(clock, TimeControl(per_move=1, clock="wall"), seconds=9.0, of_it=8.5)
    assert (late.fault, late.loser) == ("time", 0)
    assert "9.000 s of 1 s" in late.reason


def test_the_record_says_which_clock_was_used() -> None:
    agents = [Anywhere(lambda view: Plan()), Anywhere(lambda view: Plan())]
    for control, found in ((TimeControl(), None), (TimeControl(per_move=1, clock="wall"), "wall")):
        record = play(Game("simple"), agents, time_control=control, adjudication=Adjudication(turn_limit=1))
        assert record.info.get("clock") == found


def test_there_are_two_clocks() -> None:
    assert TimeControl.parse("1", clock="wall") == TimeControl(per_move=1, clock="wall")
    assert TimeControl.parse("1").clock == TimeControl.parse("none").clock == TimeControl.parse("1+1").clock == "fair"
    with pytest.raises(GameError, match="clock: 'cpu' is none of fair, wall"):
        TimeControl.parse("1", clock="cpu")


def test_the_clock_of_an_agent_leaves_waiting_out(clock: FakeTime) -> None:
    fair, wall = Clock(10.0, fair=True), Clock(10.0)
    clock.now += 3
    clock.waited += 2
    assert (fair.left, wall.left) == (9.0, 7.0)


@on_linux
def test_sleeping_is_not_waiting() -> None:
    waiting = Waiting()
    time.sleep(0.2)
    assert waiting.seconds() < 0.1
    assert Waiting(2**22 + 1).seconds() == 0.0  # no such process


BOTS = """
import time


class Bot:
    def begin(self, game, seat, random): self.random, self.turn = random, 0
    def plan(self, view, clock):
        self.turn += 1
        self.think(clock)
        return view.random_plan(self.random)


class Computes(Bot):
    def think(self, clock):
        ends = time.thread_time() + 0.15 * (self.turn == 2)
        while time.thread_time() < ends: pass


class Sleeps(Bot):
    def think(self, clock): time.sleep(0.15 * (self.turn == 2))


class PunctualByClock(Bot):
    def think(self, clock):
        while clock.left > 0.003: pass


class PunctualByWall(Bot):
    def think(self, clock):
        ends = time.monotonic() + clock.limit - 0.003
        while time.monotonic() < ends: pass


class Crowd(Bot):
    # its own threads keep its first thread from running
    def think(self, clock):
        import hashlib, threading
        if self.turn != 2: return
        data, ends = bytes(1 << 16), time.process_time() + 0.3
        def busy():
            while time.process_time() < ends: hashlib.sha256(data).digest()
        crowd = [threading.Thread(target=busy) for _ in range(6)]
        for thread in crowd: thread.start()
        busy()
        for thread in crowd: thread.join()
"""

# All share one core: the games, their agents, and processes that do nothing but keep it busy.
BUSY_MACHINE = """
import os, subprocess, sys
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
sys.path.insert(0, ".")
import hegemon as hg, bots
from hegemon.match import Adjudication
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(int(sys.argv[1]))]
try:
    for name in sys.argv[2:]:
        agents = [getattr(bots, name[3:])() if name.startswith("in:") else name, "random"]
        record = hg.play("simple", agents, time_per_move=0.05, adjudication=Adjudication(turn_limit=3))
        print(name, record.result.fault or "none", flush=True)
finally:
    for process in busy: process.kill()
"""


def faults(folder: Path, busy: int, agents: list[str]) -> dict[str, str]:
    (folder / "bots.py").write_text(BOTS)
    command = [sys.executable, "-c", BUSY_MACHINE, str(busy), *agents]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=True)
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


@on_linux
@pytest.mark.parametrize("busy", [0, 2])
def test_on_a_busy_machine_only_those_lose_who_take_too_long(tmp_path: Path, busy: int) -> None:
    punctual = ["smcts", "ga", "in:PunctualByClock", "bots.py:PunctualByClock", "bots.py:PunctualByWall"]
    late = ["in:Computes", "in:Sleeps", "bots.py:Computes", "bots.py:Sleeps", "in:Crowd", "bots.py:Crowd"]
    expected = dict.fromkeys(punctual, "none") | dict.fromkeys(late, "time")
    assert faults(tmp_path, busy, [*punctual, *late]) == expected


@on_linux
def test_a_search_is_not_weaker_on_a_busy_machine(tmp_path: Path) -> None:
    """It gets the processor time that it was promised, however long that takes."""
    script = """
import os, subprocess, sys, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import hegemon as hg
from hegemon.search import Budget, Smcts
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
try:
    game = hg.Game("banana")
    search, used = Smcts(game), {}
    for fair in (True, False):
        before = time.thread_time()
        search.decide(game.start(1).view(0), Budget(seconds=0.3, fair=fair), hg.Random(1))
        used[fair] = time.thread_time() - before
    print(used[True] > 0.25, used[False] < 0.2)
finally:
    for process in busy: process.kill()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True", "True"]


@on_linux
def test_more_threads_than_cores_are_no_excuse() -> None:
    """A search that keeps itself from running is stopped by the wall clock."""
    script = """
import os, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import hegemon as hg
from hegemon.search import Budget, Smcts, SmctsSettings
game = hg.Game("banana")
search = Smcts(game, SmctsSettings(threads=8))
before, cpu = time.monotonic(), time.process_time()
search.decide(game.start(1).view(0), Budget(seconds=0.3, fair=True), hg.Random(1))
print(time.process_time() - cpu < 0.6)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True"]
