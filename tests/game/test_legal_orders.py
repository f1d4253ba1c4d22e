"""legal_orders says of every order what the core's check says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import hegemon as hg
from hegemon.errors import GameError, MapError

RULES = (
    "soares2025",
    "soares2025(source_check=planning, stands_guard=1)",
    "warlight1",
    "warlight2",
    "warzone(fog=dense)",
    "warlight2(excess_deploy=allow, illegal_orders=refuse-plan)",
)


def positions(rules: str, games: int = 3) -> Iterator[hg.SimultaneousState]:
    game = hg.SimultaneousGame("owl-island", rules)
    for seed in range(games):
        random, state = hg.Random(seed), game.start(seed)
        while state.turns < 12 and state.phase != "over":
            yield state
            plans = [state.random_plan(seat, random) if seat in state.deciders else None for seat in (0, 1)]
            state = state.resolve(plans, random).state
        yield state


@pytest.mark.parametrize("rules", RULES)
def test_it_lists_what_the_core_allows_and_nothing_else(rules: str) -> None:
    phases = set()
    for state in positions(rules):
        phases.add(state.phase)
        territories = range(len(state.game.map.territories))
        for seat in (0, 1):
            listed = {orders.territory: orders for orders in state.legal_orders(seat)}
            for at in territories:
                orders = state.legal_orders(seat, at)
                assert state.view(seat).legal_orders(at) == orders
                assert listed.get(at, hg.LegalOrders(at)) == orders or not own(state, seat, at)
                compare(state, seat, orders, territories)
    assert {"play"} <= phases


def own(state: hg.SimultaneousState, seat: int, at: int) -> bool:
    return bool(state.owners[at] == seat)


def compare(state: hg.SimultaneousState, seat: int, orders: hg.LegalOrders, territories: range) -> None:
    at = orders.territory

    def legal(order: hg.Deploy | hg.Move) -> bool:
        return not state.illegal_reasons(seat, hg.Plan([order]))

    assert legal(hg.Deploy(at, 1)) == (orders.deploy > 0)
    if orders.deploy:
        assert legal(hg.Deploy(at, orders.deploy))
        if state.game.rules.excess_deploy != "clip":
            assert not legal(hg.Deploy(at, orders.deploy + 1))
    assert tuple(target for target in territories if legal(hg.Move(at, target, 1))) == orders.moves
    assert set(orders.attacks).isdisjoint(orders.transfers)
    picks = state.illegal_reasons(seat, hg.Plan([hg.Pick(at)]))
    assert orders.pick == all(found.order is None for found in picks) or state.phase != "pick"
    assert bool(orders) == (orders != hg.LegalOrders(at, armies=orders.armies))


def test_as_many_armies_as_it_says_leave() -> None:
    """Orders for more send what is there."""
    for state in positions("warlight2", games=2):
        for orders in state.legal_orders(0) if state.phase == "play" else ():
            for target in orders.moves:
                turn = state.resolve([f"{orders.territory}>{target}:9999", "-"], hg.Random(1))
                sent = [event.armies for event in turn.events if event.kind in ("attack", "transfer")]
                assert sent == [orders.armies] * (orders.armies > 0)
                kind = "attack" if target in orders.attacks else "transfer"
                assert not sent or turn.events[-1].kind == kind


def test_names_and_numbers_of_any_kind() -> None:
    state = hg.SimultaneousGame("italy").start(1)
    mine = int(np.flatnonzero(state.owners == 0)[0])
    wanted = state.legal_orders(0, mine)
    assert wanted
    assert state.legal_orders(0, np.int64(mine)) == state.legal_orders(0, state.game.map.territories[mine]) == wanted
    with pytest.raises(MapError, match=r"a territory is its name or its number, not 1\.5"):
        state.legal_orders(0, 1.5)  # type: ignore[call-overload]
    with pytest.raises(GameError, match="there is no seat 7"):
        state.legal_orders(7, mine)


@pytest.mark.parametrize(
    ("rules", "seat", "plan", "reason"),
    [
        ("warlight2", 0, "0+5", "wrong phase: pick one of the offered territories, e.g. !"),
        ("warlight2", 1, "0+5", "wrong phase: the other seat picks now; this seat's plan is empty"),
        ("warlight1", 0, "0+5", r"wrong phase: pick \d+ of the offered territories, the most wanted first, e.g. !"),
        ("warlight1", 0, "-", r"wrong number of picks: pick \d+ of"),
        ("soares2025", 0, "!3", r"wrong phase: territories are picked before the first turn; now deploy \(3\+5\)"),
    ],
)
def test_an_order_of_another_phase_is_told_what_is_allowed(rules: str, seat: int, plan: str, reason: str) -> None:
    found = hg.SimultaneousGame("italy", rules).start(1).illegal_reasons(seat, plan)
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(str(found[0]))
