"""The encoder of the classic game against a slow one that asks the public game."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from hegemon import ClassicGame, ClassicState, Random, battle_odds
from hegemon.errors import GameError, NetError
from hegemon.maps import load_map
from hegemon.nets import encode_classic
from tests.nets.classic_positions import GAMES, positions

PHASES = ("pick", "setup", "trade", "place", "attack", "occupy", "fortify")
KINDS = ("pass", "pick", "place", "trade", "attack", "occupy", "fortify")


def log_count(count: int) -> float:
    return math.log1p(count) / 3


def seats_in_order(state: ClassicState) -> list[int]:
    seats = state.game.seats
    return [(state.mover + place) % seats for place in range(seats)]


def neighbours(game: ClassicGame, territory: int) -> list[int]:
    return [b if a == territory else a for a, b in game.map.links if territory in (a, b)]


def slow_territory(state: ClassicState, t: int) -> list[float]:
    game, mover, owner = state.game, state.mover, int(state.owners[t])
    order, armies, owners = seats_in_order(state), state.armies.tolist(), state.owners.tolist()
    total = sum(a for a, o in zip(armies, owners, strict=True) if o >= 0)
    income = sum(state.income(seat) for seat in order)
    near = neighbours(game, t)
    enemies = [armies[u] for u in near if owners[u] not in (owner, -1)]
    friends = [armies[u] for u in near if owners[u] == owner]
    movable = 0
    if owner == mover:
        movable = armies[t] - 1
        if state.phase == "fortify" and game.rules.fortify_fresh:
            movable = min(movable, int(state.core.movable[t]))
    held = [sum(a for a, o in zip(armies, owners, strict=True) if o == owner) / total if owner >= 0 else 0.0]
    held += [state.income(owner) / income if owner >= 0 and income else 0.0]
    worth, shares = 0.0, [0.0, 0.0, 0.0]
    for group in game.map.groups:
        if t not in group.members:
            continue
        part = [sum(owners[u] == seat for u in group.members) / len(group.members) for seat in order]
        worth += group.value / len(group.members) if game.rules.groups_pay else 0.0
        of_owner = part[order.index(owner)] if owner >= 0 else 0.0
        shares = [max(a, b) for a, b in zip(shares, (part[0], max(part[1:]), of_owner), strict=True)]
    occupation = state.occupation
    return [
        *(float(place < game.seats and order[place] == owner) for place in range(6)),
        armies[t] / total if total else 0.0,
        log_count(armies[t]),
        log_count(movable),
        log_count(sum(enemies)),
        log_count(max(enemies, default=0)),
        len(enemies) / len(near) if near else 0.0,
        log_count(sum(friends)),
        log_count(max((armies[u] for u in near if owners[u] == mover), default=0)),
        len(near) / 8,
        *held,
        worth,
        *shares,
        float(occupation is not None and occupation.source == t),
        float(occupation is not None and occupation.target == t),
        float(t in state.cards(mover)),
    ]


def slow_whole(state: ClassicState) -> list[float]:
    game, rules, order = state.game, state.game.rules, seats_in_order(state)
    armies = [int(state.armies[state.owners == seat].sum()) for seat in order]
    income = [state.income(seat) for seat in order]
    land = [int((state.owners == seat).sum()) for seat in order]
    by_seat = [0.0] * 30
    for place, seat in enumerate(order):
        alive = land[place] > 0 or state.phase == "pick"
        by_seat[5 * place : 5 * place + 5] = [
            state.hands[seat] / 5,
            income[place] / sum(income) if sum(income) else 0.0,
            land[place] / len(game.map.territories),
            armies[place] / sum(armies) if sum(armies) else 0.0,
            float(alive),
        ]
    kinds = [game.card_kind(card) for card in state.cards(state.mover)]
    trade = 0 if rules.cards == "none" else state.next_set_value or 10
    core = state.core
    return [
        *(float(state.phase == phase) for phase in PHASES),
        *by_seat,
        *(kinds.count(kind) / 3 for kind in (0, 1, 2, None)),
        log_count(state.to_place),
        state.to_place / sum(armies) if sum(armies) else 0.0,
        log_count(core.pool[state.mover]),
        float(state.conquered),
        log_count(trade),
        core.attacks / rules.attacks_per_turn if rules.attacks_per_turn else 0.0,
        core.fortifies / rules.fortify_moves if rules.fortify_moves else 0.0,
        core.turns / rules.turn_cap if rules.turn_cap else 0.0,
        core.decisions / rules.decision_cap if rules.decision_cap else 0.0,
        game.seats / 6,
        log_count(sum(armies)),
    ]


def close(found: NDArray[np.float32], expected: object) -> bool:
    return bool(np.allclose(found, np.array(expected, np.float64), rtol=1e-5, atol=1e-6))


@pytest.mark.parametrize("spec", GAMES, ids=str)
def test_the_graph_set_is_what_a_slow_encoder_finds(spec: tuple[str, str, int]) -> None:
    states = positions(*spec)[::3]
    encoded = encode_classic(states)
    for i, state in enumerate(states):
        for t in range(0, len(state.game.map.territories), 3):
            assert close(encoded.territories[i, t], slow_territory(state, t)), (state.phase, t)
        assert close(encoded.globals[i], slow_whole(state)), state.phase


def test_card_kinds_are_those_of_the_map() -> None:
    board = dataclasses.replace(load_map("old-world"), card_kinds=(0, 0, 0, 1, 1, 2, 2, 2))
    game = ClassicGame(board, seats=2)
    state = game.position([0] * 4 + [1] * 4, [3] * 8, phase="trade", cards=[[0, 1, 2, 3], [4]])
    assert close(encode_classic([state]).globals[0], slow_whole(state))


@pytest.mark.parametrize("spec", GAMES, ids=str)
def test_actions_are_told_in_the_order_of_the_legal_ones(spec: tuple[str, str, int]) -> None:
    states = positions(*spec)
    encoded = encode_classic(states)
    for i, state in enumerate(states):
        first, last = encoded.offsets[i], encoded.offsets[i + 1]
        assert last - first == state.action_count
        for action, deed, numbers in zip(
            state.legal_actions, encoded.action_features[first:last].tolist(), encoded.numbers[first:last], strict=True
        ):
            assert KINDS[deed[0]] == action.kind
            if action.kind == "attack" and action.dice == 0 and state.armies[action.source] < 30:
                duel = state.game.rules.battle == "fair-duel"
                odds = battle_odds(action.armies, int(state.armies[action.target]), fair_duel=duel)
                assert numbers[6] == pytest.approx(odds.win, abs=1e-5)
            if action.kind in ("attack", "fortify"):
                assert deed[1:] == [action.source, action.target]
            if action.kind in ("pick", "place"):
                assert deed[1:] == [-1, action.source]
    assert encoded.positions.tolist() == [i for i, s in enumerate(states) for _ in range(s.action_count)]
    assert len(encoded.ways) == len(encoded.action_features)


def test_a_view_of_the_mover_is_enough_and_one_of_another_seat_is_not() -> None:
    state = next(s for s in positions("classic", "classic", 6) if s.hands[s.mover] > 0)
    one, two = encode_classic([state]), encode_classic([state.view(state.mover)])
    assert (one.territories == two.territories).all()
    assert (one.globals == two.globals).all()
    assert (one.numbers == two.numbers).all()
    with pytest.raises(NetError, match="hidden"):
        encode_classic([state.view((state.mover + 1) % 6)])


def test_values_by_turn_and_by_seat_are_inverse() -> None:
    encoded = encode_classic(positions("classic", "classic", 6))
    values = np.random.default_rng(1).normal(size=(len(encoded), 6)).astype(np.float32)
    turned = encoded.by_turn(values)
    assert (encoded.by_seat(turned) == values).all()
    assert (turned[:, 0] == values[np.arange(len(values)), encoded.movers]).all()


def test_what_cannot_be_encoded_is_refused() -> None:
    game = ClassicGame("hex", "heredia2022", 2)
    with pytest.raises(GameError, match="no position"):
        encode_classic([])
    with pytest.raises(GameError, match="same game"):
        encode_classic([game.start(0), ClassicGame("hex", "classic", 2).start(0)])
    with pytest.raises(NetError, match="no set of features"):
        encode_classic([game.start(0)], "nothing")
    state, random = game.start(0), Random(1)
    while state.result is None:
        state = state.step(state.random_action(random), random).state
    with pytest.raises(NetError, match="nobody"):
        encode_classic([state])
