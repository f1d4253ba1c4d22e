"""With --json standard output carries the answer and nothing else, whatever agents print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

AGENT = '''
import atexit, os, sys, threading
print("imported")

class Loud:
    """Prints in every way there is."""

    def begin(self, game, seat, random):
        print("begin")
        self.random = random
        atexit.register(print, "atexit")

    def plan(self, view, clock):
        print("plan")
        sys.__stdout__.write("original\\n")
        os.write(1, b"descriptor\\n")
        threading.Thread(target=print, args=("thread",)).start()
        return view.random_plan(self.random)

    def act(self, view, clock):
        return view.legal_actions[0]

    def analyse(self, view, clock):
        print("analyse")
        from hegemon.agents import make_agent
        mind = make_agent("smcts(visits=5)")
        mind.begin(view.game, view.seat, self.random)
        return mind.analyse(view, clock)
'''


def hegemon(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONUNBUFFERED": ""}
    return subprocess.run(
        [sys.executable, "-m", "hegemon", *arguments], capture_output=True, text=True, cwd=folder, env=environment,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        ("match", "loud.py:Loud", "random", "--map", "simple", "--games", "2"),
        ("match", "loud.py:Loud", "random", "--map", "simple", "--games", "2", "--workers", "2"),
        ("tournament", "-a", "loud=loud.py:Loud", "-a", "random", "-m", "simple", "--games", "2"),
        ("agents", "loud.py:Loud"),
    ],
)
def test_prints_of_agents_stay_out_of_json(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(AGENT, encoding="utf-8")
    found = hegemon(*command, "--json", folder=tmp_path)
    assert found.returncode == 0, found.stderr
    json.loads(found.stdout)
    assert found.stdout.count("\n") == 1
    assert "imported" in found.stderr


def test_prints_of_an_analysis_stay_out_of_json(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(AGENT, encoding="utf-8")
    position = "triangle; soares2025; 3 play; a5 .2 b3"
    found = hegemon("analyse", position, "--agent", "loud.py:Loud", "--json", folder=tmp_path)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["agent"] == "loud.py:Loud"
    assert "analyse" in found.stderr
