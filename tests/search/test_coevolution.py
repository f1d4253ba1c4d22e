"""Co-evolution from Python: evaluations and scores plugged in, time, and what an analysis tells."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hegemon import Plan, Random, SimultaneousGame, SimultaneousState, _core
from hegemon.errors import SearchError
from hegemon.search import Analysis, Budget, Coevolution, CoevolutionSettings
from hegemon.search.coevolution import Evaluate, Score

SMALL = CoevolutionSettings(population=8, elites=2)


def middle(name: str = "banana", rules: str = "soares2025", seed: int = 1, turns: int = 4) -> SimultaneousState:
    game = SimultaneousGame(name, rules)
    state, random = game.start(seed), Random(seed)
    while state.phase == "pick" or state.turns < turns:
        plans = [state.random_plan(seat, random) if seat in state.deciders else None for seat in (0, 1)]
        state = state.resolve(plans, random).state
        assert state.result is None
    return state


def coevolve(
    state: SimultaneousState,
    seat: int,
    settings: CoevolutionSettings,
    random: Random,
    budget: Budget,
    *,
    evaluate: Evaluate | None = None,
    score: Score | None = None,
) -> Analysis[Plan]:
    return Coevolution(state.game, settings, evaluate, score=score).analyse(state.view(seat), budget, random)


@pytest.mark.parametrize("init", ["random", "focused"])
@pytest.mark.parametrize("rules", ["soares2025", "warzone(fog=none)", "warlight1(fog=none)"])
def test_populations_are_the_last_plans_of_both_seats(rules: str, init: Any) -> None:
    state = middle(rules=rules)
    settings = CoevolutionSettings(population=8, elites=2, init=init, timing=True)
    found = Coevolution(state.game, settings).populations(state.view(1), Budget(visits=4), Random(3))
    analysis = coevolve(state, 1, settings, Random(3), Budget(visits=4))
    assert [Plan.from_core(list(orders)) for orders in found[1]] == [one.decision for one in analysis.candidates]
    assert [len(plans) for plans in found] == [8, 8]
    for orders in found[0]:
        assert state.illegal_reasons(0, Plan.from_core(list(orders))) == ()


def land(owners: NDArray[np.int8], armies: NDArray[np.int32], seat: int) -> NDArray[Any]:
    """Nothing but territories."""
    return np.asarray(((owners == seat).sum(1) - (owners == 1 - seat).sum(1)) / owners.shape[1])


def test_the_candidates_are_the_last_population_best_first() -> None:
    state = middle()
    found = coevolve(state, 1, SMALL, Random(3), Budget(visits=4))
    assert len(found.candidates) == 8
    assert found.visits == found.figures["generations"] == 4
    assert found.figures["pairs"] == 64 + 4 * (64 + 2 * 2 * 6)
    assert 0 < found.figures["evaluations"] <= found.figures["pairs"]
    values = [candidate.value for candidate in found.candidates]
    assert values == sorted(values, reverse=True)
    assert found.value == values[0]
    for candidate in found.candidates:
        assert state.illegal_reasons(1, candidate.decision) == ()
        assert 0 <= candidate.visits <= 4
    answer = Plan.parse(found.best.line[0])
    assert state.illegal_reasons(0, answer) == ()
    decided = Coevolution(state.game, SMALL).decide(state.view(1), Budget(visits=4), Random(3))
    assert decided.candidates == found.candidates[:1]
    assert decided.figures == found.figures


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
    assert sum(asked) == found.figures["evaluations"]
    assert found.value == pytest.approx(found.best.value)


def test_the_evaluation_decides_what_is_sought() -> None:
    """A search for land takes more of it than one that gives land away."""
    budget = Budget(visits=10)

    def taken(turns: int, evaluate: Any) -> float:
        state = middle("italy", turns=turns)
        found = coevolve(state, 0, SMALL, Random(2), budget, evaluate=evaluate)
        return float((state.resolve([found.decision, Plan()], Random(1)).state.owners == 0).sum())

    def loss(owners: Any, armies: Any, seat: int) -> Any:
        return -land(owners, armies, seat)

    assert sum(taken(turns, land) for turns in range(1, 5)) > sum(taken(turns, loss) for turns in range(1, 5))


@pytest.mark.parametrize(
    "answer",
    [lambda o, a, s: [0.0], lambda o, a, s: [float("nan")] * len(o), lambda o, a, s: np.zeros((len(o), 2))],
    ids=["too few", "no number", "a table"],
)
def test_a_wrong_answer_of_an_evaluation_is_refused(answer: Any) -> None:
    with pytest.raises(SearchError, match="evaluate"):
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
    genes = {tuple(state.game.encode(c.decision).tolist()) for c in found.candidates}
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


def test_what_is_hidden_is_determinized_and_a_limit_is_needed() -> None:
    state = middle("italy", "warlight2", turns=1)
    game, random = state.game, Random(1)
    settings = _core.CoevolutionSettings(SMALL.to_core())
    with pytest.raises(ValueError, match="determinize it first"):
        _core.coevolve(game.core, state.view(0).core, 0, settings, random, 1, 0.0)
    with pytest.raises(SearchError, match="limit"):
        coevolve(state, 0, SMALL, Random(1), Budget())
    with pytest.raises(SearchError, match="play phase"):
        coevolve(SimultaneousGame("italy", "warlight2").start(1), 0, SMALL, Random(1), Budget(visits=1))
    assert coevolve(state, 0, SMALL, Random(1), Budget(visits=1)).visits == 1
