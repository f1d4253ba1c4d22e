"""hegemon analyse: what agents think, as a table and as JSON."""

from __future__ import annotations

import json

import pytest

import hegemon as hg
from tests.cli.conftest import Run

SWISS = str(hg.ClassicGame("switzerland", "swiss2025").start(seed=1))
BANANA = str(hg.SimultaneousGame("banana", "soares2025").start(seed=1))


@pytest.mark.parametrize(
    ("position", "agent"),
    [
        (SWISS, "mcts(visits=60)"),
        (SWISS, "alphabeta(depth=2)"),
        (BANANA, "smcts(visits=60)"),
        (BANANA, "ga(generations=2)"),
        (BANANA, "ga-ggnet(generations=2)"),
    ],
)
def test_every_search_shows_its_candidates(position: str, agent: str, run: Run) -> None:
    done = run("analyse", position, "--agent", agent, "--json", "--top", "3")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert data["position"] == position
    assert 1 <= len(data["candidates"]) <= 3
    best = data["candidates"][0]
    assert set(best) == {"decision", "visits", "value", "prior", "line"}
    assert -1 <= data["value"] <= 1
    again = json.loads(run("analyse", position, "--agent", agent, "--json", "--top", "3").out)
    data.pop("seconds"), again.pop("seconds")
    assert data == again


def test_the_table_names_value_and_visits(run: Run) -> None:
    done = run("analyse", SWISS, "--agent", "mcts(visits=60)", "--top", "2")
    assert done.code == 0
    assert "60 visits" in done.out
    assert "more candidates" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nonsense",), "is not a position"),
        ((SWISS, "--agent", "heuristic"), "does not search"),
        ((SWISS, "--agent", "smcts"), "does not play the classic game"),
        ((SWISS, "--agent", "mcts", "--seat", "5"), "nothing to decide"),
        ((BANANA, "--agent", "smcts(evaluation=network, net=nobody)"), "cannot use net="),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], message: str, run: Run) -> None:
    done = run("analyse", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.strip().splitlines()) == 1
