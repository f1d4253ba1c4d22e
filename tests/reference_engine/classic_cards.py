"""Cards: what they are, who holds them, which make a set, and what a traded set does.

Card t shows territory t and is of the kind that the map says, else t modulo 3; wildcards are numbered after the
territories. RefState.cards says who holds each copy: a seat, DECK or AWAY (traded, put away, or not made yet). With
discards coming back there is one copy of each card; with new decks there are two, copy c and copy (number of cards) + c
of card c, of which the second is made when a new deck first needs it. Copies of a card are interchangeable: the lower
free one is always moved.
"""

from __future__ import annotations

from itertools import combinations, product

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic_basics import RefState

DECK = -1
AWAY = -2

Triple = tuple[int, int, int]


def card_count(board: Map, rules: ClassicRules) -> int:
    """Different cards."""
    return len(board.territories) + rules.wildcards


def new_cards(board: Map, rules: ClassicRules) -> list[int]:
    if rules.cards == "none":
        return []
    count = card_count(board, rules)
    return [DECK] * count + ([AWAY] * count if rules.deck_refill == "new-deck" else [])


def held(board: Map, rules: ClassicRules, state: RefState, holder: int) -> list[int]:
    """The cards of a seat, the deck or those away, ascending; a card of which it has both copies comes twice."""
    return sorted(copy % card_count(board, rules) for copy, at in enumerate(state.cards) if at == holder)


def hand_over(board: Map, rules: ClassicRules, state: RefState, card: int, giver: int, taker: int) -> None:
    copies = range(card, len(state.cards), card_count(board, rules))
    state.cards[next(copy for copy in copies if state.cards[copy] == giver)] = taker


def refill(board: Map, rules: ClassicRules, state: RefState) -> None:
    """If the deck is empty: one copy of every card that is not in a hand with all its copies."""
    if DECK not in state.cards:
        for card in sorted(set(held(board, rules, state, AWAY))):
            hand_over(board, rules, state, card, AWAY, DECK)


# --- Sets ---------------------------------------------------------------------------------------------------------


def _readings(board: Map, cards: Triple) -> list[tuple[int, ...]]:
    """The kinds the cards can stand for."""
    kinds = board.card_kinds or [t % 3 for t in range(len(board.territories))]
    return list(product(*([kinds[card]] if card < len(kinds) else [0, 1, 2] for card in cards)))


def is_set(board: Map, cards: Triple) -> bool:
    return any(len(set(kinds)) in (1, 3) for kinds in _readings(board, cards))


def sets(board: Map, rules: ClassicRules, state: RefState, seat: int) -> list[Triple]:
    """The different sets in the seat's hand, in lexicographic order."""
    triples = combinations(held(board, rules, state, seat), 3)
    return sorted({(a, b, c) for a, b, c in triples if is_set(board, (a, b, c))})


def set_value(board: Map, rules: ClassicRules, cards: Triple, trades: int) -> int:
    """Armies for a set when `trades` sets were traded before."""
    if rules.card_values == "escalating":
        table = [4, 6, 8, 10, 12, 15]
        return table[trades] if trades < len(table) else 15 + 5 * (trades - 5)
    values = [10 if len(set(k)) == 3 else 4 + 2 * k[0] for k in _readings(board, cards) if len(set(k)) in (1, 3)]
    return max(values)


def shown_own(board: Map, state: RefState, cards: Triple) -> list[int]:
    """Territories of the mover that the cards show, one for each such card."""
    return [card for card in cards if card < len(board.territories) and state.owners[card] == state.mover]


def best_set(board: Map, rules: ClassicRules, state: RefState) -> Triple:
    """The mover's set that is traded by itself: most own territories, then the first in lexicographic order."""
    return max(sets(board, rules, state, state.mover), key=lambda cards: len(shown_own(board, state, cards)))


def bonus_choices(board: Map, rules: ClassicRules, state: RefState, cards: Triple) -> list[int]:
    mine = sorted(set(shown_own(board, state, cards)))
    return mine if rules.card_bonus_on == "one" and mine else [-1]


def trade(board: Map, rules: ClassicRules, state: RefState, cards: Triple, choice: int) -> None:
    """The mover trades the set: armies to place, and extra armies straight on the board."""
    state.to_place += set_value(board, rules, cards, state.trades)
    state.trades += 1
    mine = shown_own(board, state, cards)
    if rules.card_bonus_on == "one":
        mine = [] if choice == -1 else [choice]
    elif rules.card_bonus_on == "first":
        mine = [t for t in mine if t == cards[0]][:1]
    for t in mine:
        state.armies[t] += rules.card_bonus
    for card in cards:
        hand_over(board, rules, state, card, state.mover, AWAY)
