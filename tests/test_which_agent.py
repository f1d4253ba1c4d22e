"""The page "Which agent should I use?" is made from its results, and its script adds agents without playing twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hegemon.arena import Store
from scripts import which_agent
from scripts.which_agent import DATA, ENTRANTS, PRESETS, Entrant, add, collect, leagues, play
from scripts.which_agent_page import PAGE, files, standings, tables

THREE = (
    Entrant("random", "random", ("warzone",)),
    Entrant("heuristic", "heuristic", ("warzone",)),
    Entrant("late", "heuristic(greed=2)", ("warzone",)),
)


def test_page_and_pictures_are_those_of_the_results() -> None:
    made = files(json.loads(DATA.read_text(encoding="utf-8")), PAGE.read_text(encoding="utf-8"))
    wrong = [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text]
    assert not wrong, "run python -m scripts.which_agent_page"


def test_every_preset_has_a_league_at_every_time() -> None:
    found = leagues(ENTRANTS)
    assert {league.rules for league in found} == set(PRESETS)
    assert all(len(league.agents) >= 2 for league in found)
    assert len(found) == 3 * len(PRESETS)


def test_a_late_agent_plays_only_its_own_pairings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_agent, "MOST_BLOCKS", 2)
    first, all_three = (leagues(entrants, [0.01]) for entrants in (THREE[:2], THREE))
    before = list(play(tmp_path, 60, first))
    assert len(before) == 4  # then nothing is left
    assert all("heuristic" in line and "random" in line for line in before)
    after = list(play(tmp_path, 60, all_three))
    assert len(after) == 8
    assert all("late" in line for line in after)
    with Store.read(tmp_path / "warzone-10ms") as store:
        assert len(store.games()) == 12
    data: Any = collect([tmp_path], all_three)
    (league,) = data["leagues"]
    assert {pairing: sum(counts.values()) for pairing, counts in league["blocks"].items()} == {
        "random v heuristic": 2, "random v late": 2, "heuristic v late": 2,
    }  # fmt: skip
    twice: Any = collect([tmp_path, tmp_path], all_three)
    assert twice["leagues"][0]["endings"] == {kind: 2 * count for kind, count in league["endings"].items()}
    standing = standings(data)["warzone"][0.01]
    assert standing.order[-1] == "random"
    assert f"| `heuristic(greed=2)` | {standing.points[2]:g} of 8 |" in tables(data)


def test_the_pairings_of_one_agent_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_agent, "MOST_BLOCKS", 1)
    (league,) = leagues(THREE, [0.01])
    lines = list(play(tmp_path, 60, [replace(league, only="heuristic")]))
    assert len(lines) == 4
    assert all("heuristic" in line for line in lines)


def test_results_are_added_up_but_for_agents_that_play_differently_now() -> None:
    def results(blocks: dict[str, dict[str, int]], turns: float, **agents: str) -> dict[str, Any]:
        games = 2 * sum(sum(scores.values()) for scores in blocks.values())
        league = {"rules": "warzone", "seconds": 0.1, "map": "italy", "agents": agents, "blocks": blocks}
        return {"leagues": [{**league, "mean_turns": turns, "endings": {"conquest": games}}]}

    old = results({"ga v smcts": {"1": 2}, "best v ga": {"0": 3}}, 10.0, best="best", ga="ga", smcts="smcts")
    new = results({"ga v smcts": {"1": 1, "2": 1}}, 20.0, ga="ga", smcts="smcts")
    (both,) = add(old, new)["leagues"]
    assert both["blocks"] == {"ga v smcts": {"1": 3, "2": 1}, "best v ga": {"0": 3}}
    assert both["endings"] == {"conquest": 14}
    assert both["mean_turns"] == round((10 * 10 + 4 * 20) / 14, 1)
    (fewer,) = add(old, new, ["best"])["leagues"]
    assert fewer["blocks"] == {"ga v smcts": {"1": 3, "2": 1}}
    assert set(fewer["agents"]) == {"ga", "smcts"}
    longer = {"leagues": [{**new["leagues"][0], "seconds": 1.0}]}
    assert add(old, longer, ["best"])["leagues"][0]["blocks"] == old["leagues"][0]["blocks"]  # not played again there
    changed = results({}, 5.0, ga="ga(population=9)", smcts="smcts")
    assert add(old, changed)["leagues"][0]["blocks"] == {}
