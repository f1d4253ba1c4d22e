"""Hints: what an agent would do, asked in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import threading

from hegemon._json import JSONObject
from hegemon.errors import GameError
from hegemon.game import View
from hegemon.match.foreign import SeatFault, call_apart
from hegemon.protocol import game_message, view_message, write
from hegemon.web.advice import advise_view

PATIENCE = 30.0
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
        found = call_apart("hegemon.web.advice:advise", {"game": game, "position": position}, PATIENCE)
    except SeatFault as error:
        raise GameError(f"there is no hint here: {error}") from None
    assert isinstance(found, dict)
    return found
