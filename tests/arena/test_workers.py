"""Agents that raise, hang, die or answer nonsense lose their game, with the reason kept; the tournament goes on."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from hegemon.arena import GameResult, Store, make_tournament, prepare
from hegemon.arena.worker import GameWorker
from hegemon.errors import TournamentError
from hegemon.match.workers import WorkerDied

BAD = str(Path(__file__).with_name("bad_agents.py"))


def play_against_random(name: str, folder: Path, **settings: object) -> tuple[list[GameResult], Store]:
    tournament = make_tournament({"bad": f"{BAD}:{name}", "random": "random"}, ["simple"], games=2, **settings)  # type: ignore[arg-type]
    store = Store.open(folder)
    games = sorted(prepare(tournament, store, workers=1), key=lambda game: game.id)
    return games, store


@pytest.mark.parametrize(
    ("name", "fault", "reason", "settings"),
    [
        ("Raises", "crash", "crash: RuntimeError: no idea (bad_agents.py:", {}),
        ("Nonsense", "illegal", "illegal plan: int instead of a Plan", {}),
        ("NeverBegins", "crash", "ValueError: not today", {}),
        ("Loops", "hang", "hang: no answer after", {"hang_timeout": 0.3}),
        ("Sleeps", "hang", "hang: no answer after", {"time": "0.05"}),
        ("Late", "time", "time: 0.", {"time": "0.1"}),
        ("Leaves", "died", "died: its process ended (exit code 3)", {}),
        ("Segfaults", "died", "died: its process ended (SIGSEGV)", {}),
    ],
)
def test_a_bad_agent_loses_every_game(
    name: str, fault: str, reason: str, settings: dict[str, object], tmp_path: Path
) -> None:
    games, store = play_against_random(name, tmp_path / "store", **settings)
    with store:
        assert [game.number for game in games] == [0, 1]
        for game in games:
            seat = game.seats.index(0)
            assert (game.loser, game.winner, game.fault) == (seat, 1 - seat, fault)
            assert f"bad (seat {seat}) forfeits, " in game.reason
            assert reason in game.reason
            assert store.record(*game.id).result == game.result
        assert store.games() == tuple(games) or [g.reason for g in store.games()] == [g.reason for g in games]


def test_the_record_of_a_game_that_hangs_holds_the_turns_before(tmp_path: Path) -> None:
    games, store = play_against_random("Tires", tmp_path / "store", hang_timeout=0.5)
    with store:
        for game in games:
            if game.fault == "hang":
                record = store.record(*game.id)
                assert len(record.turns) == 3
                assert record.final.hash == game.hash
                assert max(game.seconds) > 0.5
                assert len(store.moves(*game.id)) == sum(game.decisions) >= 7
        assert any(game.fault == "hang" for game in games)


def test_a_worker_that_is_killed_once_costs_nobody_the_game(tmp_path: Path) -> None:
    spec = f'Kills(flag="{tmp_path / "flag"}")'
    games, store = play_against_random(spec, tmp_path / "store")
    with store:
        assert [game.fault for game in games] == ["", ""]


def test_an_agent_that_leaves_the_folder_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots.py").write_text(Path(BAD).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    tournament = make_tournament(["random", "bots.py:Wanders"], "simple", games=6)
    with Store.open(tmp_path / "store") as store:
        games = list(prepare(tournament, store, workers=1))
        assert [game.fault for game in games] == [""] * 6


def test_a_file_that_changes_in_the_middle_stops_the_tournament(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(Path(BAD).read_text(encoding="utf-8"), encoding="utf-8")
    tournament = make_tournament(["random", f"mine={file}:Base"], ["simple"], games=200)
    with Store.open(tmp_path / "store") as store:
        run = iter(prepare(tournament, store, workers=1))
        next(run)
        file.write_text(file.read_text(encoding="utf-8") + "# better", encoding="utf-8")
        with pytest.raises(TournamentError, match="the file of agent mine changed"):
            list(run)
        assert 0 < len(store.games()) < 200


def test_an_agent_can_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("ANSWER = 42\n", encoding="utf-8")
    text = "import neighbour_of_mine\n" + Path(BAD).read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    with Store.open(tmp_path / "store") as store:
        tournament = make_tournament(["random", f"{tmp_path / 'mine.py'}:Base"], ["simple"], games=2)
        assert [game.fault for game in prepare(tournament, store, workers=1)] == ["", ""]


def test_a_process_that_dies_while_nobody_is_asked_costs_no_game(tmp_path: Path) -> None:
    tournament = make_tournament(["random", "heuristic"], "simple", games=2)
    with Store.open(tmp_path / "store") as store:
        job = store.prepare(tournament)[0]
    worker = GameWorker(tournament)
    try:
        worker.jobs.append(job)
        assert worker.died(1) == []
        with pytest.raises(WorkerDied, match="ended twice in the same game"):
            worker.died(1)
    finally:
        worker.jobs.clear()
        worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="files in memory are Linux's")
def test_games_need_no_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    monkeypatch.setenv("TMPDIR", "/proc")  # for the processes, which cannot write there
    tournament = make_tournament({"random": "random", "wanders": f"{BAD}:Wanders"}, "simple", games=2)
    with Store.open(tmp_path / "store") as store:
        assert [game.fault for game in prepare(tournament, store, workers=1)] == ["", ""]
