"""Rules of the classic dice family as one frozen value: 2 to 6 seats, one decision after the other.

A turn is: trade cards, place the income, attack as often as wanted, occupy what falls, fortify. Every simplification
and quirk of the published systems is a field here, and a preset (see presets.py) is nothing but field values.
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
    """How territories find owners. draft: the seats pick one at a time, with one army. random: a shuffled deal, seat
    0 first. alternate: territory t goes to seat t modulo the number of seats."""
    deal_armies: Annotated[int, Range(1, 1000)] = 1
    """Armies on every territory that is dealt."""
    pool: Count = 0
    """Armies each seat has for the setup, those already on the board counted in; 0 is the table: pool_of_two for two
    seats, then 35, 30, 25, 20 for 3 to 6. What is left after the deal is placed as setup_place says."""
    pool_of_two: Count = 40
    """Setup armies of each seat in a game of two."""
    setup_place: Literal["none", "one", "four", "random"] = "one"
    """How the rest of the pool is placed. none: not at all. one: in turn, one army at a time. four: in turn, up to
    four at a time, all on one territory. random: each army on a random own territory."""
    starter: Literal["first-seat", "random"] = "first-seat"
    """Who has the first turn; the seats then follow in order. Drafting and setup placing always begin with seat 0."""

    # --- Income -------------------------------------------------------------------------------
    income_base: Literal["territories", "armies"] = "territories"
    """What the income is counted from."""
    income_divisor: Annotated[int, Range(1, 1000)] = 3
    """Base income is the count divided by this, rounded down."""
    income_least: Count = 3
    """The least base income."""
    income_most: Count = 0
    """The most base income, groups not counted; 0 is no limit."""
    income_least_in_all: bool = False
    """Whether income_least is the least of base and groups together rather than of the base alone."""
    groups_pay: bool = True
    """Whether wholly owned groups add their value."""
    group_growth_percent: Annotated[int, Range(0, 100)] = 0
    """Group values grow by this percentage at every new round after the first, compounding; fractions do not pay."""
    army_cap: Annotated[int, Range(0, 100_000)] = 0
    """Most armies a seat may have on the board; income beyond it is lost. 0 is no cap."""

    # --- Placing ------------------------------------------------------------------------------
    place_where: Literal["own", "border"] = "own"
    """Where armies may be placed: any own territory, or only those with a foreign neighbour."""
    place_amounts: Amounts = "any"
    """How many at a time: any number, all that is left, or one, half (rounded down) or all of what is left."""
    duplicates: bool = False
    """With one-half-all: list equal amounts twice, as the published program of swiss2025 does (1 of 1 is one and all;
    of 2 or 3, one and half), so that uniform random play favours them."""

    # --- Cards --------------------------------------------------------------------------------
    cards: Literal["none", "auto", "hand"] = "hand"
    """none; auto: sets are traded without asking as soon as trade_at cards are held at the start of a turn; hand: the
    seats decide."""
    open_hands: bool = False
    """Whether everybody sees everybody's cards."""
    wildcards: Annotated[int, Range(0, 20)] = 2
    """Cards that stand for any kind and show no territory."""
    card_values: Literal["escalating", "fixed"] = "escalating"
    """escalating: 4, 6, 8, 10, 12, 15, then 5 more each, whoever trades. fixed: 4, 6 or 8 for three of the first,
    second or third kind, 10 for one of each."""
    trade_at: Annotated[int, Range(3, 20)] = 5
    """Cards at which a trade is forced (hand) or made (auto)."""
    card_bonus: Count = 2
    """Extra armies on an own territory shown by a traded card."""
    card_bonus_on: Literal["one", "first", "each"] = "one"
    """Which shown own territories get them: one of the seat's choice, that of the first card only, or each."""
    capture_hands: Literal["trade-now", "keep", "discard"] = "trade-now"
    """Cards of an eliminated seat: taken, and traded at once down to below trade_at if they make more than trade_at;
    taken for later turns; or put away."""
    deck_refill: Literal["discards", "new-deck"] = "discards"
    """When the deck is empty: the traded cards come back, or a whole new set of cards whatever the hands hold."""

    # --- Attacking ----------------------------------------------------------------------------
    attack_mode: Literal["blitz", "roll", "either"] = "either"
    """blitz: an attack runs until one side is gone. roll: one throw of the dice. either: as the seat chooses."""
    attack_dice: Literal["most", "choose"] = "most"
    """With single rolls: as many dice as allowed, or 1 to 3 as the attacker chooses. Defenders throw all they can."""
    attack_armies: Literal["all", "any"] = "all"
    """With blitz: all armies but one attack, or as many as the seat commits."""
    battle: Literal["dice", "fair-duel"] = "dice"
    """dice: up to 3 against up to 2, sorted, ties to the defender. fair-duel: one die each, ties thrown again; the
    attack stops when one attacker is left, who goes home. Single rolls always use the ordinary dice."""
    attacks_per_turn: Count = 0
    """Most attacks a turn; 0 is no limit."""
    occupy: Literal["choose", "all", "one"] = "choose"
    """Armies that move in: at least the dice thrown (one after a fair duel) and at most all but one, as chosen; all
    that attacked; or one."""

    # --- Fortifying ---------------------------------------------------------------------------
    fortify: Literal["none", "adjacent", "connected"] = "connected"
    """Between which own territories armies may move at the end of a turn."""
    fortify_moves: Count = 1
    """Most such moves a turn; 0 is no limit."""
    fortify_amounts: Amounts = "any"
    """How many armies move: any number but the last, all but the last, or one, half or all of those."""
    fortify_where: Literal["own", "border"] = "own"
    """Where to: any own territory, or only those with a foreign neighbour."""
    fortify_fresh: bool = False
    """Whether armies that moved in this phase may not move again."""

    # --- End ----------------------------------------------------------------------------------
    moves_after_win: bool = False
    """Whether play goes on after the last conquest until the loser would have to place, as the published program of
    swiss2025 does."""
    turn_cap: Annotated[int, Range(0, 1_000_000)] = 0
    """Turns (of one seat each) after which the game ends; 0 is no cap."""
    decision_cap: Annotated[int, Range(0, 10_000_000)] = 0
    """Decisions after which the game ends; 0 is no cap."""
    cap_result: Literal["draw", "armies", "territories"] = "draw"
    """Who wins at a cap: nobody, or whoever has most armies or territories (a tie is a draw)."""

    @property
    def hides(self) -> bool:
        return self.cards != "none" and not self.open_hands
