"""Rules of the classic dice family as one frozen value: 2 to 6 seats, one decision after the other.

A turn is: trade cards, place the income, attack any number of times, occupy conquered territories, fortify. Every
difference between the published systems is a field here, and a preset (see presets.py) is a set of field values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from hegemon._fields import Range
from hegemon.rules.base import Rules

Count = Annotated[int, Range(0, 1000)]
Amounts = Literal["any", "all", "one-half-all"]


@dataclass(frozen=True, kw_only=True)
class ClassicRules(Rules):
    """One set of rules. Percentages are whole numbers."""

    family: ClassVar[str] = "classic"

    name: str = "custom-classic"

    # --- Setup --------------------------------------------------------------------------------
    deal: Literal["draft", "random", "alternate"] = "random"
    """How territories are distributed. draft: the seats pick one at a time, with one army. random: a shuffled deal,
    seat 0 first. alternate: territory t goes to seat t modulo the number of seats."""
    deal_armies: Annotated[int, Range(1, 1000)] = 1
    """Armies on every territory that is dealt."""
    pool: Count = 0
    """Setup armies of each seat, including those already on the board; 0 is the standard table: pool_of_two for two
    seats, then 35, 30, 25, 20 for 3 to 6. Armies left after the deal are placed as setup_place says."""
    pool_of_two: Count = 40
    """Setup armies of each seat in a game of two."""
    setup_place: Literal["none", "one", "four", "random"] = "one"
    """How the rest of the pool is placed. none: it is not placed. one: in turn, one army at a time. four: in turn, up
    to four at a time, all on one territory. random: each army on a random own territory."""
    starter: Literal["first-seat", "random"] = "first-seat"
    """Who has the first turn; the other seats follow in order. Drafting and setup always begin with seat 0."""

    # --- Income -------------------------------------------------------------------------------
    income_base: Literal["territories", "armies"] = "territories"
    """What the base income counts."""
    income_divisor: Annotated[int, Range(1, 1000)] = 3
    """Base income is the count divided by this, rounded down."""
    income_least: Count = 3
    """Minimum base income."""
    income_most: Count = 0
    """Maximum base income, without groups; 0 is no limit."""
    income_least_in_all: bool = False
    """Whether income_least applies to base and groups together instead of the base alone."""
    groups_pay: bool = True
    """Whether completely owned groups add their value."""
    group_growth_percent: Annotated[int, Range(0, 100)] = 0
    """Group values grow by this percentage in every round after the first, compounding; fractions are dropped."""
    army_cap: Annotated[int, Range(0, 100_000)] = 0
    """Maximum armies of a seat on the board; income beyond it is lost. 0 is no cap."""

    # --- Placing ------------------------------------------------------------------------------
    place_where: Literal["own", "border"] = "own"
    """Where armies may be placed: any own territory, or only those with a foreign neighbour."""
    place_amounts: Amounts = "any"
    """How many at a time: any number, all remaining, or one, half (rounded down) or all of the remaining armies."""
    duplicates: bool = False
    """With one-half-all: list equal amounts twice, as the published program of swiss2025 does (1 of 1 is one and all;
    of 2 or 3, one and half), so that uniform random play favours them."""

    # --- Cards --------------------------------------------------------------------------------
    cards: Literal["none", "auto", "hand"] = "hand"
    """none; auto: sets are traded automatically if a seat has trade_at cards at the start of its turn; hand: the seats
    decide."""
    open_hands: bool = False
    """Whether all cards are visible to all seats."""
    wildcards: Annotated[int, Range(0, 20)] = 2
    """Number of cards that match any kind and show no territory."""
    card_values: Literal["escalating", "fixed"] = "escalating"
    """escalating: 4, 6, 8, 10, 12, 15, then 5 more each, over all seats. fixed: 4, 6 or 8 for three of the first,
    second or third kind, 10 for one of each."""
    trade_at: Annotated[int, Range(3, 20)] = 5
    """Number of cards at which a trade is forced (hand) or made (auto)."""
    card_bonus: Count = 2
    """Extra armies on an own territory shown by a traded card."""
    card_bonus_on: Literal["one", "first", "each"] = "one"
    """Which own territories shown get the bonus: one that the seat chooses, that of the first card only, or each."""
    capture_hands: Literal["trade-now", "keep", "discard"] = "trade-now"
    """Cards of an eliminated seat: taken, and traded at once until fewer than trade_at are left if the hand exceeds
    trade_at; taken for later turns; or discarded."""
    deck_refill: Literal["discards", "new-deck"] = "discards"
    """When the deck is empty: the traded cards return, or a complete new deck is added."""

    # --- Attacking ----------------------------------------------------------------------------
    attack_mode: Literal["blitz", "roll", "either"] = "either"
    """blitz: an attack continues until one side is eliminated. roll: one roll of the dice. either: the seat chooses."""
    attack_dice: Literal["most", "choose"] = "most"
    """With single rolls: as many dice as allowed, or 1 to 3 as the attacker chooses. Defenders roll all they can."""
    attack_armies: Literal["all", "any"] = "all"
    """With blitz: all armies but one attack, or as many as the seat chooses."""
    battle: Literal["dice", "fair-duel"] = "dice"
    """dice: up to 3 against up to 2, sorted, ties to the defender. fair-duel: one die each, ties rolled again; the
    attack stops when one attacker is left, which returns. Single rolls always use the ordinary dice."""
    attacks_per_turn: Count = 0
    """Maximum attacks per turn; 0 is no limit."""
    occupy: Literal["choose", "all", "one"] = "choose"
    """Armies that move in: the seat chooses, at least the dice rolled (one after a fair duel) and at most all but one;
    all that attacked; or one."""

    # --- Fortifying ---------------------------------------------------------------------------
    fortify: Literal["none", "adjacent", "connected"] = "connected"
    """Between which own territories armies may move at the end of a turn."""
    fortify_moves: Count = 1
    """Maximum fortifications per turn; 0 is no limit."""
    fortify_amounts: Amounts = "any"
    """How many armies move: any number but the last, all but the last, or one, half or all of those."""
    fortify_where: Literal["own", "border"] = "own"
    """Target: any own territory, or only those with a foreign neighbour."""
    fortify_fresh: bool = False
    """Whether armies that moved in this phase may not move again."""

    # --- End ----------------------------------------------------------------------------------
    moves_after_win: bool = False
    """Whether play continues after the last conquest until the loser would have to place, as in the published program
    of swiss2025."""
    turn_cap: Annotated[int, Range(0, 1_000_000)] = 0
    """Turns (of one seat each) after which the game ends; 0 is no cap."""
    decision_cap: Annotated[int, Range(0, 10_000_000)] = 0
    """Decisions after which the game ends; 0 is no cap."""
    cap_result: Literal["draw", "armies", "territories"] = "draw"
    """Who wins at a cap: nobody, or the seat with the most armies or territories (a tie is a draw)."""

    @property
    def hides(self) -> bool:
        return self.cards != "none" and not self.open_hands
