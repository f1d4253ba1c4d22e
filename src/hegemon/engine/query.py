"""A query of the engine, and the analyses that it asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from hegemon._fields import Range
from hegemon._json import JSONObject
from hegemon._spec import Spec, parse_spec
from hegemon.analysis import analyse, default_agent, make_analyst
from hegemon.analysis.answers import analyse_decision, decision_json, position_json
from hegemon.analysis.position import deciding_seat
from hegemon.errors import GameError, HegemonError, ProtocolError
from hegemon.game import Game, Record, State, View, load_records, parse_position, read_records
from hegemon.game.common import GameKey
from hegemon.maps import Map
from hegemon.protocol import NewGame, game_from_message, read, view_from_message

Id: TypeAlias = str | int
Work: TypeAlias = Callable[[], JSONObject]
"""One analysis."""


@dataclass(frozen=True)
class Query:
    """What is asked: positions, or decisions of a recorded game; by whom, and how long."""

    position: str | None = None
    """A position as text."""
    positions: tuple[str, ...] | None = None
    """Several positions as text."""
    map: Mapping[str, object] | None = None
    """The map of the positions in the format of map files, if it is not one of the catalogue."""
    game: Mapping[str, object] | None = None
    """With views: the game, as in the message `game` of the bot protocol."""
    views: tuple[Mapping[str, object], ...] | None = None
    """Positions as the game's seat sees them, as in the message `position` of the bot protocol."""
    record: str | None = None
    """The path of a record file."""
    record_lines: tuple[Mapping[str, object], ...] | None = None
    """The lines of a record file as objects."""
    number: Annotated[int, Range(1, 10**9)] = 1
    """Which game of the record file, from 1."""
    turns: tuple[Annotated[int, Range(0, 10**9)], ...] | None = None
    """With a record: the turns whose decisions are analysed; by default all."""
    seat: Annotated[int, Range(0, 5)] | None = None
    """The seat; by default the first that decides, and with a record all."""
    agent: str = ""
    """The agent, such as mcts(visits=2000); by default that of `hegemon analyse`."""
    visits: Annotated[int, Range(1, 10**9)] | None = None
    """The visits of a search, instead of those of the agent."""
    seconds: Annotated[float, Range(0.001, 10**6)] | None = None
    """The most seconds of a search."""
    top: Annotated[int, Range(1, 10**6)] = 5
    """Candidates in an answer."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    """The seed of the agent's random choices."""
    priority: Annotated[int, Range(-(10**9), 10**9)] = 0
    """Queries with a higher priority are answered first."""


_SOURCES = ("position", "positions", "views", "record", "record_lines")


def read_query(data: JSONObject) -> Query:
    """The query of an object; a ProtocolError names the wrong field."""
    return read(Query, {name: value for name, value in data.items() if name != "id"}, strict=True)


def works(query: Query) -> list[Work]:
    """The analyses of a query, in their order; a ProtocolError or another HegemonError says what is wrong."""
    given = [name for name in _SOURCES if getattr(query, name) is not None]
    if len(given) != 1:
        what = f"{' and '.join(given)} are given" if given else "there is nothing to analyse"
        raise ProtocolError(f"{what}: give one of {', '.join(_SOURCES)}", given[-1] if given else "")
    if query.record is not None or query.record_lines is not None:
        return _decisions(query, _record(query))
    if query.views is not None:
        views = _views(query, query.views)
        agent = _agent(query, views[0].game) if views else ""
        return [_position_work(query, view, agent) for view in views]
    texts = query.positions if query.positions is not None else (query.position or "",)
    name = "position" if query.positions is None else "positions[{}]"
    return [_position_work(query, state, agent) for state, agent in _states(query, texts, name)]


def _states(query: Query, texts: Sequence[str], name: str) -> Iterator[tuple[State, str]]:
    """The positions with their agents. Most are of one game, which is made once."""
    map = None if query.map is None else _own_map(query.map)
    games: dict[GameKey, Game] = {}
    agents: dict[int, str] = {}
    for at, text in enumerate(texts):
        field = name.format(at)
        try:
            state = parse_position(text, map, games=games)
            deciding_seat(state)
        except HegemonError as error:
            raise ProtocolError(f"{field}: {error}", field) from None
        try:
            deciding_seat(state, query.seat)
        except HegemonError as error:
            raise ProtocolError(f"seat: {error} ({field})", "seat") from None
        if id(state.game) not in agents:
            agents[id(state.game)] = _agent(query, state.game)
        yield state, agents[id(state.game)]


def _own_map(data: Mapping[str, object]) -> Map:
    try:
        return Map.from_json(dict(data))
    except HegemonError as error:
        raise ProtocolError(f"map: {error}", "map") from None


def _views(query: Query, views: tuple[Mapping[str, object], ...]) -> list[View]:
    if query.game is None:
        raise ProtocolError("views need their game", "game")
    message = read(NewGame, query.game, "game")
    game = game_from_message(message)
    return [view_from_message(game, message.seat, dict(view)) for view in views]  # type: ignore[arg-type]


def _record(query: Query) -> Record:
    if query.record is not None:
        found, field = load_records(query.record), "record"
    else:
        lines = [json.dumps(line) for line in query.record_lines or ()]
        found, field = read_records(lines), "record_lines"
    if query.number > len(found):
        why = found.problem or f"there is no game {query.number}: it contains {len(found)}"
        raise ProtocolError(f"{field}: {why}", field)
    return found[query.number - 1]


def _decisions(query: Query, record: Record) -> list[Work]:
    """All decisions of the record, or those of some turns and of one seat; the final position if its turn is named."""
    if query.seat is not None and query.seat >= record.game.seats:
        raise ProtocolError(f"seat: there is no seat {query.seat}; the last one is {record.game.seats - 1}", "seat")
    found, known = [], set()
    for step in range(len(record) + 1):
        turn = record.turn_number(step)
        final = step == len(record)
        deciders = record.states[step].deciders
        known |= {turn} if deciders else set()
        if (query.turns is not None and turn not in query.turns) or (final and query.turns is None):
            continue
        seats = [seat for seat in deciders if query.seat in (None, seat)]
        found += [(step, seat) for seat in seats if final or record.plans[step][seat] is not None]
    missing = sorted(set(query.turns or ()) - known)
    if missing:
        raise ProtocolError(f"turns: there is no turn {missing[0]}; the game has {max(known, default=0)}", "turns")
    agent = _agent(query, record.game)
    return [_decision_work(query, record, agent, step, seat) for step, seat in found]


def _decision_work(query: Query, record: Record, agent: str, step: int, seat: int) -> Work:
    def work() -> JSONObject:
        found = analyse_decision(record, step, agent, seat=seat, seconds=query.seconds, seed=query.seed)
        return decision_json(record, step, found, agent, query.seed, query.top)

    return work


def _position_work(query: Query, position: State | View, agent: str) -> Work:
    seat = None if isinstance(position, View) else query.seat

    def work() -> JSONObject:
        found = analyse(position, agent, seat=seat, seconds=query.seconds, seed=query.seed)
        return position_json(position, found, agent, query.seed, query.top)

    return work


def _agent(query: Query, game: Game) -> str:
    """The agent's spec with the visits of the query; it must be able to analyse this game."""
    limited = query.seconds if query.seconds is not None else (1.0 if query.visits is not None else None)
    agent = query.agent or default_agent(game, limited)
    try:
        if query.visits is not None:
            spec = parse_spec(agent)
            agent = str(Spec(spec.name, spec.positional, {**spec.settings, "visits": query.visits}))
        make_analyst(agent, game)
    except GameError:
        raise
    except HegemonError as error:
        raise ProtocolError(f"agent: {error}", "agent") from None
    return agent
