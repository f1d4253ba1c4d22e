"""The command line as the tests run it."""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import hegemon as hg
from hegemon.agents.random import RandomAgent
from hegemon.cli import main

CLASSIC = ("--rules", "classic", "--map", "grid(4,3)", "--seed", "2")
"""Options for short games."""

TURN = {
    "map": "triangle",
    "rules": "soares2025",
    "owners": [0, 1, -1],
    "armies": [5, 2, 1],
    "orders": [[["deploy", 0, 5], ["move", 0, 1, 9]], [["deploy", 1, 3]]],
    "first": 0,
}


class Outcome(NamedTuple):
    code: object
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["hegemon", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        handlers = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
        with pytest.raises(SystemExit) as stop:
            main()
        for name, handler in handlers.items():
            signal.signal(name, handler)
        printed = capsys.readouterr()
        return Outcome(stop.value.code, printed.out, printed.err)

    return call


def turn_line(**changes: Any) -> str:
    """A line for hegemon resolve."""
    return json.dumps(TURN | changes)


@pytest.fixture
def interrupt_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl-C after so many decisions of random agents."""

    def arm(left: int) -> None:
        decisions = iter(range(left))

        def act(self: RandomAgent, view: hg.ClassicView, clock: hg.Clock) -> hg.Action:
            if next(decisions, None) is None:
                raise KeyboardInterrupt
            return view.random_action(hg.Random(left))

        monkeypatch.setattr(RandomAgent, "act", act)

    return arm
