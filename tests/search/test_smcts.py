"""The tree search over simultaneous plans: what it tells, what it asks a network, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hegemon import Plan, Random, SimultaneousGame, SimultaneousState, SimultaneousView
from hegemon.agents import smcts
from hegemon.errors import SearchError
from hegemon.search import Analysis, Budget, Smcts, SmctsSettings
from hegemon.search.smcts import Network, Plans

PUBLISHED = smcts.Settings.from_values(smcts.PRESETS["soares2025"])
SELECTIONS = ("serialised", "duct", "regret")


def opening(map: str = "banana", rules: str = "soares2025") -> SimultaneousState:
    return SimultaneousGame(map, rules).start(3)


def run(
    view: SimultaneousView, settings: SmctsSettings, budget: Budget, random: Random, network: Network | None = None
) -> Analysis[Plan]:
    return Smcts(view.game, settings, network).analyse(view, budget, random)


def test_an_iteration_of_the_published_search_is_twenty_rollouts() -> None:
    result = run(opening("italy").view(0), PUBLISHED, Budget(visits=25), Random(1))
    names = ("iterations", "leaves", "rollouts", "visits", "nodes")
    assert [result.figures[name] for name in names] == [25, 500, 500, 500, 500]
    assert len(result.candidates) == 20
    assert sum(candidate.visits for candidate in result.candidates) == 500
    assert result.figures["turns"] <= 500 * 10 + 500


@pytest.mark.parametrize("selection", SELECTIONS)
def test_an_analysis_tells_candidates_best_first_with_lines_of_legal_plans(selection: Any) -> None:
    state = opening()
    settings = SmctsSettings(selection=selection, depth=6, rollout=0, focused=50, widening=1)
    analysis = run(state.view(1), settings, Budget(visits=500), Random(1))
    weights = [candidate.visits for candidate in analysis.candidates]
    if selection != "regret":
        assert weights == sorted(weights, reverse=True)
    assert sum(weights) == analysis.visits == 500
    assert -1 <= analysis.value <= 1
    assert analysis.best.prior is None
    own, reply = analysis.best.line[0].split(" / ")[::-1]
    assert Plan.parse(own) == analysis.best.decision
    assert state.illegal_reasons(1, Plan.parse(own)) == state.illegal_reasons(0, Plan.parse(reply)) == ()
    assert len(analysis.best.line) >= 2
    assert analysis.figures["bytes"] > 0
    assert analysis.best.to_json()["visits"] == weights[0]


def test_plans_that_are_given_are_tried_first() -> None:
    state, random = opening(), Random(1)
    given = [[state.random_plan(seat, random).to_core() for _ in range(3)] for seat in (0, 1)]
    search = Smcts(state.game, SmctsSettings(selection="duct", widening=1.0))
    found = search.analyse(state.view(1), Budget(visits=10), random, given)
    assert {one.decision for one in found.candidates} == {Plan.from_core(list(orders)) for orders in given[1]}
    with pytest.raises(SearchError, match="for both seats"):
        search.decide(state.view(1), Budget(visits=9), random, given[:1])
    with pytest.raises(SearchError, match="not legal"):
        search.decide(state.view(1), Budget(visits=9), random, given[::-1])


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("expand", ["all", "one"])
def test_the_same_stream_gives_the_same_search(selection: Any, expand: Any) -> None:
    view = opening("owl-island").view(0)
    settings = SmctsSettings(selection=selection, expand=expand, focused=30, widening=2, crossover=50)
    first, again, other = (run(view, settings, Budget(visits=100), Random(seed)).candidates for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_a_search_advances_the_stream_it_is_given() -> None:
    random = Random(5)
    view = opening().view(0)
    plans = [run(view, SmctsSettings(), Budget(visits=20), random).candidates for _ in range(2)]
    assert plans[0] != plans[1]


def test_temperature_samples_and_zero_takes_the_heaviest() -> None:
    view = opening().view(0)
    sure = {str(run(view, SmctsSettings(depth=2), Budget(visits=400), Random(1)).decision) for _ in range(3)}
    assert len(sure) == 1
    settings = SmctsSettings(selection="duct", depth=2, exploration=3.0, temperature=1.0)
    assert len({str(run(view, settings, Budget(visits=60), Random(seed)).decision) for seed in range(12)}) > 3
    result = run(view, replace(settings, temperature=0.0), Budget(visits=60), Random(1))
    assert result.best.visits == max(candidate.visits for candidate in result.candidates)


@pytest.mark.parametrize("selection", SELECTIONS)
def test_a_search_ends_when_its_memory_is_used_up(selection: Any) -> None:
    settings = SmctsSettings(selection=selection, rollout=0, megabytes=1)
    result = run(opening().view(0), settings, Budget(visits=1_000_000), Random(1))
    assert result.figures["iterations"] < 100_000
    assert 1_000_000 <= result.figures["bytes"] < 1_100_000


# --- Networks -----------------------------------------------------------------------------------------------------


class Recorder:
    """A hand-made network: values by a function of the owners, logits by a function of each plan's orders."""

    def __init__(self, territories: int, logits: bool = True) -> None:
        self.n, self.logits, self.rows = territories, logits, [0]

    def __call__(self, owners: Any, armies: Any, seats: Any, plans: Plans) -> tuple[Any, Any]:
        orders, plan_offsets, leaf_offsets = plans
        rows = len(seats)
        self.rows.append(rows)
        assert (owners.dtype, owners.shape) == (np.int8, (rows, self.n))
        assert (armies.dtype, armies.shape) == (np.int32, (rows, self.n))
        assert seats.dtype == np.int8
        assert orders.dtype == np.int32
        assert orders.shape[1] == 4
        assert plan_offsets[0] == leaf_offsets[0] == 0
        assert (len(leaf_offsets), leaf_offsets[-1]) == (rows + 1, len(plan_offsets) - 1)
        assert plan_offsets[-1] == len(orders)
        for row in range(rows):  # deployments and moves of a row's plans are those of its seat
            mine = orders[plan_offsets[leaf_offsets[row]] : plan_offsets[leaf_offsets[row + 1]]]
            assert (owners[row, mine[mine[:, 0] == 0, 1]] == seats[row]).all()
        lead = (owners == seats[:, None]).sum(1) - (owners == 1 - seats[:, None]).sum(1)
        values = (lead / self.n).astype(np.float32)
        if not self.logits:
            return values, None
        return values, np.diff(plan_offsets).astype(np.float32)


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("expand", ["all", "one"])
@pytest.mark.parametrize("logits", [True, False])
def test_a_network_is_asked_with_arrays_that_fit_together(selection: Any, expand: Any, logits: bool) -> None:
    state = opening("italy")
    network = Recorder(20, logits)
    settings = SmctsSettings(selection=selection, expand=expand, evaluation="network", candidates=10, batch=8)
    analysis = run(state.view(0), settings, Budget(visits=40), Random(1), network)
    assert analysis.details["iterations"] == 40
    assert max(network.rows) > 1 or (selection, expand) == ("serialised", "one")
    assert analysis.details["rollouts"] == 0
    priors = [candidate.prior for candidate in analysis.candidates]
    assert (max(p or 0 for p in priors) > 1.01) == logits
    if logits:  # P = tau p k + 1 - tau, so the mean is one
        assert np.mean([p for p in priors if p is not None]) == pytest.approx(1.0, abs=1e-5)


def test_priors_follow_the_formula_of_policy_trust() -> None:
    network = Recorder(12)
    settings = SmctsSettings(selection="duct", evaluation="network", policy_trust=0.6, candidates=7)
    analysis = run(opening().view(0), settings, Budget(visits=30), Random(1), network)
    logits = np.array([len(c.decision.orders) for c in analysis.candidates], float)
    p = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    assert [c.prior for c in analysis.candidates] == pytest.approx(list(0.6 * p * len(p) + 0.4), abs=1e-5)


@pytest.mark.parametrize("selection", SELECTIONS)
def test_values_of_a_network_steer_the_search(selection: Any) -> None:
    """A network that likes land beats one that hates it in the land its plans take."""
    state = opening("italy")

    def land(sign: float) -> float:
        def network(owners: Any, armies: Any, seats: Any, plans: Plans) -> tuple[Any, None]:
            lead = (owners == seats[:, None]).sum(1) - (owners == 1 - seats[:, None]).sum(1)
            return (sign * lead / 20).astype(np.float32), None

        settings = SmctsSettings(selection=selection, evaluation="network", depth=2, candidates=30)
        plan = run(state.view(0), settings, Budget(visits=1500), Random(1), network).decision
        after = state.resolve([plan, Plan()], Random(1)).state
        return float((after.owners == 0).sum())

    assert land(1) > land(-1)


def test_what_a_network_says_wrong_is_named() -> None:
    view = opening().view(0)
    settings = SmctsSettings(evaluation="network")
    with pytest.raises(SearchError, match="no network"):
        run(view, settings, Budget(visits=5), Random(1))

    def answer(value: Any) -> Any:
        return lambda owners, armies, seats, plans: value

    zeros = np.zeros(2, np.float32)
    for wrong, message in [
        (None, "a pair"),
        ((zeros[:1], None), r"values as float32\[2\]"),
        ((zeros + np.nan, None), "not finite"),
        ((zeros, zeros), "logits as float32"),
    ]:
        with pytest.raises(SearchError, match=message):
            run(view, settings, Budget(visits=5), Random(1), answer(wrong))

    def fails(owners: Any, armies: Any, seats: Any, plans: Plans) -> Any:
        raise KeyError("mine")

    for threads in (1, 2):
        with pytest.raises(KeyError, match="mine"):
            run(view, replace(settings, threads=threads), Budget(visits=5), Random(1), fails)


@pytest.mark.parametrize(
    "wrong",
    [
        {"candidates": 0},
        {"depth": 0},
        {"gamma": 2.0},
        {"threads": 0},
        {"batch": 0},
        {"policy_trust": -1.0},
        {"outcomes": 0},
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match=f"{next(iter(wrong))}=.* is not allowed; expected"):
        SmctsSettings(**wrong)


def test_budgets_and_positions_that_make_no_sense_are_refused() -> None:
    state = opening()
    with pytest.raises(SearchError, match="visits or seconds"):
        run(state.view(0), SmctsSettings(), Budget(), Random(1))
    over = state.game.position([0] * 12, [1] * 12)
    with pytest.raises(SearchError, match="nothing to decide"):
        run(over.view(0), SmctsSettings(), Budget(visits=5), Random(1))


def test_picks_can_be_searched() -> None:
    state = opening("italy", "warlight1")
    assert state.phase == "pick"
    for selection in ("serialised", "duct", "regret"):
        settings = SmctsSettings(selection=selection)
        plan = run(state.view(0), settings, Budget(visits=30), Random(1)).decision
        assert not state.illegal_reasons(0, plan)


def test_a_decision_is_the_first_candidate_of_the_analysis() -> None:
    view = opening().view(0)
    search = Smcts(view.game, SmctsSettings())
    decided, analysed = search.decide(view, Budget(50), Random(1)), search.analyse(view, Budget(50), Random(1))
    assert decided.decision == analysed.decision
    assert len(decided.candidates) == 1
    assert (decided.value, decided.figures) == (analysed.value, analysed.figures)
