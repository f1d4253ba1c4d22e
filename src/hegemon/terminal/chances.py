"""The odds of an attack, before it is ordered."""

from __future__ import annotations

from hegemon._core import Random
from hegemon.errors import GameError
from hegemon.game import ClassicView, Move, Plan, SimultaneousView, View, battle_odds
from hegemon.terminal.words import count

_SAMPLES = 1000


def chances(view: View, plan: Plan, source: int, target: int) -> str:
    """What an attack with all armies would bring, as far as the viewer can see."""
    names = view.game.map.territories
    if target not in view.game.map.neighbours[source]:
        raise GameError(f"{names[source]} and {names[target]} are not neighbours")
    if view.armies[target] < 0 or view.armies[source] < 0:
        hidden = source if view.armies[source] < 0 else target
        raise GameError(f"you cannot see the armies on {names[hidden]}")
    if view.owners[source] == view.owners[target]:
        raise GameError(f"{names[source]} and {names[target]} belong to the same seat: nothing to attack")
    if isinstance(view, ClassicView):
        return _dice(view, source, target)
    assert isinstance(view, SimultaneousView)
    return _orders(view, plan, source, target)


def _dice(view: ClassicView, source: int, target: int) -> str:
    duel = view.game.rules.battle == "fair-duel"
    attackers, defenders = int(view.armies[source]) - (not duel), int(view.armies[target])
    if attackers < 1:
        raise GameError(f"{view.game.map.territories[source]} has only one army, and one must stay")
    odds = battle_odds(attackers, defenders, fair_duel=duel)
    left = f"; a win leaves {odds.mean_attackers / odds.win:.1f} attackers on average" if odds.win > 0 else ""
    return f"{_sides(view, source, target, attackers, defenders)}: {100 * odds.win:.1f} % to conquer{left}."


def _orders(view: SimultaneousView, plan: Plan, source: int, target: int) -> str:
    """The engine itself resolves the attack alone, many times if there is luck."""
    deployed = sum(order.armies for order in plan.deploys if order.territory == source)
    sent = sum(order.armies for order in plan.moves if order.source == source and order.target != target)
    attackers = int(view.armies[source]) + deployed - sent - view.game.rules.stands_guard
    defenders = int(view.armies[target])
    if attackers < 1:
        raise GameError(f"no army on {view.game.map.territories[source]} is free to attack")
    captured, left = _resolved(view, source, target, attackers)
    wins = 100 * captured / _SAMPLES
    outcome = f"conquered with {count(round(left / captured), 'army')} left" if captured else "the attack fails"
    if 0 < captured < _SAMPLES:
        outcome = f"about {wins:.0f} % to conquer; a win leaves {left / captured:.1f} armies on average"
    counted = _counted(deployed, sent)
    return f"{_sides(view, source, target, attackers, defenders)}{counted}, if nobody deploys there: {outcome}."


def _counted(deployed: int, sent: int) -> str:
    """Which of the orders so far are counted."""
    parts = [f"with the {deployed} that you deploy"] * (deployed > 0)
    parts += [f"without the {sent} that you send elsewhere"] * (sent > 0)
    return f" ({' and '.join(parts)})" if parts else ""


def _resolved(view: SimultaneousView, source: int, target: int, attackers: int) -> tuple[int, int]:
    """How often of _SAMPLES times the attack conquers, and the armies that are then left, in all."""
    game, guess = view.game, view.determinize()
    owners, armies = guess.owners.tolist(), guess.armies.tolist()
    armies[source] = attackers + game.rules.stands_guard
    owner = owners[source] = int(view.owners[source]) if view.owners[source] >= 0 else view.seat
    owners[target] = int(view.owners[target])
    if 1 - owner not in owners:  # an enemy out of sight keeps the game going
        spare = next((t for t in range(len(owners)) if t not in (source, target)), target)
        owners[spare] = 1 - owner
    state = game.position(owners, armies, turns=guess.turns)
    plans = [Plan(), Plan()]
    plans[owner] = Plan([Move(source, target, attackers)])
    captured = left = 0
    random = Random(0)
    for _ in range(_SAMPLES):
        attack = next(event for event in state.resolve(plans, random).events if event.kind == "attack")
        captured += attack.captured
        left += (attack.armies - attack.losses) * attack.captured
        if not game.rules.luck_percent and game.rules.rounding == "straight":
            return captured * _SAMPLES, left * _SAMPLES
    return captured, left


def _sides(view: View, source: int, target: int, attackers: int, defenders: int) -> str:
    names = view.game.map.territories
    return f"{attackers} from {names[source]} against {defenders} on {names[target]}"
