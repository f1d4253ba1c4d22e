"""Exact odds of battles with dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hegemon import _core
from hegemon.errors import GameError


@dataclass(frozen=True)
class Odds:
    """Odds of an attack to the end: up to 3 dice against up to 2, ties to the defender."""

    attackers: int
    defenders: int
    left: tuple[float, ...]
    """Probability of a win with 1, 2, .. attackers left."""
    held: tuple[float, ...]
    """Probability of a loss with 1, 2, .. defenders left."""

    @property
    def win(self) -> float:
        """Probability that the attackers capture the territory."""
        return sum(self.left)

    @property
    def mean_attackers(self) -> float:
        """Mean number of attackers left; a loss counts as 0."""
        return sum(count * p for count, p in enumerate(self.left, 1))

    @property
    def mean_defenders(self) -> float:
        """Mean number of defenders left; a win of the attackers counts as 0."""
        return sum(count * p for count, p in enumerate(self.held, 1))


def battle_odds(attackers: int, defenders: int, *, fair_duel: bool = False) -> Odds:
    """The exact odds of an attack (the army that stays behind does not count as an attacker).

    With `fair_duel` each exchange is a fair coin and the last attacker does not fight.
    """
    for side in (attackers, defenders):
        if isinstance(side, bool) or not isinstance(side, int | np.integer):
            raise GameError(f"odds of {attackers!r:.20} against {defenders!r:.20}: armies are whole numbers")
    attackers, defenders = int(attackers), int(defenders)
    try:
        odds = _core.battle_odds(attackers, defenders, fair_duel)
    except (ValueError, TypeError) as error:
        raise GameError(f"odds of {attackers!r:.20} against {defenders!r:.20}: {error}") from None
    return Odds(attackers, defenders, tuple(odds[:attackers]), tuple(odds[attackers:]))


def throw_odds(attacker_dice: int, defender_dice: int) -> tuple[float, float, float]:
    """The probability that one roll costs the attacker 0, 1 or 2 armies (the defender loses the rest)."""
    try:
        counts = _core.throw_counts(attacker_dice, defender_dice)
    except (ValueError, TypeError) as error:
        raise GameError(f"{error}") from None
    total = 6 ** (attacker_dice + defender_dice)
    return counts[0] / total, counts[1] / total, counts[2] / total
