"""The numbers of a summary: what they count, and what they are intervals of."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import hegemon.arena
import hegemon.report.timing as timing
from hegemon.arena import GameResult, Store, StoredGames, Tournament, make_tournament
from hegemon.maps import load_map
from hegemon.match import Adjudication, TimeControl
from hegemon.report import Summary, summarise
from hegemon.report.ratings import rate
from hegemon.report.repeat import in_words
from hegemon.report.replays import FRAMES, MOST, ROOM, choose
from hegemon.report.words import duration, elo, moment, percent, seconds
from hegemon.statistics import score_interval
from tests.report.stores import play_into

pytestmark = pytest.mark.xdist_group("report")  # its tournament is played once


def played(block: int, number: int, seats: tuple[int, ...], winner: int | None, **more: object) -> GameResult:
    order = ((0, 1),) if winner is None else ((winner,), (1 - winner,))
    values: dict[str, object] = {
        "block": block, "number": number, "setup": 0, "seats": seats, "winner": winner, "loser": None, "fault": "",
        "reason": "conquest", "order": order, "rounds": 10, "decisions": (1, 1), "seconds": (0.1, 0.1),
        "slowest": (0.1, 0.1), "hash": "", "duration": 0.1, "finished": 1.0, "load": 0.0,
    }  # fmt: skip
    return GameResult(**{**values, **more})  # type: ignore[arg-type]


def test_an_agent_s_score_has_starts_as_units_not_games(summary: Summary, store: StoredGames) -> None:
    blocks, league = store.blocks(), summary.leagues[0]
    for line in league.standings:
        starts: dict[tuple[int, int], list[float]] = {}
        for game in store.games():
            if game.setup < 2 and line.agent in game.seats:
                key = game.setup, blocks[game.block].start
                starts.setdefault(key, []).append(game.points[game.seats.index(line.agent)])
        assert line.score.blocks == len(starts) == 8
        assert (line.score.low, line.score.high) == score_interval(list(starts.values()))


def test_pairings_that_share_their_starts_do_not_make_a_rating_surer() -> None:
    """Whoever meets agent 0 wins or loses by the start alone: 40 starts are 40 trials, not 120."""
    starts = [
        [
            played(10 * start + other, number, (0, other) if number == 0 else (other, 0), (number + start) % 2)
            for other in (1, 2, 3)
            for number in (0, 1)
        ]
        for start in range(40)
    ]
    found = rate(starts, [0, 1, 2, 3], 2)
    assert found is not None
    ratings, intervals = found
    assert ratings.elo[0] == pytest.approx(0, abs=1)
    own, wide = ratings.high[0] - ratings.low[0], intervals[0][1] - intervals[0][0]
    assert wide == pytest.approx(own * 3**0.5, rel=0.15)
    single = rate(starts[:1], [0, 1, 2, 3], 2)
    assert single is not None
    assert single[1] == ((-math.inf, math.inf),) * 4
    assert rate([], [0, 1], 2) is None


def test_leagues_are_rules_with_seats(summary: Summary) -> None:
    assert [(league.rules, league.seats, len(league.maps)) for league in summary.leagues] == [
        ("soares2025", 2, 2),
        ("swiss2025", 3, 1),
    ]
    assert sum(league.played for league in summary.leagues) == summary.played == summary.scheduled == 144


def test_throughput_and_runs_hold_every_game(summary: Summary) -> None:
    assert sum(summary.throughput.games) == summary.played
    assert [run.games for run in summary.runs] == [summary.played]


def test_thinking_times_are_those_of_the_moves(summary: Summary, store: StoredGames) -> None:
    own: dict[int, list[float]] = {}
    for _, agent, time in store.move_seconds():
        own.setdefault(agent, []).append(time)
    assert summary.times.share == 1
    for line in summary.times.agents:
        ordered = sorted(own[line.agent])
        assert line.decisions == len(ordered)
        assert line.slowest == ordered[-1]
        assert ordered[len(ordered) // 2 - 1] <= line.median <= ordered[len(ordered) // 2]
        assert sum(line.density) == pytest.approx(1)


def test_of_many_decisions_a_share_is_looked_at(store: StoredGames, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = timing.thinking_times(store, store.games())
    monkeypatch.setattr(timing, "SAMPLE", everything.decisions // 3)
    some = timing.thinking_times(store, store.games())
    assert some.share == pytest.approx(1 / 3, rel=0.01)
    assert sum(1 for _ in store.move_seconds(some.share)) == pytest.approx(some.decisions / 3, rel=0.35)
    assert [line.decisions for line in some.agents] == [line.decisions for line in everything.agents]
    assert [line.slowest for line in some.agents] == [line.slowest for line in everything.agents]


def test_chosen_games_stay_within_their_room() -> None:
    maps = [load_map("random(200, seed=1)")]
    games = [played(at, 0, (at, at + 1), 0) for at in range(100)]
    chosen, left_out = choose(games, maps)
    assert len(chosen) == ROOM // (FRAMES * 200)
    assert len(chosen) + left_out == 100
    chosen, _ = choose(games, [load_map("hex")])
    assert len(chosen) == MOST


def test_chosen_games_are_the_longest_the_decisive_and_the_failed() -> None:
    games = [
        played(1, 0, (0, 1), None, reason="turn limit"),
        played(1, 1, (1, 0), 0),
        played(2, 0, (0, 1), 1, loser=0, fault="time", reason="late"),
        played(3, 0, (0, 1), 0),
        played(4, 0, (0, 1), 0, rounds=99),
    ]
    chosen, left_out = choose(games, [load_map("hex")])
    assert [game.id for game, _ in chosen] == [(1, 1), (2, 0), (4, 0)]
    assert left_out == 0


def test_the_program_repeats_the_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament(
        {"a 'quoted' one": "random", "b": "heuristic(greed=2)", "c": "heuristic"}, ["hex", "banana"], games=3,
        format="gauntlet", seed=11, time=TimeControl(per_game=5, increment=0.1), starts="balanced", hang_timeout=7.0,
        adjudication=Adjudication(30, surrender=0.05), name="again",
    )  # fmt: skip
    with Store.open(tmp_path / "s") as store:
        store.prepare(tournament)
        program = summarise(store).repeat
    found: list[Tournament] = []

    def note(tournament: Tournament, store: StoredGames) -> list[GameResult]:
        found.append(tournament)
        return []

    monkeypatch.setattr(hegemon.arena, "prepare", note)
    monkeypatch.chdir(tmp_path)
    exec(program, {"__name__": "__main__"})
    (again,) = found
    assert again.conditions == tournament.conditions
    assert again.agents == tournament.agents
    assert [setup.key for setup in again.setups] == [setup.key for setup in tournament.setups]
    assert (again.format, again.name) == (tournament.format, tournament.name)
    with Store.open(tmp_path / "s") as store:
        assert len(store.prepare(again)) == store.scheduled() == 16


def test_the_program_repeats_a_store_that_grew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other games, agents and maps were added later: exactly the same games are scheduled again, in the same seats."""
    steps = [
        make_tournament({"b": "heuristic", "c": "heuristic(greed=2)"}, ["hex"], games=4),
        make_tournament({"a": "random", "b": "heuristic"}, ["hex", "banana"], games=2),
        make_tournament({"b": "heuristic", "c": "heuristic(greed=2)"}, ["hex"], games=8),
        make_tournament({"a": "random", "b": "heuristic", "c": "heuristic(greed=2)"}, ["simple"], games=2),
    ]
    with Store.open(tmp_path / "s") as store:
        for step in steps:
            store.prepare(step)
        program, scheduled = summarise(store).repeat, _scheduled(store)
    monkeypatch.setattr(hegemon.arena, "prepare", lambda tournament, store: store.prepare(tournament)[:0])
    monkeypatch.chdir(tmp_path)
    exec(program, {"__name__": "__main__"})
    with Store.read("again") as again:
        assert _scheduled(again) == scheduled
    assert len(scheduled) == 4 + 1 + 1 + 3


def _scheduled(store: StoredGames) -> list[tuple[str, tuple[str, ...], int]]:
    """Map, agents by seat and start of every block."""
    agents, setups = store.agents(), store.setups()
    return sorted(
        (setups[block.setup].map, tuple(agents[at].alias for at in block.agents), block.start)
        for block in store.blocks().values()
    )


def test_conditions_in_words() -> None:
    tournament = make_tournament(["random", "heuristic"], ["hex"], time="0.5", adjudication="soares2025")
    words = in_words(tournament.conditions)
    assert words["Time"] == "0.5 s per decision, 0.05 s margin, fair clock"
    assert words["Adjudication"].startswith("a draw after 101 turns; a win if one agent estimates more than 99 %")
    assert words["Starts"] == "a new deal for every block"


def test_two_runs_are_drawn_one_after_the_other(tmp_path: Path) -> None:
    tournament = make_tournament(["random", "heuristic"], ["hex"], games=8)
    play_into(tmp_path, tournament, most=4)
    play_into(tmp_path, tournament)
    with Store.read(tmp_path) as store:
        summary = summarise(store)
    assert [run.games for run in summary.runs] == [4, 4]
    assert sum(summary.throughput.games) == 8
    assert len(summary.throughput.borders) == 1
    assert 0 < summary.throughput.borders[0] < summary.throughput.seconds


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (seconds(0.0000031), "3.1 µs"),
        (seconds(0.0123), "12.3 ms"),
        (seconds(0.9999), "1 s"),
        (seconds(100), "100 s"),
        (duration(5025), "1 h 24 min"),
        (duration(300_000), "3 d 11 h"),
        (elo(-12.4), "\N{MINUS SIGN}12"),
        (elo(float("inf")), "∞"),
        (elo(0.2), "0"),
        (percent(0.625), "62.5\u202f%"),
        (moment(0), "1970-01-01 00:00 UTC"),
    ],
)
def test_figures_are_written_for_people(text: str, wanted: str) -> None:
    assert text == wanted
