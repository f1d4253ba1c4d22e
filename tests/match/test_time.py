"""Clocks: what a time control says, and what a game makes of it."""

from __future__ import annotations

import pytest

from hegemon import Clock, Game, Plan, Record, Result, SimultaneousView, play
from hegemon.errors import GameError
from hegemon.match import Adjudication, Observer, TimeControl
from tests.match.fakes import Anywhere, FakeTime


@pytest.mark.parametrize(
    ("text", "control", "words"),
    [
        ("none", TimeControl(), "no time limit"),
        ("0.05", TimeControl(per_move=0.05), "0.05 s per decision"),
        ("10+0.1", TimeControl(per_game=10, increment=0.1), "10 s per game + 0.1 s per decision"),
        ("60+0", TimeControl(per_game=60), "60 s per game + 0 s per decision"),
    ],
)
def test_time_controls_as_text(text: str, control: TimeControl, words: str) -> None:
    assert TimeControl.parse(text) == control
    assert str(control) == words
    assert control.limited == (text != "none")


@pytest.mark.parametrize("text", ["soon", "0", "-1", "1+", "nan", "inf", "1+-1", "1e9"])
def test_what_is_no_time_control(text: str) -> None:
    with pytest.raises(GameError):
        TimeControl.parse(text)


def test_impossible_time_controls() -> None:
    for settings in ({"per_move": 1, "per_game": 1}, {"increment": 1}, {"per_move": -1}, {"margin": "x"}):
        with pytest.raises(GameError):
            TimeControl(**settings)


@pytest.mark.parametrize("per_move", [0.01, 0.2, 10])
def test_the_margin_is_tolerated(per_move: float) -> None:
    assert TimeControl(per_move=per_move).allowed(0) == per_move + 0.05
    assert TimeControl(per_move=per_move, margin=0.5).allowed(0) == per_move + 0.5


def thinker(clock: FakeTime, *seconds: float) -> Anywhere:
    """Thinks for so long, then hands in an empty plan; the last time is repeated."""
    left = list(seconds)

    def think(view: SimultaneousView) -> Plan:
        clock.now += left.pop(0) if len(left) > 1 else left[0]
        return Plan()

    return Anywhere(think)


def game_of(clock: FakeTime, control: TimeControl, *seconds: float, turns: int = 8) -> Record:
    agents = [thinker(clock, *seconds), thinker(clock, 0.0)]
    return play(Game("simple"), agents, time_control=control, adjudication=Adjudication(turn_limit=turns))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    return FakeTime(monkeypatch)


def test_a_game_clock_runs_out_over_several_decisions(clock: FakeTime) -> None:
    control = TimeControl(per_game=10)
    assert game_of(clock, control, 1.25).result == Result(None, "turn limit")  # 8 decisions: exactly 10 seconds
    record = game_of(clock, control, 3.0)
    assert len(record.turns) == 3
    assert record.result == Result(1, "Anywhere (seat 0) forfeits, time: 3.000 s of 1 s", loser=0, fault="time")


def test_an_increment_is_added_after_every_decision(clock: FakeTime) -> None:
    assert game_of(clock, TimeControl(per_game=3, increment=2), 2.0, turns=50).result == Result(None, "turn limit")
    record = game_of(clock, TimeControl(per_game=3, increment=2), 3.0, turns=50)
    assert record.result is not None
    assert (record.result.fault, len(record.turns)) == ("time", 1)


def test_agents_are_told_a_share_of_the_game_and_what_is_left_of_it() -> None:
    clocks: list[Clock] = []

    class Curious(Anywhere):
        def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
            clocks.append(clock)
            return Plan()

    agents = [Curious(), Anywhere(lambda view: Plan())]
    rules = Adjudication(turn_limit=2)
    play(Game("simple"), agents, time_control=TimeControl(per_game=30, increment=1), adjudication=rules)
    assert clocks[0].bank == 30
    assert clocks[0].limit == pytest.approx(30 / 30 + 0.8)
    assert clocks[1].bank == pytest.approx(31, abs=0.1)
    play(Game("simple"), agents, time_control=TimeControl(per_move=2), adjudication=rules)
    assert (clocks[-1].limit, clocks[-1].bank) == (2, None)


def test_an_observer_sees_who_is_asked_and_how_long_it_may_take() -> None:
    asked: list[tuple[int, float | None]] = []

    class Notes(Observer):
        def asks(self, seat: int, allowed: float | None) -> None:
            asked.append((seat, allowed))

    agents = [Anywhere(lambda view: Plan()), Anywhere(lambda view: Plan())]
    control = TimeControl(per_move=1, margin=0.5)
    play(Game("simple"), agents, time_control=control, adjudication=Adjudication(turn_limit=1), observer=Notes())
    assert asked == [(0, None), (1, None), (0, 1.5), (1, 1.5)]
