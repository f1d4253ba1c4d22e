"""The simultaneous-orders family, written slowly and obviously: the oracle the fast core is compared with.

Nothing here is shared with the core and nothing is cached. Chance comes from a Tape, so that a turn can be replayed
entry by entry:
  play turn   fewer-deploys: one coin at the beginning, always; coin-per-pair: one coin for each pair of moves that
              begins while both queues hold orders; cycle: none.
  attack      with luck: hits by the attackers, then hits by the defenders; then, with weighted-random rounding, one
              entry for each of the defenders' kills and the attackers' losses that has a fraction.
  picks       ranked, coin: the seat granted a territory both want; ranked, snake: the seat that picks first.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from math import floor

from hegemon.rules import SimultaneousRules

from .basics import (
    Deploy,
    Log,
    Map,
    Move,
    Order,
    Plan,
    RefState,
    Tape,
    abba,
    check_plan,
    income,
    neighbours,
    seat_to_pick,
    visible,
    winner,
)
from .plans import decode, encode, random_plan
from .start import start

__all__ = [
    "Map",
    "Order",
    "Plan",
    "RefState",
    "Tape",
    "check_plan",
    "combat",
    "decode",
    "encode",
    "income",
    "neighbours",
    "random_plan",
    "resolve_turn",
    "seat_to_pick",
    "start",
    "visible",
    "winner",
]


# --- Combat -------------------------------------------------------------------------------------------------------


def _killed(rules: SimultaneousRules, percent: int, shooters: int, hits: int, targets: int, tape: Tape) -> int:
    """How many of the targets fall to the shooters; may exceed the targets."""
    luck = rules.luck_percent
    exact = Fraction(percent * shooters * (100 - luck), 10_000) + Fraction(luck * hits, 100)
    if rules.rounding == "weighted-random":
        part = exact - floor(exact)
        return floor(exact) + (tape.fraction(part.numerator, part.denominator) if part else 0)
    if rules.halves == "survivors":
        return targets - floor(targets - exact + Fraction(1, 2))
    if rules.halves == "kills":
        return floor(exact + Fraction(1, 2))
    weight = luck / 100.0
    return floor(((shooters * (percent / 100.0)) * (1 - weight)) + (hits * weight) + 0.5)


def combat(rules: SimultaneousRules, sent: int, defenders: int, tape: Tape) -> tuple[int, int, bool]:
    """(defenders killed, attackers lost, whether the territory is taken) when `sent` armies attack `defenders`."""
    attack_hits = defense_hits = 0
    if rules.luck_percent > 0:
        attack_hits = tape.binomial(sent, rules.offense_kill_percent)
        defense_hits = tape.binomial(defenders, rules.defense_kill_percent)
    kills = _killed(rules, rules.offense_kill_percent, sent, attack_hits, defenders, tape)
    losses = _killed(rules, rules.defense_kill_percent, defenders, defense_hits, sent, tape)
    kills, losses = min(kills, defenders), min(losses, sent)
    if kills == defenders and losses < sent:
        return kills, losses, True
    if kills == defenders and rules.annihilation == "one-stays":
        kills = defenders - 1
    return kills, losses, False


# --- One turn -----------------------------------------------------------------------------------------------------


class _Turn:
    """The board while the orders of one turn run."""

    def __init__(self, board: Map, rules: SimultaneousRules, state: RefState, log: Log) -> None:
        self.rules, self.log = rules, log
        self.owners, self.armies = list(state.owners), list(state.armies)
        self.fresh = list(state.armies)  # armies that stood here after deployment and were not sent yet
        self.used_links: set[tuple[int, int]] = set()
        self.income_left = [income(board, rules, state, seat) for seat in (0, 1)]

    def slot(self, seat: int, queue: list[Deploy | Move], tape: Tape) -> None:
        """The seat's next order; if idle orders are free, its next order that does something."""
        while queue:
            order = queue.pop(0)
            did_something = self.deploy(seat, order) if order[0] == "deploy" else self.move(seat, order, tape)
            if did_something or self.rules.idle_orders == "use-slot":
                return

    def deploy(self, seat: int, order: Deploy) -> bool:
        _, target, armies = order
        if self.rules.excess_deploy == "clip":
            armies = min(armies, self.income_left[seat])
            self.income_left[seat] -= armies
        self.armies[target] += armies
        self.fresh[target] += armies
        self.log.append({"seat": seat, "order": order, "did": "deploy", "armies": armies})
        return True

    def move(self, seat: int, order: Move, tape: Tape) -> bool:
        _, source, target, wanted = order
        usable = self.armies[source]
        if self.rules.moving_twice == "never":
            usable = min(usable, self.fresh[source])
        why = None
        if self.owners[source] != seat:
            why = "source not owned"
        elif not self.rules.same_link_twice and (source, target) in self.used_links:
            why = "link already used"
        elif usable <= self.rules.stands_guard:
            why = "no armies to send"
        if why is not None:
            self.log.append({"seat": seat, "order": order, "did": "idle", "why": why})
            return False
        sent = min(wanted, usable - self.rules.stands_guard)
        self.used_links.add((source, target))
        self.fresh[source] -= sent
        entry: dict[str, object] = {"seat": seat, "order": order, "did": "transfer", "armies": sent}
        if self.owners[target] == seat:
            self.armies[source] -= sent
            self.armies[target] += sent
        else:
            kills, losses, captured = combat(self.rules, sent, self.armies[target], tape)
            entry |= {"did": "attack", "kills": kills, "losses": losses, "captured": captured}
            if captured:
                self.armies[source] -= sent
                self.armies[target] = sent - losses
                self.owners[target] = seat
                if self.rules.captured_frozen:
                    self.fresh[target] = self.rules.stands_guard
            else:
                self.armies[source] -= losses
                self.armies[target] -= kills
                if self.rules.losses_frozen:
                    self.fresh[target] -= kills
        self.log.append(entry)
        return True


def resolve_turn(
    board: Map, rules: SimultaneousRules, state: RefState, plans: Sequence[Plan], tape: Tape
) -> tuple[RefState, Log]:
    """The state after both plans, and what every order did. Plans are checked only where illegal orders are dropped."""
    if state.phase == "over":
        raise ValueError("the game is over")
    if state.phase == "pick":
        return _resolve_picks(board, rules, state, plans, tape)
    log: Log = []
    queues: list[list[Deploy | Move]] = [[], []]
    for seat in (0, 1):
        bad = dict(check_plan(board, rules, state, seat, plans[seat])) if rules.illegal_orders == "drop" else {}
        for index, order in enumerate(plans[seat]):
            if index in bad or order[0] == "pick":
                log.append({"seat": seat, "order": order, "did": "idle", "why": bad.get(index, "wrong phase")})
            else:
                queues[seat].append(order)
        queues[seat].sort(key=_priority)  # stable: deploys first, otherwise the seat's own order

    turn = _Turn(board, rules, state, log)
    if rules.interleave == "fewer-deploys":
        _published_merge(turn, queues, tape)
    else:
        for seat in (0, 1):
            while queues[seat] and queues[seat][0][0] == "deploy":
                turn.slot(seat, queues[seat], tape)
        begins = state.first
        while queues[0] and queues[1]:
            if rules.interleave == "coin-per-pair":
                begins = tape.coin()
            turn.slot(begins, queues[begins], tape)
            turn.slot(1 - begins, queues[1 - begins], tape)
    for seat in (0, 1):  # at most one of them has anything left
        while queues[seat]:
            turn.slot(seat, queues[seat], tape)

    after = deepcopy(state)
    after.owners, after.armies, after.round = turn.owners, turn.armies, state.round + 1
    if rules.interleave == "cycle":
        after.first = 1 - state.first
    cap = rules.round_cap
    if rules.round_cap_percent > 0:
        cap = max(cap, rules.round_cap_percent * len(board.territories) // 100)
    if 0 not in after.owners or 1 not in after.owners or (cap > 0 and after.round >= cap):
        after.phase = "over"
    return after, log


def _priority(order: Deploy | Move) -> int:
    return 25 if order[0] == "deploy" else 50


def _published_merge(turn: _Turn, queues: list[list[Deploy | Move]], tape: Tape) -> None:
    """The merge of the published program, step by step, until one queue is empty."""
    turn_of = tape.coin()
    while queues[0] and queues[1]:
        x, y = _priority(queues[0][0]), _priority(queues[1][0])
        if turn_of == 0 and x <= y:
            seat, turn_of = 0, 1
        elif turn_of == 1 and y <= x:
            seat, turn_of = 1, 0
        else:
            seat = 0 if x < y else 1
        turn.slot(seat, queues[seat], tape)


# --- Picks --------------------------------------------------------------------------------------------------------


def _resolve_picks(
    board: Map, rules: SimultaneousRules, state: RefState, plans: Sequence[Plan], tape: Tape
) -> tuple[RefState, Log]:
    """Snake: one pick of the seat whose turn it is. Ranked: all picks of both seats. A picked territory is owned at
    once. Illegal picks are refused whatever illegal_orders says: there is nothing sensible left after dropping one."""
    for seat in (0, 1):
        complaints = check_plan(board, rules, state, seat, plans[seat])
        if complaints:
            raise ValueError(f"seat {seat} may not pick so: {complaints}")
    after = deepcopy(state)
    log: Log = []

    def grant(seat: int, territory: int) -> None:
        after.picked[territory] = after.owners[territory] = seat
        after.armies[territory] = rules.start_armies
        log.append({"seat": seat, "order": ("pick", territory), "did": "pick", "armies": rules.start_armies})

    def best_free(seat: int, also_taken: int = -1) -> int:
        return next(o[1] for o in plans[seat] if after.picked[o[1]] == -1 and o[1] != also_taken)

    if rules.picking == "snake":
        grant(seat_to_pick(state), best_free(seat_to_pick(state)))
    elif rules.ranked_conflict == "snake":
        a = tape.coin()
        for made in range(2 * state.picks_each):
            seat = a if abba(made) == 0 else 1 - a
            grant(seat, best_free(seat))
    else:
        for _ in range(state.picks_each):
            wanted = [best_free(0), best_free(1)]
            if wanted[0] == wanted[1]:
                other = 1 - tape.coin()
                wanted[other] = best_free(other, also_taken=wanted[other])
            grant(0, wanted[0])
            grant(1, wanted[1])
    if sum(seat != -1 for seat in after.picked) == 2 * state.picks_each:
        after.phase = "play"
    return after, log
