"""What holds for every board, every plan and every throw of the dice."""

from __future__ import annotations

import io
import pickle
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hegemon import (
    Adjudication,
    Move,
    Pick,
    Plan,
    Random,
    SimultaneousGame,
    SimultaneousState,
    load_map,
    parse_position,
    play,
)
from hegemon.game import read_records, write_records
from tests.game.strategies import (
    boards,
    games,
    legal_plans,
    orders,
    played,
    random_plans,
    retell,
    small_games,
    steady,
    streams,
)

# --- A turn -------------------------------------------------------------------------------------------------------


@steady(180)
@given(data=st.data(), state=boards(), random=streams)
def test_armies_change_only_by_deployment_and_combat(
    data: st.DataObject, state: SimultaneousState, random: Random
) -> None:
    """For each seat and for neutral land: armies after = armies before + deployed - lost attacking - lost defending."""
    plans = [data.draw(legal_plans(state, seat)) for seat in (0, 1)]
    turn = state.resolve(plans, random)
    balance = totals(state)
    owners = state.owners.tolist()
    for event, after, _ in retell(state, turn.events):
        balance[event.seat] += event.armies if event.kind == "deploy" else 0
        if event.kind == "attack":
            assert isinstance(event.order, Move)
            balance[event.seat] -= event.losses
            balance[owners[event.order.target]] -= event.kills
        owners = after
    assert balance == totals(turn.state)
    assert turn.state.armies.min() >= 0


def totals(state: SimultaneousState) -> Counter[int]:
    count = Counter({-1: 0, 0: 0, 1: 0})
    for owner, armies in zip(state.owners.tolist(), state.armies.tolist(), strict=True):
        count[owner] += armies
    return count


@steady(180)
@given(data=st.data(), state=boards(most=8), random=streams)
def test_events_tell_the_whole_turn(data: st.DataObject, state: SimultaneousState, random: Random) -> None:
    turn = state.resolve([data.draw(legal_plans(state, seat)) for seat in (0, 1)], random)
    owners, armies = state.owners.tolist(), state.armies.tolist()
    for event, owners, armies in retell(state, turn.events):  # noqa: B007 (the last ones count)
        assert min(armies) >= 0, f"{event} leaves a negative number of armies"
    assert (owners, armies) == (turn.state.owners.tolist(), turn.state.armies.tolist())


@steady(150)
@given(data=st.data(), state=boards(), random=streams)
def test_every_order_is_told_of_once(data: st.DataObject, state: SimultaneousState, random: Random) -> None:
    plans = [data.draw(legal_plans(state, seat)) for seat in (0, 1)]
    turn = state.resolve(plans, random)
    for seat in (0, 1):
        told = Counter(event.order for event in turn.events if event.seat == seat)
        assert told == Counter(plans[seat])


@steady(150)
@given(state=played(), random=streams)
def test_chance_outcomes_replay_the_turn(state: SimultaneousState, random: Random) -> None:
    assume(state.phase != "over")
    plans = random_plans(state, random)
    turn = state.resolve(plans, random)
    assert state.resolve(plans, turn.chance) == turn


@steady(100)
@given(state=played(), random=streams)
def test_resolving_leaves_the_position_as_it_was(state: SimultaneousState, random: Random) -> None:
    assume(state.phase != "over")
    before, text, twin = pickle.dumps(state.core), str(state), state.copy()
    owners, armies = state.owners.copy(), state.armies.copy()
    state.resolve(random_plans(state, random), random)
    assert pickle.dumps(state.core) == before
    assert (str(state), state, hash(state)) == (text, twin, hash(twin))
    assert np.array_equal(state.owners, owners)
    assert np.array_equal(state.armies, armies)


@steady(50)
@given(state=played())
def test_boards_cannot_be_written_to(state: SimultaneousState) -> None:
    for array in (state.owners, state.armies, state.view(0).owners, state.view(1).armies):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_arrays_handed_out_by_the_core_are_copies() -> None:
    state = SimultaneousGame("simple").start(1)
    text = str(state)
    state.core.armies[:] = 77
    state.core.owners[:] = 0
    assert str(SimultaneousState(state.game, state.core)) == text


# --- Values and their text ----------------------------------------------------------------------------------------


@steady(150)
@given(state=st.one_of(played(), boards(most=10_000_000)))
def test_positions_survive_text_and_pickling(state: SimultaneousState) -> None:
    assert parse_position(str(state)) == state
    assert state.game.parse(str(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.copy() == state


@steady(200)
@given(first=boards(small_games, most=1), second=boards(small_games, most=1))
def test_positions_are_equal_exactly_when_their_hashes_are(first: SimultaneousState, second: SimultaneousState) -> None:
    assert (first == second) == (first.hash == second.hash) == (str(first) == str(second))
    assert first != second or hash(first) == hash(second)


@steady(100)
@given(data=st.data(), state=boards())
def test_the_smallest_change_changes_the_hash(data: st.DataObject, state: SimultaneousState) -> None:
    armies = state.armies.tolist()
    armies[data.draw(st.integers(0, len(armies) - 1))] += 1
    first = state.core.first
    owners = state.owners.tolist()
    others = [
        state.game.position(owners, armies, first=first),
        state.game.position(owners, state.armies.tolist(), first=1 - first),
        state.game.position(owners, state.armies.tolist(), first=first, turns=1),
        state.game.position([(owner + 2) % 3 - 1 for owner in owners], state.armies.tolist(), first=first),
    ]
    assert len({state.hash, *(other.hash for other in others)}) == 5


@steady(200)
@given(st.lists(orders(st.integers(0, 9999), st.integers(0, 10_000_000)), max_size=6).map(Plan))
def test_plans_survive_text_and_json(plan: Plan) -> None:
    assert Plan.parse(str(plan)) == plan
    assert Plan.from_json(plan.to_json()) == plan
    assert Plan.from_core(plan.to_core()) == plan
    assert pickle.loads(pickle.dumps(plan)) == plan


@steady(100)
@given(st.lists(orders(st.integers(-9999, 9999), st.integers(-9999, 10_000_000)), max_size=6).map(Plan))
def test_plans_of_any_whole_numbers_survive_json(plan: Plan) -> None:
    assert Plan.from_json(plan.to_json()) == plan


@steady(30)
@given(game=games, seeds=st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=3), limit=st.integers(1, 12))
def test_records_survive_writing_and_reading(game: SimultaneousGame, seeds: list[int], limit: int) -> None:
    rules = Adjudication(turn_limit=limit)
    records = [play(game, ["random", "random"], seed=seed, adjudication=rules) for seed in seeds]
    file = io.StringIO()
    write_records(file, records)
    found = read_records(file.getvalue().splitlines())
    assert found.problem == ""
    assert list(found.records) == records
    assert pickle.loads(pickle.dumps(records)) == records
    for record in found.records:
        assert [after.turns - before.turns for before, after in pairwise(record.states)].count(1) == record.rounds


# --- Genes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "genes"), [("simple", 25), ("banana", 46), ("owl-island", 52), ("italy", 94), ("grid(5, 4)", 20 + 2 * 31)]
)
def test_gene_vectors_have_the_published_size(name: str, genes: int) -> None:
    game = SimultaneousGame(name, "warlight1")
    assert game.gene_count == len(game.encode(Plan())) == genes


@steady(100)
@given(state=played(), random=streams)
def test_decoding_genes_and_encoding_them_again_changes_nothing(state: SimultaneousState, random: Random) -> None:
    assume(state.phase == "play")
    game = state.game
    plan = state.random_plan(0, random)
    genes = game.encode(plan)
    assert len(genes) == len(game.map.territories) + 2 * len(game.map.links)
    tidy = game.decode(genes)
    assert np.array_equal(game.encode(tidy), genes)
    assert game.decode(game.encode(tidy)) == tidy
    assert sum(genes.tolist()) == sum(order.armies for order in plan if not isinstance(order, Pick))
    assert set(tidy) <= set(plan)  # the generator never names a territory or link twice


@steady(50)
@given(data=st.data(), name=st.sampled_from(["simple", "italy"]))
def test_genes_that_are_not_positive_are_no_order(data: st.DataObject, name: str) -> None:
    game = SimultaneousGame(name)
    size = game.gene_count
    genes = data.draw(st.lists(st.integers(-3, 3), min_size=size, max_size=size))
    assert game.encode(game.decode(genes)).tolist() == [max(gene, 0) for gene in genes]


def test_moves_are_decoded_in_link_order_forward_before_backward() -> None:
    game = SimultaneousGame("simple")
    links = load_map("simple").links
    plan = game.decode([0] * 9 + [1] * 8 + [2] * 8)
    assert [(move.source, move.target, move.armies) for move in plan.moves] == [
        step for a, b in links for step in ((a, b, 1), (b, a, 2))
    ]
