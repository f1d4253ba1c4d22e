"""Hints: what an agent would do, asked in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from typing import Any

from hegemon._json import JSONObject
from hegemon.errors import GameError, HegemonError
from hegemon.game import View
from hegemon.match.foreign import SeatFault, call_apart
from hegemon.protocol import NewGame, game_from_message, game_message, read, view_from_message, view_message, write
from hegemon.terminal.hints import hint

ADVISERS = {"classic": "mcts", "simultaneous": "best"}
SECONDS = 1.0
PATIENCE = 20.0
_one_at_a_time = threading.Lock()


async def hint_json(view: View) -> JSONObject:
    """A decision for this view, who recommends it, and its winning probability."""
    return await asyncio.to_thread(_hint, view)


def _hint(view: View) -> JSONObject:
    with _one_at_a_time:
        return _ask(view)


def _ask(view: View) -> JSONObject:
    if os.name == "nt":
        return advise_view(view)
    game = json.dumps(write(game_message(view.game, view.seat)))
    position = json.dumps(write(view_message(view)))
    try:
        found = call_apart("hegemon.web.hints:advise", {"game": game, "position": position}, PATIENCE)
    except SeatFault as error:
        raise GameError(f"there is no hint here: {error}") from None
    assert isinstance(found, dict)
    return found


def advise(game: str, position: str) -> dict[str, Any]:
    """What the process of a hint does."""
    message = read(NewGame, json.loads(game), "game")
    return advise_view(view_from_message(game_from_message(message), message.seat, json.loads(position)))


def advise_view(view: View) -> JSONObject:
    try:
        found = hint(view, ADVISERS[view.game.rules.family], SECONDS)
    except HegemonError:
        found = hint(view, "heuristic", SECONDS)
    decision = found.decision
    return {
        "decision": str(decision),
        "text": decision.text(view.game.map).replace("_", " "),
        "agent": found.agent,
        "win": None if found.estimate is None else round(found.estimate, 3),
    }
