"""The command line as the tests run it."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hegemon.cli import main


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
        interrupt = signal.getsignal(signal.SIGINT)
        with pytest.raises(SystemExit) as stop:
            main()
        signal.signal(signal.SIGINT, interrupt)
        printed = capsys.readouterr()
        return Outcome(stop.value.code, printed.out, printed.err)

    return call
