"""Many games: pairs share their start, the number of processes does not matter, and the score adds up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hegemon import Adjudication, Game, Random, Record, Result, Series, SimultaneousGame, play, play_series
from hegemon.errors import AgentError, GameError
from hegemon.match import Score
from hegemon.statistics import score_interval

SHORT = Adjudication(turn_limit=15)


def series(games: int = 8, *, map: str = "banana", rules: str = "soares2025", seed: int = 4) -> Series:
    return Series(Game(map, rules), ("heuristic", "random"), games, seed=seed, adjudication=SHORT)


def records_of(what: Series, workers: int = 1) -> tuple[Score, list[Record]]:
    records: list[Record] = []
    score = play_series(what, workers=workers, on_game=lambda score, record: records.append(record))
    return score, records


@pytest.mark.parametrize("rules", ["soares2025", "warlight2"])
def test_the_number_of_processes_changes_nothing(rules: str) -> None:
    alone, many = (records_of(series(rules=rules), workers) for workers in (1, 2))
    assert [list(record.lines()) for record in alone[1]] == [list(record.lines()) for record in many[1]]
    assert alone[1] == many[1]
    first, second = (score.to_json() | {"seconds": 0} for score, _ in (alone, many))
    assert first == second


@pytest.mark.parametrize("rules", ["soares2025", "warlight1", "warlight2", "warzone"])
def test_a_pair_of_games_shares_its_start_with_the_agents_swapped(rules: str) -> None:
    _, records = records_of(series(6, rules=rules))
    assert [record.agents for record in records] == [("heuristic", "random"), ("random", "heuristic")] * 3
    starts = [record.start for record in records]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) == 3
    assert [record.info["number"] for record in records] == list(range(6))
    assert {record.info["series_seed"] for record in records} == {4}


def test_a_pair_of_games_shares_its_dice() -> None:
    """The same agent in both seats plays the same game twice."""
    what = Series(Game("banana", "warlight1"), ("random", "random"), 4, seed=9, adjudication=SHORT)
    score, records = records_of(what)
    assert records[0].states == records[1].states != records[2].states == records[3].states
    assert sum(len(turn.chance) for turn in records[0].turns) > 10
    assert score.score == (0.5, 0.5)


def test_a_game_of_a_series_can_be_played_alone() -> None:
    what = series()
    _, records = records_of(what)
    assert what.play(5) == records[5]
    again = play(what.game, ["random", "heuristic"], seed=Random(4).stream(2), adjudication=SHORT)
    assert again.states == records[5].states


def test_more_games_continue_a_shorter_series() -> None:
    assert records_of(series(4))[1] == records_of(series(6))[1][:4]


def test_another_seed_gives_other_games() -> None:
    starts = {record.start for seed in (1, 2, 3) for record in records_of(series(2, seed=seed))[1]}
    assert len(starts) == 3


# --- Score --------------------------------------------------------------------------------------------------------


def scored(results: list[Result]) -> Score:
    what = series(len(results))
    score = Score(what)
    for number, result in enumerate(results):
        record = Record(what.game, what.names, what.game.start(number), result=result, info={"decisions": [3, 4]})
        score.add(number, record)
    return score


def test_points_follow_the_agent_through_its_seats() -> None:
    win, loss, tie = Result(0, "conquest"), Result(1, "conquest"), Result(None, "turn limit")
    score = scored([win, win, loss, loss, win, loss, tie, loss])
    assert score.points(0) == [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 1.0]]
    assert score.points(1) == [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0], [0.5, 0.0]]
    assert (score.games, score.ties, score.seat_wins) == (8, 1, [3, 4])
    assert score.score == pytest.approx((5.5 / 8, 2.5 / 8))
    low, high = score_interval(score.points(0))
    assert score.interval[0] == (low, high)
    assert score.interval[1] == pytest.approx((1 - high, 1 - low))
    assert score.reasons == {"conquest": 7, "turn limit": 1}


def test_forfeits_are_counted_and_kept() -> None:
    named = Result(1, "x forfeits, crash: ValueError: boom", loser=0)
    score = scored([named, Result(0, "conquest"), Result(None, "a tie that forfeits nothing")])
    assert score.reasons == {"forfeit": 1, "conquest": 1, "a tie that forfeits nothing": 1}
    assert score.forfeits == ["x forfeits, crash: ValueError: boom"]
    assert (score.score, score.ties) == ((0.5 / 3, 2.5 / 3), 1)


def test_a_forfeit_of_one_of_three_is_shared_by_the_others_and_no_tie() -> None:
    what = Series(Game("grid(4,3)", "yao2025", 3), ("random",) * 3, 3)
    score = Score(what)
    for number in range(3):
        result = Result(None, "x forfeits", loser=what.seating(number).index(1))
        record = Record(what.game, what.names, what.game.start(0), result=result, info={"decisions": [3, 4, 5]})
        score.add(number, record)
    assert score.score == (0.5, 0.0, 0.5)
    assert (score.ties, score.seat_wins, score.reasons) == (0, [0, 0, 0], {"forfeit": 3})


def test_a_score_tells_everything_needed_to_repeat_it() -> None:
    score, records = records_of(series(4))
    data = json.loads(json.dumps(score.to_json()))
    assert (data["games"], data["agents"], data["seed"]) == (4, ["heuristic", "random"], 4)
    assert (data["map"], data["map_hash"]) == ("banana", SimultaneousGame("banana").map.hash)
    assert (data["rules"], data["rules_hash"]) == ("soares2025", SimultaneousGame("banana").rules.hash)
    assert data["mean_turns"] == sum(record.rounds for record in records) / 4
    decisions: list[Any] = [record.info["decisions"] for record in records]
    assert data["mean_decisions"] == sum(map(sum, decisions)) / 4
    assert sum(data["endings"].values()) == 4
    assert data["score"][0] == pytest.approx(1 - data["score"][1])


def test_an_empty_score_knows_nothing() -> None:
    score = Score(series())
    assert (score.games, score.interval) == (0, ((0.0, 1.0), (0.0, 1.0)))


def test_an_interrupt_keeps_the_games_finished_so_far() -> None:
    def stop(score: Score, record: Record) -> None:
        if score.games == 3:
            raise KeyboardInterrupt

    for workers in (1, 2):
        assert play_series(series(), workers=workers, on_game=stop).games == 3


# --- Mistakes -----------------------------------------------------------------------------------------------------


def test_mistakes_are_found_before_the_first_game() -> None:
    with pytest.raises(GameError, match="a match needs at least one game, not 0"):
        series(0)
    with pytest.raises(AgentError, match="unknown agent 'randm'; did you mean random"):
        Series(Game("simple"), ("random", "randm"), 2)
    with pytest.raises(GameError, match="cannot give 2 to each of 2 seats"):
        Series(Game("triangle"), ("random", "random"), 2)


CRASHING = """
class Agent:
    def begin(self, game, seat, random): pass
    def plan(self, view, clock): raise RuntimeError("lost my way")
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_that_always_fails_loses_every_game_and_the_match_goes_on(tmp_path: Path, workers: int) -> None:
    file = tmp_path / "agent.py"
    file.write_text(CRASHING)
    what = Series(Game("simple"), (f"{file}:Agent", "random"), 4)
    score = play_series(what, workers=workers)
    assert (score.score, score.games, score.reasons) == ((0.0, 1.0), 4, {"forfeit": 4})
    assert all("crash: RuntimeError: lost my way" in reason for reason in score.forfeits)


LEAVING = """
import os

class Agent:
    def begin(self, game, seat, random): pass
    def plan(self, view, clock): os._exit(3)
"""


def test_an_agent_that_ends_its_process_loses_its_games(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(LEAVING)
    what = Series(Game("simple"), (f"{tmp_path / 'agent.py'}:Agent", "random"), 4)
    score = play_series(what, workers=2)
    assert score.score == (0.0, 1.0)
    assert all("died: its process ended (exit code 3)" in reason for reason in score.forfeits)
