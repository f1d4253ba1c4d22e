"""Fog leaks nothing: what a seat is shown depends only on what the rules let it see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hegemon import (
    Move,
    Pick,
    Plan,
    Random,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousState,
    SimultaneousTurn,
    SimultaneousView,
)
from hegemon.errors import GameError
from tests.game.strategies import (
    boards,
    foggy_games,
    legal_plans,
    played,
    random_plans,
    retell,
    sight,
    some_game,
    steady,
    streams,
)

seats = st.integers(0, 1)


def shown(view: SimultaneousView) -> tuple[object, ...]:
    """Everything a view can be asked."""
    return (
        str(view),
        view.core.hash(),
        view.owners.tolist(),
        view.armies.tolist(),
        (view.turns, view.phase, view.picks_each, view.offered, view.wastelands, view.picked(0), view.picked(1)),
        (view.income(0), view.income(1)),
        view.events,
        view.random_plan(Random(1)),
        view.illegal_reasons(Plan([Move(a, b, 1) for a, b in view.game.map.links])),
        view.seat,
    )


@steady(200)
@given(data=st.data(), state=boards(foggy_games), seat=seats)
def test_positions_that_differ_only_in_what_is_hidden_look_the_same(
    data: st.DataObject, state: SimultaneousState, seat: int
) -> None:
    owners, armies = state.owners.tolist(), state.armies.tolist()
    owner_seen, armies_seen = sight(state, owners, seat)
    for t in range(len(owners)):
        if not owner_seen[t]:
            owners[t] = data.draw(st.sampled_from((-1, 1 - seat)))
        if not armies_seen[t]:
            armies[t] = data.draw(st.integers(0, 1000))
    assume(1 - seat in owners)  # else the game is over, which everybody is told
    other = state.game.position(owners, armies, first=state.core.first)
    assert shown(state.view(seat)) == shown(other.view(seat))


@steady(200)
@given(state=played(foggy_games), seat=seats)
def test_a_view_hides_what_the_rules_hide_and_shows_the_rest_as_it_is(state: SimultaneousState, seat: int) -> None:
    assume(state.phase != "pick")
    owner_seen, armies_seen = sight(state, state.owners.tolist(), seat)
    view = state.view(seat)
    assert view.owners.tolist() == np.where(owner_seen, state.owners, -2).tolist()
    assert view.armies.tolist() == np.where(armies_seen, state.armies, -1).tolist()
    assert view.income(seat) == state.income(seat)
    if state.game.rules.to_json()["picks_told"]:
        assert (view.picked(0), view.picked(1)) == (state.picked(0), state.picked(1))
    else:
        assert (view.picked(seat), view.picked(1 - seat)) == (state.picked(seat), ())


@steady(200)
@given(data=st.data(), state=boards(foggy_games), random=streams, seat=seats)
def test_a_seat_is_told_of_what_happened_within_its_sight_and_of_nothing_else(
    data: st.DataObject, state: SimultaneousState, random: Random, seat: int
) -> None:
    """Own orders; placements in sight; moves with an end in sight right after them, or a target in sight before."""
    turn = state.resolve([data.draw(legal_plans(state, who)) for who in (0, 1)], random)
    before = state.owners.tolist()
    expected: list[SimultaneousEvent] = []
    for event, after, _ in retell(state, turn.events):
        if event.seat == seat:
            expected.append(replace(event, seen=(), armies_seen=(), outcome_seen=()))
        else:
            expected += told(state, event, before, after, seat)
        before = after
    assert list(turn.state.view(seat, turn.events).events) == expected


def told(
    state: SimultaneousState, event: SimultaneousEvent, before: list[int], after: list[int], seat: int
) -> list[SimultaneousEvent]:
    """What the seat is told of an event of the other: the armies that really went, if it sees those of an end.

    How it went it is told only if it sees the target.
    """
    order = event.order
    if event.kind == "idle" or isinstance(order, Pick):
        return []
    source, target = (order.source, order.target) if isinstance(order, Move) else (order.territory, order.territory)
    boards = [before, after] if event.kind == "attack" else [after]
    seen = [moves_seen(state, owners, seat)[target] for owners in boards] + [moves_seen(state, after, seat)[source]]
    if not any(seen):
        return []
    if any(sight(state, owners, seat)[1][target] for owners in boards):
        whole = replace(event, order=replace(order, armies=event.armies))
        return [replace(whole, seen=(), armies_seen=(), outcome_seen=())]
    armies = event.armies if sight(state, after, seat)[1][source] else -1
    return [SimultaneousEvent(event.kind, event.seat, replace(order, armies=armies), armies, 0, 0, False, "")]


def moves_seen(state: SimultaneousState, owners: list[int], seat: int) -> list[bool]:
    """Moves are seen on own land and next to it; under complete fog on own land only."""
    fog = state.game.rules.to_json()["fog"]
    owner_seen, armies_seen = sight(state, owners, seat)
    return owner_seen if fog == "dense" else armies_seen


@st.composite
def small_realms(draw: st.DrawFn, seat: int) -> SimultaneousState:
    """The seat holds little land, so that much of the other's is out of its sight."""
    on = draw(some_game([("italy", "soares2025(fog=normal)"), ("earth", "soares2025(fog=dense)")]))
    size = len(on.map.territories)
    owners = draw(st.lists(st.sampled_from((-1, 1 - seat, 1 - seat)), min_size=size, max_size=size))
    for t in draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=2)):
        owners[t] = seat
    armies = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    return on.position(owners, armies)


@steady(50)
@given(data=st.data(), coin=seats, seat=seats)
def test_a_transfer_out_of_sight_changes_nothing_that_is_seen(data: st.DataObject, coin: int, seat: int) -> None:
    state, other = data.draw(small_realms(seat)), 1 - seat
    assume(state.phase == "play")
    mine, theirs = data.draw(legal_plans(state, seat)), data.draw(legal_plans(state, other))
    plain = resolve(state, seat, mine, theirs, coin)
    hidden = [not seen for seen in sight(state, state.owners.tolist(), seat)[0]]
    steps = [step for a, b in state.game.map.links for step in ((a, b), (b, a))]
    candidates = [step for step in steps if all(hidden[t] and state.owners[t] == other for t in step)]
    assume(candidates)
    source, target = data.draw(st.sampled_from(candidates))
    extra = resolve(state, seat, mine, Plan([*theirs, Move(source, target, 5)]), coin)
    for _, owners, _ in (*retell(state, plain.events), *retell(state, extra.events)):
        owner_seen, _ = sight(state, owners, seat)
        assume(not owner_seen[source] and not owner_seen[target] and owners[source] == owners[target] == other)
    assert shown(plain.state.view(seat, plain.events)) == shown(extra.state.view(seat, extra.events))


def resolve(state: SimultaneousState, seat: int, mine: Plan, theirs: Plan, coin: int) -> SimultaneousTurn:
    return state.resolve((mine, theirs) if seat == 0 else (theirs, mine), [coin])


@steady(60)
@given(state=played(some_game([("simple", "soares2025"), ("earth", "warlight2(fog=none)")])), seat=seats)
def test_without_fog_a_view_is_the_whole_position(state: SimultaneousState, seat: int) -> None:
    view = state.view(seat)
    assert view.state == state
    assert str(view) == str(state)


@steady(30)
@given(state=played(foggy_games), seat=seats)
def test_with_fog_a_view_does_not_hand_out_the_position(state: SimultaneousState, seat: int) -> None:
    with pytest.raises(GameError, match="hide part of the board: this agent needs fog=none"):
        _ = state.view(seat).state


def test_ranked_picks_are_secret_where_the_rules_say_so() -> None:
    for rules, told_of in (("warlight1", 0), ("warlight1(picks_told=true)", 3), ("warlight1(fog=none)", 3)):
        start = SimultaneousGame("earth", rules).start(3)
        turn = start.resolve(random_plans(start, Random(3)), Random(3))
        view = turn.state.view(0, turn.events)
        assert [sum(event.seat == seat for event in view.events) for seat in (0, 1)] == [3, told_of]
        assert (len(view.picked(0)), len(view.picked(1))) == (3, told_of)
