"""hegemon match: its figures, its records, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest

import hegemon as hg
from tests.cli.conftest import CLASSIC, Run


def test_match_json_has_the_promised_fields(run: Run) -> None:
    outcome = run("match", "heuristic", "random", "--map", "owl-island", "--games", "7", "--seed", "3", "--json")
    data = json.loads(outcome.out.splitlines()[-1])
    assert outcome.code == 0
    assert data["games"] == 7
    assert len(data["score"]) == len(data["interval"]) == len(data["seat_wins"]) == 2
    assert abs(sum(data["score"]) - 1) < 1e-9
    for score, (low, high) in zip(data["score"], data["interval"], strict=True):
        assert 0 <= low <= score <= high <= 1
    assert sum(data["seat_wins"]) + data["ties"] == 7
    assert data["mean_decisions"] == 2 * data["mean_turns"] > 0
    assert data["seconds"] > 0
    assert "starter_wins" in data


def test_a_match_writes_records_that_watch_replays(run: Run) -> None:
    assert run("match", "random", "random", "--map", "simple", "--games", "3", "--out", "games.jsonl").code == 0
    assert len(hg.load_records("games.jsonl").records) == 3
    shown = run("watch", "games.jsonl", "--game", "2")
    assert shown.code == 0
    assert "turns:" in shown.out


@pytest.mark.parametrize("rules", ["classic", "heredia2022", "swiss2025", "yao2025", "aminian2020"])
def test_the_classic_game_is_played_recorded_and_watched_like_the_other(run: Run, rules: str) -> None:
    assert (
        run("match", "random", "random", "--rules", rules, "--games", "2", "--turns", "20", "--out", "g.jsonl").code
        == 0
    )
    found = hg.load_records("g.jsonl")
    assert found.problem == ""
    assert [record.rounds > 0 for record in found.records] == [True, True]
    shown = run("watch", "g.jsonl", "--game", "2")
    assert shown.code == 0
    assert "a = random, b = random" in shown.out
    live = run("watch", "random", "random", "random", "--rules", rules, "--map", "grid(4,3)", "--seed", "4")
    assert live.code == 0
    assert "c = random" in live.out


def test_an_interrupted_match_says_so_and_leaves_no_empty_file(
    run: Run, interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(0)
    outcome = run("match", "random", "random", *CLASSIC, "--out", "games.jsonl", "--json")
    assert (outcome.code, json.loads(outcome.out)["interrupted"]) == (130, True)
    assert not Path("games.jsonl").exists()
    whole = run("match", "random", "random", "--map", "simple", "--games", "2", "--json")
    assert "interrupted" not in json.loads(whole.out)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_second_interrupt_leaves_no_traceback(tmp_path: Path, workers: str) -> None:
    command = [sys.executable, "-m", "hegemon", "match", "heuristic", "random", "-n", "100000", "-w", workers]
    started = ("--rules", "classic", "--out", str(tmp_path / "games.jsonl"))
    with subprocess.Popen([*command, *started], stdout=PIPE, stderr=PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not (tmp_path / "games.jsonl").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "Traceback" not in out + err
    assert process.returncode in (130, -signal.SIGINT)


def test_a_half_played_block_of_a_match_is_told(run: Run) -> None:
    half = run("match", "random", "heuristic", "--map", "simple", "--games", "3")
    assert "the last block is half played" in half.out
    whole = run("match", "random", "heuristic", "--map", "simple", "--games", "4", "--time", "1")
    assert "half played" not in whole.out
    assert "1 s per decision, 0.05 s margin, fair clock" in " ".join(whole.out.split())


def test_rules_that_all_agents_play_are_chosen(run: Run) -> None:
    small = ("--games", "2", "--turns", "1")
    assert "classic on classic" in run("match", "mcts(visits=2)", "heuristic", *small).out
    assert "soares2025 on italy" in run("match", "random", "heuristic", *small).out
    assert "classic on classic" in run("match", "random", "heuristic", "random", "--games", "1", "--turns", "1").out
    mixed = run("match", "mcts", "smcts", *small)
    assert mixed.code == 2
    assert "smcts plays only the simultaneous game, and mcts only the classic game: they cannot meet" in mixed.err
    three = run("match", "smcts", "smcts", "smcts", *small)
    assert "3 seats mean the classic game, which smcts does not play; take two seats" in three.err


def test_watch_and_tournament_choose_them_too(run: Run) -> None:
    watched = run("watch", "mcts(visits=2)", "heuristic", "--turns", "1", "--positions")
    assert watched.code == 0
    assert "; classic; " in watched.out
    played = run("tournament", "-a", "weak=mcts(visits=2)", "-a", "random", "--games", "2", "--turns", "1", "-w", "1")
    assert played.code == 0, played.err
    assert "classic on classic" in played.out
