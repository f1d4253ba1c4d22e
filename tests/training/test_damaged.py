"""Files of training runs that are damaged: each is named in one line, and nothing is written over."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hegemon.errors import TrainingError
from hegemon.training.folder import read_object, require_free
from hegemon.training.gate import read_gate
from hegemon.training.log import Log, read_rows
from hegemon.training.pictures import dqn_pictures, zero_pictures
from hegemon.training.samples.shards import Manifest
from hegemon.training.weights import Protocol, Training, load_training

DEEP = "[" * 100_000
NO_OBJECT = ["", "[]", "1", '"kind"', "null", "{", DEEP, "\x00", '{"kind": ' + "9" * 5000 + "}"]


@pytest.mark.parametrize("text", [*NO_OBJECT, '{"kind": 5}', '{"kind": ["zero"]}', "{}"])
def test_run_json(text: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"run\.json is damaged"):
        require_free(tmp_path, "zero")


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"\xff\xfe\x00{}")
    with pytest.raises(TrainingError, match=r"settings\.json is damaged"):
        read_object(tmp_path / "settings.json")


ROWS = [
    "[]", "1", "null", "{}", '{"step": "x"}', '{"step": 1}', '{"step": 1, "loss": "x"}', '{"step": ' + "9" * 5000 + "}",
    '{"step": ' + "9" * 400 + ', "loss": 1}', '{"iteration": 1, "epoch": "x"}', '{"iteration": 1, "scores": []}',
    '{"iteration": 1, "scores": {"last": {"hex": 5}}}', '{"iteration": {}, "scores": {}}', "\x00", DEEP,
]  # fmt: skip


@pytest.mark.parametrize("line", ROWS)
@pytest.mark.parametrize("draw", [dqn_pictures, zero_pictures])
def test_metrics(line: str, draw: Callable[..., Any], tmp_path: Path) -> None:
    step = (
        (lambda row: int(row["step"])) if draw is dqn_pictures else lambda row: row["iteration"] + row.get("epoch", 0)
    )
    text = line + "\n"
    (tmp_path / "metrics.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"metrics\.jsonl is damaged"):
        Log(tmp_path, draw, step)
    assert (tmp_path / "metrics.jsonl").read_text(encoding="utf-8") == text


def test_a_damaged_row_is_named_and_a_last_one_that_was_cut_off_is_not_damage(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_bytes(b'{"step": 1}\n{"step"\n{"step": 3}\n')
    with pytest.raises(TrainingError, match="line 2 is not a row"):
        read_rows(tmp_path)
    (tmp_path / "metrics.jsonl").write_bytes(b'{"step": 1}\n{"step": 2}\n{"st\xff')
    assert read_rows(tmp_path) == [{"step": 1}, {"step": 2}]


def test_losses_that_are_not_finite_are_not_drawn() -> None:
    rows = [{"iteration": 1, "epoch": at, "policy_loss": loss, "value_loss": 1e300} for at, loss in
            enumerate((1.0, float("nan"), float("inf"), 2.0), 1)]  # fmt: skip
    assert zero_pictures(rows)["loss.svg"].count("nan") == 0
    assert zero_pictures(rows[1:2])["loss.svg"].startswith("<svg")


@pytest.mark.parametrize(
    "text",
    [
        *NO_OBJECT,
        "{}",
        '{"made": 1, "shards": []}',
        '{"made": {}, "shards": {}}',
        '{"made": {"map": "simple"}, "shards": [5]}',
        '{"made": {"map": "simple"}, "shards": [{"name": "../x", "samples": 1, "games": 1, "sha256": ""}]}',
        '{"made": {"map": "simple"}, "shards": [{"name": "x", "samples": "1", "games": 1, "sha256": ""}]}',
        '{"made": {"map": "simple"}, "shards": [{"name": "x"}]}',
    ],
)
def test_manifest(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"manifest\.json is damaged"):
        Manifest(tmp_path, {"map": "simple", "seats": 2})


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"last": -1, "scores": {}, "accepted": True},
        {"last": 0, "scores": {}, "accepted": 1},
        {"last": 0, "scores": {"last": 5}, "accepted": True},
        {"last": 0, "scores": {"last": {"hex": {"games": 1, "score": "x"}}}, "accepted": True},
        {
            "last": 0,
            "scores": {"last": {"hex": {"games": 1, "score": float("nan"), "low": 0, "high": 1}}},
            "accepted": True,
        },
    ],
)
def test_scores_of_an_iteration(data: object) -> None:
    with pytest.raises(ValueError, match=r"its scores|it needs"):
        read_gate(data)


SMALL = Protocol(genes=4, generations=2, tournament=2, parents=1, crossovers=1, mutations=1, map="grid(3,3)")


def change_gene(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["genes"][0][key] = value

    return change


def change_top(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data[key] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        change_gene("weights", [float("nan"), 1, 1, 1]),
        change_gene("weights", [float("inf"), 1, 1, 1]),
        change_gene("weights", [[1], 1, 1, 1]),
        change_gene("weights", [True, 1, 1, 1]),
        change_gene("weights", ["1", 1, 1, 1]),
        change_gene("weights", [10**400, 1, 1, 1]),
        change_gene("weights", [1, 1, 1]),
        change_gene("weights", None),
        change_gene("born", "x"),
        change_gene("born", 0),
        change_gene("points", -1),
        change_gene("points", 1),
        change_gene("games", 10**30),
        change_top("generation", 0),
        change_top("generation", 10**9),
        change_top("generation", 1.5),
        change_top("tournament", 5),
        change_top("parents", [0]),
        change_top("parents", "ab"),
        change_top("genes", {}),
        change_top("protocol", []),
        change_top("protocol", {"genes": -4}),
        change_top("protocol", {"unknown": 4}),
    ],
)
def test_weights(change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    data: Any = json.loads(json.dumps(Training.begin(SMALL).to_json()))
    path.write_text(json.dumps(data), encoding="utf-8")
    load_training(path)
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(TrainingError, match=r"weights\.json is (damaged|not a file)"):
        load_training(path)


@pytest.mark.parametrize("text", NO_OBJECT)
def test_weights_that_are_no_object(text: str, tmp_path: Path) -> None:
    (tmp_path / "weights.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match=r"weights\.json is not a file of train weights"):
        load_training(tmp_path / "weights.json")


def test_checkpoints(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs the extra learn")
    from hegemon.training.checkpoint import DamagedCheckpoint, load_checkpoint

    path = tmp_path / "1.pt"
    torch.save({"model": torch.arange(1000), "epoch": 3}, path)
    assert load_checkpoint(path)["epoch"] == 3
    whole = path.read_bytes()
    for at in range(0, len(whole), 97):  # every part of the file is covered by a checksum, or not read
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        try:
            found = load_checkpoint(path)
        except DamagedCheckpoint:
            continue
        assert torch.equal(found["model"], torch.arange(1000))
    for text in (b"", whole[:-30], b"PK", torch.arange(3).numpy().tobytes()):
        path.write_bytes(text)
        with pytest.raises(DamagedCheckpoint):
            load_checkpoint(path)
