"""The odds of an attack, before it is ordered."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon._core import Random
from hegemon.errors import GameError
from hegemon.game import ClassicView, Move, Plan, SimultaneousView, View, battle_odds
from hegemon.terminal.words import count

_SAMPLES = 1000


@dataclass(frozen=True)
class Chances:
    """What an attack would bring, if nobody deploys there."""

    attackers: int
    defenders: int
    win: float
    """The probability that it conquers."""
    left: float
    """The attackers that are left on average if it does."""
    exact: bool
    """Whether the probability is exact, not that of a sample."""


def chances(view: View, plan: Plan, source: int, target: int) -> str:
    """What an attack with all armies would bring, as far as the viewer can see."""
    _require_attack(view, source, target)
    if isinstance(view, ClassicView):
        return _dice(view, source, target)
    assert isinstance(view, SimultaneousView)
    return _orders(view, plan, source, target)


def attack_chances(view: View, source: int, target: int, attackers: int) -> Chances:
    """What an attack with so many armies would bring, as far as the viewer can see."""
    _require_attack(view, source, target)
    if not 1 <= attackers <= 100_000:
        raise GameError(f"an attack has at least one army, not {attackers}")
    defenders = int(view.armies[target])
    if isinstance(view, ClassicView):
        odds = battle_odds(min(attackers, 2000), min(defenders, 2000), fair_duel=view.game.rules.battle == "fair-duel")
        return Chances(attackers, defenders, odds.win, odds.mean_attackers / odds.win if odds.win else 0.0, True)
    assert isinstance(view, SimultaneousView)
    captured, left = _resolved(view, source, target, attackers)
    exact = captured in (0, _SAMPLES)
    return Chances(attackers, defenders, captured / _SAMPLES, left / captured if captured else 0.0, exact)


def _require_attack(view: View, source: int, target: int) -> None:
    names = view.game.map.territories
    if target not in view.game.map.neighbours[source]:
        raise GameError(f"{names[source]} and {names[target]} are not neighbours")
    if view.armies[target] < 0 or view.armies[source] < 0:
        hidden = source if view.armies[source] < 0 else target
        raise GameError(f"you cannot see the armies on {names[hidden]}")
    if view.owners[source] == view.owners[target]:
        raise GameError(f"{names[source]} and {names[target]} belong to the same seat: nothing to attack")


def _dice(view: ClassicView, source: int, target: int) -> str:
    attackers = int(view.armies[source]) - (view.game.rules.battle != "fair-duel")
    if attackers < 1:
        raise GameError(f"{view.game.map.territories[source]} has only one army, and one must stay")
    odds = attack_chances(view, source, target, attackers)
    left = f"; a win leaves {odds.left:.1f} attackers on average" if odds.win > 0 else ""
    return f"{_sides(view, source, target, attackers, odds.defenders)}: {100 * odds.win:.1f} % to conquer{left}."


def _orders(view: SimultaneousView, plan: Plan, source: int, target: int) -> str:
    """The engine itself resolves the attack alone, many times if there is luck."""
    deployed = sum(order.armies for order in plan.deploys if order.territory == source)
    sent = sum(order.armies for order in plan.moves if order.source == source and order.target != target)
    attackers = int(view.armies[source]) + deployed - sent - view.game.rules.stands_guard
    if attackers < 1:
        raise GameError(f"no army on {view.game.map.territories[source]} is free to attack")
    odds = attack_chances(view, source, target, attackers)
    outcome = f"conquered with {count(round(odds.left), 'army')} left" if odds.win else "the attack fails"
    if 0 < odds.win < 1:
        outcome = f"about {100 * odds.win:.0f} % to conquer; a win leaves {odds.left:.1f} armies on average"
    counted = _counted(deployed, sent)
    sides = _sides(view, source, target, attackers, odds.defenders)
    return f"{sides}{counted}, if nobody deploys there: {outcome}."


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
