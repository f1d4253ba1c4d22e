"""How one turn becomes the next. These functions change the state they are given."""

from __future__ import annotations

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic_basics import RefState, armies_of, income, is_won, own
from .classic_cards import DECK, best_set, bonus_choices, held, refill, sets, trade


def begin_turn(board: Map, rules: ClassicRules, state: RefState, seat: int) -> None:
    state.mover = seat
    state.conquered = False
    state.attacks = state.fortifies = 0
    state.to_place = income(board, rules, state, seat)
    if rules.army_cap > 0:
        state.to_place = min(state.to_place, max(0, rules.army_cap - armies_of(state, seat)))
    if rules.cards == "auto":
        while len(held(board, rules, state, seat)) >= rules.trade_at and sets(board, rules, state, seat):
            best = best_set(board, rules, state)
            trade(board, rules, state, best, bonus_choices(board, rules, state, best)[0])
    if rules.cards == "hand" and sets(board, rules, state, seat):
        state.phase = "trade"
    else:
        begin_placing(board, rules, state)


def begin_placing(board: Map, rules: ClassicRules, state: RefState) -> None:
    if state.to_place > 0:
        state.phase = "place"
    else:
        go_on_attacking(board, rules, state)


def go_on_attacking(board: Map, rules: ClassicRules, state: RefState) -> None:
    """To the attack phase, at first or again, or past it if no attack is left."""
    state.mid_trade = False
    state.phase = "attack"
    if 0 < rules.attacks_per_turn <= state.attacks:
        stop_attacking(board, rules, state)


def stop_attacking(board: Map, rules: ClassicRules, state: RefState) -> None:
    if rules.fortify == "none":
        end_turn(board, rules, state)
    else:
        state.phase = "fortify"
        for t in own(state):
            state.movable[t] = state.armies[t]


def end_turn(board: Map, rules: ClassicRules, state: RefState) -> None:
    state.turns += 1
    state.movable = [0] * len(state.movable)
    if state.conquered and rules.cards != "none":
        refill(board, rules, state)
        if DECK in state.cards:
            state.pending = ("draw",)
            return
    next_turn(board, rules, state)


def next_turn(board: Map, rules: ClassicRules, state: RefState) -> None:
    """After the turn and its card: the end, or the turn of the next seat that owns anything."""
    if 0 < rules.turn_cap <= state.turns or is_won(state):
        end_game(rules, state)
        return
    last = state.mover
    order = [(last + step) % state.seats for step in range(1, state.seats + 1)]
    following = next(seat for seat in order if seat in state.owners)
    if following <= last:
        state.round += 1
    begin_turn(board, rules, state, following)


def end_game(rules: ClassicRules, state: RefState) -> None:
    """The end by a cap or after the last moves. A seat that owns everything has won, whatever the cap says."""
    state.phase = "over"
    if is_won(state):
        state.winner = state.owners[0]
    elif rules.cap_result != "draw":
        score = [
            armies_of(state, seat) if rules.cap_result == "armies" else state.owners.count(seat)
            for seat in range(state.seats)
        ]
        best = max(score)
        state.winner = score.index(best) if score.count(best) == 1 else None
