"""Exports hold what the store holds."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.arena import Store, StoredGames, make_tournament
from hegemon.errors import ReportError, StoreError
from hegemon.report import Summary, export_csv, export_parquet, export_records
from tests.report.stores import UGLY, play_into

pytestmark = pytest.mark.xdist_group("report")  # its tournament is played once

NAMES = ["games", "moves", "agents", "pairs"]


@pytest.fixture(scope="module")
def tables(store: StoredGames, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, str]]]:
    folder = tmp_path_factory.mktemp("csv")
    paths = export_csv(store, folder)
    assert [path.name for path in paths] == [f"{name}.csv" for name in NAMES]
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in paths)
    found = {}
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = list(csv.DictReader(file))
    return found


def test_games_come_back(tables: dict[str, list[dict[str, str]]], store: StoredGames) -> None:
    games, agents = store.games(), [agent.alias for agent in store.agents()]
    assert len(tables["games"]) == len(games)
    for row, game in zip(tables["games"], games, strict=True):
        assert (int(row["block"]), int(row["number"])) == game.id
        assert row["winner"] == ("" if game.winner is None else str(game.winner))
        assert row["reason"] == game.reason
        assert row["hash"] == game.hash
        for seat, agent in enumerate(game.seats):
            assert row[f"agent_{seat}"] == agents[agent]
            assert float(row[f"points_{seat}"]) == game.points[seat]
            assert float(row[f"seconds_{seat}"]) == game.seconds[seat]
        assert row["agent_2"] == ("" if len(game.seats) == 2 else agents[game.seats[2]])
        assert sum(float(row[f"place_{seat}"]) for seat in range(len(game.seats))) == sum(range(1, len(game.seats) + 1))


def test_moves_come_back(tables: dict[str, list[dict[str, str]]], store: StoredGames) -> None:
    found: dict[tuple[int, int], list[dict[str, str]]] = {}
    for row in tables["moves"]:
        found.setdefault((int(row["block"]), int(row["number"])), []).append(row)
    for game in store.games():
        moves, rows = store.moves(*game.id), found.get(game.id, [])
        assert [float(row["seconds"]) for row in rows] == [move.seconds for move in moves]
        assert [int(row["seat"]) for row in rows] == [move.seat for move in moves]


def test_agents_and_pairs_come_back(
    tables: dict[str, list[dict[str, str]]], store: StoredGames, summary: Summary
) -> None:
    assert [row["agent"] for row in tables["agents"]] == [agent.alias for agent in store.agents()]
    assert UGLY in [row["agent"] for row in tables["agents"]]
    assert [json.loads(row["settings"]) for row in tables["agents"]] == [agent.settings for agent in store.agents()]
    whole = {(row["first"], row["second"]): row for row in tables["pairs"] if not row["map"] and row["seats"] == "2"}
    assert len(whole) == 12
    for (first, second), pair in summary.leagues[0].pairs.items():
        row = whole[summary.agents[first].alias, summary.agents[second].alias]
        assert float(row["score"]) == pair.score.score
        assert (float(row["low"]), float(row["high"])) == (pair.score.low, pair.score.high)
        by_map = [
            other
            for other in tables["pairs"]
            if other["map"] and (other["first"], other["second"], other["seats"]) == (row["first"], row["second"], "2")
        ]
        assert sum(int(other["games"]) for other in by_map) == int(row["games"]) == pair.score.games


def test_parquet_holds_the_same(tables: dict[str, list[dict[str, str]]], store: StoredGames, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for path, name in zip(export_parquet(store, tmp_path), NAMES, strict=True):
        rows = parquet.read_table(path).to_pylist()
        shown = [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
        assert shown == tables[name]


def test_records_come_back_with_each_map_once(store: StoredGames, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    assert export_records(store, path) == len(store.games())
    assert sum(line.startswith('{"type":"map"') for line in path.read_text(encoding="utf-8").splitlines()) == 3
    found = hg.load_records(path)
    assert not found.problem
    assert [record.final.hash for record in found.records] == [game.hash for game in store.games()]
    assert [record.result for record in found.records] == [game.result for game in store.games()]


def test_a_store_without_games_gives_empty_tables(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s") as store:
        for path in export_csv(store, tmp_path / "csv"):
            assert len(path.read_text(encoding="utf-8").splitlines()) == 1
        for path in export_parquet(store, tmp_path / "parquet"):
            assert path.is_file()
        with pytest.raises(ReportError, match="no games"):
            export_records(store, tmp_path / "all.jsonl")


def test_a_failed_export_leaves_what_was_there(tmp_path: Path) -> None:
    folder = play_into(tmp_path / "s", make_tournament(["random", "heuristic"], ["hex"], games=2))
    target = tmp_path / "all.jsonl"
    target.write_text("old", encoding="utf-8")
    with sqlite3.connect(folder / "games.sqlite") as database:
        database.execute("UPDATE games SET record = x'00' WHERE id = 2")
    with Store.read(folder) as store:
        with pytest.raises(StoreError, match="damaged"):
            export_records(store, target)
        assert target.read_text(encoding="utf-8") == "old"
        assert not target.with_name("all.jsonl.part").exists()
        with pytest.raises(ReportError, match="cannot write"):
            export_csv(store, target)


def test_no_cell_is_run_by_a_spreadsheet(tmp_path: Path) -> None:
    agents = {f"{sign}1+1": "random" for sign in ("=", "+", "-", "@")} | {"plain": "heuristic"}
    folder = play_into(tmp_path / "s", make_tournament(agents, ["simple"], games=2))
    with Store.read(folder) as store:
        cells = []
        for path in export_csv(store, tmp_path / "csv"):
            with path.open(encoding="utf-8", newline="") as file:
                cells += [cell for row in csv.reader(file) for cell in row]
    assert {"'=1+1", "'+1+1", "'-1+1", "'@1+1", "plain"} <= set(cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@")) or cell.startswith("-1+")]
