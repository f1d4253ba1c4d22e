"""hegemon play as a script, a killed process and a terminal see it."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from subprocess import PIPE

import pytest

import hegemon as hg
from tests.cli.conftest import Run

HINTED = "hint heuristic\ntake\ndone\ndone\n"
CRASH = """
class Bold:
    def begin(self, game, seat, random):
        pass

    def plan(self, view, clock):
        raise RuntimeError("no idea")
"""


def test_a_simultaneous_game_through_a_pipe(run: Run) -> None:
    done = run("play", "random", "--seed", "3", "--save", "a.jsonl", stdin=HINTED * 50)
    assert done.code == 0
    assert "a deploy 5> hint heuristic\n" in done.out
    assert "you win (conquest)" in done.out
    record = hg.Record.load("a.jsonl")
    assert record.result is not None
    assert record.result.winner == 0
    assert record.agents == ("human", "random")
    assert run("watch", "a.jsonl").code == 0


def test_a_classic_game_through_a_pipe(run: Run) -> None:
    rules = ("--rules", "classic(setup_place=random)", "--map", "hex")
    done = run(
        "play", "random", "human", *rules, "--seed", "3", "--save", "a.jsonl", stdin="hint heuristic\ntake\n" * 400
    )
    assert done.code == 0
    assert "The game is over" in done.out
    assert hg.Record.load("a.jsonl").result is not None


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        ([], "soares2025 on owl-island: a = you, b = smcts"),
        (["mcts", "--time", "0.01"], "on classic: a = you, b = mcts"),
        (["heuristic", "random"], "on classic: a = you, b = heuristic, c = random"),
        (["heuristic", "human", "--rules", "soares2025"], "soares2025 on italy: a = heuristic, b = you"),
        (["--rules", "classic"], "classic on classic: a = you, b = mcts"),
    ],
)
def test_the_defaults_fit_the_agents(run: Run, arguments: list[str], first: str) -> None:
    done = run("play", *arguments, "--width", "120")
    assert first in done.out.splitlines()[0]
    assert done.out.endswith("Nothing was played.\n")
    assert not list(Path().iterdir())


def test_the_end_of_the_input_saves_the_game(run: Run) -> None:
    done = run("play", "heuristic", "--seed", "3", stdin="5+5\n")
    name = next(Path().glob("game-*.jsonl"))
    assert done.code == 0
    assert done.out.endswith(f"The game is saved. To continue: hegemon play --resume {name}\n")
    again = run("play", "--resume", str(name), stdin="done\nquit\n")
    assert "You deployed 5 on Eastpath." in again.out
    assert "The game is saved." in run("play", "--resume", str(name)).out
    shown = run("watch", str(name))
    assert shown.code == 0
    assert "the game is not over" in shown.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "unknown agent"),
        (["smcts", "--rules", "classic"], "classic"),
        (["human(nick=Ann)", "smcts"], "no setting nick"),
        (["heuristic"] * 6, "2 to 6 seats"),
        (["smcts", "smcts"], "3 seats mean the classic game, which smcts does not play"),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
        (["smcts", "--resume", "missing.jsonl"], "--resume"),
        (["smcts", "--save", "no/such/folder.jsonl"], "no/such"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: list[str], message: str) -> None:
    done = run("play", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_finished_and_foreign_games_are_not_resumed(run: Run) -> None:
    run("play", "random", "--seed", "3", "--save", "a.jsonl", stdin="resign\nresign\n")
    assert "is over; hegemon watch a.jsonl" in run("play", "--resume", "a.jsonl").err
    record = hg.play("simple", ["random", "random"], seed=1)
    record.result = None
    record.save("b.jsonl")
    assert "no person plays" in run("play", "--resume", "b.jsonl").err


def test_an_agent_that_fails_loses_and_the_game_is_kept(run: Run) -> None:
    Path("bold.py").write_text(CRASH, encoding="utf-8")
    done = run("play", "bold.py:Bold", "--save", "a.jsonl", stdin="done\ndone\n")
    assert done.code == 0
    assert "you win (bold.py:Bold (seat 1) forfeits, crash: RuntimeError: no idea" in " ".join(done.out.split())
    record = hg.Record.load("a.jsonl")
    assert record.result is not None
    assert record.result.loser == 1


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "hegemon.cli", "play", *arguments]
    return subprocess.Popen(command, cwd=folder, stdin=PIPE, stdout=PIPE, text=True)


def test_a_killed_game_loses_nothing(tmp_path: Path) -> None:
    process = start(tmp_path, "heuristic", "--seed", "3", "--save", "a.jsonl")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("5+5\ndone\n5+1\nlist\n")
    process.stdin.flush()
    while "next to" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stdin.close()
    found = hg.load_records(tmp_path / "a.jsonl")
    assert found.unfinished
    assert len(found[0].turns) == 1
    again = start(tmp_path, "--resume", "a.jsonl")
    text, _ = again.communicate("orders\nquit\n", timeout=60)
    assert "You deployed 5 on Eastpath." in text
    assert "Your orders: Eastpath+1" in text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_the_tab_key_completes_on_a_terminal(tmp_path: Path) -> None:
    import pty

    master, slave = pty.openpty()
    command = [sys.executable, "-m", "hegemon.cli", "play", "heuristic", "--seed", "3", "--save", "a.jsonl"]
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    process = subprocess.Popen(command, cwd=tmp_path, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)

    def until(wanted: str) -> None:
        seen, limit = "", time.monotonic() + 60
        while wanted not in seen:
            assert time.monotonic() < limit, seen
            if select.select([master], [], [], 1)[0]:
                seen += os.read(master, 65536).decode("utf-8", "replace")

    until("deploy 5>")
    os.write(master, b"salt\t")
    until("Saltwater_Falls")
    os.write(master, b"\x03")  # clears the line
    os.write(master, b"eastpa\t+5\r")
    until("a move>")
    os.write(master, b"\x03")
    until("--resume a.jsonl")
    assert process.wait(30) == 130
    os.close(master)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_on_a_terminal_the_page_is_served(tmp_path: Path) -> None:
    import pty

    master, slave = pty.openpty()
    command = [sys.executable, "-m", "hegemon.cli", "play", "heuristic", "--seed", "3"]
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"HEGEMON_DATA": str(tmp_path / "data")}
    process = subprocess.Popen(command, cwd=tmp_path, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    seen, limit = "", time.monotonic() + 60
    while "hegemon play --terminal plays here instead" not in " ".join(seen.split()):
        assert time.monotonic() < limit, seen
        if select.select([master], [], [], 1)[0]:
            seen += os.read(master, 65536).decode("utf-8", "replace")
    found = re.search(r"Open (http://127.0.0.1:\d+/)games/([\w-]+)#seats=0:([\w-]+)", seen)
    assert found is not None
    with urllib.request.urlopen(f"{found[1]}api/games/{found[2]}") as answer:
        assert json.load(answer)["agents"] == ["Person", "heuristic"]
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (0, 130)
    os.close(master)
