"""The exact odds of every battle."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb


def attackers_lost(attack: list[int], defence: list[int]) -> int:
    """Of one throw: highest against highest and so on, ties to the defender."""
    pairs = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    return sum(a <= d for a, d in pairs)


@cache
def roll_odds(attack_dice: int, defence_dice: int) -> list[Fraction]:
    """The chance of 0, 1, ... attackers lost in one throw; all other dice compared cost a defender."""
    odds = [Fraction(0)] * (min(attack_dice, defence_dice) + 1)
    for dice in product(range(1, 7), repeat=attack_dice + defence_dice):
        lost = attackers_lost(list(dice[:attack_dice]), list(dice[attack_dice:]))
        odds[lost] += Fraction(1, 6 ** len(dice))
    return odds


@cache
def blitz_odds(attackers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """The chance of every end (attackers left, defenders left) of throwing on until one side is gone."""
    chance: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    chance[attackers, defenders] = Fraction(1)
    for a in range(attackers, 0, -1):
        for d in range(defenders, 0, -1):
            reached = chance.pop((a, d), Fraction(0))
            if reached:
                for lost, odds in enumerate(roll_odds(min(3, a), min(2, d))):
                    killed = min(3, a, 2, d) - lost
                    chance[a - lost, d - killed] += reached * odds
    return dict(chance)


def duel_odds(attackers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """The same for fair duels, which end when one attacker or no defender is left: every duel is a fair coin."""
    odds: dict[tuple[int, int], Fraction] = {}
    if defenders == 0:
        return {(attackers, 0): Fraction(1)}
    for left in range(2, attackers + 1):  # the last duel kills a defender, the attackers lost fall in any before it
        lost = attackers - left
        odds[left, 0] = Fraction(comb(defenders - 1 + lost, lost), 2 ** (defenders + lost))
    for left in range(1, defenders + 1):  # the last duel kills an attacker
        killed = defenders - left
        odds[1, left] = Fraction(comb(attackers - 2 + killed, killed), 2 ** (attackers - 1 + killed))
    return odds


def blitz_outcome(committed: int, attackers_left: int, defenders_left: int) -> int:
    """The number of an end: wins by survivors from 1 on, then losses by the defenders left from 1 on."""
    return attackers_left - 1 if defenders_left == 0 else committed + defenders_left - 1
