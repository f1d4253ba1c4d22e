"""Which family of games is played if no rules are named: one that all agents play, with so many seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hegemon.errors import GameError
from hegemon.match.foreign import describe
from hegemon.rules import DEFAULT_RULES


def rules_for(rules: str | None, agents: Sequence[str], seats: int) -> str:
    """The rules that are named, or those that all agents play."""
    return rules or DEFAULT_RULES[family_for(agents, seats)]


def family_for(agents: Sequence[str], seats: int) -> Literal["simultaneous", "classic"]:
    """The simultaneous game if that is possible, else the classic game; a GameError if an agent plays neither."""
    plays = {spec: describe(spec).families for spec in agents}
    simultaneous = all("simultaneous" in families for families in plays.values())
    if seats == 2 and simultaneous:
        return "simultaneous"
    cannot = next((spec for spec, families in plays.items() if families and "classic" not in families), None)
    if cannot is not None and seats > 2:
        raise GameError(
            f"{seats} seats mean the classic game, which {cannot} does not play; take two seats, or agents of the "
            "classic game such as mcts and heuristic (hegemon agents)"
        )
    if cannot is not None:
        other = next(spec for spec, families in plays.items() if "simultaneous" not in families)
        raise GameError(
            f"{cannot} plays only the simultaneous game, and {other} only the classic game: they cannot meet; random "
            "and heuristic play both"
        )
    return "classic"
