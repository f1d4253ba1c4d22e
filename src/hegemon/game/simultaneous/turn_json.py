"""Resolution of turns from JSON to JSON, for programs in other languages."""

from __future__ import annotations

import json
from functools import cache

from hegemon._core import Random
from hegemon._json import JSONObject
from hegemon.errors import GameError, NotationError
from hegemon.game import Game, Plan, SimultaneousGame, SimultaneousState, SimultaneousTurn

_KEYS = ("map", "owners", "armies", "orders")


def resolve_json(line: str, log: bool = True) -> JSONObject:
    """Resolve a turn given as a JSON object; with `log`, the answer includes the effect of each order."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("not JSON; write one object per line") from None
    if not isinstance(data, dict):
        raise NotationError("expected an object with map, rules, owners, armies, orders, first")
    missing = [key for key in _KEYS if key not in data]
    if missing:
        raise NotationError(f"{missing[0]} is missing")
    game = _game(_text(data, "map"), json.dumps(data.get("rules", "soares2025")))
    state = _position(game, data)
    orders = data["orders"]
    if not isinstance(orders, list) or len(orders) != 2:
        raise NotationError("orders must be two lists, one per seat")
    turn = _turn(state, (_plan(state, orders[0]), _plan(state, orders[1])), data)
    result = turn.state.result
    answer: JSONObject = {
        "owners": turn.state.owners.tolist(),
        "armies": turn.state.armies.tolist(),
        "winner": result.winner if result else None,
    }
    if log:
        answer |= {"chance": list(turn.chance), "log": [event.to_json() for event in turn.events]}
    return answer


def _text(data: JSONObject, key: str) -> str:
    if not isinstance(data[key], str):
        raise NotationError(f"{key} must be text, not {data[key]!r:.40}")
    return str(data[key])


@cache
def _game(map: str, rules: str) -> SimultaneousGame:
    spec = json.loads(rules)
    if not isinstance(spec, str | dict):
        raise NotationError(f"rules must be a preset's name or an object of fields, not {spec!r:.40}")
    game = Game(map, spec)
    if not isinstance(game, SimultaneousGame):
        raise NotationError(f"resolve is for the simultaneous game; {spec!r:.40} are rules of the classic game")
    return game


def _position(game: SimultaneousGame, data: JSONObject) -> SimultaneousState:
    owners, armies = data["owners"], data["armies"]
    if not isinstance(owners, list) or not isinstance(armies, list):
        raise NotationError("owners and armies must be lists")
    state = game.position(owners, armies, first=_first(data) or 0)
    if state.phase == "over":
        raise GameError("a seat owns no territory: the game is over and there is no turn to resolve")
    return state


def _plan(state: SimultaneousState, orders: object) -> Plan:
    return state.read(orders) if isinstance(orders, str) else Plan.from_json(orders)


def _first(data: JSONObject) -> int | None:
    first = data.get("first")
    if first is not None and (type(first) is not int or first not in (0, 1)):
        raise NotationError(f"first must be 0 or 1, not {first!r:.40}")
    return first


def _turn(state: SimultaneousState, plans: tuple[Plan, Plan], data: JSONObject) -> SimultaneousTurn:
    """Resolve with the given outcomes or random ones; `first`, if given, is the outcome of every coin toss."""
    chance = data.get("chance")
    if chance is not None:
        if not isinstance(chance, list) or not all(type(outcome) is int for outcome in chance):
            raise NotationError("chance must be a list of whole numbers")
        return state.resolve(plans, chance)
    seed, first = data.get("seed", 0), _first(data)
    if type(seed) is not int or not 0 <= seed < 2**63:
        raise NotationError(f"seed must be a whole number, not {seed!r:.40}")
    return state.resolve(plans, Random(seed), coin=first)
