"""Game records: JSON lines with every decision and every chance outcome, so that replay needs no seed.

A file contains one or more games. Each line is an object with a ``type``:

- ``map``: the topology of a map, once per file, identified by its hash;
- ``game``: format version, map hash, rules (all fields), agents, and the starting position;
- ``turn``: the decisions, one per seat (text notation, null for a seat that had nothing to decide), the chance
  outcomes, and the hash of the position that follows;
- ``end``: winner, reason, the seat that forfeited (if any) and how, and the final hash.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, TypedDict, overload

from hegemon._files import as_path, replacing
from hegemon._json import JSONObject
from hegemon.errors import RecordError
from hegemon.game.base import Decision, Game, State, Turn
from hegemon.game.result import Result
from hegemon.maps import Map

FORMAT = 1

_encode = json.JSONEncoder(separators=(",", ":")).encode

Decisions = tuple[Decision | None, ...]
"""One per seat: a Plan or an Action, or None for a seat that had nothing to decide."""


class _MapLine(TypedDict):
    hash: str
    map: JSONObject


class _GameLine(TypedDict):
    format: int
    map: str
    rules: JSONObject
    agents: list[str]
    start: str
    hash: str
    info: JSONObject


class _TurnLine(TypedDict):
    plans: list[str | None]
    chance: list[int]
    hash: str


class _EndLine(TypedDict, total=False):
    winner: int | None
    reason: str
    loser: int
    fault: str
    rounds: int
    hash: str


@dataclass(repr=False)
class Record:
    """The record of a game. `states[0]` is the start; `states[k]` is the position after turn k."""

    game: Game
    agents: tuple[str, ...]
    start: State
    plans: list[Decisions] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    result: Result | None = None
    info: JSONObject = field(default_factory=dict)
    """Notes on how the game was played; replay does not need them."""

    def __len__(self) -> int:
        """The number of turns."""
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    @overload
    def __getitem__(self, number: int) -> Turn: ...
    @overload
    def __getitem__(self, number: slice) -> list[Turn]: ...
    def __getitem__(self, number: int | slice) -> Turn | list[Turn]:
        return self.turns[number]

    def __bool__(self) -> bool:
        return True  # also before the first turn

    def __repr__(self) -> str:
        ended = "not over" if self.result is None else repr(self.result)
        return f"Record({self.game}, {' v '.join(self.agents)}, {len(self)} turns, {ended})"

    @property
    def states(self) -> list[State]:
        return [self.start, *(turn.state for turn in self.turns)]

    @property
    def final(self) -> State:
        return self.turns[-1].state if self.turns else self.start

    @property
    def rounds(self) -> int:
        """Completed turns, without picks."""
        return self.final.turns

    @property
    def length(self) -> int:
        """Turns, including an unfinished last turn of a classic game."""
        before = self.turns[-2].state if len(self.turns) > 1 else self.start
        result = self.final.result
        ended_within = bool(self.turns) and result is not None and self.final.turns == before.turns
        return self.rounds + (ended_within and result is not None and result.winner is not None)

    def turn_number(self, step: int) -> int:
        """The number of the turn that comes after this many steps; 0 while territories are picked and filled."""
        state = self.turns[step - 1].state if step else self.start
        return 0 if state.phase in ("pick", "setup") else state.turns + 1

    def add(self, plans: Sequence[Decision | None], turn: Turn) -> None:
        self.plans.append(tuple(plans))
        self.turns.append(turn)

    def lines(self, known_maps: set[str] | None = None) -> Iterator[str]:
        """The record as JSON lines; the map line is omitted if its hash is in `known_maps`, else the hash is added."""
        known_maps = set() if known_maps is None else known_maps
        if self.game.map.hash not in known_maps:
            known_maps.add(self.game.map.hash)
            yield map_line(self.game.map)
        yield self.head_line()
        yield from (self.turn_line(number) for number in range(len(self.turns)))
        if self.result is not None:
            yield end_line(self.result, self.rounds, self.final.hash)

    def head_line(self) -> str:
        """The line that begins the game."""
        return _line(
            type="game",
            format=FORMAT,
            map=self.game.map.hash,
            rules=self.game.rules.to_json(),
            agents=list(self.agents),
            start=self.start.cells(),
            hash=self.start.hash,
            info=self.info,
        )

    def turn_line(self, number: int) -> str:
        """The line of one turn."""
        turn = self.turns[number]
        texts = [None if plan is None else str(plan) for plan in self.plans[number]]
        return _line(type="turn", plans=texts, chance=list(turn.chance), hash=turn.state.hash)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file."""
        save_records(path, [self])

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a file with exactly one complete game; a RecordError describes the problem."""
        found = load_records(path)
        if found.problem:
            raise RecordError(found.problem)
        if len(found.records) != 1:
            raise RecordError(f"{path} contains {len(found.records)} games, not one; use load_records")
        return found.records[0]


@dataclass(frozen=True, repr=False)
class RecordFile:
    """The readable part of a file: verified games, and the problem that stopped reading, if any.

    With a problem, the last record may be incomplete: it has the turns up to the damage.
    """

    records: tuple[Record, ...]
    problem: str = ""
    unfinished: bool = False
    """Whether the only problem is that the last game is not over."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @overload
    def __getitem__(self, number: int) -> Record: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, number: int | slice) -> Record | tuple[Record, ...]:
        return self.records[number]

    def __repr__(self) -> str:
        return f"RecordFile({len(self)} games{self.problem and f', problem={self.problem!r}'})"


def save_records(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file atomically."""
    if not isinstance(records, Iterable):
        raise RecordError(f"save_records(path, records) writes a list of records, not {records!r:.40}")
    with replacing(path, RecordError) as scratch, scratch.open("w", encoding="utf-8") as file:
        write_records(file, records)


def write_records(file: IO[str], records: Iterable[Record]) -> None:
    """Write games to an open text file, each map once."""
    known: set[str] = set()
    for record in records:
        if not isinstance(record, Record):
            raise RecordError(f"records are written, not {record!r:.40}")
        for line in record.lines(known):
            file.write(line + "\n")


def load_records(path: str | os.PathLike[str]) -> RecordFile:
    """Read and verify all games of a file, up to the first damage."""
    place = as_path(path, RecordError, "a record file")
    try:
        with place.open("rb") as file:
            return read_records(file, str(path))
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:  # a null byte
        raise RecordError(f"cannot read {str(path)!r}: {error}") from None


def read_records(lines: Iterable[bytes | str], name: str = "record") -> RecordFile:
    """Read games from lines, replaying every turn and comparing its hash."""
    reader = _Reader()
    number = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007 (the number is for the message)
            reader.read(line)
        reader.finish()
    except RecordError as damage:
        turns = f", read up to turn {len(reader.open.turns)} of game {len(reader.done) + 1}" if reader.open else ""
        whole = f"{len(reader.done)} complete game{'s' * (len(reader.done) != 1)} before it"
        where = f"damaged at line {number}" if number else "empty"
        problem = f"{name}: {where}: {damage} ({whole}{turns})"
        return RecordFile(tuple(reader.games()), problem, isinstance(damage, _Unfinished))
    return RecordFile(tuple(reader.games()))


class _Damage(RecordError):
    """A problem of a line."""


class _Unfinished(_Damage):
    """The file ends in the middle of a game, after a whole line."""


class _Reader:
    def __init__(self) -> None:
        self.maps: dict[str, Map] = {}
        self.done: list[Record] = []
        self.open: Record | None = None

    def games(self) -> list[Record]:
        return self.done + ([self.open] if self.open else [])

    def finish(self) -> None:
        if self.open is not None:
            raise _Unfinished("the file ends in the middle of a game")
        if not self.done:
            raise _Damage("it contains no game")

    def read(self, line: bytes | str) -> None:
        if not line.strip():
            return
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise _Damage("not a line of a record (is it truncated, overwritten, or another kind of file?)") from None
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
                    raise _Damage(f"unknown kind of line {str(kind)[:20]!r}; is this a game record?")
        except _Damage:
            raise
        except Exception as error:  # a damaged line may cause any error in the replay
            raise _Damage(f"the {kind} line does not fit: {str(error)[:200] or type(error).__name__}") from None

    def _map(self, data: _MapLine) -> None:
        map = Map.from_json(data["map"])
        if map.hash != data["hash"]:
            raise _Damage(f"map hash {data['hash']} does not match its content ({map.hash})")
        self.maps[map.hash] = map

    def _game(self, data: _GameLine) -> None:
        if self.open is not None:
            raise _Damage("a new game begins before the previous one ended")
        if data["format"] != FORMAT:
            raise _Damage(
                f"record format {data['format']} is newer than this version reads ({FORMAT}); upgrade hegemon"
            )
        if data["map"] not in self.maps:
            raise _Damage("its map line is missing")
        agents = data["agents"]
        if not isinstance(agents, list) or not all(isinstance(agent, str) for agent in agents):
            raise _Damage("agents must be one name per seat")
        game = Game(self.maps[data["map"]], data["rules"], len(agents))
        start = game.parse_cells(data["start"])
        _verify(data, start)
        self.open = Record(game, tuple(agents), start, info=dict(data.get("info", {})))

    def _turn(self, data: _TurnLine) -> None:
        if self.open is None:
            raise _Damage("turn outside a game")
        state = self.open.final
        decisions = tuple(None if text is None else state.read(text) for text in data["plans"])
        turn = state.advance(decisions, [int(outcome) for outcome in data["chance"]])
        _verify(data, turn.state)
        self.open.add(decisions, turn)

    def _end(self, data: _EndLine) -> None:
        if self.open is None:
            raise _Damage("end outside a game")
        _verify(data, self.open.final)
        winner, loser = data["winner"], data.get("loser")
        for seat in (winner, loser):
            if seat is not None and (type(seat) is not int or not 0 <= seat < self.open.game.seats):
                raise _Damage(f"there is no seat {seat!r}")
        if loser is not None and winner != (1 - loser if self.open.game.seats == 2 else None):
            raise _Damage(f"seat {loser} forfeits, but the winner is {winner}")
        actual = self.open.final.result
        if actual is not None and (actual.winner != winner or loser is not None):
            raise _Damage(f"the winner on the board is {actual.winner}, in the record {winner}")
        if data["rounds"] != self.open.rounds or not isinstance(data["reason"], str):
            raise _Damage(f"the end does not fit the {self.open.rounds} rounds before it")
        self.open.result = Result(winner, data["reason"], loser, str(data.get("fault", "")), seats=self.open.game.seats)
        self.done.append(self.open)
        self.open = None


def map_line(map: Map) -> str:
    """The line of a map."""
    return _line(type="map", hash=map.hash, map=map.to_json())


def end_line(result: Result, rounds: int, final_hash: str) -> str:
    """The line that ends a game."""
    return _line(type="end", **_end_fields(result), rounds=rounds, hash=final_hash)


def _end_fields(result: Result) -> JSONObject:
    """The fields of a result; loser and fault only if a seat forfeited."""
    forfeit: JSONObject = {} if result.loser is None else {"loser": result.loser}
    if result.fault:
        forfeit["fault"] = result.fault
    return {"winner": result.winner, "reason": result.reason, **forfeit}


def _verify(data: _GameLine | _TurnLine | _EndLine, state: State) -> None:
    if data["hash"] != state.hash:
        raise _Damage(f"replay gives position {state.hash}, the record says {data['hash']}")


def _line(**fields: object) -> str:
    return _encode(fields)
