"""Decisions as sentences for people: Attack Ural from Ukraine with 5."""

from __future__ import annotations

from hegemon.game import Action, ClassicView, Decision, Deploy, Move, Order, Pick, Plan, SimultaneousView, View
from hegemon.terminal.words import card_name, count, listed

_STOPS = {"attack": "End the attacks", "fortify": "End the turn", "trade": "Keep the cards"}


def sentences(view: View, decision: Decision) -> list[str]:
    """What to do, one sentence for each order."""
    if isinstance(decision, Plan):
        assert isinstance(view, SimultaneousView)
        return [_order(view, order) for order in decision] or ["Give no orders."]
    assert isinstance(view, ClassicView)
    assert isinstance(decision, Action)
    return [f"{_action(view, decision)}."]


def _order(view: SimultaneousView, order: Order) -> str:
    names = view.game.map.territories
    match order:
        case Deploy(territory, armies):
            return f"Deploy {armies} on {names[territory]}."
        case Pick(territory):
            return f"Pick {names[territory]}."
        case Move(source, target, armies):
            if view.owners[target] == view.seat:
                return f"Move {armies} from {names[source]} to {names[target]}."
            return f"Attack {names[target]} from {names[source]} with {armies}."


def _action(view: ClassicView, action: Action) -> str:
    names = view.game.map.territories
    match action.kind:
        case "pick":
            return f"Pick {names[action.source]}"
        case "place":
            return f"Place {action.armies} on {names[action.source]}"
        case "attack":
            how = count(action.dice, "die").replace("dies", "dice") if action.dice else str(action.armies)
            return f"Attack {names[action.target]} from {names[action.source]} with {how}"
        case "occupy":
            return f"Move {action.armies} in"
        case "fortify":
            return f"Move {action.armies} from {names[action.source]} to {names[action.target]}"
        case "trade":
            return (
                f"Trade {listed(card_name(view.game, card) for card in (action.source, action.target, action.third))}"
            )
    return _STOPS.get(view.phase, "Go on")
