"""Help, and the commands that show what there is: maps, agents, rules, odds, speed."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer

import hegemon as hg
from hegemon._fields import explanations
from hegemon.agents import REGISTRY
from hegemon.bench import Measurement
from hegemon.cli.app import COMMANDS, load
from tests.cli.conftest import Run


def test_odds_are_exact(run: Run) -> None:
    data = json.loads(run("odds", "2", "1", "--json").out)
    assert data["win"] == pytest.approx(125 / 216 + 91 / 216 * 15 / 36)
    assert data["win"] + sum(data["defenders_left"]) == pytest.approx(1)
    assert "the attack wins with 41.67 %" in run("odds", "1", "1").out


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


def test_bench_takes_groups_and_shows_small_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hegemon.bench.measure.CALIBRATION_STEPS", 1000)

    def speedup(seconds: float) -> Iterator[Measurement]:
        for games in (1, 2):
            yield Measurement("some.speedup", "italy", "soares2025", "times", 1.86 * games, 2, {"games": games})

    monkeypatch.setattr("hegemon.cli.bench.BENCHMARKS", {"some.speedup": speedup, "somewhere.else": lambda _: ()})
    shown = run("bench", "some").out
    assert "games=1" in shown
    assert "1.86" in shown
    assert "3.72" in shown


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


@pytest.mark.parametrize("name", REGISTRY)
def test_what_is_said_of_settings_agrees_with_their_list(run: Run, name: str) -> None:
    words = " ".join(run("agents", name).out.split())
    assert ("no settings" in words) == (not fields(REGISTRY[name].settings))
    assert "without settings" not in words
    assert ("default" in words.split()) == bool(fields(REGISTRY[name].settings))


def test_maps_and_games_are_shown_with_the_numbers_of_the_territories(run: Run) -> None:
    index = hg.load_map("classic").index("Indonesia")
    assert f"{index} Indonesia" not in run("maps", "show", "classic", "--no-numbers").out
    assert f"{index} Indonesia" in run("maps", "show", "classic").out
    watched = run("watch", "random", "random", "--rules", "classic", "--turn", "0", "--numbers")
    assert f"{index} Indonesia" in watched.out


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


@pytest.mark.parametrize("command", ["match", "analyse", "tournament"])
def test_help_is_wrapped_once(command: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = [line.strip() for line in run(command, "--help").out.partition("╭")[0].splitlines() if line.strip()]
    for line, following in pairwise(lines):
        ended = line.endswith((".", ":", ")")) or "hegemon " in line + following
        assert ended or len(line) + 1 + len(following.split()[0]) > 78, line  # the next word would not have fitted
