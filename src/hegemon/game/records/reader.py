"""Reads the lines of records, and says what is wrong with them."""

from __future__ import annotations

import json

from hegemon.errors import RecordError
from hegemon.game.common import Game, State
from hegemon.game.records.lines import FORMAT, EndLine, GameLine, MapLine, TurnLine
from hegemon.game.records.record import Record
from hegemon.game.result import Result
from hegemon.maps import Map


class Damage(RecordError):
    """A problem of a line."""


class Unfinished(Damage):
    """The file ends in the middle of a game, after a whole line."""


class Reader:
    """Reads games line by line: replays every turn and compares its hash."""

    def __init__(self) -> None:
        self.maps: dict[str, Map] = {}
        self.done: list[Record] = []
        self.open: Record | None = None

    def games(self) -> list[Record]:
        return self.done + ([self.open] if self.open else [])

    def finish(self) -> None:
        if self.open is not None:
            raise Unfinished("the file ends in the middle of a game")
        if not self.done:
            raise Damage("it contains no game")

    def read(self, line: bytes | str) -> None:
        if not line.strip():
            return
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise Damage("not a line of a record (is it truncated, overwritten, or another kind of file?)") from None
        kind = data.get("type") if isinstance(data, dict) else None
        try:
            match kind:
                case "map":
                    self._map(data)
                case "game":
                    self._game(data)
                case "turn":
                    self._turn(data)
                case "end":
                    self._end(data)
                case _:
                    raise Damage(f"unknown kind of line {str(kind)[:20]!r}; is this a game record?")
        except Damage:
            raise
        except Exception as error:  # a damaged line may cause any error in the replay
            raise Damage(f"the {kind} line does not fit: {str(error)[:200] or type(error).__name__}") from None

    def _map(self, data: MapLine) -> None:
        map = Map.from_json(data["map"])
        if map.hash != data["hash"]:
            raise Damage(f"map hash {data['hash']} does not match its content ({map.hash})")
        self.maps[map.hash] = map

    def _game(self, data: GameLine) -> None:
        if self.open is not None:
            raise Damage("a new game begins before the previous one ended")
        if data["format"] != FORMAT:
            raise Damage(f"record format {data['format']} is newer than this version reads ({FORMAT}); upgrade hegemon")
        if data["map"] not in self.maps:
            raise Damage("its map line is missing")
        agents = data["agents"]
        if not isinstance(agents, list) or not all(isinstance(agent, str) for agent in agents):
            raise Damage("agents must be one name per seat")
        game = Game(self.maps[data["map"]], data["rules"], len(agents))
        start = game.parse_cells(data["start"])
        _verify(data, start)
        self.open = Record(game, tuple(agents), start, info=dict(data.get("info", {})))

    def _turn(self, data: TurnLine) -> None:
        if self.open is None:
            raise Damage("turn outside a game")
        state = self.open.final
        decisions = tuple(None if text is None else state.read(text) for text in data["plans"])
        turn = state.advance(decisions, [int(outcome) for outcome in data["chance"]])
        _verify(data, turn.state)
        self.open.add(decisions, turn)

    def _end(self, data: EndLine) -> None:
        if self.open is None:
            raise Damage("end outside a game")
        _verify(data, self.open.final)
        winner, loser = data["winner"], data.get("loser")
        for seat in (winner, loser):
            if seat is not None and (type(seat) is not int or not 0 <= seat < self.open.game.seats):
                raise Damage(f"there is no seat {seat!r}")
        if loser is not None and winner != (1 - loser if self.open.game.seats == 2 else None):
            raise Damage(f"seat {loser} forfeits, but the winner is {winner}")
        actual = self.open.final.result
        if actual is not None and (actual.winner != winner or loser is not None):
            raise Damage(f"the winner on the board is {actual.winner}, in the record {winner}")
        if data["rounds"] != self.open.rounds or not isinstance(data["reason"], str):
            raise Damage(f"the end does not fit the {self.open.rounds} rounds before it")
        self.open.result = Result(winner, data["reason"], loser, str(data.get("fault", "")), seats=self.open.game.seats)
        self.done.append(self.open)
        self.open = None


def _verify(data: GameLine | TurnLine | EndLine, state: State) -> None:
    if data["hash"] != state.hash:
        raise Damage(f"replay gives position {state.hash}, the record says {data['hash']}")
