"""Orders and plans as values, as text and as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hegemon import Deploy, Move, Pick, Plan, Random, SimultaneousGame
from hegemon.errors import IllegalPlanError, NotationError
from hegemon.game import SimultaneousView
from hegemon.game.simultaneous.orders import parse_order
from hegemon.match import play

PLAN = Plan([Deploy(12, 3), Move(12, 13, 7), Move(13, 2, 1), Deploy(0, 1)])


def test_orders_read_as_they_are_written() -> None:
    assert str(PLAN) == "12+3 12>13:7 13>2:1 0+1"
    assert Plan.parse("  12+3   12>13:7 13>2:1\n0+1 ") == PLAN
    assert (str(Pick(4)), parse_order("!4")) == ("!4", Pick(4))
    assert (str(Plan()), Plan.parse("-"), Plan.parse(" - ")) == ("-", Plan(), Plan())


def test_orders_have_a_plain_json_form() -> None:
    data = [["deploy", 12, 3], ["move", 12, 13, 7], ["move", 13, 2, 1], ["deploy", 0, 1]]
    assert PLAN.to_json() == data
    assert Plan.from_json(data) == PLAN
    assert Plan.from_json([["pick", 5]]) == Plan([Pick(5)])
    assert Plan.from_json([]) == Plan()


def test_a_plan_is_a_sequence_of_orders_that_keeps_its_order() -> None:
    assert len(PLAN) == 4
    assert list(PLAN) == [Deploy(12, 3), Move(12, 13, 7), Move(13, 2, 1), Deploy(0, 1)]
    assert PLAN.deploys == (Deploy(12, 3), Deploy(0, 1))
    assert PLAN.moves == (Move(12, 13, 7), Move(13, 2, 1))
    assert Plan([Deploy(0, 1), Deploy(1, 1)]) != Plan([Deploy(1, 1), Deploy(0, 1)])
    assert len({PLAN, Plan(list(PLAN)), Plan()}) == 2


def test_a_plan_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        PLAN.orders = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        PLAN.deploys[0].armies = 9  # type: ignore[misc]


@pytest.mark.parametrize("text", ["12", "+3", ">2:3", "!", "1+--3", "1.5+2", "1e3+1", "a+b"])
def test_what_is_no_order_is_shown_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Plan.parse(f"0+1 {text}")
    told = str(caught.value).removesuffix("; names need a map: use state.read(text)")
    assert told == f"{text!r} is not an order; write 12+3 to deploy, 12>13:7 to move, !12 to pick (ranked: !12 !13 ..)"


@pytest.mark.parametrize(("text", "start"), [("1+", "1+"), ("1>2", "1>2:"), ("1>2:", "1>2:"), ("a>b", "a>b:")])
def test_an_order_without_a_number_is_asked_for_it(text: str, start: str) -> None:
    with pytest.raises(NotationError) as caught:
        Plan.parse(f"0+1 {text}")
    assert f"{text!r} is not an order; how many armies? Write {start}all, or a number: {start}3" in str(caught.value)


def test_numbers_that_no_rules_could_allow_can_still_be_written() -> None:
    """Some rules drop such orders instead of refusing them, and a record must hold them."""
    odd = Plan([Deploy(-1, 3), Move(0, 12345, -7), Pick(-10_000_000)])
    assert str(odd) == "-1+3 0>12345:-7 !-10000000"
    assert Plan.parse(str(odd)) == odd


@pytest.mark.parametrize("armies", [10_000_001, -10_000_001, 2**40, 1.0, 1.5, "3", None, True])
def test_an_order_is_made_of_whole_numbers_up_to_ten_million(armies: Any) -> None:
    for make in (lambda: Deploy(0, armies), lambda: Move(0, 1, armies), lambda: Pick(armies)):
        with pytest.raises(NotationError, match="is not a whole number up to 10000000"):
            make()
    assert Deploy(0, 10_000_000).armies == 10_000_000


def test_numbers_of_numpy_become_plain_numbers() -> None:
    order = Move(np.int64(1), np.int8(2), np.uint16(3))  # type: ignore[arg-type]
    assert order == Move(1, 2, 3)
    assert {type(order.source), type(order.target), type(order.armies)} == {int}


def test_a_plan_is_made_of_orders_only() -> None:
    with pytest.raises(NotationError, match="a plan consists of Deploy, Move and Pick, not of 42"):
        Plan([42])  # type: ignore[list-item]
    with pytest.raises(NotationError, match="is not a whole number up to 10000000"):
        Plan.parse("0+10000001")


def test_an_empty_text_is_no_plan() -> None:
    with pytest.raises(NotationError, match="an empty plan is written -"):
        Plan.parse(" \n ")
    with pytest.raises(NotationError, match="'-' is not an order"):
        Plan.parse("- 0+1")


@pytest.mark.parametrize(
    "data",
    [
        ["deploy", 1],
        ["deploy", 1, 2, 3],
        ["move", 1, 2],
        ["pick", 1, 2],
        ["pick", "1"],
        ["deploy", 1, 2.0],
        ["attack", 1, 2, 3],
        "0+1",
        None,
        {},
    ],
)
def test_json_that_is_no_order_is_shown_with_the_way_to_write_one(data: object) -> None:
    with pytest.raises(NotationError, match=r'is not an order; write \["deploy", territory, armies\]'):
        Plan.from_json([data])


@pytest.mark.parametrize("data", [None, {}, "0+1", 5, [[["deploy"]]]])
def test_json_that_is_no_plan_is_refused(data: object) -> None:
    with pytest.raises(NotationError):
        Plan.from_json(data)


def test_a_long_wrong_order_is_shortened_in_the_message() -> None:
    with pytest.raises(NotationError) as caught:
        Plan.parse("x" * 5000)
    assert len(str(caught.value)) < 150
    with pytest.raises(NotationError) as caught:
        Plan.from_json([["deploy", "x" * 5000, 1]])
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "data", [["deploy", True, 1], ["deploy", 1, 10_000_001], ["move", 1, 10**30, 1], ["pick", False]]
)
def test_json_numbers_out_of_range_are_refused(data: object) -> None:
    with pytest.raises(NotationError, match="is not a whole number up to 10000000"):
        Plan.from_json([data])


@pytest.mark.parametrize("rules", ["soares2025", "warzone", "soares2025(illegal_orders=drop)"])
def test_a_plan_of_too_many_orders_is_refused_as_a_whole(rules: str) -> None:
    state = SimultaneousGame("simple", rules).start(1)
    while state.phase == "pick":
        state = state.resolve([state.random_plan(seat, Random(1)) for seat in (0, 1)], Random(2)).state
    here = next(t for t, owner in enumerate(state.owners) if owner == 0)
    order = Move(here, state.game.map.neighbours[here][0], 1)
    most = state.game.most_orders
    assert most >= 1000 + 2 * len(state.game.map.territories)
    state.resolve([Plan([order] * most), Plan()], Random(1))
    for many in (Plan([order] * (most + 1)), Plan([order] * 300_000)):
        (reason,) = state.illegal_reasons(0, many)
        assert str(reason) == f"too many orders: {len(many):,}; at most {most:,} on this map"
        with pytest.raises(IllegalPlanError, match="too many orders") as error:
            state.resolve([many, Plan()], Random(1))
        assert error.value.seat == 0
        with pytest.raises(NotationError, match="too many orders"):
            state.read(str(many))
        with pytest.raises(ValueError, match="too many orders"):
            state.game.core.resolve(state.core, [many.to_core(), ()], Random(1), -1)
    assert state.game.core.check(state.core, 0, many.to_core()) == [(len(many), "too many orders")]


def test_who_hands_in_too_many_orders_loses_the_game() -> None:
    class Many:
        def begin(self, game: object, seat: int, random: object) -> None: ...

        def plan(self, view: SimultaneousView, clock: object) -> Plan:
            return Plan([Deploy(0, 1)] * 30_000)

    record = play(SimultaneousGame("simple", "soares2025(illegal_orders=drop)"), [Many(), "random"], seed=1)
    assert record.result is not None
    assert (record.result.loser, record.result.fault) == (0, "illegal")
    assert "too many orders: 30,000" in record.result.reason
