"""A series of games between agents: the same starts in every seating, on one or several processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from hegemon._fields import ShortRepr
from hegemon._json import JSONObject
from hegemon._words import counted
from hegemon.agents import AgentLike, agent_name
from hegemon.agents.own import require_agents
from hegemon.errors import AgentError, GameError
from hegemon.game import Game, Record, seeded
from hegemon.match.adjudication import Adjudication
from hegemon.match.arguments import (
    OnError,
    as_adjudication,
    as_game,
    as_time_control,
    require_on_error,
    require_order,
    require_workers,
)
from hegemon.match.finish import finishing_order, points_of
from hegemon.match.foreign import describe
from hegemon.match.play import play
from hegemon.match.referee import Observer
from hegemon.match.seatings import seatings
from hegemon.match.time_control import TimeControl
from hegemon.match.workers import WorkerDied, crossing, run_in_order, uninterrupted
from hegemon.rules import rules_spec

MOST_TRACEBACKS = 20


@dataclass(frozen=True)
class Series(ShortRepr):
    """Description of a series. Games are played in blocks with the same start and dice, one game per seating."""

    game: Game
    agents: tuple[AgentLike, ...]
    """Specs, objects, or classes or functions that make a new object for every game."""
    games: int
    seed: int = 0
    time: TimeControl = field(default_factory=TimeControl)
    adjudication: Adjudication | None = None
    salt: str | None = None
    """Of the dice in games with agents of your own; None draws one for each game."""
    on_error: OnError = "forfeit"
    """What a failing agent does: it loses its game, or its error ends the series."""

    def __post_init__(self) -> None:
        require_order(self.game, self.agents)
        object.__setattr__(self, "agents", require_agents(self.agents))
        object.__setattr__(self, "game", as_game(self.game, len(self.agents)))
        object.__setattr__(self, "time", as_time_control(self.time))
        object.__setattr__(self, "adjudication", as_adjudication(self.adjudication))
        require_on_error(self.on_error)
        if not isinstance(self.games, int) or self.games < 1:
            raise GameError(f"a match needs at least one game, not {self.games!r:.40}")
        if len(self.agents) != self.game.seats:
            raise GameError(f"{self.game} is played by {self.game.seats} agents, not {len(self.agents)}")
        for agent in self.agents:
            if isinstance(agent, str):
                describe(agent)
        self.game.start(self.seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents by their specs or the names of their classes."""
        return tuple(map(agent_name, self.agents))

    @property
    def games_per_block(self) -> int:
        """Games with the same start, one per seating."""
        return len(seatings(len(self.agents)))

    def block(self, number: int) -> int:
        """The block that a game belongs to."""
        return number // len(seatings(len(self.agents)))

    def seating(self, number: int) -> tuple[int, ...]:
        """The agent of each seat in a game."""
        rows = seatings(len(self.agents))
        return rows[number % len(rows)]

    def play(self, number: int, observer: Observer | None = None) -> Record:
        """Play one game of the series."""
        seats = self.seating(number)
        record = play(
            self.game,
            [self.agents[agent] for agent in seats],
            seed=seeded(self.seed).stream(self.block(number)),
            time_control=self.time,
            adjudication=self.adjudication,
            salt=self.salt,
            observer=observer,
            on_error=self.on_error,
        )
        record.info |= {"series_seed": self.seed, "number": number}
        return record


@dataclass(repr=False)
class Score:
    """The running score of a series. A win is one point; a tie is shared by the surviving seats, a forfeit by the other
    surviving seats."""

    series: Series
    blocks: dict[int, list[tuple[float, ...]]] = field(default_factory=dict)  # block -> points of each agent, per game
    from_seats: list[list[list[float]]] = field(default_factory=list)  # points of agents from seats, per game
    seat_wins: list[int] = field(default_factory=list)
    starter_wins: int = 0
    ties: int = 0
    rounds: int = 0
    decisions: int = 0
    forfeits: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    """Where the code of agents failed, every place once."""
    reasons: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        seats = range(len(self.series.agents))
        self.seat_wins = [0 for _ in seats]
        self.from_seats = [[[] for _ in seats] for _ in seats]

    def __repr__(self) -> str:
        pairs = zip(self.series.names, self.score, strict=True)
        scores = ", ".join(f"{name} {100 * score:.1f} %" for name, score in pairs)
        return f"<Score of {counted(self.games, 'game')}: {scores}>"

    def add(self, number: int, record: Record) -> None:
        assert record.result is not None
        result, seating = record.result, self.series.seating(number)
        if result.winner is not None:
            self.seat_wins[result.winner] += 1
            self.starter_wins += result.winner == record.start.starter
        self.ties += result.winner is None and result.loser is None
        by_seat = points_of(finishing_order(record))
        points = tuple(by_seat[seating.index(agent)] for agent in range(len(seating)))
        self.blocks.setdefault(self.series.block(number), []).append(points)
        for seat, agent in enumerate(seating):
            self.from_seats[agent][seat].append(by_seat[seat])
        self.rounds += record.length
        self.decisions += sum(cast(list[int], record.info["decisions"]))
        reason = result.reason
        if result.loser is not None:
            self.forfeits.append(reason)
            trace = str(record.info.get("traceback", ""))
            if trace and trace not in self.tracebacks and len(self.tracebacks) < MOST_TRACEBACKS:
                self.tracebacks.append(trace)
            reason = "forfeit"
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    @property
    def games(self) -> int:
        return sum(map(len, self.blocks.values()))

    def block_scores(self, agent: int) -> list[float]:
        """The mean points of one agent in every complete block."""
        whole = len(seatings(len(self.series.agents)))
        return [sum(block) / whole for block in self.points(agent) if len(block) == whole]

    def points(self, agent: int) -> list[list[float]]:
        """The points of one agent, block by block."""
        return [[game[agent] for game in block] for block in self.blocks.values()]

    @property
    def score(self) -> tuple[float, ...]:
        agents = range(len(self.series.agents))
        if self.games == 0:
            return tuple(1 / len(agents) for _ in agents)
        return tuple(sum(map(sum, self.points(agent))) / self.games for agent in agents)

    @property
    def interval(self) -> tuple[tuple[float, float], ...]:
        return tuple(_interval(self.points(agent)) for agent in range(len(self.series.agents)))

    def to_json(self) -> JSONObject:
        """The match as a JSON object, with everything needed to reproduce it."""
        series, games = self.series, max(self.games, 1)
        return {
            "games": self.games,
            "score": list(self.score),
            "interval": [list(pair) for pair in self.interval],
            "from_seats": [[_seat_score(points) for points in agent] for agent in self.from_seats],
            "seat_wins": self.seat_wins,
            "starter_wins": self.starter_wins,
            "ties": self.ties,
            "mean_turns": self.rounds / games,
            "mean_decisions": self.decisions / games,
            "seconds": round(self.seconds, 3),
            "agents": list(series.names),
            "map": series.game.map.name,
            "map_hash": series.game.map.hash,
            "rules": rules_spec(series.game.rules),
            "rules_hash": series.game.rules.hash,
            "seed": series.seed,
            "time": str(series.time),
            "time_per_move": series.time.per_move or None,
            "margin": series.time.tolerance if series.time.limited else None,
            "clock": series.time.clock,
            "endings": self.reasons,
            "forfeits": self.forfeits[:20],
            "tracebacks": self.tracebacks,
        }


def _seat_score(points: list[float]) -> JSONObject:
    low, high = _interval([[point] for point in points])
    return {"games": len(points), "score": sum(points) / max(1, len(points)), "interval": [low, high]}


def _interval(blocks: list[list[float]]) -> tuple[float, float]:
    from hegemon.statistics import score_interval  # only the final score needs statistics

    return score_interval(blocks)


@dataclass(frozen=True)
class _Remote:
    """Plays games in a worker process: an exception of an agent returns as an error that can cross processes."""

    series: Series

    def __call__(self, number: int) -> Record:
        with crossing() if self.series.on_error == "raise" else nullcontext():
            return self.series.play(number)


def play_series(
    series: Series,
    *,
    workers: int = 1,
    on_game: Callable[[Score, Record], None] | None = None,
    enough: Callable[[Score], bool] | None = None,
    observer: Observer | None = None,
) -> Score:
    """Play a series. Games are counted in order, for any number of worker processes.

    It ends early when `enough` returns true after a game, or on Ctrl-C, with the score of the games so far.

    Agents that are given as objects, classes or functions play in this process: with them there is one worker. The
    observer sees the games that are played in this process.
    """
    if not isinstance(series, Series):
        raise GameError(f"play_series plays a Series(game, agents, games), not {series!r:.40}")
    require_workers(workers)
    if workers > 1 and not all(isinstance(agent, str) for agent in series.agents):
        raise GameError("agents given as objects play in this process: use workers=1, or put them into a file")
    score = Score(series)
    began = time.monotonic()
    try:
        work: Callable[[int], Record] = _Remote(series) if workers > 1 else partial(series.play, observer=observer)
        with closing(run_in_order(work, series.games, workers)) as records:
            for number, record in enumerate(records):
                with uninterrupted():
                    score.add(number, record)
                    score.seconds = time.monotonic() - began
                    if on_game is not None:
                        on_game(score, record)
                if enough is not None and enough(score):
                    break
    except KeyboardInterrupt:
        pass
    except WorkerDied as died:
        raise AgentError(f"{died} while playing {' against '.join(series.names)}") from None
    score.seconds = time.monotonic() - began
    return score
