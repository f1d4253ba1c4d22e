"""Rows of a store against their records: a result that was changed afterwards is found."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from hegemon.arena import Store, make_tournament, prepare
from hegemon.arena.stored import FILE
from hegemon.arena.verify import compare_ends, verify
from hegemon.report import summarise

CHANGES = {
    "winner": "winner = 1 - winner",
    "order": "finish = '[[1], [0]]'",
    "hash": "hash = '0000000000000000'",
    "rounds": "rounds = rounds + 1",
    "reason": "reason = 'turn limit'",
    "loser": "loser = 0",
    "fault": "fault = 'crash'",
    "seats": "seats = CASE seats WHEN '[1, 2]' THEN '[2, 1]' ELSE '[1, 2]' END",
    "moves": "decisions = '[0, 0]'",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    with Store.open(folder) as store:
        list(prepare(make_tournament(["random", "heuristic"], ["simple"], games=6, seed=1), store, workers=1))
    return folder


def changed(played: Path, folder: Path, change: str) -> Path:
    shutil.copytree(played, folder / "store")
    with sqlite3.connect(folder / "store" / FILE) as database:
        database.execute(change)
    database.close()
    return folder / "store"


def test_a_store_as_it_was_played_agrees(played: Path) -> None:
    with Store.read(played) as store:
        assert str(verify(store)) == "6 games replayed: all agree"
        assert str(compare_ends(store, store.games())) == "6 games compared with the end of its record: all agree"
        assert summarise(store).differences == ()


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_named(what: str, played: Path, tmp_path: Path) -> None:
    with Store.read(played) as store:
        game = next(game for game in store.games() if game.winner == 0)
    where = f"block = {game.block} AND number = {game.number}"
    folder = changed(played, tmp_path, f"UPDATE games SET {CHANGES[what]} WHERE {where}")
    with Store.read(folder) as store:
        found = verify(store)
        assert [difference.game for difference in found.differences] == [f"{game.block}.{game.number}"]
        assert f"{what} is " in found.differences[0].what
        cheap = compare_ends(store, store.games())
        assert cheap.games == 6
        assert bool(cheap.differences) == (what in ("winner", "hash", "reason", "loser", "fault"))


def test_damaged_rows_and_records_are_named_one_by_one(played: Path, tmp_path: Path) -> None:
    folder = changed(played, tmp_path, "UPDATE games SET winner = 'x' WHERE block = 1 AND number = 0")
    with sqlite3.connect(folder / FILE) as database:
        database.execute("UPDATE games SET record = x'00' WHERE block = 2 AND number = 1")
    database.close()
    with Store.read(folder) as store:
        found = verify(store)
    assert [difference.game for difference in found.differences] == ["1.0", "2.1"]
    assert "winner is 'x'" in found.differences[0].what
    assert "damaged" in found.differences[1].what


def test_a_record_of_another_game_is_found(played: Path, tmp_path: Path) -> None:
    other = "(SELECT record FROM games WHERE block = 2 AND number = 0)"
    folder = changed(played, tmp_path, f"UPDATE games SET record = {other} WHERE block = 1 AND number = 0")
    with Store.read(folder) as store:
        assert [difference.game for difference in verify(store).differences] == ["1.0"]
        assert [difference.game for difference in compare_ends(store, store.games()).differences] == ["1.0"]
