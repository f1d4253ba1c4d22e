"""A game as frames: what happened in each turn, event by event, with the board after each event.

The page plays frames; it knows no rules. A frame says what a viewer may know: one seat, or everybody (None).
"""

from __future__ import annotations

from collections.abc import Sequence

from hegemon._json import JSONObject
from hegemon.game import (
    ClassicState,
    ClassicTurn,
    Deploy,
    Move,
    Pick,
    Position,
    Record,
    SimultaneousEvent,
    SimultaneousTurn,
    State,
)
from hegemon.terminal.narrate import decision_news, order_news, outcome_told
from hegemon.web.dice import faces
from hegemon.web.names import names_of

Change = list[int]
"""Territory, owner, armies."""


class Board:
    """Owners and armies that change event by event; -2 and -1 where they are hidden."""

    def __init__(self, position: Position) -> None:
        self.owners: list[int] = position.owners.tolist()
        self.armies: list[int] = position.armies.tolist()

    def add(self, territory: int, armies: int) -> None:
        if armies >= 0 and self.armies[territory] >= 0:
            self.armies[territory] += armies

    def take(self, territory: int, armies: int) -> None:
        if armies >= 0 and self.armies[territory] >= 0:
            self.armies[territory] = max(0, self.armies[territory] - armies)

    def changes(self, places: Sequence[int]) -> list[Change]:
        return [[place, self.owners[place], self.armies[place]] for place in dict.fromkeys(places)]

    def become(self, position: Position) -> list[Change]:
        """Change to a position; what differs."""
        owners, armies = position.owners.tolist(), position.armies.tolist()
        places = [t for t in range(len(owners)) if (owners[t], armies[t]) != (self.owners[t], self.armies[t])]
        self.owners, self.armies = owners, armies
        return self.changes(places)


def seen(state: State, viewer: int | None) -> Position:
    """The position as a viewer may see it."""
    return state if viewer is None else state.view(viewer)


def frames(record: Record, viewer: int | None, first: int = 0) -> list[JSONObject]:
    """The turns of a record from number `first` on."""
    found: list[JSONObject] = []
    before = record.turns[first - 1].state if first else record.start
    for number in range(first, len(record.turns)):
        turn = record.turns[number]
        head: JSONObject = {"step": number + 1, "turn": record.turn_number(number), "phase": before.phase}
        board = Board(seen(before, viewer))
        if isinstance(turn, SimultaneousTurn):
            found.append(head | _orders(record, turn, viewer, board))
        else:
            assert isinstance(turn, ClassicTurn)
            assert isinstance(before, ClassicState)
            found.append(head | _decision(record, before, turn, number, viewer, board))
        before = turn.state
    return found


def _orders(record: Record, turn: SimultaneousTurn, viewer: int | None, board: Board) -> JSONObject:
    events = turn.events if viewer is None else turn.state.view(viewer, turn.events).events
    names = names_of(record, viewer)
    shown: list[JSONObject] = []
    for event in events:
        text = " ".join(order_news(record.game, [event], names))
        fog = viewer is not None and record.game.rules.hides and not outcome_told(event, viewer)
        shown.append(_order(event, board, fog=fog) | {"text": text})
    return {"seat": None, "events": shown, "fix": board.become(seen(turn.state, viewer))}


def _order(event: SimultaneousEvent, board: Board, *, fog: bool) -> JSONObject:
    """One order, and the board after it; in `fog` nobody knows how an attack went."""
    data: JSONObject = {"seat": event.seat, "kind": event.kind, "armies": event.armies}
    match event.order:
        case Deploy(territory, _):
            board.add(territory, event.armies)
            return data | {"source": territory, "after": board.changes([territory])}
        case Pick(territory):
            board.owners[territory] = event.seat
            return data | {"source": territory, "after": board.changes([territory])}
        case Move(source, target, _):
            if fog and event.kind == "attack":
                board.armies[source] = -1
            else:
                _march(event, source, target, board)
            outcome: JSONObject = {"kills": event.kills, "losses": event.losses, "captured": event.captured}
            ends: JSONObject = {"source": source, "target": target, "reason": event.reason}
            return data | outcome | ends | {"after": board.changes([source, target])}


def _march(event: SimultaneousEvent, source: int, target: int, board: Board) -> None:
    if event.kind == "transfer":
        board.take(source, event.armies)
        board.add(target, event.armies)
    elif event.kind == "attack" and event.captured:
        board.take(source, event.armies)
        board.owners[target] = event.seat
        board.armies[target] = event.armies - event.losses if event.armies >= 0 else -1
    elif event.kind == "attack":
        board.take(source, event.losses)
        board.take(target, event.kills)


def _decision(
    record: Record, before: ClassicState, turn: ClassicTurn, number: int, viewer: int | None, board: Board
) -> JSONObject:
    event, action = turn.event, turn.event.action
    names = names_of(record, viewer)
    data: JSONObject = {"seat": event.seat, "kind": action.kind, "armies": action.armies}
    if action.kind == "occupy" and before.occupation is not None:
        data |= {"source": before.occupation.source, "target": before.occupation.target}
    elif action.kind != "trade":
        data |= {"source": action.source}
    if action.kind in ("attack", "fortify"):
        data |= {"target": action.target}
    if action.kind == "attack":
        defender = int(before.owners[action.target])
        data |= {"defender": defender, "captured": bool(turn.state.owners[action.target] == event.seat)}
        if action.dice:
            key = f"{record.start.hash} {before.hash} {number}"
            data["rolls"] = list(faces(action.dice, int(before.armies[action.target]), event.chance[0], key))
        data |= {"losses": _lost(before, turn.state, event.seat), "kills": _lost(before, turn.state, defender)}
    text = " ".join(decision_news(before, [turn], names))
    return {"seat": event.seat, "events": [data | {"text": text, "after": board.become(turn.state)}], "fix": []}


def _lost(before: ClassicState, after: ClassicState, seat: int) -> int:
    """Armies that a seat lost on the board in a battle."""
    return int(before.armies[before.owners == seat].sum()) - int(after.armies[after.owners == seat].sum())
