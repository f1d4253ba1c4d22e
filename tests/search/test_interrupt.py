"""Ctrl-C ends a search under way, whatever time or visits it still has."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from hegemon import Clock, Game, Random, make_agent
from hegemon.training.weights import load_training

SOON = 5.0
"""Seconds, for a machine with other things to do. On an idle one it is a tenth of that; the searches would take 60."""

UNDER_WAY = 1.4
"""Seconds of CPU time after which a command has begun its work, on a busy machine too."""

CLASSIC = (
    "mcts",
    "mcts(cutoff=0)",
    "mcts(threads=2)",
    "mcts(threads=2, parallel=root)",
    "mcts(threads=2, parallel=leaf)",
    "mcts(visits=1000000000)",
    "mcts(selection=gumbel, visits=1000000000)",
    "puct",
    "puct(threads=2)",
    "puct(preset=gumbel, visits=1000000000)",
    "exit(seconds=60)",
    "alphabeta(depth=100, targets=all)",
)
SIMULTANEOUS = (
    "smcts",
    "smcts(threads=2)",
    "smcts(visits=1000000000)",
    "smcts(preset=soares2025)",
    "guided-mcts",
    "guided-mcts(preset=soares2025)",
    "ga",
    "ga(generations=1000000)",
    "ga(preset=soares2025-net, generations=0)",
    "ga(preset=soares2025-program, population=1000, generations=0)",
    "ga(preset=soares2025-net-program, population=1000, generations=0)",
)


@pytest.mark.parametrize("spec", CLASSIC + SIMULTANEOUS)
def test_ctrl_c_ends_a_search(spec: str) -> None:
    game = Game("switzerland", "swiss2025") if spec in CLASSIC else Game("italy", "soares2025")
    agent: Any = make_agent(spec)
    agent.begin(game, 0, Random(1))
    state: Any = game.start(1)
    while spec in CLASSIC and (state.mover != 0 or state.phase != "attack"):
        state = state.step(state.random_action(Random(state.core.decisions)), Random(1)).state
    presses: list[float] = []
    ended = False

    def press() -> None:
        presses.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Timer(0.3, press)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            agent.analyse(state.view(0), Clock(None if "000)" in spec else 60))
            ended = True
            time.sleep(2)  # here the press can do no harm
    finally:
        presser.join()
    assert not ended
    assert time.monotonic() - presses[0] < SOON


@pytest.mark.parametrize(
    "command",
    [
        ["analyse", "italy; soares2025; {cells}", "--time", "60"],
        ["match", "smcts", "smcts", "--rules", "soares2025", "--map", "italy", "--time", "60"],
        ["match", "mcts", "mcts", "--rules", "swiss2025", "--time", "60"],
        ["train", "weights", "--out", "{folder}/run.json", "--targets", "all", "--depth", "100"],
        ["train", "weights", "--out", "{folder}/run.json", "--targets", "all", "--depth", "100", "--threads", "2"],
    ],
)
def test_ctrl_c_ends_a_command(command: list[str], tmp_path: Path) -> None:
    start = str(Game("italy", "soares2025").start(1)).split("; ", 2)[2]
    given = [word.replace("{cells}", start).replace("{folder}", str(tmp_path)) for word in command]
    child = subprocess.Popen(
        [sys.executable, "-m", "hegemon", *given],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    while child.poll() is None and cpu_seconds(child.pid) < UNDER_WAY:
        time.sleep(0.2)
    assert child.poll() is None
    began = time.monotonic()
    os.killpg(child.pid, signal.SIGINT)
    told = child.communicate(timeout=60)[0].decode()
    assert time.monotonic() - began < SOON
    assert "Traceback" not in told
    assert child.returncode == 130
    if command[0] == "train":
        assert f"Resume with: hegemon train weights --out {tmp_path}" in told
        assert load_training(tmp_path / "run.json").games == 0


def cpu_seconds(group: int) -> float:
    """The CPU time of a group of processes."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")
