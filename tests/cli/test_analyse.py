"""hegemon analyse: what agents think, as a table and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.agents.smcts import SmctsAgent
from hegemon.search import Analysis
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
    assert set(best) == {"decision", "text", "visits", "value", "win", "prior", "line"}
    assert -1 <= data["value"] <= 1
    again = json.loads(run("analyse", position, "--agent", agent, "--json", "--top", "3").out)
    data.pop("seconds"), again.pop("seconds")
    assert data == again


def test_the_table_names_value_and_visits(run: Run) -> None:
    done = run("analyse", SWISS, "--agent", "mcts(visits=60)", "--top", "2")
    assert done.code == 0
    assert "60 visits" in done.out
    assert "more candidates" in " ".join(done.out.split())


def test_orders_have_names(run: Run) -> None:
    done = run("analyse", BANANA, "--agent", "smcts(visits=60)", "--top", "1")
    assert done.code == 0, done.err
    assert any(name in done.out for name in hg.load_map("banana").words)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    hg.play(hg.Game("banana"), ["heuristic", "random"], seed=1).save(path)
    return path


def test_a_turn_of_a_record(record: Path, run: Run) -> None:
    done = run("analyse", str(record), "--turn", "2", "--seat", "b", "--agent", "smcts(visits=60)")
    assert done.code == 0, done.err
    assert done.out.startswith("soares2025 on banana, a = heuristic, b = random, turn 2\nb wins with ")
    assert "  played " in done.out
    data = json.loads(run("analyse", str(record), "--turn", "2", "--json", "--agent", "smcts(visits=60)").out)
    assert (data["turn"], data["seat"], data["played"]["turn"]) == (2, 0, 2)


def test_a_whole_game_as_text_json_and_picture(record: Path, tmp_path: Path, run: Run) -> None:
    picture = tmp_path / "game.svg"
    options = ("--all", "--agent", "smcts(visits=60)")
    done = run("analyse", str(record), *options, "--svg", str(picture))
    assert done.code == 0, done.err
    assert "Decisions that lost most:" in done.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "already exists" in run("analyse", str(record), *options, "--svg", str(picture)).err
    data = json.loads(run("analyse", str(record), *options, "--json").out)
    assert data["complete"] is True
    assert data["decisions"][0]["turn"] == 1


def test_an_interrupted_analysis_says_so_and_shows_what_it_has(
    record: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyse = SmctsAgent.analyse
    left = iter(range(12))

    def interrupted(self: SmctsAgent, view: hg.SimultaneousView, clock: hg.Clock) -> Analysis[hg.Plan]:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return analyse(self, view, clock)

    monkeypatch.setattr(SmctsAgent, "analyse", interrupted)
    done = run("analyse", str(record), "--all", "--agent", "smcts(visits=20)")
    assert done.code == 130
    assert "stopped after 1 of " in done.err
    assert "Decisions that lost most" in done.out or "No decision lost" in done.out
    assert "  end " not in done.out
    done = run("analyse", str(record), "--turn", "2", "--agent", "smcts(visits=20)")
    assert (done.code, done.out, done.err.strip()) == (130, "", "stopped")


def test_positions_come_from_watch(record: Path, run: Run) -> None:
    done = run("watch", str(record), "--turn", "2", "--positions")
    assert done.code == 0, done.err
    state = hg.load_records(record)[0].states[1]
    assert done.out == f"{state}\n"
    every = run("watch", str(record), "--positions")
    assert [hg.parse_position(line) for line in every.out.splitlines()] == hg.load_records(record)[0].states[:-1]


def test_a_map_of_ones_own(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mine.json"
    hg.Map.from_json(hg.load_map("banana").to_json() | {"name": "mine"}).save(path)
    done = run("analyse", BANANA.replace("banana", "mine"), "--map", str(path), "--agent", "smcts(visits=60)")
    assert done.code == 0, done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "add either --turn N or --all"),
        (("--turn", "1", "--all"), "add either --turn N or --all"),
        (("--turn", "999"), "there is no turn 999"),
        (("--turn", "1", "--svg", "x.svg"), "add --all"),
        (("--turn", "1", "--seat", "z"), "the seats are a to f"),
        (("--turn", "1", "--seat", "c"), "nothing to decide"),
        (("--all", "--seat", "c"), "there is no seat 2"),
        (("--all", "--game", "2"), "the file contains 1"),
        (("--turn", "1", "--decision", "2"), "there is no decision 2"),
    ],
)
def test_mistakes_with_records_are_one_line(record: Path, arguments: tuple[str, ...], message: str, run: Run) -> None:
    done = run("analyse", str(record), *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nonsense",), "is neither a file nor a position; give a record (game.jsonl)"),
        (("nonsense; soares2025; a1",), "is not a position"),
        (("x" * 5000,), "is neither a file nor a position"),
        (("game.jsonl", "--all"), "there is no record 'game.jsonl'"),
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
