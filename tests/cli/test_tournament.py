"""hegemon tournament and hegemon report: files and options, resuming, stopping, and what scripts read."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import hegemon as hg
from hegemon.arena import Store
from tests.cli.conftest import Outcome, Run

SMALL = ("--agent", "random", "--agent", "heuristic", "--map", "simple", "--games", "4", "--seed", "5")


def hegemon(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hegemon.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def last_line(outcome: Outcome) -> dict[str, Any]:
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out.splitlines()[-1], parse_constant=pytest.fail)
    return found


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A small tournament that was played, and its last line."""
    folder = tmp_path_factory.mktemp("once")
    played = hegemon("tournament", *SMALL, "--store", "s", "--json", folder=folder)
    return folder / "s", last_line(Outcome(played.returncode, played.stdout, played.stderr))


@pytest.fixture
def first(once: tuple[Path, dict[str, Any]], tmp_path: Path) -> dict[str, Any]:
    """The last line of the small tournament, whose store is ``s`` in the folder of the test."""
    shutil.copytree(once[0], tmp_path / "s")
    return once[1]


def test_the_last_line_holds_the_crosstable_and_every_game(first: dict[str, Any], tmp_path: Path) -> None:
    assert first["complete"]
    assert first["played"] == first["scheduled"] == 4
    assert [game["block"] for game in first["games"]] == [1, 1, 2, 2]
    assert [game["seats"] for game in first["games"]] == [["random", "heuristic"], ["heuristic", "random"]] * 2
    for game in first["games"]:
        assert game["winner"] in (0, 1, None)
        assert game["winner_agent"] == (None if game["winner"] is None else game["seats"][game["winner"]])
        assert len(game["hash"]) == 16
    row = next(row for row in first["crosstable"] if row["first"] == "heuristic")
    won = sum(game["winner_agent"] == "heuristic" for game in first["games"])
    assert (row["second"], row["games"], row["won"]) == ("random", 4, won)
    assert (tmp_path / first["report"]).is_file()
    with Store.read(tmp_path / "s") as store:
        assert [store.record(*game.id).final.hash for game in store.games()] == [g["hash"] for g in first["games"]]


def test_the_same_command_resumes_and_more_games_continue(run: Run, first: dict[str, Any]) -> None:
    again = last_line(run("tournament", *SMALL, "--store", "s", "--json"))
    assert again["games"] == first["games"]
    assert again["crosstable"] == first["crosstable"]
    more = last_line(run("tournament", *SMALL, "--games", "8", "--store", "s", "--json"))
    assert more["games"][:4] == first["games"]
    assert len(more["games"]) == 8


def test_tables_for_people_and_a_page(run: Run, tmp_path: Path) -> None:
    outcome = run("tournament", *SMALL, "--agent", "weak=smcts(visits=2)", "--store", "s")
    assert outcome.code == 0
    assert "score against" in outcome.out
    assert "weak" in outcome.out
    assert "12 of 12 games; report: s/report.html" in outcome.out
    page = (tmp_path / "s" / "report.html").read_text(encoding="utf-8")
    assert "hegemon tournament --agent random" in page


def test_a_file_takes_the_place_of_the_options(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('agents = ["random", "heuristic"]\nmaps = "simple"\ngames = 2\n', encoding="utf-8")
    assert last_line(run("tournament", "t.toml", "--json"))["played"] == 2
    assert (tmp_path / "t" / "games.sqlite").is_file()
    refused = run("tournament", "t.toml", "--games", "4")
    assert (refused.code, refused.out) == (2, "")
    assert "--games is set by t.toml" in refused.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--agent", "random"), "two or more"),
        (("--agent", "random", "--agent", "heuristik"), "did you mean heuristic"),
        ((*SMALL, "--time", "soon"), "write seconds per move"),
        ((*SMALL, "--format", "cup"), "expected round-robin or gauntlet"),
        ((*SMALL, "--adjudicate", "coin"), "expected turns or soares2025"),
        ((*SMALL, "--time", "1", "--workers", "99"), "would not be fair under a clock"),
        ((*SMALL, "--store", "/dev/null/x"), "cannot make a store"),
        (("none.toml",), "cannot read none.toml"),
        ((*SMALL, "--map", "simple"), "is given twice"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], complaint: str, run: Run) -> None:
    outcome = run("tournament", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert complaint in outcome.err
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.usefixtures("first")
def test_other_conditions_are_refused(run: Run) -> None:
    outcome = run("tournament", *SMALL, "--seed", "6", "--store", "s")
    assert outcome.code == 2
    assert "seed 5, now 6" in outcome.err


def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hegemon.cli", "tournament", *SMALL[:-4], "--games", "4000", "--store", "s"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _games(tmp_path / "s"):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    kept = _games(tmp_path / "s")
    assert f"stopped after {kept} of 4000 games, all saved; resume with: hegemon tournament --agent random" in errors
    assert f"{kept} of 4000 games; report:" in output


def _games(folder: Path) -> int:
    try:
        with Store.read(folder) as store:
            return len(store.games())
    except hg.HegemonError:
        return 0


def test_what_agents_print_does_not_disturb_the_output(tmp_path: Path) -> None:
    bad = Path(__file__).parent.parent / "arena" / "bad_agents.py"
    agents = ("--agent", "random", "--agent", f"loud={bad}:Prints")
    outcome = hegemon("tournament", *agents, "--map", "simple", "--games", 2, "--json", folder=tmp_path)
    assert len(outcome.stdout.splitlines()) == 1
    assert json.loads(outcome.stdout)["played"] == 2


def test_reports_and_exports_of_a_store(run: Run, first: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "s" / "report.html").unlink()
    exports = ("--csv", "c", "--parquet", "p", "--records", "r.jsonl", "--out", "page.html")
    again = last_line(run("report", "s", "--json", *exports))
    assert {key: again[key] for key in ("games", "ratings")} == {key: first[key] for key in ("games", "ratings")}
    assert (tmp_path / "page.html").is_file()
    assert (tmp_path / "c" / "games.csv").is_file()
    assert (tmp_path / "p" / "moves.parquet").is_file()
    records = hg.load_records(tmp_path / "r.jsonl")
    assert (records.problem, len(records.records)) == ("", 4)
    missing = run("report", "nowhere")
    assert missing.code == 2
    assert "there is no store of games in nowhere" in missing.err


@pytest.mark.usefixtures("first")
def test_a_stored_game_can_be_watched(run: Run) -> None:
    shown = run("watch", "s", "--game", "2.1")
    assert shown.code == 0
    assert "game 2.1 of 4" in shown.out
    wrong = run("watch", "s", "--game", "7.7")
    assert wrong.code == 2
    assert "its 4 games are 1.0 to 2.1" in wrong.err


@pytest.mark.parametrize(("elos", "decision"), [(("0", "50"), "elo1"), (("400", "800"), "elo0")])
def test_a_match_stops_by_itself(elos: tuple[str, str], decision: str, run: Run) -> None:
    found = last_line(run("match", "heuristic", "random", "--map", "banana", "--sprt", *elos, "--json"))
    assert found["sprt"]["decision"] == decision
    assert found["games"] == 2 * found["sprt"]["blocks"] < 2000
    assert "interrupted" not in found
    wrong = run("match", "heuristic", "random", "--sprt", "20", "0")
    assert wrong.code == 2
    assert "elo0 must be below elo1" in wrong.err


def test_the_default_store_takes_no_other_tournament(run: Run) -> None:
    """Only a store that was named may grow by other agents and maps."""
    first = ["tournament", "-a", "random", "-a", "heuristic", "-m", "simple"]
    assert run(*first, "--games", "2").code == 0
    assert last_line(run(*first, "--games", "4", "--json"))["played"] == 4  # the same tournament, more games
    for other in (["-a", "third=random"], ["-m", "hex"]):
        refused = run(*first, *other, "--games", "2")
        assert refused.code == 2
        assert "the store tournament holds another tournament (of random, heuristic); name a folder" in refused.err
    assert run(*first, "-m", "hex", "--games", "2", "--store", "tournament").code == 0


def test_a_file_has_a_store_of_its_own_name(run: Run) -> None:
    Path("league.toml").write_text('agents = ["random", "heuristic"]\nmaps = "simple"\ngames = 2\n')
    assert run("tournament", "league.toml").code == 0
    assert Path("league/games.sqlite").exists()
    Path("bots").mkdir()
    Path("bots/mine.py").write_text("")
    Path("league.toml").rename("bots.toml")
    refused = run("tournament", "bots.toml")
    assert refused.code == 2
    assert "the folder bots has other files; name a folder: --store NAME" in refused.err
    assert [path.name for path in Path("bots").iterdir()] == ["mine.py"]


def test_half_played_blocks_are_told(run: Run) -> None:
    play = ["tournament", "-a", "random", "-a", "heuristic", "-m", "simple", "--games", "4", "--store", "s"]
    assert "half played" not in run(*play).out
    with sqlite3.connect("s/games.sqlite") as database:
        database.execute("DELETE FROM moves WHERE game = (SELECT MAX(id) FROM games)")
        database.execute("DELETE FROM games WHERE id = (SELECT MAX(id) FROM games)")
    shown = run("report", "s")
    assert "1 block half played (games with other seatings are missing)" in " ".join(shown.out.split())
    assert "1 block half played" in Path("s/report.html").read_text(encoding="utf-8")
    assert last_line(run("report", "s", "--json"))["ratings"][0]["half_played_blocks"] == 1
    assert "half played" not in run(*play).out


def test_the_report_names_all_commands_that_played_it(run: Run) -> None:
    play = ["tournament", "-a", "random", "-a", "heuristic", "-m", "simple", "--store", "s"]
    for games in ("2", "4", "2"):
        assert run(*play, "--games", games, "--workers", "1").code == 0
    with Store.read("s") as store:
        assert [command.split("--games ")[1][0] for command in store.commands] == ["2", "4"]
