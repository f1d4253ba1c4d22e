"""Searches that are used while they work, and arguments that are not what they should be: refused, never a crash."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import hegemon as hg
from hegemon import _core
from hegemon.errors import SearchError
from hegemon.search import Budget, Leaves, Mcts, MctsSettings

GAME = hg.ClassicGame("hex", "heredia2022")
OTHER = hg.ClassicGame("classic", "classic", seats=4)


def test_a_search_that_another_thread_uses_is_busy() -> None:
    search, started, told = Mcts(GAME, MctsSettings(cutoff=5)), threading.Event(), list[str]()

    def wait(leaves: Leaves) -> tuple[Any, None]:
        started.set()
        return np.zeros(len(leaves)), None

    slow = Mcts(GAME, MctsSettings(), wait)
    thread = threading.Thread(target=lambda: slow.decide(GAME.start(1), Budget(seconds=1), hg.Random(1)))
    thread.start()
    started.wait()
    for _ in range(100):
        try:
            slow.analyse(GAME.start(2), Budget(visits=2), hg.Random(1))
        except SearchError as error:
            told.append(str(error))
    thread.join()
    assert told
    assert all(message.startswith("this search is busy: another thread uses it") for message in told)
    assert slow.decide(GAME.start(1), Budget(visits=5), hg.Random(1)).visits == 5, "usable again"
    assert search.decide(GAME.start(1), Budget(visits=5), hg.Random(1)).visits == 5


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("verb", ["begin", "run", "reports", "best"])
def test_an_evaluator_that_uses_its_own_search_is_refused(verb: str, threads: int) -> None:
    state, told = GAME.start(1).core, list[str]()
    calls: dict[str, Callable[[], object]] = {
        "begin": lambda: search.begin([state], hg.Random(1)),
        "run": lambda: search.run(3, 0.0),
        "reports": lambda: search.reports(True),
        "best": lambda: search.best(),
    }

    def evaluate(owners: Any, *rest: Any) -> tuple[Any, None]:
        try:
            calls[verb]()
        except ValueError as error:
            told.append(str(error))
        return np.zeros((len(owners), 2)), None

    search = _core.ClassicSearch(GAME.core, {"threads": threads}, evaluate)
    search.begin([state], hg.Random(1))
    search.run(5, 0.0)
    assert told
    assert all(message.startswith("this search is busy") for message in told)


def test_many_threads_with_one_agent() -> None:
    agent: Any = hg.make_agent("mcts(visits=200)")
    agent.begin(GAME, 0, hg.Random(1))
    view, odd = GAME.start(1).view(0), list[BaseException]()

    def use() -> None:
        for _ in range(20):
            try:
                agent.act(view, hg.Clock())
            except SearchError:
                continue
            except BaseException as error:
                odd.append(error)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not odd


def test_alphabeta_and_vector_environments_are_busy_too() -> None:
    env = _core.ClassicVectorEnv(hg.ClassicGame(rules="yao2025").core, np.full(300, -1, np.int8), hg.Random(1))
    told: list[str] = []

    def use() -> None:
        for _ in range(200):
            try:
                env.step(np.full(300, -1, np.int32), hg.Random(2))
                env.observe()
            except ValueError as error:
                told.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(message.startswith("this vector environment is busy") for message in told)


@pytest.mark.parametrize("answer", [None, 1, (1,), ("x", None), (np.zeros(3), None), (np.zeros((1, 2)), "x")])
def test_an_evaluator_of_the_core_that_answers_nonsense_is_named(answer: Any) -> None:
    search = _core.ClassicSearch(GAME.core, {}, lambda *given: answer)
    search.begin([GAME.start(1).core], hg.Random(1))
    with pytest.raises(ValueError, match="the evaluator must"):
        search.run(2, 0.0)


def test_numbers_and_names_that_are_none_are_refused() -> None:
    state, head = GAME.start(1).core, cast("dict[str, int]", {"turns": "x"})
    owners, armies, movable, cards = (
        each.tolist() for each in (state.owners, state.armies, state.movable, state.cards)
    )
    with pytest.raises(ValueError, match="impossible turns"):
        GAME.core.make(owners, armies, movable, cards, state.pool, head)
    with pytest.raises(ValueError, match="a name is not text"):
        _core.ClassicNet("classic-graph", {1: np.zeros(1, np.float32)}, GAME.core)  # type: ignore[dict-item]


# --- Arguments ----------------------------------------------------------------------------------------------------


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="belongs to another game"):
        _core.classic_evaluate(GAME.core, OTHER.start(1).core, "resources")
    with pytest.raises(ValueError, match="belongs to another game"):
        _core.ClassicSearch(GAME.core, {}).begin([OTHER.start(1).core], hg.Random(1))


def test_a_missing_position_is_refused() -> None:
    search = _core.ClassicSearch(GAME.core, {})
    with pytest.raises((ValueError, TypeError)):
        search.begin([None], hg.Random(1))  # type: ignore[list-item]
    with pytest.raises(ValueError, match="come before a report"):
        search.reports(True)
    with pytest.raises(ValueError, match="come before a report"):
        search.best()
    with pytest.raises(ValueError, match="begin comes before run"):
        search.run(1, 0.0)


def test_after_a_failed_begin_there_is_nothing_to_report() -> None:
    over = GAME.start(1)
    while over.deciders:
        over = over.step(over.random_action(hg.Random(over.core.decisions)), hg.Random(over.core.decisions)).state
    search = _core.ClassicSearch(GAME.core, {"cutoff": 3})
    search.begin([GAME.start(1).core], hg.Random(1))
    with pytest.raises(ValueError, match="nobody has anything to decide"):
        search.begin([GAME.start(1).core, over.core], hg.Random(1))
    search.begin([GAME.start(1).core], hg.Random(1))
    with pytest.raises(ValueError, match="run comes before best"):
        search.best()


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -math.inf, -1.0, 1e300])
def test_impossible_times_are_refused(seconds: float) -> None:
    with pytest.raises(SearchError, match="is impossible"):
        Budget(0, seconds)
    search = _core.ClassicSearch(GAME.core, {"cutoff": 3})
    search.begin([GAME.start(1).core], hg.Random(1))
    with pytest.raises(ValueError, match="seconds are a number from 0 to 1e9"):
        search.run(0, seconds)
    with pytest.raises(ValueError, match="seconds are a number from 0 to 1e9"):
        _core.AlphaBeta(GAME.core, {}).decide(GAME.start(1).core, seconds)
    game = hg.SimultaneousGame("diamond", "soares2025")
    state = game.start(1).core
    with pytest.raises(ValueError, match="seconds are a number from 0 to 1e9"):
        _core.search_simultaneous(game.core, state, 0, _core.SmctsSettings({}), 0, seconds, hg.Random(1))
    with pytest.raises(ValueError, match="seconds are a number from 0 to 1e9"):
        _core.coevolve(game.core, state, 0, _core.CoevolutionSettings({}), hg.Random(1), 0, seconds)


@pytest.mark.parametrize("visits", [-1, 0.5, math.nan, 2**70, "5"])
def test_impossible_visits_are_refused(visits: Any) -> None:
    with pytest.raises(SearchError, match="is impossible"):
        Budget(visits)
