"""How a game of the reference engine begins."""

from __future__ import annotations

import random

from hegemon.rules import SimultaneousRules

from .basics import NEUTRAL, Map, RefState


def start(board: Map, rules: SimultaneousRules, rng: random.Random) -> RefState:
    """A fresh position. Under interleave=cycle seat 0 begins the first turn."""
    count = len(board.territories)
    state = RefState(
        owners=[NEUTRAL] * count,
        armies=[rules.neutral_armies] * count,
        round=0,
        phase="play",
        first=0,
        offered=[False] * count,
        picked=[-1] * count,
        picks_each=0,
    )
    if rules.start == "scatter":
        _scatter(rules, state, rng)
    else:
        _offer(board, rules, state, rng)
    return state


def _scatter(rules: SimultaneousRules, state: RefState, rng: random.Random) -> None:
    count = len(state.owners)
    state.armies = [rng.randint(rules.scatter_armies_low, rules.scatter_armies_high) for _ in range(count)]
    drawn = rng.sample(range(count), 2 * rules.territories_each)
    for place, territory in enumerate(drawn):
        state.owners[territory] = 0 if place < rules.territories_each else 1


def _offer(board: Map, rules: SimultaneousRules, state: RefState, rng: random.Random) -> None:
    wastelands = _draw_wastelands(board, rules, rng)
    for t in wastelands:
        state.armies[t] = rules.wasteland_armies
    for group in board.groups:  # overlapping groups never offer the same territory twice
        normal = [t for t in group.members if t not in wastelands and not state.offered[t]]
        for t in rng.sample(normal, min(rules.offers_per_group, len(normal))):
            state.offered[t] = True
    offers = sum(state.offered)
    if rules.territories_each > 0:
        state.picks_each = min(rules.territories_each, offers // 2)
    else:
        shrunk = offers - offers % 2
        for _ in range(max(0, (shrunk - 6) // 2)):
            if rng.randrange(100) < rules.picks_shrink_percent:
                shrunk -= 2
        state.picks_each = shrunk // 2
    if state.picks_each == 0:
        raise ValueError(f"only {offers} territories are offered: too few for two seats")
    state.phase = "pick"


def _draw_wastelands(board: Map, rules: SimultaneousRules, rng: random.Random) -> set[int]:
    """A draw is repeated only if it hits a wasteland in a group with fewer than two normal territories left."""
    wastelands: set[int] = set()
    if rules.wastelands == "none":
        return wastelands

    def crowded(t: int) -> bool:
        mine = [group for group in board.groups if t in group.members]
        return any(sum(m not in wastelands for m in group.members) < 2 for group in mine)

    everything = range(len(board.territories))
    for _ in range(len(board.groups) // 2):
        if all(t in wastelands and crowded(t) for t in everything):
            break  # no draw could ever be accepted; only tiny maps with many groups get here
        drawn = rng.choice(everything)
        while drawn in wastelands and crowded(drawn):
            drawn = rng.choice(everything)
        wastelands.add(drawn)
    return wastelands
