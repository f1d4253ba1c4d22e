"""Picks for agents that do not search them."""

from __future__ import annotations

from hegemon.game import Pick, SimultaneousView
from hegemon.rules import SimultaneousRules


def best_picks(view: SimultaneousView) -> list[Pick]:
    """Picks in groups with a good bonus for their cost, best first."""
    map, armies = view.game.map, view.armies

    def worth(territory: int) -> float:
        values = []
        for group in (map.groups[g] for g in map.groups_of[territory]):
            cost = sum(attackers_needed(view.game.rules, int(armies[m])) for m in group.members if m != territory)
            values.append(group.value / (cost + 3.0))
        return max(values, default=0.0) + 0.001 * len(map.neighbours[territory])

    ranked = sorted(view.offered, key=lambda t: (-worth(t), t))
    wanted = 2 * view.picks_each if view.game.rules.picking == "ranked" else 1
    return [Pick(t) for t in ranked[:wanted]]


def attackers_needed(rules: SimultaneousRules, defenders: int) -> int:
    """Armies needed to capture a territory: exact without luck, with a margin that grows with luck."""
    if rules.offense_kill_percent == 0:
        return 10**6
    half = 50 if rules.halves == "survivors" else 51
    to_kill = (100 * defenders - half) // rules.offense_kill_percent + 1
    to_survive = (rules.defense_kill_percent * defenders + 50) // 100 + 1
    return max(to_kill, to_survive, 1) + (defenders * rules.luck_percent + 99) // 200
