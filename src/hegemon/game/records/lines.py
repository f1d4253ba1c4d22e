"""The lines of a record: what they contain, and how they are written."""

from __future__ import annotations

import json
from typing import TypedDict

from hegemon._json import JSONObject
from hegemon.game.result import Result
from hegemon.maps import Map

FORMAT = 1

_encode = json.JSONEncoder(separators=(",", ":")).encode


class MapLine(TypedDict):
    hash: str
    map: JSONObject


class GameLine(TypedDict):
    format: int
    map: str
    rules: JSONObject
    agents: list[str]
    start: str
    hash: str
    info: JSONObject


class TurnLine(TypedDict):
    plans: list[str | None]
    chance: list[int]
    hash: str


class EndLine(TypedDict, total=False):
    winner: int | None
    reason: str
    loser: int
    fault: str
    rounds: int
    hash: str


def line(**fields: object) -> str:
    """A line of a record."""
    return _encode(fields)


def map_line(map: Map) -> str:
    """The line of a map."""
    return line(type="map", hash=map.hash, map=map.to_json())


def end_line(result: Result, rounds: int, final_hash: str) -> str:
    """The line that ends a game."""
    return line(type="end", **_end_fields(result), rounds=rounds, hash=final_hash)


def _end_fields(result: Result) -> JSONObject:
    """The fields of a result; loser and fault only if a seat forfeited."""
    forfeit: JSONObject = {} if result.loser is None else {"loser": result.loser}
    if result.fault:
        forfeit["fault"] = result.fault
    return {"winner": result.winner, "reason": result.reason, **forfeit}
