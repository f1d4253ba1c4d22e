"""Searches that ask a network of the core in place: they find what they find through Python, in time, and with errors
that say what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hegemon import Plan, Random, SimultaneousGame, SimultaneousState, SimultaneousView, _core
from hegemon.agents import ga, smcts
from hegemon.errors import SearchError
from hegemon.nets import SimultaneousNet, random_net
from hegemon.search import Analysis, Budget, Coevolution, CoevolutionSettings, Smcts, SmctsSettings

SELECTIONS = ("serialised", "duct", "regret")
PUBLISHED = smcts.GuidedSettings.from_values(smcts.GUIDED_PRESETS["soares2025"])
EVOLVING = CoevolutionSettings(population=8, evaluation="network", init="policy", init_samples=24)


@pytest.fixture(scope="module")
def net() -> SimultaneousNet:
    return random_net("soares2025", seed=1)


def run(
    view: SimultaneousView, settings: SmctsSettings, budget: Budget, random: Random, evaluator: Any = None
) -> Analysis[Plan]:
    return Smcts(view.game, settings, evaluator).analyse(view, budget, random)


def coevolve(
    state: SimultaneousState, seat: int, settings: CoevolutionSettings, budget: Budget, evaluator: Any = None
) -> Analysis[Plan]:
    return Coevolution(state.game, settings, evaluator).analyse(state.view(seat), budget, Random(1))


def settings(selection: Any, expand: Any = "one", **others: Any) -> SmctsSettings:
    return SmctsSettings(selection=selection, expand=expand, evaluation="network", candidates=12, focused=50, **others)


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("expand", ["all", "one"])
@pytest.mark.parametrize(("trust", "samples"), [(0.0, 0), (0.75, 0), (0.75, 8)])
def test_in_place_or_through_python_a_network_leads_to_the_same_search(
    net: SimultaneousNet, selection: Any, expand: Any, trust: float, samples: int
) -> None:
    game = SimultaneousGame("italy")
    view, chosen = game.start(3).view(1), settings(selection, expand, policy_trust=trust, policy_samples=samples)
    in_place, python, again = (
        run(view, chosen, Budget(visits=40), Random(1), network) for network in (net, net.network(game), net)
    )
    assert in_place.candidates == python.candidates == again.candidates
    assert in_place.value == python.value
    assert in_place.figures["net_requests"] == python.figures["net_requests"] == python.figures["net_evaluations"]
    assert in_place.candidates != run(view, chosen, Budget(visits=40), Random(2), net).candidates


def test_the_published_guided_search_in_place_and_through_python(net: SimultaneousNet) -> None:
    game = SimultaneousGame("banana")
    view = game.start(5).view(0)
    found = [run(view, PUBLISHED, Budget(visits=30), Random(1), ask) for ask in (net, net.network(game))]
    assert found[0].candidates == found[1].candidates
    assert (found[0].visits, found[0].figures["leaves"], found[0].figures["rollouts"]) == (600, 600, 0)
    assert (
        found[0].figures["net_requests"]
        == found[1].figures["net_requests"]
        == found[1].figures["net_evaluations"]
        == 600
    )
    assert (
        found[0].figures["net_evaluations"] <= 320
    )  # plans that wait stand in one position: half of the published work
    assert found[0].figures["cache_hit_rate"] >= 0.45
    assert found[1].figures["cache_hit_rate"] == 0
    assert all(candidate.prior == 1 for candidate in found[0].candidates)  # published: none at the root


@pytest.mark.parametrize("selection", ["duct", "regret"])
def test_the_favourites_of_the_policy_are_tried_first(net: SimultaneousNet, selection: Any) -> None:
    game = SimultaneousGame("italy")
    chosen = SmctsSettings(selection=selection, evaluation="network", candidates=200, widening=1, policy_samples=30)
    found = run(game.start(3).view(0), chosen, Budget(visits=16), Random(1), net)
    priors = sorted((candidate.prior or 0 for candidate in found.candidates), reverse=True)
    tried = [candidate for candidate in found.candidates if candidate.visits > 0]
    assert len(priors) == 30
    assert 1 < len(tried) <= 4  # as many as sixteen visits allow
    assert min(candidate.prior or 0 for candidate in tried) >= priors[3]
    logits = np.array([logit_of(net, game.start(3), c.decision) for c in found.candidates])
    p = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    assert [c.prior for c in found.candidates] == pytest.approx(list(0.75 * p * 30 + 0.25), abs=1e-4)
    # New leaves are asked about without plans, so that equal ones are known; without the policy nothing is ordered.
    plain = run(game.start(3).view(0), replace(chosen, policy_trust=0.0), Budget(visits=16), Random(1), net)
    assert all(candidate.prior is None for candidate in plain.candidates)


def test_the_cache_changes_nothing_but_the_work(net: SimultaneousNet) -> None:
    game = SimultaneousGame("owl-island")
    view = game.start(5).view(0)
    for selection in SELECTIONS:
        chosen = settings(selection, "all")
        with_it = run(view, chosen, Budget(visits=30), Random(1), net)
        without = run(view, replace(chosen, cache=False), Budget(visits=30), Random(1), net)
        assert with_it.candidates == without.candidates
        assert with_it.figures["net_requests"] == without.figures["net_requests"] == without.figures["net_evaluations"]
    evolved = [
        coevolve(game.start(5), 0, replace(EVOLVING, cache=cache), Budget(visits=4), net) for cache in (True, False)
    ]
    assert evolved[0].candidates == evolved[1].candidates
    assert (
        evolved[0].figures["net_evaluations"]
        < evolved[1].figures["net_evaluations"]
        == evolved[1].figures["net_requests"]
    )


def test_threads_share_a_network(net: SimultaneousNet) -> None:
    game = SimultaneousGame("banana")
    found = run(game.start(3).view(0), settings("duct", threads=3), Budget(visits=60), Random(1), net)
    assert found.figures["iterations"] == 60
    assert found.figures["net_requests"] >= found.figures["net_evaluations"] > 0


def test_coevolution_in_place_or_through_python(net: SimultaneousNet) -> None:
    game = SimultaneousGame("banana")
    state, chosen = game.start(5), replace(EVOLVING, init="random")

    def evaluate(owners: Any, armies: Any, seat: int) -> Any:
        return net.core(game).evaluate(owners, armies, np.full(len(owners), seat, np.int8))[0]

    for mirrored in (False, True):
        chosen = replace(chosen, mirrored=mirrored)
        in_place = coevolve(state, 1, chosen, Budget(visits=4), net)
        python = coevolve(state, 1, replace(chosen, evaluation="material"), Budget(visits=4), evaluate)
        assert in_place.candidates == python.candidates
        assert in_place.figures["evaluations"] == python.figures["evaluations"]
        assert "cache_hit_rate" not in python.details


def test_policy_init_keeps_the_plans_of_the_highest_logits(net: SimultaneousNet) -> None:
    game = SimultaneousGame("italy")
    state = game.start(5)
    only_sampled = replace(EVOLVING, evaluation="material", elites=8)
    kept = coevolve(state, 0, only_sampled, Budget(visits=1), net)
    every = replace(only_sampled, population=24, elites=24)
    drawn = coevolve(state, 0, every, Budget(visits=1), net)  # the same 24 of the same stream
    logits = {str(c.decision): logit_of(net, state, c.decision) for c in drawn.candidates}
    assert len(logits) > 8
    lowest = min(logits[str(c.decision)] for c in kept.candidates)
    assert {str(c.decision) for c in kept.candidates} <= set(logits)
    left_out = set(logits) - {str(c.decision) for c in kept.candidates}
    assert max(logits[plan] for plan in left_out) <= lowest + 1e-5


def logit_of(net: SimultaneousNet, state: SimultaneousState, plan: Any) -> float:
    assert isinstance(plan, Plan)
    _values, logits = net.evaluate([state], 0, [[plan]])
    return float(logits[0][0])


@pytest.mark.parametrize("name", ["banana", "earth", "random(250, seed=1)"])
def test_a_budget_of_time_ends_a_search_with_a_network(net: SimultaneousNet, name: str) -> None:
    game = SimultaneousGame(name)
    state = game.start(1)
    for limit in (0.0005, 0.03):
        for chosen in (PUBLISHED, settings("duct")):
            found = run(state.view(0), chosen, Budget(seconds=limit), Random(1), net)
            assert not state.illegal_reasons(0, found.decision)
        evolved = coevolve(state, 0, replace(EVOLVING, population=30), Budget(seconds=limit), net)
        assert not state.illegal_reasons(0, evolved.decision)


class Elsewhere:
    """A network that was prepared for another game."""

    def __init__(self, net: SimultaneousNet, map: str, rules: str = "soares2025") -> None:
        self.made = net.core(SimultaneousGame(map, rules))

    def core(self, game: SimultaneousGame) -> _core.PolicyValueNet:
        return self.made


def test_a_network_of_another_game_is_refused(net: SimultaneousNet) -> None:
    state, limit = SimultaneousGame("banana").start(1), Budget(visits=2)
    for other in (Elsewhere(net, "italy"), Elsewhere(net, "owl-island")):
        with pytest.raises(SearchError, match="another game"):
            run(state.view(0), PUBLISHED, limit, Random(1), other)
        with pytest.raises(SearchError, match="another game"):
            coevolve(state, 0, EVOLVING, limit, other)
    with pytest.raises(SearchError, match="another game"):  # it reads the income
        run(state.view(0), PUBLISHED, limit, Random(1), Elsewhere(net, "banana", "soares2025(base_income=3)"))
    run(state.view(0), PUBLISHED, limit, Random(1), Elsewhere(net, "banana"))  # equal, but another object


def test_a_network_that_is_missing_is_named(net: SimultaneousNet) -> None:
    state = SimultaneousGame("banana").start(1)
    for wrong in (replace(EVOLVING, init="random"), replace(EVOLVING, evaluation="material")):
        with pytest.raises(SearchError, match="need a network"):
            coevolve(state, 0, wrong, Budget(visits=1))
    with pytest.raises(SearchError, match="no network"):
        run(state.view(0), PUBLISHED, Budget(visits=1), Random(1))


def test_picks_can_be_searched_with_a_network(net: SimultaneousNet) -> None:
    game = SimultaneousGame("italy", "warlight1")
    state = game.start(3)
    assert state.phase == "pick"
    for selection in SELECTIONS:
        found = run(state.view(0), settings(selection), Budget(visits=10), Random(1), net)
        assert not state.illegal_reasons(0, found.decision)


def test_the_published_presets_of_the_ga_ask_a_network() -> None:
    for name in ("soares2025-net", "soares2025-policy"):
        published, program = ga.PRESETS[name], ga.PRESETS[f"{name}-program"]
        assert (published["population"], published["elites"], published["evaluation"]) == (30, 5, "network")
        assert published["init"] == ("policy" if "policy" in name else "random")
        assert published["init_samples"] == 90
        assert {key for key in program if program[key] != published[key]} == set(ga.FAULTS)
