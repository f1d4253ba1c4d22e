"""The driver of the alpha-beta search: what the core refuses, and games of weights against weights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from hegemon import ClassicGame, ClassicState, Random
from hegemon.errors import SearchError
from hegemon.search import AlphaBeta, AlphaBetaSettings, Budget
from hegemon.search.alphabeta import play_pairings

GAME = ClassicGame("grid(4,4)", "aminian2020")


def test_nothing_is_searched_that_is_no_decision() -> None:
    mind = AlphaBeta(GAME)
    with pytest.raises(SearchError, match="another game"):
        mind.decide(ClassicGame("grid(4,3)", "aminian2020").start(1))
    over = GAME.parse("grid(4, 4); aminian2020; over seats=2 winner=0; " + "a1 " * 15 + "a1; -")
    with pytest.raises(SearchError, match="nobody has anything to decide"):
        mind.decide(over)
    hidden = ClassicGame("classic", "classic", 2)
    with pytest.raises(SearchError, match="hidden cards"):
        AlphaBeta(hidden).decide(ClassicState(hidden, hidden.start(1).view(0).core))
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(SearchError, match="seconds"):
            mind.decide(GAME.start(1), Budget(seconds=seconds))


def test_it_has_no_visits() -> None:
    with pytest.raises(SearchError, match="depth"):
        AlphaBeta(GAME).decide(GAME.start(1), Budget(visits=10))


@pytest.mark.parametrize(
    "change",
    [{"depth": 0}, {"depth": 101}, {"attacks": 0}, {"threshold": 0}, {"table_bits": 40}, {"land": -1.0},
     {"front": float("nan")}],
)  # fmt: skip
def test_impossible_settings_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(SearchError, match=f"{next(iter(change))}=.* is not allowed; expected"):
        AlphaBetaSettings(**change)  # type: ignore[arg-type]


def test_games_of_weights_come_out_the_same_on_any_number_of_threads() -> None:
    genes, pairings = [(1.0, 2, 3, 4), (0.0, 0, 0, 0)], [(0, 1, n) for n in range(6)]
    settings = AlphaBetaSettings(depth=2)
    one, two = (play_pairings(GAME, settings, genes, pairings, seed=4, turns=60, threads=threads) for threads in (1, 2))
    assert one == two
    assert sum(map(sum, one)) > 18, "weights beat none"


def test_impossible_pairings_are_refused() -> None:
    settings = AlphaBetaSettings(depth=1)
    for genes, pairings, turns in (([(1.0, 1, 1, 1)], [(0, 1, 0)], 9), ([(-1.0, 1, 1, 1)], [(0, 0, 0)], 9)):
        with pytest.raises(SearchError, match=r"weights|land=-1 is not allowed"):
            play_pairings(GAME, settings, genes, pairings, seed=1, turns=turns)
    three = ClassicGame("grid(4,4)", "aminian2020", 3)
    with pytest.raises(SearchError, match="two seats"):
        play_pairings(three, settings, [(1.0, 1, 1, 1)], [(0, 0, 0)], seed=1, turns=9)


def test_a_player_thinks_about_one_thing_at_a_time_and_others_go_on() -> None:
    state, random = GAME.start(1), Random(1)
    while state.phase != "attack":
        state = state.step(state.random_action(random), random).state
    searches = [AlphaBeta(GAME, AlphaBetaSettings(depth=4)) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda search: search.analyse(state), searches))
    assert results[0].candidates == results[1].candidates
    decided = searches[0].decide(state)
    assert decided.decision == results[0].decision
    assert len(decided.candidates) == 1
