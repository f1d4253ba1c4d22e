"""What the property tests draw from: games, positions, plans; and a retelling of a turn from its events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from hegemon import (
    PRESETS,
    Deploy,
    Map,
    Move,
    Pick,
    Plan,
    Random,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousRules,
    SimultaneousState,
    load_map,
    load_rules,
)
from hegemon.game.simultaneous.orders import Order
from tests.game.amount import FULL
from tests.reference_engine.simultaneous import RefState, visible

T = TypeVar("T", bound=Callable[..., Any])

SIMULTANEOUS = tuple(name for name, rules in PRESETS.items() if rules.family == "simultaneous")

GAMES = (
    ("triangle", "warlight1"),
    ("diamond", "soares2025"),
    ("hex", "warzone"),
    ("simple", "soares2025"),
    ("simple", "warlight2"),
    ("banana", "warlight1"),
    ("owl-island", "soares2025(fog=light, interleave=cycle)"),
    ("owl-island", "soares2025(fog=dense, illegal_orders=drop, excess_deploy=clip)"),
    ("old-world", "soares2025(rounding=weighted-random, luck_percent=40, moving_twice=never)"),
    ("italy", "soares2025(fog=normal)"),
    ("italy", "warlight2"),
    ("grid(4, 3)", "warzone(fog=complete)"),
    ("random(40, seed=1)", "warlight1(same_link_twice=true, stands_guard=0)"),
    ("earth", "warlight2(picking=ranked, illegal_orders=refuse-plan)"),
)


def steady(examples: int) -> Callable[[T], T]:
    """The same examples on every machine and no clock; half as many unless all are asked for."""
    return settings(max_examples=examples if FULL else examples // 2, deadline=None, derandomize=True)


@cache
def board(name: str) -> Map:
    return load_map(name)


def rules_of(state: SimultaneousState) -> SimultaneousRules:
    assert isinstance(state.game.rules, SimultaneousRules)
    return state.game.rules


def some_game(pairs: Sequence[tuple[str, str]]) -> st.SearchStrategy[SimultaneousGame]:
    return st.sampled_from(pairs).map(lambda pair: SimultaneousGame(board(pair[0]), pair[1]))


games = some_game(GAMES)
foggy_games = some_game([pair for pair in GAMES if load_rules(pair[1]).to_json()["fog"] != "none"])
small_games = some_game([("diamond", "soares2025")])
streams = st.integers(0, 2**32).map(Random)


@st.composite
def boards(draw: st.DrawFn, of: st.SearchStrategy[SimultaneousGame] = games, most: int = 30) -> SimultaneousState:
    """Any board in the play phase: owners and armies are whatever they are, but both seats are alive."""
    on = draw(of)
    size = len(on.map.territories)
    owners = draw(st.lists(st.integers(-1, 1), min_size=size, max_size=size))
    a, b = draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True))
    owners[a], owners[b] = 0, 1
    armies = draw(st.lists(st.integers(0, most), min_size=size, max_size=size))
    return on.position(owners, armies, first=draw(st.integers(0, 1)))


@st.composite
def played(draw: st.DrawFn, of: st.SearchStrategy[SimultaneousGame] = games, turns: int = 25) -> SimultaneousState:
    """A position that random play reaches: in the picks, in play, or over."""
    random = draw(streams)
    state = draw(of).start(random)
    for _ in range(draw(st.integers(0, turns))):
        if state.phase == "over":
            break
        state = state.resolve(random_plans(state, random), random).state
    return state


def random_plans(state: SimultaneousState, random: Random) -> list[Plan]:
    return [state.random_plan(seat, random) if seat in state.deciders else Plan() for seat in (0, 1)]


def orders(territories: st.SearchStrategy[int], armies: st.SearchStrategy[int]) -> st.SearchStrategy[Order]:
    deploys = st.builds(Deploy, territories, armies)
    moves = st.builds(Move, territories, territories, armies)
    return st.one_of(deploys, moves, st.builds(Pick, territories))


@st.composite
def legal_plans(draw: st.DrawFn, state: SimultaneousState, seat: int) -> Plan:
    """Orders that the rules do not refuse on this board, mostly from own land."""
    around = state.game.map.neighbours
    own = [t for t, owner in enumerate(state.owners.tolist()) if owner == seat]
    sources = st.sampled_from(own) if own else st.integers(0, len(around) - 1)
    armies = st.integers(1, 12)
    moves = st.tuples(sources, st.integers(0, 99), armies).map(
        lambda drawn: Move(drawn[0], around[drawn[0]][drawn[1] % len(around[drawn[0]])], drawn[2])
    )
    some: list[Order] = draw(st.lists(st.one_of(st.builds(Deploy, sources, armies), moves), max_size=8))
    plan = Plan(some)
    bad = {illegal.index for illegal in state.illegal_reasons(seat, plan)}
    return Plan(order for index, order in enumerate(plan) if index not in bad)


# --- Retelling a turn ---------------------------------------------------------------------------------------------


def retell(
    state: SimultaneousState, events: Sequence[SimultaneousEvent]
) -> Iterator[tuple[SimultaneousEvent, list[int], list[int]]]:
    """Each event with owners and armies as they are right after it, worked out from the events alone."""
    owners, armies = state.owners.tolist(), state.armies.tolist()
    for event in events:
        order = event.order
        if event.kind == "deploy":
            assert isinstance(order, Deploy)
            armies[order.territory] += event.armies
        elif event.kind == "pick":
            assert isinstance(order, Pick)
            owners[order.territory], armies[order.territory] = event.seat, rules_of(state).start_armies
        elif event.kind != "idle":
            assert isinstance(order, Move)
            arrive = event.kind == "transfer" or event.captured
            armies[order.source] -= event.armies if arrive else event.losses
            armies[order.target] += (event.armies - event.losses if arrive else 0) - event.kills
            if event.captured:
                owners[order.target] = event.seat
        yield event, list(owners), list(armies)


def sight(state: SimultaneousState, owners: Sequence[int], seat: int) -> tuple[list[bool], list[bool]]:
    """Whose owners and whose armies the seat sees on a board with these owners."""
    blank = [-1] * len(owners)
    board = RefState(list(owners), blank, 0, "play", 0, [False] * len(owners), blank, 0)
    return visible(state.game.map, rules_of(state), board, seat)
