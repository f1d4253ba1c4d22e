"""Faces for the dice of a roll. A record keeps what a roll cost each side, not its faces.

The faces are drawn from all throws with these losses: fair dice are thrown until the losses are right, so faces and
losses together have exactly the distribution of real dice. The same roll of the same game always shows the same faces.
"""

from __future__ import annotations

from random import Random

SIDES = 6
MOST_DEFENCE = 2


def attacker_losses(attack: list[int], defence: list[int]) -> int:
    """Armies that the attacker loses: the highest dice are compared in pairs, and the defender wins ties."""
    pairs = zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    return sum(own <= other for own, other in pairs)


def faces(dice: int, defenders: int, lost: int, key: str) -> tuple[list[int], list[int]]:
    """The dice of both sides, the highest first, of a roll in which the attacker lost `lost` armies.

    The key names the roll; it must not depend on the outcome.
    """
    against = min(defenders, MOST_DEFENCE)
    if not 1 <= dice <= 3 or against < 1 or not 0 <= lost <= min(dice, against):
        raise ValueError(f"no roll of {dice} dice against {defenders} armies costs the attacker {lost}")
    random = Random(key)
    while True:
        attack, defence = _throw(random, dice), _throw(random, against)
        if attacker_losses(attack, defence) == lost:
            return attack, defence


def _throw(random: Random, dice: int) -> list[int]:
    return sorted((random.randint(1, SIDES) for _ in range(dice)), reverse=True)
