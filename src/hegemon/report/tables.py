"""Tables of a store for export: typed columns, streamed rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias

from hegemon.arena import GameResult, StoredGames
from hegemon.report.league import leagues, places_of
from hegemon.report.summary import League, Pair

Kind = Literal["text", "int", "float"]
Row: TypeAlias = "tuple[str | int | float | None, ...]"


@dataclass(frozen=True)
class Table:
    """A table. Rows have a value, or None, for each column."""

    name: str
    columns: tuple[tuple[str, Kind], ...]
    rows: Iterator[Row]


def tables(store: StoredGames) -> Iterator[Table]:
    """games, moves, agents and pairs of a store."""
    games = store.games()
    yield _games(store, games)
    yield _moves(store, games)
    yield _agents(store, games)
    yield _pairs(store, games)


_GAME: tuple[tuple[str, Kind], ...] = (
    ("block", "int"), ("number", "int"), ("start", "int"), ("map", "text"), ("map_hash", "text"),
    ("rules", "text"), ("rules_hash", "text"), ("seats", "int"), ("winner", "int"), ("winner_agent", "text"),
    ("loser", "int"), ("fault", "text"), ("reason", "text"), ("rounds", "int"), ("hash", "text"),
    ("duration", "float"), ("finished", "float"), ("load", "float"), ("run", "int"),
)  # fmt: skip
_SEAT: tuple[tuple[str, Kind], ...] = (
    ("agent", "text"), ("points", "float"), ("place", "float"), ("decisions", "int"), ("seconds", "float"),
    ("slowest", "float"),
)  # fmt: skip


def _games(store: StoredGames, games: tuple[GameResult, ...]) -> Table:
    """One row per game, with columns for each seat: agent_0, points_0, place_0, .., agent_1, ..

    Place 1 is the best; tied seats share the mean of their places.
    """
    agents = [agent.alias for agent in store.agents()]
    setups, blocks = store.setups(), store.blocks()
    most = max((setup.seats for setup in setups), default=0)
    columns = _GAME + tuple((f"{name}_{seat}", kind) for seat in range(most) for name, kind in _SEAT)

    def row(game: GameResult) -> Row:
        setup = setups[game.setup]
        winner = None if game.winner is None else agents[game.seats[game.winner]]
        place = places_of(game)
        by_seat: list[Row] = [
            (agents[agent], points, place[seat], decisions, seconds, slowest)
            for seat, (agent, points, decisions, seconds, slowest) in enumerate(
                zip(game.seats, game.points, game.decisions, game.seconds, game.slowest, strict=True)
            )
        ]
        by_seat += [(None,) * len(_SEAT)] * (most - len(by_seat))
        return (
            game.block, game.number, blocks[game.block].start, setup.map, setup.map_hash, setup.rules,
            setup.rules_hash, setup.seats, game.winner, winner, game.loser, game.fault, game.reason, game.rounds,
            game.hash, game.duration, game.finished, game.load, game.run, *chain.from_iterable(by_seat),
        )  # fmt: skip

    return Table("games", columns, map(row, games))


def _moves(store: StoredGames, games: tuple[GameResult, ...]) -> Table:
    """One row per decision; details are a JSON object."""
    agents = [agent.alias for agent in store.agents()]
    columns: tuple[tuple[str, Kind], ...] = (
        ("block", "int"), ("number", "int"), ("move", "int"), ("seat", "int"), ("agent", "text"), ("seconds", "float"),
        ("estimate", "float"), ("details", "text"),
    )  # fmt: skip

    def rows() -> Iterator[Row]:
        for game in games:
            for number, move in enumerate(store.moves(*game.id)):
                details = json.dumps(move.details) if move.details else None
                agent = agents[game.seats[move.seat]]
                yield game.block, game.number, number, move.seat, agent, move.seconds, move.estimate, details

    return Table("moves", columns, rows())


def _agents(store: StoredGames, games: tuple[GameResult, ...]) -> Table:
    """One row per agent; settings are a JSON object."""
    columns: tuple[tuple[str, Kind], ...] = (
        ("agent", "text"), ("spec", "text"), ("hash", "text"), ("settings", "text"), ("games", "int"),
        ("points", "float"), ("forfeits", "int"),
    )  # fmt: skip
    found = store.agents()
    number, points, forfeits = [0] * len(found), [0.0] * len(found), [0] * len(found)
    for game in games:
        for seat, agent in enumerate(game.seats):
            number[agent] += 1
            points[agent] += game.points[seat]
            forfeits[agent] += seat == game.loser
    rows = (
        (agent.alias, agent.spec, agent.hash, json.dumps(agent.settings), number[at], points[at], forfeits[at])
        for at, agent in enumerate(found)
    )
    return Table("agents", columns, rows)


def _pairs(store: StoredGames, games: tuple[GameResult, ...]) -> Table:
    """One row per ordered pair of opponents, for each map, and for all maps of a league (map is empty)."""
    columns: tuple[tuple[str, Kind], ...] = (
        ("rules", "text"), ("rules_hash", "text"), ("seats", "int"), ("map", "text"), ("first", "text"),
        ("second", "text"), ("games", "int"), ("starts", "int"), ("won", "int"), ("tied", "int"), ("lost", "int"),
        ("score", "float"), ("low", "float"), ("high", "float"), ("mean_rounds", "float"),
    )  # fmt: skip
    agents, setups = [agent.alias for agent in store.agents()], store.setups()

    def row(league: League, map: str | None, pair: Pair) -> Row:
        score = pair.score
        return (
            league.rules, league.rules_hash, league.seats, map, agents[pair.first], agents[pair.second], score.games,
            score.blocks, pair.won, pair.tied, pair.lost, score.score, score.low, score.high, pair.rounds,
        )  # fmt: skip

    def rows() -> Iterator[Row]:
        for league in leagues(setups, store.blocks(), games):
            for table in league.maps:
                yield from (row(league, setups[table.setup].map, pair) for pair in table.pairs.values())
            yield from (row(league, None, pair) for pair in league.pairs.values())

    return Table("pairs", columns, rows())
