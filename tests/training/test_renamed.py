"""Files of earlier versions, which call some things otherwise, are still read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from hegemon.game import SimultaneousGame
from hegemon.training.renamed import COLUMNS, SETTINGS, TRANSITIONS, completed, renamed, settings_now
from hegemon.training.samples.shards import MANIFEST, Manifest, read_shard
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.collect import self_play
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay

FAST = SimultaneousSelfPlay(visits=4, games=2, temperature_turns=2)


def old(names: dict[str, str]) -> dict[str, str]:
    return {now: then for then, now in names.items()}


def test_settings_have_their_new_names_however_deep_they_are() -> None:
    kept = {"games": 3, "play": {"hot_turns": 5, "visits": 9}, "learning": {"policy": "shares", "rate": 0.1}}
    assert settings_now(kept) == {
        "games": 3,
        "play": {"temperature_turns": 5, "visits": 9},
        "learning": {"policy": "visits", "rate": 0.1},
    }


def test_settings_that_did_not_exist_yet_have_their_defaults() -> None:
    kept = {"games": 3, "learning": {"rate": 0.1}, "maps": [["hex"]]}
    defaults = {"games": 1, "learning": {"rate": 0.2, "trace": 0.9}, "maps": [["hex"]] * 5, "window": 3}
    assert completed(kept, defaults) == {
        "games": 3,
        "learning": {"rate": 0.1, "trace": 0.9},
        "maps": [["hex"]],
        "window": 3,
    }


def test_samples_with_the_old_names_of_columns_are_read(tmp_path: Path) -> None:
    samples = self_play(SimultaneousGame("simple"), FAST, tmp_path, positions=10, seed=5)
    path = tmp_path / "shard-000000.parquet"
    table = pyarrow.parquet.read_table(path)
    names = [old(COLUMNS).get(name, name) for name in table.column_names]
    assert {"full", "shares"} < set(names)
    pyarrow.parquet.write_table(table.rename_columns(names).replace_schema_metadata(table.schema.metadata), path)
    found = read_shard(path, SimultaneousSamples)
    assert np.array_equal(found.policy_target, samples.policy_target)
    assert np.array_equal(found.full_search, samples.full_search)


def test_a_folder_of_samples_goes_on_under_the_new_names(tmp_path: Path) -> None:
    self_play(SimultaneousGame("simple"), FAST, tmp_path, positions=10, seed=5)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    made = manifest["made"]
    (tmp_path / MANIFEST).write_text(
        json.dumps({**manifest, "made": {**made, "settings": renamed(made["settings"], old(SETTINGS))}})
    )
    assert "hot_turns" in (tmp_path / MANIFEST).read_text()
    assert Manifest(tmp_path, made).samples >= 10


def test_a_checkpoint_of_q_learning_is_read_under_its_old_names(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra `learn`")
    from hegemon.training.dqn.learner import Learner
    from hegemon.training.dqn.settings import DqnSettings

    settings = DqnSettings(map="hex", steps=4, games=4, batch=4, replay=50, warmup=8, n_step=2, max_gradient_norm=0.7)
    learner = Learner(settings)
    learner.advance()
    path = tmp_path / "checkpoint.pt"
    learner.save(path)
    data = torch.load(path, weights_only=True)
    data["settings"] = renamed(data["settings"], old(SETTINGS))
    assert {"ahead", "clip", "average"} < set(data["settings"])
    for part in ("replay", "recent"):
        data[part] = renamed(data[part], old(TRANSITIONS))
        assert "numbers" in data[part]
    torch.save(data, path)
    again = Learner.load(path)
    assert again.settings == settings
    assert again.advance() == learner.advance()
