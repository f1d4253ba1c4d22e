"""Analyses of positions and of whole games, as values, text and pictures."""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

import hegemon as hg
from hegemon.analysis import (
    analyse_steps,
    analysis_json,
    analysis_text,
    default_agent,
    step_of,
    view_at,
    win_probability,
)
from hegemon.errors import AgentError, GameError

TRIANGLE = "triangle; soares2025; 0 play; C1=a9 C2=.0 C3=b1"


@cache
def played(map: str, rules: str, seats: int = 2) -> hg.Record:
    return hg.play(hg.Game(map, rules, seats), ["heuristic"] + ["random"] * (seats - 1), seed=3)


def test_a_position_is_enough() -> None:
    found = hg.analyse(TRIANGLE, "smcts(visits=500)")
    assert found.seat == 0
    assert win_probability(found.value, 2) > 0.8
    assert hg.analyse(hg.parse_position(TRIANGLE), "smcts(visits=500)", seat=1).seat == 1
    view = hg.parse_position(TRIANGLE).view(1)
    assert hg.analyse(view, "smcts(visits=100)").seat == 1
    with pytest.raises(GameError, match="view of seat 1, not of seat 0"):
        hg.analyse(view, seat=0)


def test_default_agents() -> None:
    assert hg.analyse(hg.Game("hex", "heredia2022").start(1)).visits > 0
    assert hg.analyse(TRIANGLE).visits > 0
    game = hg.Game("triangle")
    assert default_agent(game) == "smcts(visits=20000)"
    assert default_agent(game, whole=True) == "smcts(visits=2000)"
    assert default_agent(game, 60.0) == "smcts"  # the time is used, whatever the visits


@pytest.mark.parametrize(
    ("position", "agent", "seat", "error", "message"),
    [
        (TRIANGLE, "mcts", None, AgentError, "agent mcts does not play the simultaneous game; try smcts"),
        (TRIANGLE, "heuristic", None, AgentError, "does not search"),
        (TRIANGLE, "", 2, GameError, "seat 2 has nothing to decide here; only seat 0 and 1"),
        ("triangle; soares2025; 3 over winner=0; a5 a2 a3", "", None, GameError, "no seat has a decision"),
    ],
)
def test_what_cannot_be_analysed(position: str, agent: str, seat: int | None, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        hg.analyse(position, agent, seat=seat)


@pytest.mark.parametrize(("value", "seats", "share"), [(1, 2, 1), (-1, 2, 0), (0, 2, 0.5), (0, 3, 1 / 3), (-0.5, 3, 0)])
def test_values_as_winning_probabilities(value: float, seats: int, share: float) -> None:
    assert win_probability(value, seats) == pytest.approx(share)


def test_text_has_names_and_few_lines() -> None:
    game = hg.Game("italy")
    found = hg.analyse(game.start(1), "smcts(visits=300)")
    lines = analysis_text(found, game, top=3, width=90).splitlines()
    assert lines[0].startswith("a wins with ")
    assert len(lines) < 25
    assert max(map(len, lines)) <= 90
    assert found.decision.text(game.map).split()[0] in "\n".join(lines)
    assert lines[-1].endswith("more candidates")


def test_json_has_names_beside_numbers() -> None:
    game = hg.Game("italy")
    found = hg.analyse(game.start(1), "smcts(visits=300)")
    data = analysis_json(found, game, 2)
    candidates: Any = data["candidates"]
    assert len(candidates) == 2
    assert game.start(1).read(candidates[0]["text"]) == found.decision
    json.dumps(data)


CASES = [
    ("italy", "soares2025", 2, "smcts(visits=60)"),
    ("italy", "warlight2", 2, "smcts(visits=60)"),
    ("italy", "warzone", 2, "ga(generations=2)"),
    ("hex", "classic", 2, "mcts(visits=60)"),
    ("hex", "classic", 3, "mcts(visits=60)"),
    ("switzerland", "swiss2025", 2, "alphabeta(depth=2)"),
]


@pytest.mark.parametrize(("map", "rules", "seats", "agent"), CASES)
def test_whole_games(map: str, rules: str, seats: int, agent: str) -> None:
    record = played(map, rules, seats)
    done: list[tuple[int, int]] = []
    found = hg.analyse_record(record, agent, progress=lambda at, of: done.append((at, of)))
    decided = [plan for plans in record.plans for plan in plans if plan is not None]
    assert [decision.played for decision in found.decisions] == decided
    assert done[-1] == (len(record), len(record))
    for decision in found.decisions:
        assert 0 <= decision.win <= 1
        assert decision.loss is None or -1 <= decision.loss <= 1
        assert decision.played != decision.best or decision.loss == 0
    worst = found.worst(3)
    assert [d.loss for d in worst] == sorted((d.loss for d in worst), key=lambda loss: -(loss or 0))
    data = json.loads(json.dumps(found.to_json()))
    assert len(data["decisions"]) == len(decided)
    assert set(data["win"]) == {str(seat) for seat in range(seats)}
    text = found.text(top=2, width=80)
    assert "lost" in text
    assert text.splitlines()[0].endswith(f"analysed by {agent}")
    ElementTree.fromstring(found.svg())
    assert repr(found) == f"RecordAnalysis({record.game}, {len(decided)} decisions by {agent})"


def test_the_same_analysis_again() -> None:
    record = played("italy", "soares2025")
    first, second = (hg.analyse_record(record, "smcts(visits=50)", seed=4).to_json() for _ in range(2))
    assert first == second


def test_a_blunder_is_found() -> None:
    """Seat 0 could win at once, and leaves its armies where they are."""
    game = hg.Game("triangle")
    start = game.parse(TRIANGLE)
    record = hg.Record(game, ("a", "b"), start)
    for plans in (["C1+all", "C3+1"], ["C1>C3:all", "-"]):
        decisions = [record.final.read(plan) for plan in plans]
        record.add(decisions, record.final.advance(decisions, hg.Random(1)))
    found = hg.analyse_record(record, "smcts(visits=300)", seat=0)
    assert {decision.seat for decision in found.decisions} == {0}
    assert found.curves[1] == []
    passed = found.decisions[0]
    assert passed.win_best == pytest.approx(1.0, abs=0.05)
    assert passed.best.text(game.map).count(">")


def test_steps_and_views_of_a_record() -> None:
    record = played("switzerland", "swiss2025")
    assert step_of(record, 1) == 0
    second = step_of(record, 2)
    assert record.turn_number(second) == 2
    assert record.turn_number(second - 1) == 1
    assert step_of(record, 2, 2) == second + 1
    mover = record.states[second].deciders[0]
    view = view_at(record, second, mover)
    assert view.seat == mover
    assert len(view.events) > 1  # all that the other seat did in its turn
    with pytest.raises(GameError, match="there is no turn 9999"):
        step_of(record, 9999)
    with pytest.raises(GameError, match="there is no decision 999 in turn 2"):
        step_of(record, 2, 999)
    assert [d.step for d in analyse_steps(record, "mcts(visits=20)", steps=[second])] == [second]


def test_fog_hides_from_the_analyst_what_the_seat_did_not_see() -> None:
    record = played("italy", "warlight2")
    last = len(record) // 2
    assert -2 in view_at(record, last, 0).owners


def test_a_position_on_a_map_of_ones_own(tmp_path: Any) -> None:
    own = hg.load_map("triangle").to_json() | {"name": "mine"}
    path = tmp_path / "mine.json"
    hg.Map.from_json(own).save(path)
    text = TRIANGLE.replace("triangle", "mine")
    assert str(hg.parse_position(text, path)).startswith("mine; ")
    with pytest.raises(hg.HegemonError, match="position is for triangle"):
        hg.parse_position(TRIANGLE, path)
