"""Dice: every roll has a stream of its own, so that one seat's extra roll does not shift those of others."""

from __future__ import annotations

from hegemon import ClassicGame, Plan, Random, Record, SimultaneousGame
from hegemon.match.play import Dice


def test_an_extra_attack_of_one_seat_does_not_change_the_other_seats_dice() -> None:
    """Seat 1 attacks 3 from 2 with luck; seat 0 attacks 1 from 0, or not."""
    game = SimultaneousGame("grid(4,2)", "warlight1(fog=none)")
    state = game.position(owners=[0, -1, 1, -1, -1, -1, -1, -1], armies=[30, 20, 30, 20, 2, 2, 2, 2], turns=1)
    attack, idle = Plan.parse("0>1:20"), Plan.parse("-")
    other = Plan.parse("2>3:20")
    for seed in range(20):
        busy = state.resolve([attack, other], Random(seed)).events
        quiet = state.resolve([idle, other], Random(seed)).events
        battles = [[(e.kills, e.losses) for e in events if e.seat == 1] for events in (busy, quiet)]
        assert battles[0] == battles[1]
    outcomes = {state.resolve([idle, other], Random(seed)).events[-1].kills for seed in range(20)}
    assert len(outcomes) > 3


def test_turns_do_not_share_dice() -> None:
    game = SimultaneousGame("grid(4,2)", "warlight1(fog=none)")
    state = game.position(owners=[0, -1, 1, -1, -1, -1, -1, -1], armies=[30, 20, 30, 20, 2, 2, 2, 2], turns=1)
    random = Random(1)
    plans = [Plan.parse("0>1:20"), Plan.parse("2>3:20")]
    assert len({state.resolve(plans, random).chance for _ in range(10)}) > 5


def test_the_rolls_of_a_classic_turn_are_known_by_turn_seat_and_number() -> None:
    game = ClassicGame("hex", "heredia2022", 2)
    record = Record(game, ("a", "b"), game.start(1))
    dice, again = Dice(Random(3)), Dice(Random(3))
    first = dice.of(record).next()
    assert again.of(record).next() == first
    state = record.final
    dice.rolled(state.turns, state.deciders[0])
    assert dice.of(record).next() != first
    again.rolled(state.turns, 1 - state.deciders[0])  # another seat's roll shifts nothing
    assert again.of(record).next() == first
