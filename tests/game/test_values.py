"""Games, positions and views as values: equal when they say the same, and never changed."""

from __future__ import annotations

from typing import Any

import pytest

from hegemon import Deploy, Move, Pick, Plan, Random, SimultaneousEvent, SimultaneousGame, SimultaneousState
from hegemon.errors import GameError, HegemonError


def state(rules: str = "soares2025", **more: int) -> SimultaneousState:
    return SimultaneousGame("simple", rules).position(
        [0, 0, 0, 1, 1, -1, -1, -1, -1], [3, 0, 5, 2, 4, 1, 0, 2, 2], **more
    )


def test_positions_of_different_games_are_different() -> None:
    assert state() == state()
    assert state() != state("warlight1")
    assert state() != "a position"
    assert SimultaneousGame("simple") == SimultaneousGame("simple", "soares2025") != SimultaneousGame("banana")
    assert len({SimultaneousGame("simple"), SimultaneousGame("simple"), SimultaneousGame("simple", "warzone")}) == 2
    assert (str(SimultaneousGame("simple")), repr(SimultaneousGame("simple"))) == (
        "soares2025 on simple",
        "<Game soares2025 on simple, 2 seats>",
    )


def test_offers_wastelands_and_picks_are_part_of_a_position() -> None:
    game = SimultaneousGame("triangle", "warlight2")
    texts = (
        "0 pick each=1; .2! .2! .2",
        "0 pick each=1; .2! .2 .2!",
        "0 pick each=1; .2! .2! .2#",
        "0 pick each=1 made=1; .2! .2! .2",
        "0 pick each=1 made=1; .2! .2! .2A",
        "0 pick each=1 made=1; .2! .2! .2B",
        "0 pick first=1 each=1; .2! .2! .2",
    )
    positions = [game.parse_cells(text) for text in texts]
    assert [position.cells() for position in positions] == list(texts)
    assert len(set(positions)) == len({position.hash for position in positions}) == len(texts)


def test_genes_of_the_wrong_number_or_on_no_territory_are_refused() -> None:
    game = SimultaneousGame("simple")
    with pytest.raises(GameError, match="this map has 25 genes, not 3"):
        game.decode([1, 2, 3])
    with pytest.raises(GameError, match=r"plan 9\+1: no such territory"):
        game.encode(Plan([Deploy(9, 1)]))
    with pytest.raises(GameError, match="plan 0>5:3: not adjacent"):
        game.encode(Plan([Move(0, 5, 3)]))


@pytest.mark.parametrize(
    "verb",
    [
        lambda: SimultaneousGame("simple").decode([2**40] * 25),
        lambda: state().resolve([Plan(), Plan()], [2**40]),
        lambda: state().illegal_reasons(5, Plan()),
        lambda: state().view(5),
        lambda: state().income(5),
        lambda: state().random_plan(-1, Random(1)),
        lambda: state(turns=2**40),
    ],
    ids=["decode", "chance", "illegal_reasons", "view", "income", "random_plan", "turns"],
)
def test_numbers_out_of_range_are_refused_politely(verb: Any) -> None:
    with pytest.raises(HegemonError):
        verb()


@pytest.mark.parametrize("kind", ["game", "state", "view"])
def test_values_cannot_be_changed_from_outside(kind: str) -> None:
    value: Any = {"game": SimultaneousGame("simple"), "state": state(), "view": state().view(0)}[kind]
    for name in ("core", "game", "map", "rules", "seat", "anything"):
        with pytest.raises(AttributeError, match=f"is a value: {name} cannot be set"):
            setattr(value, name, None)
    with pytest.raises(AttributeError, match="is a value: core cannot be deleted"):
        del value.core


def test_a_coin_can_be_fixed() -> None:
    """One coin for the turn where one is tossed, the same side every time where several are."""
    for side in (0, 1):
        assert state().resolve([Plan(), Plan()], Random(1), coin=side).chance == (side,)
        many = Plan([Move(2, 1, 1), Move(2, 3, 1)]), Plan([Move(3, 4, 1), Move(4, 5, 1)])
        turn = state("warlight1(luck_percent=0)").resolve(many, Random(1), coin=side)
        assert turn.chance == (side, side)
    tossed = {state().resolve([Plan(), Plan()], Random(seed)).chance for seed in range(20)}
    assert tossed == {(0,), (1,)}
    with pytest.raises(GameError):
        state().resolve([Plan(), Plan()], Random(1), coin=2)


def test_the_other_is_told_what_was_sent_and_not_what_was_ordered() -> None:
    sent = SimultaneousEvent("transfer", 0, Move(0, 1, 99), 3, 0, 0, False, "", *[(True, True)] * 3)
    assert sent.told(0) == SimultaneousEvent("transfer", 0, Move(0, 1, 99), 3, 0, 0, False, "")
    assert sent.told(1) == SimultaneousEvent("transfer", 0, Move(0, 1, 3), 3, 0, 0, False, "")
    leaving = SimultaneousEvent(
        "attack", 0, Move(0, 1, 99), 3, 2, 1, True, "", (True, True), (True, True), (True, False)
    )
    assert leaving.told(1) == SimultaneousEvent("attack", 0, Move(0, 1, 3), 3, 0, 0, False, "")
    dim = SimultaneousEvent("attack", 0, Move(0, 1, 99), 3, 2, 1, True, "", (True, True), *[(True, False)] * 2)
    assert dim.told(1) == SimultaneousEvent("attack", 0, Move(0, 1, -1), -1, 0, 0, False, "")
    pick = SimultaneousEvent("pick", 0, Pick(4), 0, 0, 0, False, "", *[(True, True)] * 3)
    assert pick.told(1) == SimultaneousEvent("pick", 0, Pick(4), 0, 0, 0, False, "")
