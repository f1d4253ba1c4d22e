"""Co-evolution from Python: evaluations and scores plugged in, time, and what an analysis tells."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hegemon import Plan, Random, SimultaneousGame, SimultaneousState
from hegemon.errors import GameError
from hegemon.search import Budget
from hegemon.search.coevolution import coevolve
from hegemon.search.settings import CoevolutionSettings

SMALL = CoevolutionSettings(population=8, elites=2)


def middle(name: str = "banana", rules: str = "soares2025", seed: int = 1, turns: int = 4) -> SimultaneousState:
    game = SimultaneousGame(name, rules)
    state, random = game.start(seed), Random(seed)
    while state.phase == "pick" or state.turns < turns:
        plans = [state.random_plan(seat, random) if seat in state.deciders else None for seat in (0, 1)]
        state = state.resolve(plans, random).state
        assert state.result is None
    return state


def land(owners: NDArray[np.int8], armies: NDArray[np.int32], seat: int) -> NDArray[Any]:
    """Nothing but territories."""
    return np.asarray(((owners == seat).sum(1) - (owners == 1 - seat).sum(1)) / owners.shape[1])


def test_the_candidates_are_the_last_population_best_first() -> None:
    state = middle()
    found = coevolve(state, 1, SMALL, Random(3), Budget(visits=4))
    assert len(found.candidates) == 8
    assert found.visits == found.details["generations"] == 4
    assert found.details["pairs"] == 64 + 4 * (64 + 2 * 2 * 6)
    assert 0 < found.details["evaluations"] <= found.details["pairs"]
    values = [candidate.value for candidate in found.candidates]
    assert values == sorted(values, reverse=True)
    assert found.value == values[0]
    for candidate in found.candidates:
        assert isinstance(candidate.decision, Plan)
        assert state.illegal_reasons(1, candidate.decision) == ()
        assert 0 <= candidate.visits <= 4
    answer = Plan.parse(found.best.line[0])
    assert state.illegal_reasons(0, answer) == ()
    told = coevolve(state, 1, SMALL, Random(3), Budget(visits=4), candidates=2).candidates
    assert told == found.candidates[:2]


def test_the_same_stream_gives_the_same_analysis() -> None:
    state = middle("italy")
    found = [coevolve(state, 0, SMALL, Random(5), Budget(visits=3)).candidates for _ in range(2)]
    assert found[0] == found[1]
    assert found[0] != coevolve(state, 0, SMALL, Random(6), Budget(visits=3)).candidates


def test_an_evaluation_of_ones_own_is_asked_for_whole_tables() -> None:
    state = middle()
    asked: list[int] = []

    def evaluate(owners: NDArray[np.int8], armies: NDArray[np.int32], seat: int) -> NDArray[Any]:
        assert owners.dtype == np.int8
        assert armies.dtype == np.int32
        assert owners.shape == armies.shape == (len(owners), 12)
        assert seat == 1
        rows = {(*o, *a) for o, a in zip(owners.tolist(), armies.tolist(), strict=True)}
        assert len(rows) == len(owners)
        asked.append(len(owners))
        return land(owners, armies, seat)

    found = coevolve(state, 1, SMALL, Random(1), Budget(visits=3), evaluate=evaluate)
    assert len(asked) == 1 + 2 * 3
    assert sum(asked) == found.details["evaluations"]
    assert found.value == pytest.approx(found.best.value)


def test_the_evaluation_decides_what_is_sought() -> None:
    """A search for land takes more of it than one that gives land away."""
    budget = Budget(visits=10)

    def taken(turns: int, evaluate: Any) -> float:
        state = middle("italy", turns=turns)
        found = coevolve(state, 0, SMALL, Random(2), budget, evaluate=evaluate)
        return float((state.resolve([found.best.decision, Plan()], Random(1)).state.owners == 0).sum())  # type: ignore[list-item]

    def loss(owners: Any, armies: Any, seat: int) -> Any:
        return -land(owners, armies, seat)

    assert sum(taken(turns, land) for turns in range(1, 5)) > sum(taken(turns, loss) for turns in range(1, 5))


@pytest.mark.parametrize(
    "answer",
    [lambda o, a, s: [0.0], lambda o, a, s: [float("nan")] * len(o), lambda o, a, s: np.zeros((len(o), 2))],
    ids=["too few", "no number", "a table"],
)
def test_a_wrong_answer_of_an_evaluation_is_refused(answer: Any) -> None:
    with pytest.raises(GameError, match="evaluate"):
        coevolve(middle(), 0, SMALL, Random(1), Budget(visits=1), evaluate=answer)


def test_an_error_in_an_evaluation_comes_through() -> None:
    def broken(owners: object, armies: object, seat: int) -> list[float]:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        coevolve(middle(), 0, SMALL, Random(1), Budget(visits=1), evaluate=broken)


def test_scores_choose_among_the_sampled_plans() -> None:
    state = middle()
    kept = CoevolutionSettings(population=3, elites=3, init_samples=30)
    best: dict[int, set[tuple[int, ...]]] = {}

    def score(genes: NDArray[np.int32], seat: int) -> NDArray[Any]:
        assert genes.shape == (30, state.game.gene_count)
        scores = genes[:, 12:].sum(1).astype(float) + 1e-3 * np.arange(30)
        best[seat] = {tuple(row) for row in genes[np.argsort(-scores)[:3]].tolist()}
        return np.asarray(scores)

    found = coevolve(state, 0, kept, Random(4), Budget(visits=1), score=score)
    genes = {tuple(state.game.encode(c.decision).tolist()) for c in found.candidates if isinstance(c.decision, Plan)}
    assert genes == best[0]
    assert set(best) == {0, 1}


def test_a_slow_evaluation_is_given_no_more_positions_than_there_is_time_for() -> None:
    evaluated = 0

    def slow(owners: NDArray[np.int8], armies: NDArray[np.int32], seat: int) -> NDArray[Any]:
        nonlocal evaluated
        evaluated += len(owners)
        time.sleep(0.001 * len(owners))
        return np.zeros(len(owners))

    coevolve(middle(), 0, CoevolutionSettings(), Random(1), Budget(seconds=0.1), evaluate=slow)
    assert evaluated < 200  # one table alone has 900


def test_a_hidden_position_or_no_limit_is_refused() -> None:
    state = middle("italy", "warlight2", turns=1)
    seen = SimultaneousState(state.game, state.view(0).core)
    with pytest.raises(GameError, match="determinize it first"):
        coevolve(seen, 0, SMALL, Random(1), Budget(visits=1))
    with pytest.raises(GameError, match="limit"):
        coevolve(state, 0, SMALL, Random(1), Budget())
    with pytest.raises(GameError, match="play phase"):
        coevolve(SimultaneousGame("italy", "warlight2").start(1), 0, SMALL, Random(1), Budget(visits=1))
    assert coevolve(state.view(0).determinize(), 0, SMALL, Random(1), Budget(visits=1)).visits == 1


def test_material_is_fair_to_both_seats() -> None:
    state = middle("italy")
    core = state.game.core
    assert core.material(state.core, 0) == -core.material(state.core, 1)
    assert -1 < core.material(state.core, 0) < 1
