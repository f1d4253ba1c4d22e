"""The games of a tournament while they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.arena import Store, make_tournament, prepare
from hegemon.cli._playing import showing
from hegemon.game import Record, read_records


def turns(record: Record) -> list[str]:
    return [record.turn_line(number) for number in range(len(record.turns))]


def test_games_in_progress_are_kept_as_records_and_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hegemon.cli._playing.PAUSE", 0.01)
    seen: list[list[str]] = []
    folder = tmp_path / "playing"
    folder.mkdir()
    (folder / "7.jsonl").write_text("left by a process that was killed")
    tournament = make_tournament(["smcts(visits=8000)", "smcts(visits=8001)"], ["italy"], games=2)
    with Store.open(tmp_path / "store") as store:
        run = prepare(tournament, store, 1)

        def playing() -> list[list[str]]:
            for path in folder.glob("*.jsonl"):
                seen.append(turns(read_records(path.read_text().splitlines()).records[0]))
            return run.playing()

        with showing(playing, folder):
            whole = [turns(store.record(game.block, game.number)) for game in run]
    assert not folder.exists()
    assert any(seen)
    assert all(any(part == game[: len(part)] for game in whole) for part in seen)
