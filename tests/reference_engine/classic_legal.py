"""Which actions the mover has, in the order the core lists them."""

from __future__ import annotations

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic_basics import NOBODY, Action, RefState, amounts, has_foreign_neighbour, own
from .classic_cards import bonus_choices, held, sets


def legal(board: Map, rules: ClassicRules, state: RefState) -> list[Action]:
    """Everything the mover may do; an amount that is listed twice is an action that is listed twice."""
    if state.pending is not None:
        raise ValueError(f"chance comes first: {state.pending}")
    if state.phase == "pick":
        return [("pick", t) for t, owner in enumerate(state.owners) if owner == NOBODY]
    if state.phase == "setup":
        left = state.pool[state.mover]
        return [("place", t, min(4, left) if rules.setup_place == "four" else 1) for t in own(state)]
    if state.phase == "trade":
        return _trades(board, rules, state)
    if state.phase == "place":
        where = [t for t in own(state) if rules.place_where == "own" or has_foreign_neighbour(board, state, t)]
        numbers = amounts(rules.place_amounts, state.to_place, rules.duplicates)
        return [("place", t, n) for t in where for n in numbers]
    if state.phase == "attack":
        return [*_attacks(board, rules, state), ("pass",)]
    if state.phase == "occupy":
        most = state.armies[state.occupy_target]
        return [("occupy", n) for n in range(state.occupy_least, most + 1)]
    if state.phase == "fortify":
        return [*_fortifications(board, rules, state), ("pass",)]
    return []


def _trades(board: Map, rules: ClassicRules, state: RefState) -> list[Action]:
    actions: list[Action] = []
    for cards in sets(board, rules, state, state.mover):
        for choice in bonus_choices(board, rules, state, cards):
            actions.append(("trade", *cards, choice))
    if len(held(board, rules, state, state.mover)) < rules.trade_at:
        actions.append(("pass",))
    return actions


def _attacks(board: Map, rules: ClassicRules, state: RefState) -> list[Action]:
    actions: list[Action] = []
    for source in own(state):
        armies = state.armies[source]
        if armies < 2:
            continue
        least, most = (1, armies - 1) if rules.battle == "dice" else (2, armies)
        committed = [most] if rules.attack_armies == "all" else list(range(least, most + 1))
        most_dice = min(3, armies - 1)
        dice = [most_dice] if rules.attack_dice == "most" else list(range(1, most_dice + 1))
        for target in board.neighbours[source]:
            if state.owners[target] in (NOBODY, state.mover):
                continue
            if rules.attack_mode in ("blitz", "either"):
                actions += [("attack", source, target, n, 0) for n in committed]
            if rules.attack_mode in ("roll", "either"):
                actions += [("attack", source, target, 0, d) for d in dice]
    return actions


def _fortifications(board: Map, rules: ClassicRules, state: RefState) -> list[Action]:
    actions: list[Action] = []
    for source in own(state):
        most = state.armies[source] - 1
        if rules.fortify_fresh:
            most = min(most, state.movable[source])
        if most < 1:
            continue
        numbers = amounts(rules.fortify_amounts, most, rules.duplicates)
        for target in _reachable(board, rules, state, source):
            if rules.fortify_where == "own" or has_foreign_neighbour(board, state, target):
                actions += [("fortify", source, target, n) for n in numbers]
    return actions


def _reachable(board: Map, rules: ClassicRules, state: RefState, source: int) -> list[int]:
    """Other own territories that armies from the source may go to, ascending."""
    reached, frontier = {source}, [source]
    while frontier:
        here = frontier.pop()
        for t in board.neighbours[here]:
            if state.owners[t] == state.mover and t not in reached:
                reached.add(t)
                if rules.fortify == "connected":
                    frontier.append(t)
    return sorted(reached - {source})
