"""The log of a training: rows once each, pictures of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from hegemon.training.log import Log, Row, read_rows
from hegemon.training.pictures import zero_pictures


def no_pictures(rows: Sequence[Row]) -> dict[str, str]:
    return {}


def test_a_row_forgets_those_at_its_step_and_later(tmp_path: Path) -> None:
    with Log(tmp_path, no_pictures) as log:
        for step in (1, 2, 3, 4):
            log.write({"step": step, "try": 1})
    with Log(tmp_path, no_pictures) as log:
        assert [row["step"] for row in log.rows] == [1, 2, 3, 4]
        log.write({"step": 3, "try": 2})
        assert [(row["step"], row["try"]) for row in read_rows(tmp_path)] == [(1, 1), (2, 1), (3, 2)]
        log.write({"step": 4, "try": 2})
    assert [(row["step"], row["try"]) for row in read_rows(tmp_path)] == [(1, 1), (2, 1), (3, 2), (4, 2)]


def test_a_file_that_tells_a_step_twice_is_set_right(tmp_path: Path) -> None:
    text = '{"step": 1}\n{"step": 2, "try": 1}\n{"step": 2, "try": 2}\n{"step": 3, "tr'
    (tmp_path / "metrics.jsonl").write_text(text, encoding="utf-8")
    with Log(tmp_path, no_pictures):
        assert read_rows(tmp_path) == [{"step": 1}, {"step": 2, "try": 2}]


def scored(iteration: int, **maps: float) -> Row:
    found = {name: {"games": 30, "score": at, "low": at - 0.1, "high": at + 0.1} for name, at in maps.items()}
    return {"iteration": iteration, "scores": {"baseline": found} | ({"last": found} if iteration > 1 else {})}


def test_zero_draws_losses_and_a_line_for_every_map() -> None:
    losses = {"policy_loss": 2.0, "value_loss": 0.5}
    rows = [{"iteration": 1, "epoch": epoch, **losses} for epoch in (1, 2)]
    assert set(zero_pictures(rows)) == {"loss.svg"}
    rows.append(scored(1, banana=0.5))
    assert set(zero_pictures(rows)) == {"loss.svg", "against-baseline.svg"}
    rows.append(scored(2, banana=0.6, italy=0.4))
    pictures = zero_pictures(rows)
    assert set(pictures) == {"loss.svg", "against-baseline.svg", "against-last.svg"}
    for picture in pictures.values():
        ElementTree.fromstring(picture)
    assert pictures["against-baseline.svg"].count('opacity="0.15"') == 2
    assert pictures["against-baseline.svg"].count("<circle") == 1  # italy has been played once
    assert all(name in pictures["against-last.svg"] for name in ("banana", "italy", "last network"))
