"""A plan while a person makes it: what is illegal, what is left to deploy and to move, and the odds of its attacks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from hegemon._json import JSON, JSONObject
from hegemon.errors import GameError
from hegemon.game import Game, Move, Plan, SimultaneousView
from hegemon.terminal.chances import Chances, attack_chances
from hegemon.terminal.phases import picks_wanted, undeployed
from hegemon.terminal.words import Names, with_names
from hegemon.web.shares import share

LONGEST = 20_000
"""Characters of a plan's text."""


def read_plan(view: SimultaneousView, text: str) -> Plan:
    """The plan of a text; a HegemonError says what is wrong with it."""
    if len(text) > LONGEST:
        raise GameError(f"a plan of more than {LONGEST:,} characters")
    return view.read(text or "-")


def plan_news(view: SimultaneousView, plan: Plan) -> JSONObject:
    """What the page shows beside a plan."""
    reasons: dict[int, str] = {}
    names = Names([""] * view.game.seats, view.seat)
    for found in view.illegal_reasons(plan):
        reasons.setdefault(found.index, with_names(found.reason, view.game.map, names))
    if view.phase == "pick":
        wanted = picks_wanted(view)
        return {
            "plan": str(plan),
            "left": wanted - len(plan),
            "ok": not reasons,
            "orders": [],
            "free": {},
            "problem": "",
        }
    orders: list[JSON] = [
        {"text": str(order), "problem": reasons.get(number, "")} | _odds(view, plan, number)
        for number, order in enumerate(plan)
    ]
    free = _free(view, plan)
    whole = "; ".join(reason for number, reason in reasons.items() if number >= len(plan))
    left = undeployed(view, plan)
    return {"plan": str(plan), "left": left, "ok": not reasons, "orders": orders, "free": free, "problem": whole}


def _free(view: SimultaneousView, plan: Plan) -> JSONObject:
    """Armies on each own territory that no order sends away."""
    deployed: Counter[int] = Counter()
    sent: Counter[int] = Counter()
    for order in plan.deploys:
        deployed[order.territory] += order.armies
    for move in plan.moves:
        sent[move.source] += move.armies
    guard = view.game.rules.stands_guard
    own = [t for t, owner in enumerate(view.owners.tolist()) if owner == view.seat]
    return {str(t): int(view.armies[t]) + deployed[t] - sent[t] - guard for t in own}


def _odds(view: SimultaneousView, plan: Plan, number: int) -> JSONObject:
    order = list(plan)[number]
    if not isinstance(order, Move) or order.armies < 1 or order.target >= len(view.owners):
        return {}
    if view.owners[order.target] == view.seat or view.armies[order.target] < 0:
        return {}
    attackers = min(order.armies, _there(view, plan, order.source, number))
    try:
        found = _chances(view, order, attackers) if attackers > 0 else None
    except GameError:
        return {}
    return {"win": share(found.win), "rest": round(found.left, 1), "defenders": found.defenders} if found else {}


def _there(view: SimultaneousView, plan: Plan, source: int, number: int) -> int:
    """Armies that the order with this number can send at most, if all goes well for those before it."""
    there = int(view.armies[source]) - view.game.rules.stands_guard
    there += sum(order.armies for order in plan.deploys if order.territory == source)
    for order in list(plan)[:number]:
        if isinstance(order, Move):
            there -= order.armies if order.source == source else 0
            there += order.armies if order.target == source and view.game.rules.moving_twice == "free" else 0
    return there


def _chances(view: SimultaneousView, order: Move, attackers: int) -> Chances:
    """The chances depend on the numbers alone: they are kept for the next time."""
    neutral = bool(view.owners[order.target] < 0)
    key = _Question(view, order)
    return _known(view.game, int(view.armies[order.target]), attackers, neutral, key)


class _Question:
    """How to find the chances; equal to all others, so that only the numbers count."""

    def __init__(self, view: SimultaneousView, order: Move) -> None:
        self.view, self.order = view, order

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=4096)
def _known(game: Game, defenders: int, attackers: int, neutral: bool, ask: _Question) -> Chances:
    return attack_chances(ask.view, ask.order.source, ask.order.target, attackers)
