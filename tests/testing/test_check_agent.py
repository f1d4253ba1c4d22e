"""check_agent: every fault is found and explained, and good agents of every shape pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon import Game
from hegemon.cli.app import run
from hegemon.errors import AgentError, CheckFailed, GameError
from hegemon.testing import Report, check_agent
from tests.hostile import agents as hostile
from tests.testing import bad_agents as bad

FILE = Path(bad.__file__)
SMALL = [Game("simple")]


def problems(agent: type, **settings: object) -> str:
    report = check_agent(agent, raises=False, **settings)  # type: ignore[arg-type]
    assert not report.ok
    return str(report)


@pytest.mark.parametrize("agent", [bad.Good, bad.Writes, bad.Tidies, bad.Good(), lambda: bad.Good(), bad.Both])
def test_good_agents_pass(agent: type) -> None:
    report = check_agent(agent)
    assert report.done["game"] == (19 if agent is bad.Both else 8)
    assert report.done["repeated game"] == (2 if agent is bad.Both else 1)
    assert "ms per decision" in str(report)


@pytest.mark.parametrize("spec", ["heuristic", f"{FILE}:Good", "ga(generations=2)"])
def test_specs(spec: str) -> None:
    report = check_agent(spec)
    assert report.subject == spec
    assert report.done["game"] >= 8


def test_games_may_be_refused_but_not_all() -> None:
    report = check_agent(bad.Choosy)
    assert "it refuses 6 of 8 games" in str(report)
    assert str(report).startswith("Choosy: no problems in 2 of 8 games, and it refuses 6 (")
    assert "it refuses 6 of 8 games" in str(check_agent(f"{FILE}:Choosy"))
    assert "it refuses every game" in problems(bad.Refuses)


@pytest.mark.parametrize(
    ("agent", "check", "lesson"),
    [
        (bad.Forgets, "legality: illegal plan: NoneType instead of a Plan", "end it with return"),
        (bad.NeverPicks, "legality: illegal plan: wrong number of picks", "view.phase is 'pick'"),
        (bad.Greedy, "legality: illegal plan: order 1", "view.income(view.seat), in sum"),
        (bad.Peeks, "crash: GameError: rules warzone hide part of the board", "view.determinize()"),
        (bad.Counts, "OverflowError", "clock.left is infinite"),
        (bad.Scribbles, "view: it changes its view in turn 0", "copy arrays"),
        (bad.Remembers, "begin again: after another game it decides differently", "set everything anew"),
        (bad.Sure, "estimate is 1.5", "from 0 to 1"),
        (bad.Winner, "end: Winner (seat 0): AttributeError", "closing what the agent holds open"),
        (bad.Stumbles, "begin: agent Stumbles cannot begin", "KeyError"),
    ],
)
def test_faults_are_found_and_explained(agent: type, check: str, lesson: str) -> None:
    found = problems(agent)
    assert check in found
    assert lesson in found


def test_decisions_that_do_not_repeat() -> None:
    assert "note: determinism: the same random stream led to other decisions" in str(check_agent(bad.Dices))
    with pytest.raises(CheckFailed, match="take all randomness from the stream"):
        check_agent(bad.Dices, deterministic=True)
    assert "determinism" not in str(check_agent(bad.Dices, deterministic=False))


def test_what_is_left_behind() -> None:
    found = problems(bad.Hoards, games=SMALL)
    assert "6 open files after 6 games" in found
    assert "6 threads after 6 games" in found
    assert "the agent has no such method" in found
    bad.Hoards.freed.set()
    for file in bad.Hoards.files:
        file.close()


def test_agents_that_do_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hegemon.testing.agent_check.HANG", 0.3)
    for agent in (bad.Sleeps, f"{FILE}:Sleeps"):
        report = check_agent(agent, games=SMALL, seconds=1000 if agent is bad.Sleeps else 0.1, raises=False)
        assert "hang" in str(report)
        assert "never ends" in str(report)


@pytest.mark.parametrize(("name", "found"), [("Exits", "died: its process ended"), ("Patches", "has no attribute")])
def test_agents_of_files_harm_nobody(name: str, found: str) -> None:
    report = check_agent(f"{Path(hostile.__file__)}:{name}", games=SMALL, raises=False)
    assert found in str(report)


def test_late_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hegemon.testing.agent_check.MARGIN", 0.0)
    assert "clock.left is nearly 0" in problems(bad.Late, games=SMALL, seconds=0.001)


def test_the_budget() -> None:
    report = check_agent(bad.Good, budget=1e-9)
    assert "8 of 8 games were not played" in str(report)


def test_wrong_arguments() -> None:
    with pytest.raises(AgentError, match="unknown agent"):
        check_agent("hueristic")
    with pytest.raises(AgentError, match="is no agent"):
        check_agent(3)  # type: ignore[arg-type]
    with pytest.raises(AgentError, match="plays none of the games"):
        check_agent("mcts", games=SMALL)
    with pytest.raises(GameError, match="more than 0"):
        check_agent("random", seconds=0)


def test_a_report_of_several_problems() -> None:
    report = Report("me")
    for number in range(5):
        report.problem("crash", f"number {number}", "be careful")
    assert str(report).splitlines()[:3] == ["me: 5 problems", "problem: crash: number 0", "  be careful"]
    assert "... and 2 more of crash" in str(report)
    with pytest.raises(CheckFailed, match=r"me: crash: number 0 \(and 4 more\); to mend it: be careful"):
        report.require_ok()


def test_the_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def called(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["hegemon", "check", *words])
        with pytest.raises(SystemExit) as left:
            run()
        return int(left.value.code or 0), capfd.readouterr().out

    code, out = called(f"{FILE}:Good", "--map", "simple")
    assert code == 0
    assert "no problems" in out
    code, out = called(f"{FILE}:Stumbles", "--map", "simple", "--traceback")
    assert code == 1
    assert "raise KeyError" in out
    code, out = called("--map", "simple", "--json")
    assert code == 0
    assert '"ok": true' in out
