"""A tournament with agents that attack the referee, their opponents and the machine."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import pytest

from hegemon.arena import GameResult, Store, make_tournament, prepare
from hegemon.match.foreign.forkserver import close_server
from hegemon.match.foreign.remote_agent import close_idle
from tests.hostile.agents import FAULTS

AGENTS = Path(__file__).parents[1] / "hostile" / "agents.py"
HONEST = {"random": "random", "heuristic": "heuristic"}


def results(folder: Path, agents: dict[str, str]) -> list[tuple[list[str], GameResult]]:
    """The games of a gauntlet of the two honest agents against all, with their agents by seat."""
    tournament = make_tournament(
        agents, maps=["simple"], games=2, seed=3, time="2", format="gauntlet", hang_timeout=5.0
    )
    aliases = [agent.alias for agent in tournament.agents]
    with Store.open(folder / "store") as store:
        found = list(prepare(tournament, store, workers=2))
    return [([aliases[at] for at in game.seats], game) for game in found]


def left_running(mark: str) -> list[str]:
    """The commands of processes that have a mark in their environment, other than this one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes() and process.name != str(os.getpid()):
                found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


def test_hostile_agents_harm_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEGEMON_MARK", str(tmp_path))
    hostile = {name: f"{AGENTS}:{name}" for name in FAULTS}
    (tmp_path / "alone").mkdir()
    alone = [(s, g.winner, g.hash) for s, g in results(tmp_path / "alone", HONEST)]
    games = results(tmp_path, HONEST | hostile)
    assert sorted((s, g.winner, g.hash) for s, g in games if set(s) <= set(HONEST)) == sorted(alone)
    for seats, game in games:
        if game.loser is not None:
            assert game.fault in FAULTS.get(seats[game.loser], set()), game.reason
    close_idle()
    close_server()
    deadline = time.monotonic() + 20
    while left_running(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left_running(str(tmp_path)) == []
