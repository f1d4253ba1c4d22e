"""The end of a game is told to every agent that has begun it, whatever happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hegemon import Clock, Game, Plan, Random, Result, SimultaneousView, play
from hegemon.agents import make_agent
from hegemon.agents.bots.guest import Guest
from hegemon.match import CannotBegin
from tests.match.fakes import Scripted

GAME = Game("simple")
FILE = '''
import time
from pathlib import Path


class Teller:
    """Plays at random, and writes down the end."""

    def __init__(self, log, sleeps=0.0): self.log, self.sleeps = Path(log), sleeps
    def begin(self, game, seat, random): self.random = random
    def plan(self, view, clock): return view.random_plan(self.random)

    def end(self, result):
        with self.log.open("a") as file:
            file.write(f"{result}\\n")
        time.sleep(self.sleeps)


class Crasher(Teller):
    def plan(self, view, clock): raise KeyError("lost my way")


class Clumsy(Teller):
    def end(self, result): raise OSError("the door is stuck")
'''


class Told(Scripted):
    """Keeps what it is told at the end."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.ends: list[Result | None] = []

    def end(self, result: Result | None) -> None:
        self.ends.append(result)


def broken(view: SimultaneousView) -> Plan:
    raise ValueError("no idea")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "teller.py").write_text(FILE)
    return tmp_path / "teller.py"


def test_both_are_told_the_result_once() -> None:
    first, second = Told(), Told()
    result = play(GAME, [first, second], adjudication=3).result
    assert first.ends == second.ends == [result]


def test_a_forfeit_is_told_to_the_loser_too() -> None:
    first, second = Told(broken), Told()
    result = play(GAME, [first, second]).result
    assert result is not None
    assert result.loser == 0
    assert first.ends == second.ends == [result]


def test_a_stopped_game_has_no_result() -> None:
    class Never(Told):
        def begin(self, game: Game, seat: int, random: Random) -> None:
            raise ValueError("not today")

    first, second = Told(), Never()
    with pytest.raises(CannotBegin):
        play(GAME, [first, second])
    assert first.ends == [None]
    assert second.ends == []  # it has not begun

    class Stops(Told):
        def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
            raise KeyboardInterrupt

    third, fourth = Told(), Stops()
    with pytest.raises(KeyboardInterrupt):
        play(GAME, [third, fourth])
    assert third.ends == fourth.ends == [None]


def test_what_it_raises_changes_no_result_and_is_kept() -> None:
    class Clumsy(Told):
        def end(self, result: Result | None) -> None:
            raise OSError("the door is stuck")

    record = play(GAME, [Clumsy(), Told()], names=["clumsy", "told"], adjudication=3)
    assert record.result == Result(None, "turn limit")
    assert record.info["end_failures"] == ["clumsy (seat 0): OSError: the door is stuck"]
    with pytest.raises(OSError, match="stuck"):
        play(GAME, [Clumsy(), Told()], adjudication=3, on_error="raise")


def test_agents_in_processes_of_their_own_are_told(file: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    spec = f'{file}:Teller(log="{log}")'
    won = play(GAME, [spec, "random"], adjudication=3)
    lost = play(GAME, [spec, f'{file}:Crasher(log="{log}")'])
    assert lost.result is not None
    assert (lost.result.loser, lost.result.fault) == (1, "crash")
    assert log.read_text().splitlines() == [str(won.result), str(lost.result), str(lost.result)]
    clumsy = play(GAME, [f'{file}:Clumsy(log="{log}")', "random"], names=["c", "r"], adjudication=3)
    assert clumsy.info["end_failures"] == ["c (seat 0): OSError: the door is stuck (teller.py:24)"]


def test_who_takes_too_long_is_not_waited_for(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hegemon.match.foreign.remote_agent.END_SECONDS", 0.05)
    spec = f'{file}:Teller(log="{tmp_path / "log"}", sleeps=60)'
    record = play(GAME, [spec, "random"], names=["s", "r"], adjudication=3, salt="1")
    assert record.result == Result(None, "turn limit")
    assert "no answer" in str(record.info["end_failures"])
    again = play(GAME, [spec, "random"], adjudication=3, salt="1")  # its process was ended, and a new one plays
    assert again.result == record.result


def test_an_engine_that_leaves_ends_the_game_of_its_guest() -> None:
    agent = Told()
    guest = Guest(lambda: agent, 2)
    guest.end()
    assert agent.ends == []  # it has not begun
    for line in (
        "settings your_bot player1",
        "setup_map super_regions 1 2",
        "setup_map regions 1 1 2 1 3 1 4 1 5 1 6 1",
        "setup_map neighbors 1 2 2 3 3 4 4 5 5 6",
        "update_map 1 player1 2",
        "go place_armies 2000",
    ):
        guest.answer(line)
    guest.end()
    assert agent.ends == [None]


def test_a_bot_has_no_program_after_its_game() -> None:
    bot = make_agent('bot(cmd="cat", dialect=1)')
    bot.begin(Game("earth", "warlight1"), 0, Random(1))
    program = bot._program  # type: ignore[attr-defined]
    bot.end(None)  # type: ignore[attr-defined]
    assert program._process.returncode is not None
