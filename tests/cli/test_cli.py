"""The command line as a script sees it: output, exit codes, and one clear line for every mistake."""

from __future__ import annotations

import inspect
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
import typer

import hegemon as hg
from hegemon._fields import explanations
from hegemon.agents import REGISTRY
from hegemon.agents.random import RandomAgent
from hegemon.cli.app import COMMANDS, load
from tests.cli.conftest import Outcome, Run

TURN = {
    "map": "triangle",
    "rules": "soares2025",
    "owners": [0, 1, -1],
    "armies": [5, 2, 1],
    "orders": [[["deploy", 0, 5], ["move", 0, 1, 9]], [["deploy", 1, 3]]],
    "first": 0,
}


def turn(**changes: Any) -> str:
    return json.dumps(TURN | changes)


EXAMPLE = Path(__file__).parents[2] / "examples" / "my_agent.py"

BAD_INPUT: list[tuple[list[str], str, str]] = [
    (["match", "randm", "random"], "", "did you mean random"),
    (["match", "random", "heuristic(cautoin=1)"], "", "did you mean caution"),
    (["match", "random", "heuristic(caution=99)"], "", "caution=99"),
    (["match", "random", "heuristic(caution=abc)"], "", "caution='abc'"),
    (["match", "random", "random(1)"], "", "random(1)"),
    (["match", "random", "heuristic("], "", "heuristic("),
    (["match", "random", "missing.py:Agent"], "", "missing.py does not exist"),
    (["match", "random"], "", "second"),
    (["match", "random", "random", "--map", "itly"], "", "italy"),
    (["match", "random", "random", "--map", "none.json"], "", "none.json"),
    (["match", "random", "random", "--rules", "soares"], "", "soares2025"),
    (["match", "random", "random", "--rules", "soares2025(fogg=none)"], "", "did you mean fog"),
    (["match", "random", "random", "--rules", "warlight2(fog=thick)"], "", "fog='thick'"),
    (["match", "random", "random", "--games", "0"], "", "games"),
    (["match", "random", "random", "--games", "many"], "", "games"),
    (["match", "random", "random", "--adjudicate", "coin"], "", "soares2025"),
    (["match", "random", "random", "--out", "no/such/folder/x.jsonl"], "", "no/such/folder"),
    (["match", "random", "random", "--map", "triangle"], "", "triangle"),
    (["watch", "missing.jsonl"], "", "no record file missing.jsonl in "),
    (["watch", "missing", "--game", "3.0"], "", "there is no store of a tournament and no record file missing in "),
    (["report", "missing"], "", "there is no store of games in missing"),
    (["watch", "a", "b", "c"], "", "2 seats, not 3"),
    (["watch", "heuristic"], "", "two agents"),
    (["match", f"{EXAMPLE}:Bold", "random", "--rules", "classic"], "", "no method act"),
    (["match", "random", "random", "--rules", "classic", "--map", "triangle", "--workers", "0"], "", "workers"),
    (["match", *["random"] * 7, "--rules", "classic"], "", "2 to 6 seats"),
    (["match", *["random"] * 4, "--rules", "classic", "--map", "triangle"], "", "fewer territories than seats"),
    (["odds", "0", "3"], "", "1 to 2000"),
    (["odds", "ten", "3"], "", "attackers"),
    (["resolve"], turn(rules="classic"), "simultaneous"),
    (["maps", "show", "nowhere"], "", "nowhere"),
    (["maps", "check", "missing.json"], "", "missing.json"),
    (["maps", "new", "no/such/folder/m.json"], "", "no/such/folder"),
    (["maps", "new", "m.json", "--territories", "5"], "", "5"),
    (["maps", "show", "italy", "--svg", "no/such/folder/m.svg"], "", "no/such/folder"),
    (["agents", "nobody"], "", "unknown agent"),
    (["rules", "nothing"], "", "unknown rules"),
    (["bench", "simultaneous.random_turn"], "", "simultaneous.random_turns"),
    (["frobnicate"], "", "frobnicate"),
    (["match", "--frobnicate"], "", "frobnicate"),
    (["resolve", "missing.jsonl"], "", "missing.jsonl"),
    (["resolve"], "not json", "line 1"),
    (["resolve"], "[1, 2]", "line 1"),
    (["resolve"], turn(map="nowhere"), "nowhere"),
    (["resolve"], turn(map=3), "map"),
    (["resolve"], turn(rules="x"), "unknown rules"),
    (["resolve"], turn(rules=3), "rules"),
    (["resolve"], turn(owners=[0, 1]), "owners has 2 entries"),
    (["resolve"], turn(owners=[0, 1, 7]), "owners[2]"),
    (["resolve"], turn(armies=[1, 1, -5]), "armies[2]"),
    (["resolve"], turn(armies="many"), "lists"),
    (["resolve"], turn(first=2), "first"),
    (["resolve"], turn(owners=[0, 0, -1]), "game is over"),
    (["resolve"], turn(orders=[[], [], []]), "two lists"),
    (["resolve"], turn(orders=[[["deploy", 0, 8]], []]), "more than the income"),
    (["resolve"], turn(orders=[[["deploy", 0, 4], ["deploy", 0, 4]], []]), "more than the income"),
    (["resolve"], turn(orders=[[["deploy", 1, 1]], []]), "not your territory"),
    (["resolve"], turn(orders=[[["move", 0, 0, 1]], []]), "not adjacent"),
    (["resolve"], turn(orders=[[["move", 0, 9, 1]], []]), "no such territory"),
    (["resolve"], turn(orders=[[["move", 0, 1, 0]], []]), "at least one army"),
    (["resolve"], turn(orders=[[["fly", 0, 1, 1]], []]), "is not an order"),
    (["resolve"], turn(chance=[0, 1]), "chance"),
]


@pytest.mark.parametrize(("arguments", "stdin", "message"), BAD_INPUT, ids=lambda value: str(value)[:60])
def test_bad_input_ends_in_one_clear_line_and_exit_code_2(
    run: Run, arguments: list[str], stdin: str, message: str
) -> None:
    outcome = run(*arguments, stdin=stdin)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.startswith("hegemon: ")
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err + outcome.out


def test_resolve_answers_each_line_with_owners_armies_and_winner(run: Run) -> None:
    outcome = run("resolve", stdin=turn() + "\n\n" + turn(first=1) + "\n")
    answers = [json.loads(line) for line in outcome.out.splitlines()]
    # 2 + 3 defenders against 9: 9 - 3.5 rounds up to 6 survivors, 5 - 5.4 leaves nobody; seat 1 has nothing left.
    assert [(a["owners"], a["armies"], a["winner"]) for a in answers] == [([0, 0, -1], [1, 6, 1], 0)] * 2
    assert answers[0]["log"][-1] == {
        "seat": 0, "order": ["move", 0, 1, 9], "did": "attack", "armies": 9, "kills": 5, "losses": 3, "captured": True
    }  # fmt: skip
    assert outcome.code == 0


def test_resolve_takes_rules_with_changes_and_drops_illegal_orders_where_the_rules_say_so(run: Run) -> None:
    orders = [[["deploy", 1, 2], ["move", 0, 2, 3]], []]
    outcome = run("resolve", stdin=turn(rules="warlight2(fog=none)", orders=orders, chance=[2, 0]))
    answer = json.loads(outcome.out)
    assert answer["log"][0]["why"] == "not your territory"
    assert answer["owners"] == [0, 1, 0]


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


def test_watch_shows_a_truncated_record_up_to_the_damage_and_says_so(run: Run) -> None:
    hg.play(hg.Game("simple"), ["random", "random"], seed=1).save("game.jsonl")
    lines = Path("game.jsonl").read_text(encoding="utf-8").splitlines()
    Path("cut.jsonl").write_text("\n".join(lines[:5]) + "\n" + lines[5][:20], encoding="utf-8")
    outcome = run("watch", "cut.jsonl")
    assert outcome.code == 2
    assert "turn 3 " in outcome.out
    assert "turn 4 " not in outcome.out
    assert outcome.err.startswith("hegemon: cut.jsonl: damaged at line 6")
    assert outcome.err.count("\n") == 1


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


def test_odds_are_exact(run: Run) -> None:
    data = json.loads(run("odds", "2", "1", "--json").out)
    assert data["win"] == pytest.approx(125 / 216 + 91 / 216 * 15 / 36)
    assert data["win"] + sum(data["defenders_left"]) == pytest.approx(1)
    assert "the attack wins with 41.67 %" in run("odds", "1", "1").out


def test_watch_live_saves_the_game(run: Run) -> None:
    outcome = run("watch", "heuristic", "random", "--map", "owl-island", "--seed", "4", "--save", "live.jsonl")
    assert outcome.code == 0
    assert hg.Record.load("live.jsonl").rounds > 0


def test_maps_can_be_made_checked_shown_and_played(run: Run) -> None:
    assert run("maps", "new", "mine.json", "--territories", "12", "--seed", "5").code == 0
    assert run("maps", "new", "mine.json").code == 2
    assert "good" in run("maps", "check", "mine.json").out
    assert run("maps", "show", "mine.json", "--svg", "mine.svg").code == 0
    assert Path("mine.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("match", "random", "random", "--map", "./mine.json", "--games", "2").code == 0
    broken = json.loads(Path("mine.json").read_text(encoding="utf-8"))
    broken["links"][0][0] = "Atlantis"
    Path("broken.json").write_text(json.dumps(broken), encoding="utf-8")
    outcome = run("maps", "check", "broken.json")
    assert outcome.code == 2
    assert "Atlantis" in outcome.err


def test_bench_prints_calibration_and_rates(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hegemon.bench.measure.CALIBRATION_STEPS", 1000)
    outcome = run("bench", "simultaneous.random_turns", "--seconds", "0.01", "--json")
    data = json.loads(outcome.out)
    assert data["version"] == hg.__version__
    assert data["calibration"]["steps_per_cpu_second"] > 0
    rows = {(row["map"], row["rules"]): row for row in data["results"]}
    assert {row["name"] for row in data["results"]} == {"simultaneous.random_turns"}
    assert rows["italy", "soares2025"]["per_cpu_second"] > 0
    assert rows["classic", "soares2025"]["state_bytes"] <= 512
    table = run("bench", "classic.random_games", "--seconds", "0.01").out
    assert "heredia2022(pool=10, decision_cap=150)" in table
    assert "CPU time" in table


@pytest.mark.parametrize("command", ["match", "watch", "maps", "agents", "rules", "resolve", "bench", "train"])
def test_every_command_explains_itself(run: Run, command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert "Usage" in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_has_the_first_words_of_their_help(name: str) -> None:
    place, line = COMMANDS[name]
    command = load(place)
    text = command.info.help if isinstance(command, typer.Typer) else inspect.getdoc(command)
    assert line == " ".join(str(text).split("\n\n")[0].split())


def test_lists_name_everything(run: Run) -> None:
    assert {row["name"] for row in json.loads(run("agents", "--json").out)} == set(REGISTRY)
    assert {row["name"] for row in json.loads(run("rules", "--json").out)} == set(hg.PRESETS)
    assert {row["name"] for row in json.loads(run("maps", "list", "--json").out)} == set(hg.map_names())
    assert "Visits per decision" in run("agents", "mcts").out
    assert "swiss2025-border" in run("agents").out
    assert run("--version").out == f"hegemon {hg.__version__}\n"


# --- Watching -----------------------------------------------------------------------------------------------------

CLASSIC = ("--rules", "classic", "--map", "grid(4,3)", "--seed", "2")


def headlines(outcome: Outcome) -> list[str]:
    return [line.split("   ")[1] for line in outcome.out.splitlines() if " = nobody" in line]


def test_watch_shows_a_picture_for_every_turn_of_a_seat_or_for_every_decision(run: Run) -> None:
    live = run("watch", "heuristic", "random", "random", *CLASSIC, "--save", "game.jsonl")
    record = hg.Record.load("game.jsonl")
    heads = headlines(live)
    assert heads[:4] == ["start", "setup", "turn 1 of a", "turn 2 of b"]
    assert heads == headlines(run("watch", "game.jsonl"))
    assert [head.split()[1] for head in heads[2:]] == [str(n) for n in range(1, len(heads) - 1)]
    assert f"after {len(heads) - 2} turns: a (heuristic) wins, conquest" in live.out
    each = run("watch", "game.jsonl", "--every", "decision")
    assert len(headlines(each)) == len(record.turns) + 1
    assert "cards a 0, b 0, c 0" in live.out
    assert "  a draws a card" in live.out


@pytest.mark.parametrize("rules", [CLASSIC, ("--map", "simple"), ("--rules", "warlight2", "--map", "banana")], ids=str)
def test_watch_shows_one_turn_of_a_record_and_plays_no_further_than_that(run: Run, rules: tuple[str, ...]) -> None:
    whole = run("watch", "random", "random", *rules, "--turns", "6", "--save", "game.jsonl")
    for turn in ("0", "1", "4"):
        recorded = run("watch", "game.jsonl", "--turn", turn)
        live = run("watch", "random", "random", *rules, "--turn", turn, "--save", f"{turn}.jsonl")
        assert recorded.out == live.out
        assert len(headlines(live)) == 1
        assert recorded.out.strip() in whole.out
        part = hg.load_records(f"{turn}.jsonl")
        assert (part.problem, part.records[0].rounds <= int(turn) + 1) == ("", True)
    missing = run("watch", "game.jsonl", "--turn", "99")
    assert (missing.code, "--turn 99: the game has" in missing.err) == (2, True)


@pytest.fixture
def interrupt_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl-C after so many decisions of random agents."""

    def arm(left: int) -> None:
        decisions = iter(range(left))

        def act(self: RandomAgent, view: hg.ClassicView, clock: hg.Clock) -> hg.Action:
            if next(decisions, None) is None:
                raise KeyboardInterrupt
            return view.random_action(hg.Random(left))

        monkeypatch.setattr(RandomAgent, "act", act)

    return arm


@pytest.mark.parametrize("left", [0, 30])
def test_watch_that_is_interrupted_says_what_became_of_the_record(
    run: Run, left: int, interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(left)
    outcome = run("watch", "random", "random", *CLASSIC, "--save", "game.jsonl")
    assert outcome.code == 130
    if left == 0:
        assert "nothing was saved" in outcome.err
        assert not Path("game.jsonl").exists()
    else:
        assert "the game so far is in game.jsonl" in outcome.err
        assert hg.Record.load("game.jsonl").result == hg.Result(None, "stopped")


def test_a_record_that_cannot_be_written_is_refused_before_the_game(run: Run) -> None:
    outcome = run("watch", "random", "random", *CLASSIC, "--save", "no/such/game.jsonl")
    assert (outcome.code, outcome.out) == (2, "")
    assert "no folder no/such" in outcome.err


def test_maps_and_games_are_shown_with_the_numbers_of_the_territories(run: Run) -> None:
    index = hg.load_map("classic").index("Indonesia")
    assert f"{index} Indonesia" not in run("maps", "show", "classic", "--no-numbers").out
    assert f"{index} Indonesia" in run("maps", "show", "classic").out
    watched = run("watch", "random", "random", "--rules", "classic", "--turn", "0", "--numbers")
    assert f"{index} Indonesia" in watched.out


# --- Lists, odds and interrupts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["classic", "warlight2(fog=none)"])
def test_rules_are_explained_field_by_field_in_80_columns(
    run: Run, monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown, listed = run("rules", preset).out, run("rules").out
    assert max(map(len, (shown + listed).splitlines())) <= 80
    words = " ".join(line.split("\u2502")[-2].strip() for line in shown.splitlines() if line.count("\u2502") == 4)
    rules = hg.load_rules(preset)
    kind: Any = type(rules)
    for name, note in explanations(kind).items():
        assert name == "name" or (name in shown and note in words), name
    assert all(name in listed for name in hg.PRESETS)
    assert "switzerland" in listed


def test_every_field_of_the_rules_is_explained() -> None:
    kinds: tuple[Any, Any] = (hg.ClassicRules, hg.SimultaneousRules)
    for kind in kinds:
        assert set(explanations(kind)) == {field.name for field in fields(kind)}


def test_long_tables_of_odds_are_cut_to_what_is_likely(run: Run) -> None:
    outcome = run("odds", "300", "200")
    assert len(outcome.out.splitlines()) < 50
    assert "less likely rows" in outcome.out
    assert "less likely rows" not in run("odds", "40", "3").out
    data = json.loads(run("odds", "5", "5", "--fair-duel", "--json").out)
    odds = hg.battle_odds(5, 5, fair_duel=True)
    assert (data["fair_duel"], data["mean_attackers"], data["mean_defenders"]) == (
        True, odds.mean_attackers, odds.mean_defenders,
    )  # fmt: skip


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
