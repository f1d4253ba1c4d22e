"""Bars of long trainings: the newest are always in sight."""

from __future__ import annotations

import pytest

from hegemon.cli._progress import SHOWN, bars


def test_bars_that_do_not_fit_into_a_terminal_are_hidden(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with bars() as report:
        for part in range(3 * SHOWN):
            report(f"part {part}:", 1, 1)
    last = capsys.readouterr().err.rpartition("\x1b[1A")[2]
    assert [f"part {part}:" in last for part in range(3 * SHOWN)] == [False] * 2 * SHOWN + [True] * SHOWN
