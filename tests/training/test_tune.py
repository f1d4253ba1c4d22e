"""Searching for settings: killed searches go on, wrong ones are told."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest

pytest.importorskip("optuna", reason="needs the extra `learn`")

from hegemon._fields import Range
from hegemon.errors import TrainingError
from hegemon.training.folder import held
from hegemon.training.settings import changed, read_changes
from hegemon.training.tune.search import Chosen, Over, Score, Search


@dataclass(frozen=True)
class Inner:
    rate: Annotated[float, Range(0, 1)] = 0.5


@dataclass(frozen=True)
class Settings:
    size: Annotated[int, Range(1, 100)] = 3
    kind: str = "a"
    inner: Inner = field(default_factory=Inner)


@dataclass
class Hill:
    """Best at a rate of 0.01 and the largest size; dies when it is told to."""

    settings: ClassVar[type] = Settings
    dies_at: int = -1
    runs: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def check(self, chosen: Chosen) -> None:
        changed(Settings(), chosen, "hill")

    def describe(self) -> dict[str, Any]:
        return {"hill": 1}

    def run(self, folder: Path, chosen: Chosen) -> Score:
        found = changed(Settings(), chosen, "hill")
        self.runs.append((folder.name, dict(chosen)))
        if len(self.runs) - 1 == self.dies_at:
            raise KeyboardInterrupt
        folder.mkdir(parents=True, exist_ok=True)
        score = 1 / (1 + abs(found.inner.rate - 0.01)) * found.size / 100
        return Score(score, score, score)


OVER = [Over.parse("inner.rate=1e-4..1:log"), Over.parse("size=1..100"), Over.parse("kind=a,b")]


def test_a_search_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = Search(tmp_path / "whole", Hill(), OVER, seed=3).run(14)
    with pytest.raises(KeyboardInterrupt):
        Search(tmp_path / "parts", Hill(dies_at=4), OVER, seed=3).run(14)
    task = Hill()
    assert Search(tmp_path / "parts", task, OVER, seed=3).run(14) == whole
    assert [name for name, _ in task.runs] == [str(number) for number in range(4, 14)]  # 4 was finished first
    assert Search(tmp_path / "parts", task, OVER, seed=3).run(14) == whole
    assert len(task.runs) == 10
    assert len(Search(tmp_path / "parts", task, OVER, seed=3).run(16)) == 16


def test_a_trial_that_was_killed_while_it_was_drawn_is_drawn_again(tmp_path: Path) -> None:
    whole = Search(tmp_path / "whole", Hill(), OVER, seed=3).run(3)
    search = Search(tmp_path / "parts", Hill(), OVER, seed=3)
    search.run(2)
    search.study.ask()
    with (tmp_path / "parts" / "journal.log").open("ab") as file:
        file.write(b'{"op_code":5,"tri')  # and the line of its first value was being written
    again = Search(tmp_path / "parts", Hill(), OVER, seed=3).run(3)
    assert [trial.chosen for trial in again] == [trial.chosen for trial in whole]
    assert {trial.number for trial in again} == {0, 1, 3}


def test_a_search_that_was_killed_while_it_wrote_its_journal_goes_on_at_once(tmp_path: Path) -> None:
    Search(tmp_path, Hill(), OVER, seed=3).run(2)
    (tmp_path / "journal.log.lock").touch()  # Optuna's lock
    began = time.monotonic()
    assert len(Search(tmp_path, Hill(), OVER, seed=3).run(3)) == 3
    assert time.monotonic() - began < 20  # Optuna would wait for 30 seconds


def test_a_search_in_progress_is_not_opened(tmp_path: Path) -> None:
    Search(tmp_path, Hill(), OVER, seed=3).run(1)
    journal = (tmp_path / "journal.log").read_bytes() + b"half a line"
    (tmp_path / "journal.log").write_bytes(journal)
    with held(tmp_path), pytest.raises(TrainingError, match="in progress elsewhere"):
        Search(tmp_path, Hill(), OVER, seed=3)
    assert (tmp_path / "journal.log").read_bytes() == journal


def test_the_best_comes_first_and_values_are_of_the_right_kind(tmp_path: Path) -> None:
    best = Search(tmp_path, Hill(), OVER, seed=1).run(20)
    assert [trial.result.score for trial in best] == sorted((trial.result.score for trial in best), reverse=True)
    assert {trial.number for trial in best} == set(range(20))
    for trial in best:
        assert isinstance(trial.chosen["size"], int)
        assert 1e-4 <= float(trial.chosen["inner.rate"]) <= 1
        assert trial.chosen["kind"] in ("a", "b")
    rates = sorted(float(trial.chosen["inner.rate"]) for trial in best)
    assert rates[5] < 0.1  # a scale of ratios


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size", "is not a range"),
        ("size=", "is not a range"),
        ("size=9..1", "below the second"),
        ("size=a..b", "expected two numbers"),
        ("size=1..9:lg", "expected two numbers"),
        ("inner.rate=0..1:log", "above 0"),
        ("size=0..9", "size=0 is not allowed"),
        ("size=1.5..9", "size=1.5 is not allowed"),
        ("inner.rate=0.1,2", "rate=2 is not allowed"),
        ("sise=1..9", "did you mean size"),
        ("inner.rat=0..1", "did you mean rate"),
        ("size.x=0..1", "no nested settings"),
        ("inner=1,2", "cannot be set to one value"),
    ],
)
def test_wrong_ranges_are_told_before_anything_is_run(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        Search(tmp_path / "x", Hill(), [Over.parse(text)])
    assert not (tmp_path / "x").exists()


def test_another_search_is_not_mixed_in(tmp_path: Path) -> None:
    Search(tmp_path, Hill(), OVER)
    with pytest.raises(TrainingError, match="other settings"):
        Search(tmp_path, Hill(), OVER[:1])
    with pytest.raises(TrainingError, match="each once"):
        Search(tmp_path, Hill(), [*OVER, OVER[0]])


def test_changes_are_read() -> None:
    assert read_changes(["a.b = 3", "c=x"]) == {"a.b": 3, "c": "x"}
    with pytest.raises(TrainingError, match="write name=value"):
        read_changes(["a.b"])
