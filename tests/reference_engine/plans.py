"""Plans for the reference engine: the published random generator and the gene vector of the genetic algorithm."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

from hegemon.rules import SimultaneousRules

from .basics import Map, Order, Plan, RefState, free_offers, income, neighbours, seat_to_pick


def random_plan(board: Map, rules: SimultaneousRules, state: RefState, seat: int, rng: random.Random) -> Plan:
    """A plan of the published random player, who sees the whole board whatever the fog."""
    if state.phase == "pick":
        if rules.picking == "ranked":
            return [("pick", t) for t in rng.sample(free_offers(state), 2 * state.picks_each)]
        return [("pick", rng.choice(free_offers(state)))] if seat == seat_to_pick(state) else []

    own = [t for t in range(len(state.owners)) if state.owners[t] == seat]
    foreign = {t: [u for u in neighbours(board, t) if state.owners[u] != seat] for t in own}
    armies = list(state.armies)

    # 1. Each army of the income goes to a border territory of its own choice.
    border = [t for t in own if foreign[t]]
    placed = [0] * len(armies)
    for _ in range(income(board, rules, state, seat) if border else 0):
        placed[rng.choice(border)] += 1
    deploys: Plan = [("deploy", t, placed[t]) for t in border if placed[t] > 0]
    for t in border:
        armies[t] += placed[t]

    # 2. Border territories attack some of their neighbours, the others march towards the border.
    distance = _steps_to_foreign(board, state, seat)
    moves: Plan = []
    for source in own:
        left = armies[source] - rules.stands_guard
        if left <= 0:
            continue
        if foreign[source]:
            targets = rng.sample(foreign[source], len(foreign[source]))
            for target in targets[: rng.randint(1, len(targets))]:
                need = _armies_needed(rules, armies[target])
                if need is not None and left >= need:
                    use = rng.randint(need, left)
                    left -= use
                    moves.append(("move", source, target, use))
        else:
            nearer = [u for u in neighbours(board, source) if distance.get(u) == distance.get(source, 0) - 1]
            if nearer:
                moves.append(("move", source, rng.choice(nearer), left))

    # 3. The moves are given in random order.
    rng.shuffle(moves)
    return deploys + moves


def _armies_needed(rules: SimultaneousRules, defenders: int) -> int | None:
    """The published estimate: one too many for 4, 7, 10, ... defenders at 60 percent."""
    if defenders == 0:
        return 1
    if rules.offense_kill_percent == 0:
        return None
    return max(1, floor(Fraction(100 * defenders, rules.offense_kill_percent) + Fraction(1, 2)))


def _steps_to_foreign(board: Map, state: RefState, seat: int) -> dict[int, int]:
    """Distance of every territory to the nearest one the seat does not own; empty if it owns all."""
    reached = [t for t in range(len(state.owners)) if state.owners[t] != seat]
    distance = dict.fromkeys(reached, 0)
    for t in reached:  # grows while it is walked: breadth first
        for u in neighbours(board, t):
            if u not in distance:
                distance[u] = distance[t] + 1
                reached.append(u)
    return distance


def encode(board: Map, plan: Plan) -> list[int]:
    """Genes: armies deployed on each territory, then sent over each link forwards, then over each link backwards."""
    count, links = len(board.territories), [tuple(link) for link in board.links]
    genes = [0] * (count + 2 * len(links))
    for order in plan:
        if order[0] == "deploy":
            genes[order[1]] += order[2]
        elif order[0] == "move":
            _, source, target, armies = order
            if (source, target) in links:
                genes[count + links.index((source, target))] += armies
            else:
                genes[count + len(links) + links.index((target, source))] += armies
    return genes


def decode(board: Map, genes: list[int]) -> Plan:
    """The plan in the order of the genes, except that both directions of a link follow each other."""
    count, links = len(board.territories), len(board.links)
    deploys: list[Order] = [("deploy", t, genes[t]) for t in range(count) if genes[t] > 0]
    moves: list[Order] = []
    for j, (a, b) in enumerate(board.links):
        if genes[count + j] > 0:
            moves.append(("move", a, b, genes[count + j]))
        if genes[count + links + j] > 0:
            moves.append(("move", b, a, genes[count + links + j]))
    return deploys + moves
