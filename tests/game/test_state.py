"""Games and positions: making them, asking them, resolving a turn, and every mistake one can make with them."""

from __future__ import annotations

from typing import Any

import pytest

from hegemon import (
    Deploy,
    Move,
    Pick,
    Plan,
    Random,
    Result,
    SimultaneousGame,
    SimultaneousState,
    SimultaneousTurn,
    parse_position,
)
from hegemon.errors import GameError, IllegalPlanError, NotationError
from tests.game.strategies import random_plans

OWNERS = [0, 0, 0, 1, 1, -1, -1, -1, -1]
ARMIES = [3, 0, 5, 2, 4, 1, 0, 2, 2]


def state(rules: str = "soares2025", **more: int) -> SimultaneousState:
    return SimultaneousGame("simple", rules).position(OWNERS, ARMIES, **more)


# --- Making positions ---------------------------------------------------------------------------------------------


def test_a_position_tells_what_it_was_made_from() -> None:
    here = state(turns=7, first=1)
    assert (here.owners.tolist(), here.armies.tolist(), here.turns, here.phase) == (OWNERS, ARMIES, 7, "play")
    assert (here.income(0), here.income(1)) == (7, 5)
    assert (here.deciders, here.result, here.offered, here.wastelands) == ((0, 1), None, (), ())
    assert str(here) == "simple; soares2025; 7 play first=1; a3 a0 a5 b2 b4 .1 .0 .2 .2"
    assert repr(here) == f"<State {here}>"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": OWNERS[:8]}, "owners has 8 entries, but map simple has 9 territories"),
        ({"armies": [*ARMIES, 1]}, "armies has 10 entries, but map simple has 9 territories"),
        ({"owners": [2, *OWNERS[1:]]}, "owners[0] is 2; expected -1 (neutral), 0 or 1"),
        ({"owners": [*OWNERS[:8], -2]}, "owners[8] is -2; expected -1 (neutral), 0 or 1"),
        ({"owners": [True, *OWNERS[1:]]}, "owners[0] is True; expected -1 (neutral), 0 or 1"),
        ({"armies": [-1, *ARMIES[1:]]}, "armies[0] is -1; expected a whole number from 0 to 10000000"),
        ({"armies": [10_000_001, *ARMIES[1:]]}, "armies[0] is 10000001; expected a whole number from 0 to 10000000"),
        ({"armies": [1.5, *ARMIES[1:]]}, "armies[0] is 1.5; expected a whole number from 0 to 10000000"),
        ({"armies": [True, *ARMIES[1:]]}, "armies[0] is True; expected a whole number from 0 to 10000000"),
        ({"turns": -1}, "impossible round, phase, winner or number of picks"),
        ({"first": 2}, "impossible round, phase, winner or number of picks"),
    ],
)
def test_impossible_positions_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError) as caught:
        SimultaneousGame("simple").position(**({"owners": OWNERS, "armies": ARMIES} | changes))
    assert str(caught.value) == message


def test_a_board_that_is_decided_makes_a_position_that_is_over() -> None:
    won = SimultaneousGame("triangle", "warlight1").position([1, 1, -1], [1, 1, 1])
    assert (won.phase, won.deciders, won.result) == ("over", (), Result(1, "conquest"))
    late = state("warlight1", turns=100)
    assert (late.phase, late.result) == ("over", Result(None, "round cap"))
    assert state("warlight1", turns=99).phase == "play"


def test_the_round_cap_grows_with_the_map_where_the_rules_say_so() -> None:
    caps = [SimultaneousGame(name, "warlight2").core.round_cap for name in ("simple", "switzerland", "earth")]
    assert caps == [60, 65, 105]


def test_results_are_worth_one_point_or_none() -> None:
    assert [Result(winner, "x").returns for winner in (0, 1, None)] == [(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)]


def test_a_map_too_small_for_the_rules_is_refused_at_the_start() -> None:
    with pytest.raises(GameError) as caught:
        SimultaneousGame("triangle").start()
    for words in ("soares2025", "triangle", "a map of 3 territories cannot give 2 to each of 2 seats"):
        assert words in str(caught.value)
    with pytest.raises(GameError, match="offers only 1 starting territories; picks need at least 2"):
        SimultaneousGame("grid(1, 2)", "warlight2").start()


def test_the_same_seed_gives_the_same_start_and_another_seed_another() -> None:
    game = SimultaneousGame("italy")
    assert game.start(3) == game.start(3) == game.start(Random(3).stream(0))
    assert len({game.start(seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "1"])
def test_a_seed_out_of_range_is_refused(seed: Any) -> None:
    with pytest.raises(GameError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1, not "):
        SimultaneousGame("simple").start(seed)
    assert SimultaneousGame("simple").start(2**64 - 1) == SimultaneousGame("simple").start(2**64 - 1)


# --- Text ---------------------------------------------------------------------------------------------------------


def test_a_position_of_another_map_or_rules_is_refused() -> None:
    text = str(state())
    with pytest.raises(NotationError, match="the position is for simple with soares2025, not for soares2025 on italy"):
        SimultaneousGame("italy").parse(text)
    with pytest.raises(NotationError, match="not for warzone on simple"):
        SimultaneousGame("simple", "warzone").parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("simple; soares2025; a1", "'simple; soares2025; a1' is not a position; write: map; rules; turns phase; cells"),
        ("triangle; soares2025; play; a1 b1 .1", "'play': expected a round and a phase, e.g. 3 play"),
        ("triangle; soares2025; 1 play; a1 b1", "2 cells, but map triangle has 3 territories"),
        ("triangle; soares2025; 1 play; a1 b1 c1", "cell 'c1' of Triangle C: expected an owner letter and armies"),
        ("triangle; soares2025; 1 play; a1 b1 ?1", "cell '?1' of"),
        ("triangle; soares2025; 1 play; a1 b1 .99999999", "armies must be 0 to 10000000, not 99999999"),
        ("triangle; soares2025; 1 play; a1 a1 .1", "the board contradicts the phase 'play'; it should read: "),
        ("triangle; soares2025; 1 over; a1 b1 .1", "the board contradicts the phase 'over'; it should read: "),
        ("triangle; soares2025; 1 play winner=0; a1 b1 .1", "it should read: triangle; soares2025; 1 play; a1 b1 .1"),
        ("triangle; warlight1; 0 pick; .2 .2 .2", "all picks are made, but the phase is pick"),
        ("triangle; warlight2; 0 pick each=1; .2! .2 .2", "fewer territories are offered than picks are left"),
        ("triangle; warlight2; 0 pick each=1 made=2; .2! .2! .2", "all picks are made, but the phase is pick"),
        ("triangle; soares2025; 1 play first=7; a1 b1 .1", "impossible round, phase, winner or number of picks"),
    ],
)
def test_text_that_is_no_position_is_explained(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert message.replace("Triangle C", SimultaneousGame("triangle").map.territories[2]) in str(caught.value)


# --- Resolving ----------------------------------------------------------------------------------------------------


def test_an_illegal_plan_is_refused_with_seat_order_and_reason() -> None:
    plan = Plan([Deploy(0, 5), Deploy(2, 3), Move(0, 5, 1)])
    with pytest.raises(IllegalPlanError) as caught:
        state().resolve([Plan(), Plan([Move(3, 4, 0)])], [0])
    assert str(caught.value) == "illegal plan of seat 1: order 1 (3>4:0): needs at least one army"
    with pytest.raises(IllegalPlanError) as caught:
        state().resolve([plan, Plan()], [0])
    assert str(caught.value) == "illegal plan of seat 0: order 2 (2+3): more than the income (and 1 more)"
    assert [str(reason) for reason in state().illegal_reasons(0, plan)] == [
        "order 2 (2+3): more than the income",
        "order 3 (0>5:1): not adjacent",
    ]


def test_where_illegal_orders_are_dropped_the_events_say_why() -> None:
    here = state("warlight1")
    turn = here.resolve([Plan([Deploy(3, 2), Deploy(0, 1), Move(0, 4, 1)]), Plan()], [])
    assert [(event.kind, str(event.order), event.reason) for event in turn.events] == [
        ("idle", "3+2", "not your territory"),
        ("deploy", "0+1", ""),
        ("idle", "0>4:1", "not adjacent"),
    ]
    assert turn.state.armies.tolist() == [4, *ARMIES[1:]]


def test_illegal_picks_are_refused_even_where_orders_are_dropped() -> None:
    start = SimultaneousGame("simple", "warlight1").start(1)
    good = start.random_plan(0, Random(1))
    with pytest.raises(IllegalPlanError, match=r"illegal plan of seat 1: wrong number of picks: pick 6 of the offered"):
        start.resolve([good, Plan()], [])
    with pytest.raises(IllegalPlanError, match=r"order 2 \(!\d+\): named twice"):
        start.resolve([Plan([*list(good)[:1], *list(good)[:1], *list(good)[2:]]), good], [])


def test_only_the_seat_whose_turn_it_is_picks_in_a_draft() -> None:
    start = SimultaneousGame("simple", "warlight2").start(1)
    assert (start.phase, start.deciders, start.picks_each) == ("pick", (0,), 1)
    first, second = start.offered[:2]
    turn = start.resolve([Plan([Pick(first)]), None], [])
    assert (turn.state.deciders, turn.state.picked(0), turn.state.owners[first]) == ((1,), (first,), 0)
    assert second in turn.state.offered
    assert first not in turn.state.offered
    after = turn.state.resolve([None, Plan([Pick(second)])], [])
    assert (after.state.phase, after.state.turns, after.state.picked(1)) == ("play", 0, (second,))


@pytest.mark.parametrize(
    ("plans", "chance", "message"),
    [
        ([Plan()], [0], "expected two plans, one per seat, not 1"),
        ([Plan(), Plan()], [], "the recorded chance outcomes end too early"),
        ([Plan(), Plan()], [0, 0], "more chance outcomes recorded than the turn has"),
        ([Plan(), Plan()], [2], "impossible recorded chance outcome 2"),
        ([Plan(), Plan()], [-1], "impossible recorded chance outcome -1"),
    ],
)
def test_a_turn_that_cannot_be_resolved_is_explained(plans: list[Plan], chance: list[int], message: str) -> None:
    with pytest.raises(GameError) as caught:
        state().resolve(plans, chance)
    assert str(caught.value).removeprefix("this turn cannot be resolved: ") == message


def test_a_finished_game_has_no_turn_to_resolve() -> None:
    over = SimultaneousGame("triangle", "warlight1").position([0, 0, -1], [1, 1, 1])
    with pytest.raises(GameError, match="the game is over: there is no turn to resolve"):
        over.resolve([Plan(), Plan()], [])
    assert [found.reason for found in over.illegal_reasons(0, Plan([Deploy(0, 1)]))] == [
        "wrong phase: the game is over"
    ]


def test_events_say_what_was_done() -> None:
    here = state()
    turn = here.resolve([Plan([Deploy(2, 7), Move(2, 3, 12), Move(2, 1, 1), Move(0, 1, 2)]), Plan()], [1])
    assert [event.to_json() for event in turn.events] == [
        {"seat": 0, "order": ["deploy", 2, 7], "did": "deploy", "armies": 7},
        {
            "seat": 0,
            "order": ["move", 2, 3, 12],
            "did": "attack",
            "armies": 12,
            "kills": 2,
            "losses": 1,
            "captured": True,
        },
        {"seat": 0, "order": ["move", 2, 1, 1], "did": "idle", "why": "nothing to send"},
        {"seat": 0, "order": ["move", 0, 1, 2], "did": "transfer", "armies": 2},
    ]
    assert turn.chance == (1,)
    assert turn.state.owners.tolist() == [0, 0, 0, 0, 1, -1, -1, -1, -1]
    assert turn.state.armies.tolist() == [1, 2, 0, 11, 4, 1, 0, 2, 2]


def test_a_core_position_of_another_map_is_refused() -> None:
    other = SimultaneousGame("banana").start(1)
    core = SimultaneousGame("simple").core
    for verb in (lambda: core.income(other.core, 0), lambda: core.view(other.core, 0), lambda: core.settle(other.core)):
        with pytest.raises(ValueError, match="the position belongs to another map"):
            verb()


def test_a_game_played_by_hand_ends_where_the_board_says() -> None:
    random, here, turns = Random(4), SimultaneousGame("simple").start(4), list[SimultaneousTurn]()
    while here.result is None:
        turns.append(here.resolve(random_plans(here, random), random))
        here = turns[-1].state
    assert here.result == Result(here.owners.max(), "conquest")
    assert here.turns == len(turns)
