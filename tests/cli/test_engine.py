"""hegemon engine: its answers are those of hegemon analyse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hegemon as hg
from hegemon._json import JSONObject
from tests.cli.conftest import Run
from tests.engine.test_engine import CLASSIC, POSITION, Talk


def same(answer: JSONObject) -> JSONObject:
    """Without what differs from run to run."""
    return {name: value for name, value in answer.items() if name not in ("id", "index", "of", "seconds")}


@pytest.mark.parametrize("position", [POSITION, CLASSIC])
def test_an_answer_is_what_analyse_prints(position: str, run: Run) -> None:
    agent = "mcts(visits=60)" if position == CLASSIC else "smcts(visits=60)"
    wanted = json.loads(run("analyse", position, "--json", "--agent", agent, "--seed", "3", "--top", "2").out)
    talk = Talk()
    talk.hears(id="q", position=position, agent=agent, seed=3, top=2)
    found = talk.says()[0]
    assert (found["id"], found["index"], found["of"]) == ("q", 0, 1)
    assert same(found) == same(wanted)


def test_a_decision_of_a_record_is_what_analyse_prints(tmp_path: Path, run: Run) -> None:
    record = hg.play("italy", ["heuristic", "random"], seed=3)
    record.save(tmp_path / "game.jsonl")
    options = ["--turn", "2", "--seat", "b", "--json", "--agent", "smcts(visits=30)"]
    wanted = json.loads(run("analyse", str(tmp_path / "game.jsonl"), *options).out)
    talk = Talk()
    talk.hears(id=7, record=str(tmp_path / "game.jsonl"), turns=[2], seat=1, visits=30)
    assert same(talk.says()[0]) == same(wanted)
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    talk.hears(id=8, record_lines=lines, turns=[2], visits=30)
    both = talk.says(2)
    assert [each["seat"] for each in both] == [0, 1]
    assert same(both[1]) == same(wanted)


def test_the_command_answers_everything_before_it_ends() -> None:
    lines = [json.dumps({"id": n, "position": POSITION, "visits": 20}) for n in range(3)]
    text = "\n".join([*lines, "", "\xff", '{"id": 9, "action": "version"}']).encode("latin-1")
    done = subprocess.run([sys.executable, "-m", "hegemon", "engine"], input=text, capture_output=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 5
    assert sorted(each["id"] for each in found if "candidates" in each) == [0, 1, 2]
    assert [each["version"] for each in found if "version" in each] == [hg.__version__]
    assert sum("error" in each for each in found) == 1
