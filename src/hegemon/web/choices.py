"""What a person may decide now, as plain data: the page shows it and knows no rules."""

from __future__ import annotations

from hegemon._json import JSON, JSONObject
from hegemon.game import Action, ClassicView, SimultaneousView, View
from hegemon.terminal.phases import picks_wanted, win_probability
from hegemon.terminal.words import card_name
from hegemon.web.shares import share


def choices(view: View) -> JSONObject:
    """All that the seat of the view may decide."""
    if isinstance(view, SimultaneousView):
        return _plan(view)
    assert isinstance(view, ClassicView)
    actions = list(view.legal_actions)
    found: JSONObject = {"pass": any(action.kind == "pass" for action in actions)}
    if view.phase == "trade":
        return found | {"sets": [_set(view, action) for action in actions if action.kind == "trade"]}
    if view.phase == "occupy" and view.occupation is not None:
        source, target, least, most = view.occupation
        return found | {"source": source, "target": target, "least": least, "most": most}
    if view.phase in ("pick", "setup", "place"):
        return found | {"where": _where(actions), "left": _left(view)}
    return found | {"moves": _moves(view, actions)}


def _plan(view: SimultaneousView) -> JSONObject:
    if view.phase == "pick":
        return {"where": [{"at": place} for place in view.offered], "picks": picks_wanted(view)}
    orders: list[JSON] = [
        {"at": each.territory, "attacks": list(each.attacks), "transfers": list(each.transfers)}
        for each in view.legal_orders()
    ]
    return {"income": view.income(view.seat), "orders": orders}


def _left(view: ClassicView) -> int:
    return view.to_place if view.phase == "place" else int(view.core.pool[view.seat])


def _where(actions: list[Action]) -> list[JSON]:
    """Territories, and how many armies may be placed there at a time."""
    amounts: dict[int, set[int]] = {}
    for action in actions:
        if action.kind in ("pick", "place"):
            amounts.setdefault(action.source, set()).add(action.armies)
    return [{"at": place, "amounts": _range(found)} for place, found in amounts.items()]


def _range(amounts: set[int]) -> list[JSON]:
    """[least, most] if all between are allowed, else the list of them with a leading 0."""
    least, most = min(amounts), max(amounts)
    return [least, most] if len(amounts) == most - least + 1 else [0, *sorted(amounts)]


def _moves(view: ClassicView, actions: list[Action]) -> list[JSON]:
    """Attacks or fortifications, one entry for each pair of territories."""
    pairs: dict[tuple[int, int], list[Action]] = {}
    for action in actions:
        if action.kind in ("attack", "fortify"):
            pairs.setdefault((action.source, action.target), []).append(action)
    moves: list[JSON] = []
    for (source, target), found in pairs.items():
        move: JSONObject = {"source": source, "target": target}
        whole = {action.armies for action in found if not action.dice}
        if whole:
            move["amounts"] = _range(whole)
        if found[0].kind == "attack":
            move["dice"] = sorted(action.dice for action in found if action.dice)
            move["win"] = share(win_probability(view, source, target))
        moves.append(move)
    return moves


def _set(view: ClassicView, action: Action) -> JSONObject:
    cards = (action.source, action.target, action.third)
    bonus = view.game.map.territories[action.armies] if action.armies >= 0 else None
    shown = [card_name(view.game, card) for card in cards]
    return {
        "decision": str(action),
        "cards": list(cards),
        "names": shown,
        "value": view.set_value(cards),
        "bonus": bonus,
    }
