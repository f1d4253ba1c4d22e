"""The classic dice family, written slowly and obviously: the oracle the fast core is compared with.

Nothing here is shared with the core. A game is start, then while it is not over: one of the `legal` actions through
`apply`, and while that leaves chance pending, one of the `chance_outcomes` through `apply_chance`. Chance outcomes
are numbers:
  roll   the attackers lost.
  blitz  with A armies committed: a - 1 for a win with a survivors, A + d - 1 for a loss with d defenders left.
  draw   the card drawn.
"""

from __future__ import annotations

from fractions import Fraction

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic_basics import Action, Blitz, RefState, Roll, amounts, copied, income, is_won, returns
from .classic_battle import attackers_lost, blitz_odds, blitz_outcome, duel_odds, roll_odds
from .classic_cards import AWAY, DECK, hand_over, held, set_value, sets, trade
from .classic_legal import legal
from .classic_start import go_on_with_setup, start
from .classic_turns import begin_placing, end_game, end_turn, go_on_attacking, next_turn, stop_attacking

__all__ = [
    "AWAY",
    "DECK",
    "Action",
    "RefState",
    "amounts",
    "apply",
    "apply_chance",
    "attackers_lost",
    "blitz_odds",
    "blitz_outcome",
    "chance_outcomes",
    "copied",
    "duel_odds",
    "held",
    "income",
    "legal",
    "returns",
    "roll_odds",
    "set_value",
    "sets",
    "start",
]


# --- Decisions ----------------------------------------------------------------------------------------------------


def apply(board: Map, rules: ClassicRules, state: RefState, action: Action) -> RefState:
    """The position after the mover's action; chance may be pending in it."""
    if action not in legal(board, rules, state):
        raise ValueError(f"{action} is not legal in phase {state.phase}")
    state = copied(state)
    state.decisions += 1
    if action[0] == "pick":
        _pick(board, rules, state, action[1])
    elif action[0] == "place":
        _place(board, rules, state, action[1], action[2])
    elif action[0] == "trade":
        trade(board, rules, state, action[1:4], action[4])
        enough = state.mid_trade and len(held(board, rules, state, state.mover)) < rules.trade_at
        if enough or not sets(board, rules, state, state.mover):
            begin_placing(board, rules, state)
    elif action[0] == "attack":
        _, source, target, committed, dice = action
        state.attacks += 1
        if dice == 0:
            state.pending = ("blitz", source, target, committed)
        else:
            state.pending = ("roll", source, target, dice, min(2, state.armies[target]))
    elif action[0] == "occupy":
        _move_in(board, rules, state, state.occupy_source, state.occupy_target, action[1])
    elif action[0] == "fortify":
        _, source, target, armies = action
        state.armies[source] -= armies
        state.armies[target] += armies
        state.movable[source] -= armies
        state.fortifies += 1
        if 0 < rules.fortify_moves <= state.fortifies:
            end_turn(board, rules, state)
    elif state.phase == "trade":
        begin_placing(board, rules, state)
    elif state.phase == "attack":
        stop_attacking(board, rules, state)
    else:
        end_turn(board, rules, state)
    _check_decision_cap(rules, state)
    return state


def _check_decision_cap(rules: ClassicRules, state: RefState) -> None:
    if state.pending is None and state.phase != "over" and 0 < rules.decision_cap <= state.decisions:
        end_game(rules, state)


def _pick(board: Map, rules: ClassicRules, state: RefState, territory: int) -> None:
    state.owners[territory] = state.mover
    state.armies[territory] = 1
    state.pool[state.mover] = max(0, state.pool[state.mover] - 1)
    if -1 in state.owners:
        state.mover = (state.mover + 1) % state.seats
    else:
        if rules.setup_place == "none":
            state.pool = [0] * state.seats
        go_on_with_setup(board, rules, state, 0)


def _place(board: Map, rules: ClassicRules, state: RefState, territory: int, armies: int) -> None:
    state.armies[territory] += armies
    if state.phase == "setup":
        state.pool[state.mover] -= armies
        go_on_with_setup(board, rules, state, (state.mover + 1) % state.seats)
    else:
        state.to_place -= armies
        if state.to_place == 0:
            go_on_attacking(board, rules, state)


# --- Chance -------------------------------------------------------------------------------------------------------


def chance_outcomes(board: Map, rules: ClassicRules, state: RefState) -> list[tuple[int, Fraction]]:
    """What chance may bring, ascending, with probabilities that are not zero."""
    if state.pending is None:
        raise ValueError("no chance is pending")
    odds: dict[int, Fraction] = {}
    if state.pending[0] == "roll":
        odds = dict(enumerate(roll_odds(*state.pending[3:])))
    elif state.pending[0] == "blitz":
        committed, defenders = state.pending[3], state.armies[state.pending[2]]
        ends = blitz_odds(committed, defenders) if rules.battle == "dice" else duel_odds(committed, defenders)
        odds = {blitz_outcome(committed, a, d): chance for (a, d), chance in ends.items()}
    else:
        deck = held(board, rules, state, DECK)
        odds = {card: Fraction(deck.count(card), len(deck)) for card in deck}
    return [(outcome, chance) for outcome, chance in sorted(odds.items()) if chance > 0]


def apply_chance(board: Map, rules: ClassicRules, state: RefState, outcome: int) -> RefState:
    """The position after the outcome; a card may have to be drawn after a battle that ends the turn."""
    state = copied(state)
    pending, state.pending = state.pending, None
    if pending is None:
        raise ValueError("no chance is pending")
    if pending[0] == "roll":
        _roll(board, rules, state, pending, outcome)
    elif pending[0] == "blitz":
        _blitz(board, rules, state, pending, outcome)
    else:
        hand_over(board, rules, state, outcome, DECK, state.mover)
        next_turn(board, rules, state)
    _check_decision_cap(rules, state)
    return state


def _roll(board: Map, rules: ClassicRules, state: RefState, pending: Roll, lost: int) -> None:
    _, source, target, attack_dice, defence_dice = pending
    compared = min(attack_dice, defence_dice)
    if not 0 <= lost <= compared:
        raise ValueError(f"outcome {lost} of {pending}")
    state.armies[source] -= lost
    state.armies[target] -= compared - lost
    if state.armies[target] == 0:
        _conquer(board, rules, state, source, target, state.armies[source] - 1, attack_dice)
    else:
        go_on_attacking(board, rules, state)


def _blitz(board: Map, rules: ClassicRules, state: RefState, pending: Blitz, outcome: int) -> None:
    _, source, target, committed = pending
    fewest = 0 if rules.battle == "dice" else 1
    if not fewest <= outcome < committed + state.armies[target]:
        raise ValueError(f"outcome {outcome} of {pending}")
    whole_garrison = state.armies[source] == committed
    if outcome < committed:
        survivors = outcome + 1
        state.armies[source] -= committed - survivors  # they stand at the source again until they move in
        movers = survivors - 1 if whole_garrison else survivors
        _conquer(board, rules, state, source, target, movers, 3 if rules.battle == "dice" else 1)
    else:
        state.armies[source] -= committed if rules.battle == "dice" else committed - 1
        state.armies[target] = outcome - committed + 1
        go_on_attacking(board, rules, state)


# --- Conquest -----------------------------------------------------------------------------------------------------


def _conquer(board: Map, rules: ClassicRules, state: RefState, source: int, target: int, most: int, dice: int) -> None:
    """The target falls to the mover; `most` armies of the source may move in, `dice` should if there are as many."""
    victim = state.owners[target]
    state.owners[target] = state.mover
    state.conquered = True
    state.armies[source] -= most
    state.armies[target] = most
    ends_here = is_won(state) and not rules.moves_after_win
    if victim not in state.owners and not ends_here:
        _take_cards(board, rules, state, victim)
    least = min(dice, most)
    if rules.occupy == "all":
        _move_in(board, rules, state, source, target, most)
    elif rules.occupy == "one":
        _move_in(board, rules, state, source, target, 1)
    elif least == most or ends_here:
        _move_in(board, rules, state, source, target, least)
    else:
        state.phase = "occupy"
        state.occupy_source, state.occupy_target, state.occupy_least = source, target, least


def _take_cards(board: Map, rules: ClassicRules, state: RefState, victim: int) -> None:
    taker = AWAY if rules.capture_hands == "discard" else state.mover
    for card in held(board, rules, state, victim):
        hand_over(board, rules, state, card, victim, taker)
    if rules.capture_hands == "trade-now" and rules.cards == "hand" and not is_won(state):
        too_many = len(held(board, rules, state, state.mover)) > rules.trade_at
        state.mid_trade = too_many and len(sets(board, rules, state, state.mover)) > 0


def _move_in(board: Map, rules: ClassicRules, state: RefState, source: int, target: int, armies: int) -> None:
    """Of the armies that stand on the target some stay, the others go back; then the turn goes on."""
    state.armies[source] += state.armies[target] - armies
    state.armies[target] = armies
    state.occupy_source, state.occupy_target, state.occupy_least = -1, -1, 0
    if is_won(state) and not rules.moves_after_win:
        state.phase = "over"
        state.winner = state.mover
    elif state.mid_trade:
        state.phase = "trade"
    else:
        go_on_attacking(board, rules, state)
