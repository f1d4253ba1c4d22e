"""What a store keeps, refuses and survives."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from hegemon.arena import GameResult, Store, Tournament, make_tournament, prepare
from hegemon.arena.stored import FILE
from hegemon.errors import StoreError
from hegemon.match import TimeControl


def small(**settings: object) -> Tournament:
    return make_tournament(["random", "heuristic"], ["simple"], **{"games": 4, "seed": 3, **settings})  # type: ignore[arg-type]


def play(tournament: Tournament, folder: Path) -> list[GameResult]:
    with Store.open(folder) as store:
        return list(prepare(tournament, store, workers=1))


def test_what_was_played_can_be_read_again(tmp_path: Path) -> None:
    played = sorted(play(small(), tmp_path), key=lambda game: game.id)
    with Store.read(tmp_path) as store:
        games = store.games()
        assert [game.id for game in games] == [(1, 0), (1, 1), (2, 0), (2, 1)]
        assert [game.hash for game in games] == [game.hash for game in played]
        assert {game.seats for game in games} == {(0, 1), (1, 0)}
        assert [agent.alias for agent in store.agents()] == ["random", "heuristic"]
        assert store.agents()[1].settings["agent"] == "heuristic"
        assert "caution" in store.agents()[1].settings
        assert store.setups()[0].map == "simple"
        assert store.conditions is not None
        assert store.conditions.seed == 3
        run = store.runs()[0]
        assert int(str(run.machine["cores"])) >= 1
        assert run.ended is not None
        assert run.ended >= run.started
        for game in games:
            record = store.record(*game.id)
            assert (record.final.hash, record.result, record.rounds) == (game.hash, game.result, game.rounds)
            assert record.agents == tuple(store.agents()[agent].alias for agent in game.seats)
            moves = store.moves(*game.id)
            assert [sum(move.seat == seat for move in moves) for seat in (0, 1)] == list(game.decisions)
            assert sum(move.seconds for move in moves) == pytest.approx(sum(game.seconds), abs=1e-4)
        assert sum(1 for _ in store.move_seconds()) == sum(sum(game.decisions) for game in games)


def test_a_block_shares_its_start_and_is_played_from_both_seats(tmp_path: Path) -> None:
    play(small(games=8), tmp_path)
    with Store.read(tmp_path) as store:
        games = store.games()
        for one, other in zip(games[::2], games[1::2], strict=True):
            assert one.block == other.block
            assert one.seats == other.seats[::-1]
            assert store.record(*one.id).start == store.record(*other.id).start


def test_searches_say_what_they_did(tmp_path: Path) -> None:
    play(make_tournament(["smcts(visits=30)", "ga(generations=2)"], ["simple"], games=2), tmp_path)
    with Store.read(tmp_path) as store:
        game = store.games()[0]
        moves = store.moves(*game.id)
        assert moves[0].details["visits"] == 30
        assert moves[1].details["generations"] == 2
        assert all(move.estimate is not None for move in moves)


def test_the_same_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = [game.hash for game in sorted(play(small(games=8), tmp_path / "whole"), key=lambda game: game.id)]
    with Store.open(tmp_path / "parts") as store:
        for count, _ in enumerate(prepare(small(games=8), store, workers=1)):
            if count == 2:
                break
        assert len(store.games()) == 3
    play(small(games=8), tmp_path / "parts")
    assert play(small(games=8), tmp_path / "parts") == []
    with Store.read(tmp_path / "parts") as store:
        assert [game.hash for game in store.games()] == whole
        assert len(store.runs()) == 2


def test_agents_maps_and_games_can_be_added(tmp_path: Path) -> None:
    before = play(small(), tmp_path)
    more = make_tournament(
        {"r": "random", "random": "random", "heuristic": "heuristic"}, ["banana", "simple"], games=6, seed=3
    )
    added = play(more, tmp_path)
    assert len(before) + len(added) == 3 * 2 * 6
    with Store.read(tmp_path) as store:
        games = store.games()
        assert [agent.alias for agent in store.agents()] == ["random", "heuristic", "r"]
        assert [setup.map for setup in store.setups()] == ["simple", "banana"]
        assert [game.hash for game in games[:4]] == [game.hash for game in sorted(before, key=lambda game: game.id)]
        assert {game.seats for game in added} == {(a, b) for a in range(3) for b in range(3) if a != b}
        for game in games:
            names = tuple(store.agents()[agent].alias for agent in game.seats)
            record = store.record(*game.id)
            assert record.agents == names
            assert record.game.map.name == store.setups()[game.setup].map


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": 4}, "other conditions .seed 3, now 4"),
        ({"time": "1"}, "other conditions .time"),
        ({"starts": "fixed"}, 'starts "random", now "fixed"'),
        ({"adjudication": "soares2025"}, "adjudication null, now"),
    ],
)
def test_games_under_other_conditions_are_not_mixed(change: dict[str, object], complaint: str, tmp_path: Path) -> None:
    play(small(), tmp_path)
    with pytest.raises(StoreError, match=complaint):
        play(small(**change), tmp_path)
    assert play(small(), tmp_path) == []


def test_an_alias_keeps_its_meaning(tmp_path: Path) -> None:
    play(make_tournament({"a": "random", "b": "heuristic"}, ["simple"], games=2), tmp_path / "one")
    with pytest.raises(StoreError, match=r"agent b is not the one that played .*it was heuristic.*another alias"):
        play(make_tournament({"a": "random", "b": "heuristic(caution=0.1)"}, ["simple"], games=2), tmp_path / "one")
    agent = tmp_path / "mine.py"
    agent.write_text(Path(__file__).with_name("bad_agents.py").read_text(encoding="utf-8"), encoding="utf-8")
    mine = make_tournament({"a": "random", "mine": f"{agent}:Base"}, ["simple"], games=2)
    play(mine, tmp_path / "two")
    agent.write_text(agent.read_text(encoding="utf-8") + "# better\n", encoding="utf-8")
    with pytest.raises(StoreError, match="its settings or its file changed"):
        play(make_tournament({"a": "random", "mine": f"{agent}:Base"}, ["simple"], games=2), tmp_path / "two")


def test_a_second_writer_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    play(small(), tmp_path)
    program = f"from hegemon.arena import Store; Store.open({str(tmp_path)!r})"
    with Store.open(tmp_path):
        outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert outcome.returncode != 0
        assert "another tournament is writing to" in outcome.stderr
        with Store.read(tmp_path) as reader:
            assert len(reader.games()) == 4
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_game_is_kept_once(tmp_path: Path) -> None:
    from hegemon.arena.game_runner import play_job
    from hegemon.arena.schedule import Job, blocks

    tournament = small()
    with Store.open(tmp_path) as store:
        jobs = store.prepare(tournament)
        store.begin_run(1)
        finished = play_job(tournament, jobs[0], memoryview(bytearray(24)).cast("d"))
        assert store.add(finished) is not None
        assert store.add(finished) is None
        assert len(store.games()) == 1
        assert jobs[0] == Job(1, next(iter(blocks(tournament))), 0)


def test_a_full_disk_stops_with_a_message_and_loses_nothing(tmp_path: Path) -> None:
    tournament = small(games=120)
    with Store.open(tmp_path) as store:
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages + 20}")
        with pytest.raises(StoreError, match=r"is the disk full.*all stored games are safe"):
            list(prepare(tournament, store, workers=1))
        kept = store.games()
        assert 0 < len(kept) < 120
    play(tournament, tmp_path)
    with Store.read(tmp_path) as store:
        assert len(store.games()) == 120
        assert {game.id: game.hash for game in kept}.items() <= {game.id: game.hash for game in store.games()}.items()


def test_files_that_are_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        Store.read(tmp_path)
    (tmp_path / FILE).write_text("hello " * 500, encoding="utf-8")
    with pytest.raises(StoreError, match="not a database"):
        Store.open(tmp_path)
    (tmp_path / FILE).unlink()
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE t (x)")
    with pytest.raises(StoreError, match="not a store of games"):
        Store.open(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot make a store"):
        Store.open(tmp_path / "file")


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    play(small(), tmp_path)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE games SET record = x'00'")
    with Store.read(tmp_path) as store, pytest.raises(StoreError, match=r"game 1\.0 .*damaged"):
        store.record(1, 0)


def test_a_store_that_calls_the_hang_timeout_patience_goes_on(tmp_path: Path) -> None:
    tournament = small()
    play(tournament, tmp_path)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE facts SET value = replace(value, 'hang_timeout', 'patience') WHERE name='conditions'")
    with Store.read(tmp_path) as store:
        assert store.conditions == tournament.conditions
    with Store.open(tmp_path) as store:
        assert len(store.prepare(replace(tournament, games=tournament.games + 2))) > 0
        with pytest.raises(StoreError, match=r"hang_timeout 120\.0, now 7"):
            store.prepare(replace(tournament, hang_timeout=7.0))


@pytest.mark.parametrize(("time", "clock"), [("none", "fair"), ("1", "wall")])
def test_older_stores_name_no_clock_and_call_the_margin_grace(
    time: str, clock: Literal["fair", "wall"], tmp_path: Path
) -> None:
    """Their games were played by the wall clock, and go on with it; without a limit it does not matter."""
    tournament = small(time=TimeControl.parse(time, 0.25, clock))
    play(tournament, tmp_path)
    with Store.open(tmp_path) as store:
        kept = json.loads(store._fact("conditions") or "")
        kept["time"] = {"per_move": kept["time"]["per_move"], "per_game": 0.0, "increment": 0.0, "grace": 0.25}
        store._put("conditions", json.dumps(kept))
    with Store.read(tmp_path) as store:
        assert store.conditions == tournament.conditions
    assert play(tournament, tmp_path) == []
    if time != "none":
        with pytest.raises(StoreError, match=r"0\.25 s margin, wall clock.*0\.25 s margin, fair clock"):
            play(small(time=TimeControl.parse(time, 0.25)), tmp_path)


def test_the_conditions_say_everything_but_agents_setups_and_games() -> None:
    tournament = small()
    other = replace(tournament, games=50, format="gauntlet", name="x")
    assert other.conditions == tournament.conditions


def test_a_store_that_cannot_be_written_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(small(), tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)  # tests may run as root, who may write anywhere
    with Store.read(tmp_path) as store:
        assert len(store.games()) == 4


def test_who_lost_everything_has_no_share_in_a_draw() -> None:
    from hegemon.match.finish import points_of

    assert points_of(((0, 2), (1,))) == (0.5, 0.0, 0.5)
    assert points_of(((1,), (0,))) == (0.0, 1.0)
    assert points_of(((0, 1),)) == (0.5, 0.5)
