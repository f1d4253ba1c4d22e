"""What the process of a hint does. It imports little, so that it starts at once."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hegemon._core import Random
from hegemon.errors import HegemonError
from hegemon.game import Decision, Order, Pick, Plan, SimultaneousEvent, SimultaneousView, View
from hegemon.protocol import NewGame, game_from_message, read, view_from_message
from hegemon.terminal.hints import hint
from hegemon.web.sentences import sentences
from hegemon.web.shares import share

ADVISER = "best"
SECONDS = 1.0


def advise(game: str, position: str) -> dict[str, Any]:
    """The advice for a position, both as the bot protocol writes them."""
    message = read(NewGame, json.loads(game), "game")
    return advise_view(view_from_message(game_from_message(message), message.seat, json.loads(position)))


def advise_view(view: View) -> dict[str, Any]:
    """A decision for this view, who recommends it, and its winning probability."""
    try:
        found = hint(view, ADVISER, SECONDS)
    except HegemonError:
        found = hint(view, "heuristic", SECONDS)
    decision = _useful(view, found.decision)
    return {
        "decision": str(decision),
        "text": " ".join(sentences(view, decision)),
        "agent": found.agent,
        "win": None if found.estimate is None else share(found.estimate),
    }


def _useful(view: View, decision: Decision) -> Decision:
    """A plan as it runs if the other side does nothing: without orders that have no effect, and with the armies that
    really march. Agents order more, in case there are more."""
    if not isinstance(view, SimultaneousView) or not isinstance(decision, Plan) or view.phase != "play":
        return decision
    plans = [Plan(), Plan()]
    plans[view.seat] = decision
    try:
        events = view.determinize().resolve(plans, Random(0)).events
    except HegemonError:
        return decision
    return Plan(_marching(event) for event in events if event.seat == view.seat and event.kind != "idle")


def _marching(event: SimultaneousEvent) -> Order:
    order = event.order
    return order if isinstance(order, Pick) else replace(order, armies=min(order.armies, event.armies))
