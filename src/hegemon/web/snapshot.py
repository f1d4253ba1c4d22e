"""What one viewer may know of a running game, as plain data."""

from __future__ import annotations

from hegemon._json import JSON, JSONObject
from hegemon.game import ClassicPosition, Position, SimultaneousPosition, State
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal import LiveGame, is_person
from hegemon.terminal.words import card_name, plain_name
from hegemon.web.choices import choices
from hegemon.web.names import names_of, result_text


def hides_from_all(live: LiveGame) -> bool:
    """Whether the board must not be shown to a spectator now."""
    record = live.record
    return record.result is None and bool(live.people) and record.game.rules.hides and _fog(record.final)


def _fog(state: State) -> bool:
    return isinstance(state, SimultaneousPosition)


def has_lost(live: LiveGame, seat: int) -> bool:
    """Whether a seat has no territory left while the others play on, or has none at the end."""
    state = live.record.final
    return state.phase not in ("pick", "setup") and not bool((state.owners == seat).any())


def snapshot(live: LiveGame, viewer: int | None, *, busy: bool, dark: bool) -> JSONObject:
    """The position, the seats, and what the viewer may decide; a `dark` board shows nothing."""
    record = live.record
    state = record.final
    over = record.result is not None
    waiting = () if busy else live.waiting
    position: Position = state if viewer is None or over else state.view(viewer)
    size = len(record.game.map.territories)
    data: JSONObject = {
        "step": len(record.turns),
        "turn": record.turn_number(len(record.turns)),
        "phase": "over" if over else state.phase,
        "owners": [-2] * size if dark else position.owners.tolist(),
        "armies": [-1] * size if dark else position.armies.tolist(),
        "offered": list(position.offered),
        "viewer": viewer,
        "deciding": [] if over else list(state.deciders),
        "waiting": list(waiting),
        "seats": [_seat(live, position, seat, viewer, dark) for seat in range(record.game.seats)],
        "result": _result(live, viewer),
    }
    if isinstance(position, SimultaneousPosition):
        data["wastelands"] = list(position.wastelands)
    if isinstance(position, ClassicPosition):
        data |= _classic(position, viewer)
    if viewer is not None and not over:
        data["resigning"] = live.resigning(viewer)
    if viewer is not None and viewer in waiting:
        data["choices"] = choices(state.view(viewer))
        data["undo"] = live.may_undo(viewer)
    return data


def _classic(position: ClassicPosition, viewer: int | None) -> JSONObject:
    data: JSONObject = {"mover": position.mover, "to_place": position.to_place, "set_value": position.next_set_value}
    if viewer is not None and position.game.rules.cards != "none":
        game = position.game
        data["cards"] = [
            {"card": card, "name": card_name(game, card), "kind": game.card_kind(card)}
            for card in position.cards(viewer)
        ]
    return data


def _seat(live: LiveGame, position: Position, seat: int, viewer: int | None, dark: bool) -> JSONObject:
    record = live.record
    spec = record.agents[seat]
    owned = position.owners == seat
    secret = dark or (record.game.rules.hides and _fog(record.final) and viewer != seat and record.result is None)
    playing = position.phase not in ("pick", "setup", "over")
    out = not secret and has_lost(live, seat)
    known = [int(number) for number in position.armies[owned] if number >= 0]
    data: JSONObject = {
        "name": names_of(record, viewer).who(seat),
        "letter": LETTERS[seat],
        "person": is_person(spec),
        "agent": "" if is_person(spec) else plain_name(spec),
        "territories": None if dark else int(owned.sum()),
        "armies": None if dark else sum(known),
        "income": None if secret or out or not playing else position.income(seat),
        "partial": secret,
        "resigned": live.has_resigned(seat),
        "out": out,
    }
    if isinstance(position, ClassicPosition):
        data["cards"] = position.hands[seat]
    return data


def _result(live: LiveGame, viewer: int | None) -> JSON:
    result = live.record.result
    if result is None:
        return None
    return {"winner": result.winner, "reason": result.reason, "text": result_text(live.record, viewer)}
