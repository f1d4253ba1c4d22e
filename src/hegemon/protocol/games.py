"""Games and views of either family as messages, and back."""

from __future__ import annotations

from hegemon._json import JSONObject
from hegemon.errors import HegemonError, ProtocolError
from hegemon.game import ClassicGame, ClassicView, Game, SimultaneousGame, SimultaneousView, View
from hegemon.maps import Map
from hegemon.protocol import classic, simultaneous
from hegemon.protocol.messages import NewGame
from hegemon.protocol.schema import read
from hegemon.protocol.views import ClassicViewData, SimultaneousViewData


def game_message(game: Game, seat: int, seed: int = 0) -> NewGame:
    """The message that begins a game."""
    kinds: list[int] = []
    if isinstance(game, ClassicGame) and game.core.card_copies:
        found = [game.card_kind(card) for card in range(game.core.cards)]
        kinds = [-1 if kind is None else kind for kind in found]
    return NewGame(map_data(game.map), {**game.rules.to_json()}, game.seats, seat, seed, tuple(kinds))


def map_data(map: Map) -> dict[str, object]:
    """The map as map files have it, with numbers instead of names, and without outlines."""
    data = map.to_json()
    rows: list[JSONObject] = data["territories"]  # type: ignore[assignment]
    groups: list[JSONObject] = data["groups"]  # type: ignore[assignment]
    return {
        **{name: value for name, value in data.items() if name not in ("provenance", "note")},
        "territories": [{key: row[key] for key in row if key != "polygon"} for row in rows],
        "links": [list(link) for link in map.links],
        "groups": [{**row, "members": list(group.members)} for row, group in zip(groups, map.groups, strict=True)],
    }


def game_from_message(message: NewGame) -> Game:
    """The game of a message; a ProtocolError says what is wrong with its map or rules."""
    if message.seat >= message.seats:
        raise ProtocolError(f"game.seat: there is no seat {message.seat} among {message.seats}", "game.seat")
    try:
        board = Map.from_json({"provenance": "", "note": "", **message.map})
    except HegemonError as error:
        raise ProtocolError(f"game.map: {error}", "game.map") from None
    try:
        return Game(board, message.rules, message.seats)
    except HegemonError as error:
        raise ProtocolError(f"game.rules: {error}", "game.rules") from None


def view_message(view: View, *, legal: bool = False) -> SimultaneousViewData | ClassicViewData:
    """What a seat sees, as a message."""
    if isinstance(view, SimultaneousView):
        return simultaneous.view_data(view, legal=legal)
    assert isinstance(view, ClassicView)
    return classic.view_data(view, legal=legal)


def view_from_message(game: Game, seat: int, data: JSONObject) -> View:
    """The view of a message; a ProtocolError says what is wrong with it."""
    game.require_seat(seat)
    if isinstance(game, SimultaneousGame):
        return simultaneous.view_from_data(game, seat, read(SimultaneousViewData, data, "position"))
    assert isinstance(game, ClassicGame)
    return classic.view_from_data(game, seat, read(ClassicViewData, data, "position"))
