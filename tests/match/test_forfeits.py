"""Agents that fail lose their game; the match goes on and says why."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hegemon import (
    Action,
    Adjudication,
    Agent,
    ClassicView,
    Clock,
    Deploy,
    Game,
    Move,
    Pick,
    Plan,
    Random,
    Record,
    Result,
    SimultaneousEvent,
    SimultaneousView,
    play,
)
from hegemon.game import read_records
from tests.match.fakes import Anywhere, FakeTime, Scripted, own

PRESETS = ["soares2025", "warlight1", "warlight2", "warzone"]


def against_random(agent: Scripted, rules: str, seat: int = 0, **more: Any) -> Record:
    agents: list[Agent | str] = [agent, "random"] if seat == 0 else ["random", agent]
    record = play(Game("simple", rules), agents, seed=6, adjudication=Adjudication(turn_limit=20), **more)
    assert read_records(list(record.lines())).records == (record,)  # whatever happened can be read again
    return record


def crashed(name: str, seat: int, what: str, where: Callable[[SimultaneousView], Plan]) -> Result:
    """The result of a game of two whose agent raised an error in the first statement of a function of this file."""
    place = f"test_forfeits.py:{where.__code__.co_firstlineno + 1}"
    return Result(1 - seat, f"{name} (seat {seat}) forfeits, crash: {what} ({place})", loser=seat, fault="crash")


def boom(view: SimultaneousView) -> Plan:
    raise ValueError("boom")


def nowhere(view: SimultaneousView) -> Plan:
    return Plan([Deploy(own(view), 1), Move(own(view), own(view), 1)])


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_crash_loses_the_game(rules: str, seat: int) -> None:
    record = against_random(Scripted(boom), rules, seat)
    assert record.result == crashed("Scripted", seat, "ValueError: boom", boom)
    assert record.rounds == 0


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_crash_loses_the_game_even_before_play(rules: str, seat: int) -> None:
    record = against_random(Anywhere(boom), rules, seat)
    assert record.result == crashed("Anywhere", seat, "ValueError: boom", boom)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (ValueError("one\n  two"), "ValueError: one two"),
        (Unspeakable(), "Unspeakable"),
        (ValueError("\udc80"), "ValueError: \\udc80"),
        (RecursionError("deep"), "RecursionError: deep"),
    ],
    ids=["exit", "lines", "unspeakable", "surrogate", "recursion"],
)
def test_every_way_to_crash_is_told_in_one_line(error: BaseException, told: str) -> None:
    def fail(view: SimultaneousView) -> Plan:
        raise error

    record = against_random(Scripted(fail), "soares2025")
    assert record.result == crashed("Scripted", 0, told, fail)


@pytest.mark.parametrize("rules", ["soares2025", "warzone", "warlight2(illegal_orders=refuse-plan)"])
def test_an_illegal_plan_loses_the_game_where_the_rules_refuse_it(rules: str) -> None:
    record = against_random(Scripted(nowhere), rules)
    assert record.result is not None
    assert record.result.winner == 1
    assert record.result.reason.startswith("Scripted (seat 0) forfeits, illegal plan: order 2 (")
    assert record.result.reason.endswith("): not adjacent")


@pytest.mark.parametrize("rules", ["warlight1", "warlight2", "soares2025(illegal_orders=drop)"])
def test_an_illegal_order_loses_nothing_where_the_rules_drop_it(rules: str) -> None:
    record = against_random(Scripted(nowhere), rules)
    assert record.result is not None
    assert record.result.loser is None
    first = next(turn for turn in record.turns if turn.state.turns == 1)
    events = [event for event in first.events if isinstance(event, SimultaneousEvent)]
    assert [event.reason for event in events if event.seat == 0 and event.kind == "idle"] == ["not adjacent"]


@pytest.mark.parametrize("rules", ["warlight1", "warlight2", "warzone"])
@pytest.mark.parametrize("answer", [Plan(), Plan([Pick(99)]), Plan([Deploy(0, 1)])], ids=str)
def test_an_illegal_pick_always_loses_the_game(rules: str, answer: Plan) -> None:
    record = against_random(Anywhere(lambda view: answer), rules)
    assert record.result is not None
    assert record.result.winner == 1
    assert record.result.reason.startswith("Anywhere (seat 0) forfeits, illegal plan: ")


@pytest.mark.parametrize(
    ("answer", "name"),
    [(None, "NoneType"), ([Deploy(0, 1)], "list"), ((), "tuple"), (Deploy(0, 1), "Deploy")],
)
@pytest.mark.parametrize("rules", ["soares2025", "warlight1"])
def test_anything_but_a_plan_loses_the_game(answer: object, name: str, rules: str) -> None:
    record = against_random(Scripted(lambda view: answer), rules)
    assert record.result == Result(
        1, f"Scripted (seat 0) forfeits, illegal plan: {name} instead of a Plan", loser=0, fault="illegal"
    )


def test_a_plan_may_be_given_as_text() -> None:
    record = against_random(Scripted(lambda view: "-"), "soares2025")
    assert record.result is not None
    assert record.result.fault == ""
    nonsense = against_random(Scripted(lambda view: "fly to the moon"), "soares2025").result
    assert nonsense is not None
    assert (nonsense.loser, nonsense.fault) == (0, "illegal")


IMPOSSIBLE: dict[str, Callable[[int], Plan]] = {
    "no order": lambda t: Plan([42]),  # type: ignore[list-item]
    "text for a number": lambda t: Plan([Deploy("a", 1)]),  # type: ignore[arg-type]
    "half an army": lambda t: Plan([Deploy(t, 1.5)]),  # type: ignore[arg-type]
    "a number beyond all bounds": lambda t: Plan([Deploy(t, 2**40)]),
}


@pytest.mark.parametrize("rules", ["soares2025", "warlight1"])
@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_a_plan_of_impossible_orders_does_not_stop_the_match(kind: str, rules: str) -> None:
    record = against_random(Scripted(lambda view: IMPOSSIBLE[kind](own(view))), rules)
    assert record.result is not None
    if rules == "soares2025":
        assert record.result.winner == 1
        assert record.result.reason.startswith("Scripted (seat 0) forfeits, illegal plan: ")


def test_a_move_of_more_armies_than_there_can_be_does_not_stop_the_match() -> None:
    def huge(view: SimultaneousView) -> Plan:
        return Plan([Move(own(view), view.game.map.neighbours[own(view)][0], 10_000_001)])

    assert against_random(Scripted(huge), "soares2025").result is not None


def test_an_estimate_that_fails_loses_the_game() -> None:
    class Shy(Scripted):
        estimate = property(lambda self: 1 / 0, lambda self, value: None)

    record = against_random(Shy(), "soares2025")
    assert record.result is not None
    assert record.result.winner == 1


# --- Time ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """The match reads this clock instead of the machine's."""
    return FakeTime(monkeypatch)


def slow(clock: FakeTime, seconds: float) -> Scripted:
    def answer(view: SimultaneousView) -> Plan:
        clock.now += seconds
        return Plan()

    return Anywhere(answer)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_late_plan_loses_the_game(clock: FakeTime, rules: str, seat: int) -> None:
    record = against_random(slow(clock, 2.5), rules, seat, time_per_move=2)
    assert record.result == Result(
        1 - seat, f"Anywhere (seat {seat}) forfeits, time: 2.500 s of 2 s", loser=seat, fault="time"
    )
    slowest: Any = record.info["slowest"]
    assert slowest[seat] == 2.5


def test_a_little_more_than_the_limit_is_forgiven(clock: FakeTime) -> None:
    record = against_random(slow(clock, 2.049), "soares2025", time_per_move=2)
    assert record.result is not None
    assert record.result.loser is None
    assert record.info["slowest"] == [2.049, 0.0]


@pytest.mark.parametrize(("limit", "used", "late"), [(0.1, 0.149, False), (0.1, 0.151, True), (0.01, 0.061, True)])
def test_the_same_is_forgiven_whatever_the_limit(clock: FakeTime, limit: float, used: float, late: bool) -> None:
    record = against_random(slow(clock, used), "soares2025", time_per_move=limit)
    assert record.result is not None
    assert ("forfeits, time" in record.result.reason) == late


def test_without_a_limit_nobody_is_late(clock: FakeTime) -> None:
    record = against_random(slow(clock, 10_000), "soares2025")
    assert record.result is not None
    assert record.result.loser is None


def test_the_first_seat_is_asked_first_and_alone_is_blamed() -> None:
    record = play(Game("simple"), [Scripted(boom), Scripted(boom)])
    assert record.result == crashed("Scripted", 0, "ValueError: boom", boom)
    assert record.info["decisions"] == [0, 0]


# --- More than two ------------------------------------------------------------------------------------------------


class Failing:
    """Plays the classic game at random up to a decision in which it hands in something else."""

    def __init__(self, decisions: int, answer: Callable[[], Any]) -> None:
        self.left, self.answer = decisions, answer

    def begin(self, game: Any, seat: int, random: Random) -> None:
        self.random = random

    def act(self, view: ClassicView, clock: Clock) -> Action:
        self.left -= 1
        return view.random_action(self.random) if self.left >= 0 else self.answer()


def fail() -> Action:
    raise ValueError("lost my way")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(("answer", "why"), [(fail, "crash: ValueError"), (Action, "illegal action: -"), (int, "int ")])
def test_of_several_the_one_who_forfeits_loses_and_the_others_share_the_win(
    seat: int, answer: Callable[[], Any], why: str, tmp_path: Path
) -> None:
    agents: list[Agent | str] = ["random"] * 3
    agents[seat] = Failing(3, answer)
    record = play(Game("grid(4,3)", "classic", 3), agents, seed=1)
    result = record.result
    assert result is not None
    assert (result.winner, result.loser) == (None, seat)
    assert why in result.reason
    assert result.returns == tuple(-1.0 if s == seat else 0.5 for s in range(3))
    assert result.points == tuple(0.0 if s == seat else 0.5 for s in range(3))
    record.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl").result == result


def test_a_record_of_a_forfeit_must_make_sense(tmp_path: Path) -> None:
    record = play(Game("grid(4,3)", "classic", 3), [Failing(3, fail), "random", "random"], seed=1)
    *lines, end = record.lines()
    for changed in ({"loser": 3}, {"loser": "a"}, {"winner": 1}, {"winner": 0}):
        damaged = json.dumps(json.loads(end) | changed)
        assert "damaged at line" in read_records([*lines, damaged]).problem
    old = {key: value for key, value in json.loads(end).items() if key not in ("loser", "fault")}
    assert read_records([*lines, json.dumps(old)]).records[0].result == Result(None, old["reason"], seats=3)


HELPED = """
from helper import stumble

class Agent:
    def begin(self, game, seat, random): pass
    def plan(self, view, clock): return view.picked(seat=9)

class Other(Agent):
    def plan(self, view, clock): return stumble()
"""


def test_a_crash_names_the_place_in_the_agents_own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(HELPED)
    (tmp_path / "helper.py").write_text("def stumble():\n    return 1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    reasons = []
    for name in ("Agent", "Other"):
        result = play(Game("simple"), [f"{tmp_path}/mine.py:{name}", "random"]).result
        assert result is not None
        reasons.append(result.reason)
    assert reasons[0].endswith("crash: GameError: there is no seat 9; the seats are 0 to 1 (mine.py:6)")
    assert reasons[1].endswith("crash: ZeroDivisionError: division by zero (helper.py:2)")
