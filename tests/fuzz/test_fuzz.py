"""Every fuzzer for a moment, and the harness with cases that go wrong on purpose."""

from __future__ import annotations

import pytest

from tests.fuzz.harness import NAMES, run


@pytest.mark.parametrize("name", NAMES)
def test_a_moment_of_every_fuzzer(name: str) -> None:
    if name == "training":
        pytest.importorskip("torch", reason="training needs the extra learn")
        pytest.importorskip("optuna", reason="tuning needs the extra learn")
    outcome = run(name, seconds=1.5)
    assert outcome.failed == []
    assert outcome.cases > 0


def test_crashes_hangs_and_errors_are_charged_to_their_case(capfd: pytest.CaptureFixture[str]) -> None:
    outcome = run("_selftest", seconds=6, hang=1)
    assert set(range(4)) - set(outcome.failed) == {0}
    assert outcome.refused > 0
    told = capfd.readouterr().out
    assert "case 1 raised" in told
    assert "ValueError: odd" in told
    assert "case 2 ended the process, exit code -11" in told
    assert "case 3 hangs" in told
    assert "tests.fuzz _selftest --seed 0 --case 3" in told
