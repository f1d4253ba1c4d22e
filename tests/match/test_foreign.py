"""Agents of your own play in processes of their own, which see one seat and give back nothing but text."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hegemon import Game, Plan, play
from hegemon._core import Random
from hegemon.agents import Clock
from hegemon.errors import AgentError
from hegemon.game import Action, ClassicGame, ClassicView, Deploy, SimultaneousGame, View
from hegemon.match.foreign import RemoteAgent, SeatFault, describe, is_foreign
from hegemon.match.foreign.forkserver import SeatsUnavailable, close_server, fork_server
from hegemon.match.foreign.remote_agent import close_idle

AGENT = """
import os
from dataclasses import dataclass


@dataclass
class Settings:
    depth: int = 2


class Agent:
    Settings = Settings

    def __init__(self, settings): self.settings = settings
    def begin(self, game, seat, random): self.random = random
    def plan(self, view, clock):
        self.estimate, self.statistics = 0.25, {"visits": 7, "odd": "text", "nan": float("nan")}
        return view.random_plan(self.random)
    def act(self, view, clock): return view.random_action(self.random)


class Plain:
    def begin(self, game, seat, random): self.random = random

"""


@pytest.fixture
def agent(tmp_path: Path) -> str:
    (tmp_path / "agent.py").write_text(AGENT)
    return f"{tmp_path / 'agent.py'}:Agent"


def test_files_are_foreign_and_names_are_not() -> None:
    assert is_foreign("bots/mine.py:Bot(depth=3)")
    assert not is_foreign("smcts(visits=9)")


def test_a_foreign_agent_is_described_by_its_process(agent: str) -> None:
    found = describe(f"{agent}(depth=5)")
    assert (found.families, found.settings) == (("simultaneous", "classic"), {"depth": 5})
    with pytest.raises(AgentError, match="has no method plan"):
        describe(agent.replace(":Agent", ":Plain"))
    with pytest.raises(AgentError, match="no class Missing"):
        describe(agent.replace(":Agent", ":Missing"))


@pytest.mark.parametrize(
    ("game", "seats"), [(Game("simple"), 2), (Game("earth", "warlight2"), 2), (Game("old-world", "swiss2025", 3), 3)]
)
def test_games_are_played_to_the_end_and_repeat_by_their_salt(game: Game, seats: int, agent: str) -> None:
    first = play(game, [agent] * seats, seed=5)
    assert first.result is not None
    assert first.result.loser is None
    salt = str(first.info["salt"])
    assert str(play(game, [agent] * seats, seed=5, salt=salt).final) == str(first.final)
    assert play(game, [agent] * seats, seed=5).info["salt"] != salt


def test_the_dice_of_a_seed_are_not_those_of_a_game_with_a_foreign_agent(agent: str) -> None:
    game = Game("simple", "warlight2(fog=none)")
    dice = {str([turn.chance for turn in play(game, [agent, "random"], seed=1).turns[:6]]) for _ in range(4)}
    assert len(dice) == 4


def test_games_of_our_own_agents_have_no_salt() -> None:
    record = play(Game("simple"), ["random", "random"], seed=1)
    assert "salt" not in record.info
    assert str(record.final) == str(play(Game("simple"), ["random", "random"], seed=1).final)


def test_estimate_and_statistics_cross_as_numbers(agent: str) -> None:
    game = SimultaneousGame("simple")
    remote = RemoteAgent(agent)
    remote.begin(game, 0, Random(1))
    remote.decide(game.start(1), 0, [], Clock(), None)
    assert (remote.estimate, remote.statistics) == (0.25, {"visits": 7.0})
    remote.close(reuse=False)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_serves_again_and_ends_when_it_is_closed(agent: str) -> None:
    close_idle()
    first = RemoteAgent(agent)
    pid = first._process._pid
    first.close(reuse=True)
    second = RemoteAgent(agent)
    assert second._process._pid == pid
    second.close(reuse=False)
    assert not is_running(pid)


def views(game: Game, seed: int, count: int) -> Iterator[tuple[View, View]]:
    """Views of a random game with their copies by way of bytes."""
    record = play(game, ["random"] * game.seats, seed=seed)
    for turn in record.turns[:count]:
        for seat in range(game.seats):
            view = turn.state.view(seat, turn.events)
            yield view, game.view_from_bytes(view.to_bytes(), seat, turn.told(seat))


@pytest.mark.parametrize(
    "game",
    [SimultaneousGame("earth", "warlight2"), SimultaneousGame("italy"), ClassicGame("classic", "classic", 4)],
    ids=str,
)
def test_a_view_is_the_same_in_another_process(game: Game) -> None:
    for view, copy in views(game, 3, 120):
        assert str(copy) == str(view)
        assert copy.events == view.events
        assert copy.seat == view.seat


class Shifting(Plan):
    """Deploys nothing when it is looked at first, and a million armies later."""

    looks = 0

    def to_core(self) -> tuple[tuple[int, int, int, int], ...]:
        Shifting.looks += 1
        return () if Shifting.looks == 1 else ((0, 0, 0, 10**6),)


class Shifts:
    def begin(self, game: Game, seat: int, random: Random) -> None:
        self.seat = seat

    def plan(self, view: View, clock: Clock) -> Plan:
        Shifting.looks = 0
        return Shifting([Deploy(int(view.owners.tolist().index(self.seat)), view.income(self.seat))])


def test_a_decision_is_taken_once_as_plain_data() -> None:
    record = play(Game("simple"), [Shifts(), "random"], seed=1)
    assert {type(plans[0]) for plans in record.plans} == {Plan}
    assert record.final.armies.max() < 10**6


class Wavering(Action):
    """A legal action when it is looked at first, and later one that places a million armies."""

    looks = 0
    wanted: tuple[int, int, int, int, int, int]

    def to_core(self) -> tuple[int, int, int, int, int, int]:
        Wavering.looks += 1
        return self.wanted if Wavering.looks == 1 else (2, 0, 0, 0, 0, 10**6)


class Wavers:
    def begin(self, game: Game, seat: int, random: Random) -> None:
        self.random = random

    def act(self, view: ClassicView, clock: Clock) -> Action:
        found = view.random_action(self.random)
        wavering = Wavering(found.kind, found.source, found.target, found.third, found.armies, found.dice)
        Wavering.looks, Wavering.wanted = 0, found.to_core()
        return wavering


def test_an_action_is_taken_once_as_plain_data() -> None:
    record = play(Game("old-world", "swiss2025"), [Wavers(), "random"], seed=1)
    assert record.result is not None
    assert {type(action) for actions in record.plans for action in actions if action is not None} == {Action}
    assert record.final.armies.max() < 10**6


def test_the_process_of_a_seat_is_cut_off(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(
        "import os\n"
        "class Agent:\n"
        "    def begin(self, game, seat, random): raise ValueError(f'{os.getpid()} {os.getppid()}')\n"
        "    def plan(self, view, clock): pass\n"
    )
    remote = RemoteAgent(f"{tmp_path / 'agent.py'}:Agent")
    with pytest.raises(SeatFault, match=r"ValueError: \d+ \d+") as error:
        remote.begin(SimultaneousGame("simple"), 0, Random(1))
    remote.close(reuse=False)
    if "ValueError: 2 1" not in str(error.value):
        pytest.skip("this machine does not allow user namespaces")


def test_processes_do_not_share_what_they_draw(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(
        "import random, numpy\n"
        "class Agent:\n"
        "    def begin(self, *_): raise ValueError(f'{random.random()} {numpy.random.random()}')\n"
        "    def plan(self, view, clock): pass\n"
    )
    drawn = []
    for _ in range(3):
        remote = RemoteAgent(f"{tmp_path / 'agent.py'}:Agent")
        with pytest.raises(SeatFault) as error:
            remote.begin(SimultaneousGame("simple"), 0, Random(1))
        remote.close(reuse=False)
        drawn += str(error.value).split()[1:3]
    assert len(set(drawn)) == 6


def test_a_process_has_the_folder_and_the_environment_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agent.py").write_text(
        "import os\n"
        "class Agent:\n"
        "    def begin(self, *_):\n"
        "        raise ValueError(os.getcwd() + os.environ['HEGEMON_NOW'] + str('HOME' in os.environ))\n"
        "    def plan(self, view, clock): pass\n"
    )
    fork_server()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEGEMON_NOW", "-here-")
    monkeypatch.delenv("HOME", raising=False)
    remote = RemoteAgent("agent.py:Agent")
    with pytest.raises(SeatFault, match=f"{tmp_path}-here-False"):
        remote.begin(SimultaneousGame("simple"), 0, Random(1))
    remote.close(reuse=False)


def test_a_process_that_two_threads_end_leaves_the_others_running(agent: str) -> None:
    remote, other = RemoteAgent(agent), RemoteAgent(agent)
    for one in (remote, other):
        one.begin(SimultaneousGame("simple"), 0, Random(1))
    remote._process.close()
    remote._process._server.bury(remote._process._pid)
    assert not remote._process.alive
    assert other._process.alive
    other.close(reuse=False)


def test_the_end_of_the_fork_server_is_nobodys_fault(agent: str) -> None:
    remote = RemoteAgent(agent)
    remote.begin(SimultaneousGame("simple"), 0, Random(1))
    close_server()
    while is_running(remote._process._pid):  # it ends a moment after the server
        time.sleep(0.01)
    game = SimultaneousGame("simple")
    with pytest.raises(SeatsUnavailable, match="has ended"):
        remote.decide(game.start(Random(1)), 0, [], Clock(), None)
    remote.close(reuse=False)
    assert play(game, [agent, "random"], seed=1).result is not None


@pytest.mark.parametrize(
    ("deed", "end"),
    [
        ("os.abort()", "SIGABRT"),
        ("os.kill(os.getpid(), 11)", "SIGSEGV"),
        ("os.kill(os.getpid(), 15)", "SIGTERM"),
        ("os.kill(os.getpid(), 9)", "SIGKILL"),
        ("os._exit(7)", "exit code 7"),
        ("os._exit(139)", "exit code 139"),
    ],
)
def test_the_end_of_a_process_is_told_as_it_was(deed: str, end: str, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(
        f"import os\nclass Agent:\n    def begin(self, *_): {deed}\n    def plan(self, view, clock): pass\n"
    )
    remote = RemoteAgent(f"{tmp_path / 'agent.py'}:Agent")
    with pytest.raises(SeatFault, match=f"its process ended \\({end}\\)"):
        remote.begin(SimultaneousGame("simple"), 0, Random(1))
    remote.close(reuse=False)
