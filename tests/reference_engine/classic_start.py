"""How a game of the classic reference begins."""

from __future__ import annotations

import random

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic_basics import NOBODY, RefState, armies_of
from .classic_cards import new_cards
from .classic_turns import begin_turn


def start(board: Map, rules: ClassicRules, seats: int, rng: random.Random) -> RefState:
    """A fresh position: the first pick, the first placement of the setup, or the first turn."""
    count = len(board.territories)
    if not 2 <= seats <= 6:
        raise ValueError(f"{seats} seats: the game is for 2 to 6")
    if count < seats:
        raise ValueError(f"{count} territories are too few for {seats} seats")
    if rules.deal == "draft" and rules.setup_place == "random":
        raise ValueError("deal=draft with setup_place=random is not defined: the armies would be scattered by a pick")
    state = RefState(
        seats=seats,
        owners=[NOBODY] * count,
        armies=[0] * count,
        movable=[0] * count,
        pool=[0] * seats,
        cards=new_cards(board, rules),
        starter=0 if rules.starter == "first-seat" else rng.randrange(seats),
    )
    order = list(range(count))
    if rules.deal == "random":
        rng.shuffle(order)
    if rules.deal != "draft":
        for place, territory in enumerate(order):
            state.owners[territory] = place % seats
            state.armies[territory] = rules.deal_armies
    if rules.setup_place != "none" or rules.deal == "draft":
        table = {2: rules.pool_of_two, 3: 35, 4: 30, 5: 25, 6: 20}
        pool = rules.pool if rules.pool > 0 else table[seats]
        state.pool = [max(0, pool - armies_of(state, seat)) for seat in range(seats)]
    if rules.deal == "draft":
        state.phase = "pick"
        return state
    if rules.setup_place == "random":
        for seat in range(seats):
            mine = [t for t in range(count) if state.owners[t] == seat]
            for _ in range(state.pool[seat]):
                state.armies[rng.choice(mine)] += 1
            state.pool[seat] = 0
    go_on_with_setup(board, rules, state, 0)
    return state


def go_on_with_setup(board: Map, rules: ClassicRules, state: RefState, seat: int) -> None:
    """The setup placement of the first seat from `seat` on that has armies left, or the first turn."""
    for following in [(seat + step) % state.seats for step in range(state.seats)]:
        if state.pool[following] > 0:
            state.phase = "setup"
            state.mover = following
            return
    begin_turn(board, rules, state, state.starter)
