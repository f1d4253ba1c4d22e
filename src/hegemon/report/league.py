"""Results of a league: ratings, crosstable, tables by map, seats, endings, forfeits.

The unit of inference is a start: all games with the same initial position and dice, of any agents, because they are not
independent. Within a pairing that is its block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from statistics import fmean

from hegemon.arena.results import GameResult, SetupFacts
from hegemon.arena.schedule import Block
from hegemon.match.forfeits import same_reason
from hegemon.match.seatings import seatings
from hegemon.report.ratings import rate
from hegemon.report.summary import ForfeitLine, League, MapTable, Pair, Standing
from hegemon.statistics import (
    GameRow,
    Ratings,
    capped_share,
    length_quartiles,
    pairwise_table,
    seat_effect,
)
from hegemon.statistics.tables import tally

CAPS = ("turn limit", "round cap", "cap")
"""Endings by a turn limit."""
LINES = 40
"""Maximum number of reasons of forfeits listed per league."""


@dataclass(frozen=True)
class Meeting:
    """A finished game with its unit of inference."""

    game: GameResult
    row: GameRow

    @classmethod
    def of(cls, game: GameResult, block: Block) -> Meeting:
        kind = "forfeit" if game.loser is not None else game.reason
        return cls(game, GameRow((block.setup, block.start), game.seats, game.points, game.order, kind, game.rounds))


def leagues(
    setups: Sequence[SetupFacts], blocks: Mapping[int, Block], games: Sequence[GameResult]
) -> tuple[League, ...]:
    """One league for each combination of rules and seats, in the order of the setups."""
    kinds: dict[tuple[str, int], list[int]] = {}
    for at, setup in enumerate(setups):
        kinds.setdefault((setup.rules_hash, setup.seats), []).append(at)
    meetings: dict[int, list[Meeting]] = {at: [] for at in range(len(setups))}
    for game in games:
        meetings[game.setup].append(Meeting.of(game, blocks[game.block]))
    return tuple(_league(setups, places, blocks, meetings) for places in kinds.values())


def _league(
    setups: Sequence[SetupFacts],
    places: Sequence[int],
    blocks: Mapping[int, Block],
    by_setup: Mapping[int, Sequence[Meeting]],
) -> League:
    facts = setups[places[0]]
    own = [block for block in blocks.values() if block.setup in places]
    agents = sorted({agent for block in own for agent in block.agents})
    meetings = [meeting for at in places for meeting in by_setup[at]]
    rows = [meeting.row for meeting in meetings]
    rated = rate(_by_start(meetings), agents, facts.seats)
    standings = _ranked(_standings(meetings, agents), rated, facts.seats)
    order = [standing.agent for standing in standings]
    return League(
        rules=facts.rules,
        rules_hash=facts.rules_hash,
        seats=facts.seats,
        scheduled=len(own) * len(seatings(facts.seats)),
        played=len(meetings),
        half_played=_half_played(meetings, facts.seats),
        standings=standings,
        comparable=rated is None or _linked(rated[0]),
        pairs=_pairs(rows),
        maps=tuple(_map_table(at, by_setup[at], order) for at in places),
        seat_points=tuple(seat_effect(rows)),
        endings=dict(Counter(row.kind for row in rows).most_common()),
        forfeits=_forfeits(meetings),
        forfeit_lines=_forfeit_lines(meetings),
        capped=capped_share(rows, CAPS),
        rounds=length_quartiles(rows) if rows else None,
        mean_rounds=_mean([row.rounds for row in rows]),
    )


def _half_played(meetings: Iterable[Meeting], seats: int) -> int:
    games = Counter(meeting.game.block for meeting in meetings)
    return sum(count < len(seatings(seats)) for count in games.values())


def _standings(meetings: Iterable[Meeting], agents: Sequence[int]) -> list[Standing]:
    points: dict[int, list[tuple[object, float]]] = {agent: [] for agent in agents}
    places: dict[int, list[float]] = {agent: [] for agent in agents}
    counts = {agent: [0, 0, 0] for agent in agents}
    forfeits = Counter[int]()
    for meeting in meetings:
        game = meeting.game
        place = places_of(game)
        for seat, agent in enumerate(game.seats):
            points[agent].append((meeting.row.block, meeting.row.points[seat]))
            places[agent].append(place[seat])
            counts[agent][_outcome(game, seat)] += 1
            forfeits[agent] += seat == game.loser
    return [
        Standing(agent, tally(points[agent]), won, tied, lost, _mean(places[agent]), forfeits[agent])
        for agent, (won, tied, lost) in counts.items()
    ]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _outcome(game: GameResult, seat: int) -> int:
    """0 won, 1 tied, 2 lost; seats that share the win after a forfeit tied."""
    if game.winner is None:
        return 2 if seat == game.loser else 1
    return 0 if seat == game.winner else 2


def places_of(game: GameResult) -> dict[int, float]:
    """Seat -> place; tied seats share the mean of their places."""
    places: dict[int, float] = {}
    taken = 0
    for group in game.order:
        places.update(dict.fromkeys(group, taken + (len(group) + 1) / 2))
        taken += len(group)
    return places


def _by_start(meetings: Iterable[Meeting]) -> list[list[GameResult]]:
    starts: dict[Hashable, list[GameResult]] = {}
    for meeting in meetings:
        starts.setdefault(meeting.row.block, []).append(meeting.game)
    return list(starts.values())


def _linked(ratings: Ratings) -> bool:
    """Whether all agents that played are connected by games."""
    return len({group for group, games in zip(ratings.groups, ratings.games, strict=True) if games}) == 1


def _ranked(
    standings: Sequence[Standing], rated: tuple[Ratings, tuple[tuple[float, float], ...]] | None, seats: int
) -> tuple[Standing, ...]:
    """Standings by rating, agents without games last; with more than two seats by points, because ratings by finishing
    order weigh all places equally."""
    if rated is None:
        return tuple(standings)
    ratings, intervals = rated
    lines = [
        replace(line, rating=ratings.elo[at], low=intervals[at][0], high=intervals[at][1])
        if ratings.games[at]
        else line
        for at, line in enumerate(standings)
    ]

    def key(line: Standing) -> tuple[bool, float, int]:
        return line.rating is None, -(line.score.score if seats > 2 else line.rating or 0.0), line.agent

    return tuple(sorted(lines, key=key))


def _pairs(rows: Sequence[GameRow]) -> dict[tuple[int, int], Pair]:
    counts: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        place = {seat: number for number, group in enumerate(row.order) for seat in group}
        for one, other in permutations(range(len(row.seats)), 2):
            outcome = 0 if place[one] < place[other] else 1 if place[one] == place[other] else 2
            counts.setdefault((row.seats[one], row.seats[other]), [0, 0, 0])[outcome] += 1
    pairs = {}
    for line in pairwise_table(rows):
        won, tied, lost = counts[line.first, line.second]
        pairs[line.first, line.second] = Pair(line.first, line.second, line.tally, won, tied, lost, line.rounds)
    return pairs


def _map_table(setup: int, meetings: Sequence[Meeting], order: Sequence[int]) -> MapTable:
    rows = [meeting.row for meeting in meetings]
    return MapTable(
        setup=setup,
        standings=tuple(_standings(meetings, order)),
        pairs=_pairs(rows),
        capped=capped_share(rows, CAPS),
        rounds=_mean([row.rounds for row in rows]),
    )


def _forfeits(meetings: Iterable[Meeting]) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    for meeting in meetings:
        game = meeting.game
        if game.loser is not None:
            of_kind = found.setdefault(game.fault or "unknown", {})
            agent = game.seats[game.loser]
            of_kind[agent] = of_kind.get(agent, 0) + 1
    return found


def _forfeit_lines(meetings: Iterable[Meeting]) -> tuple[ForfeitLine, ...]:
    """Forfeits of an agent on a setup for the same reason share a line."""
    found: dict[tuple[int, int, str], list[GameResult]] = {}
    for game in (meeting.game for meeting in meetings):
        if game.loser is not None:
            found.setdefault((game.setup, game.seats[game.loser], same_reason(game.reason)), []).append(game)
    return tuple(
        ForfeitLine(f"{first.block}.{first.number}", setup, agent, first.fault, first.reason, len(games))
        for (setup, agent, _), games in list(found.items())[:LINES]
        for first in games[:1]
    )
