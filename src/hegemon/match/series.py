"""Many games between two agents: the same starts from both seats, on one process or several."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from hegemon._core import Random
from hegemon.agents import make_agent
from hegemon.errors import GameError
from hegemon.game import Game, Record
from hegemon.match.play import Adjudication, play
from hegemon.match.statistics import score_interval


@dataclass(frozen=True)
class Series:
    """What is played. Game 2k and 2k + 1 share start and dice; in the second the agents have swapped seats."""

    game: Game
    agents: tuple[str, str]
    games: int
    seed: int = 0
    time_per_move: float | None = None
    adjudication: Adjudication | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise GameError(f"a match has at least one game, not {self.games}")
        for agent in self.agents:
            make_agent(agent)
        self.game.start(0)

    def seating(self, number: int) -> tuple[int, int]:
        """Which agent sits where in a game: seat -> agent."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def play(self, number: int) -> Record:
        """Play one game of the series."""
        seats = self.seating(number)
        record = play(
            self.game,
            [self.agents[agent] for agent in seats],
            seed=Random(self.seed).stream(number // 2),
            time_per_move=self.time_per_move,
            adjudication=self.adjudication,
        )
        record.info |= {"series_seed": self.seed, "number": number}
        return record


@dataclass
class Score:
    """The running score of a series."""

    series: Series
    blocks: dict[int, list[float]] = field(default_factory=dict)  # scores of agent 0
    seat_wins: list[int] = field(default_factory=lambda: [0, 0])
    ties: int = 0
    rounds: int = 0
    decisions: int = 0
    forfeits: list[str] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, number: int, record: Record) -> None:
        assert record.result is not None
        winner, reason = record.result.winner, record.result.reason
        if winner is None:
            self.ties += 1
            points = 0.5
        else:
            self.seat_wins[winner] += 1
            points = 1.0 if self.series.seating(number)[winner] == 0 else 0.0
        self.blocks.setdefault(number // 2, []).append(points)
        self.rounds += record.rounds
        self.decisions += sum(record.info["decisions"])
        if "forfeits" in reason:
            self.forfeits.append(reason)
            reason = "forfeit"
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    @property
    def games(self) -> int:
        return sum(map(len, self.blocks.values()))

    @property
    def score(self) -> tuple[float, float]:
        first = sum(map(sum, self.blocks.values())) / max(self.games, 1)
        return first, 1 - first

    @property
    def interval(self) -> tuple[tuple[float, float], tuple[float, float]]:
        low, high = score_interval(list(self.blocks.values()))
        return (low, high), (1 - high, 1 - low)

    def to_json(self) -> dict[str, Any]:
        """The match as one object, with everything needed to repeat it."""
        series, games = self.series, max(self.games, 1)
        return {
            "games": self.games,
            "score": list(self.score),
            "interval": [list(pair) for pair in self.interval],
            "seat_wins": self.seat_wins,
            "starter_wins": self.seat_wins[0],
            "ties": self.ties,
            "mean_turns": self.rounds / games,
            "mean_decisions": self.decisions / games,
            "seconds": round(self.seconds, 3),
            "agents": list(series.agents),
            "map": series.game.map.name,
            "map_hash": series.game.map.hash,
            "rules": series.game.rules.name,
            "rules_hash": series.game.rules.hash,
            "seed": series.seed,
            "time_per_move": series.time_per_move,
            "endings": self.reasons,
            "forfeits": self.forfeits[:20],
        }


def play_series(series: Series, *, workers: int = 1, on_game: Callable[[Score, Record], None] | None = None) -> Score:
    """Play a whole series; games are counted in order whatever the number of worker processes.

    An interrupt (Ctrl-C) stops it and returns the score of the games finished so far.
    """
    score = Score(series)
    began = time.monotonic()
    with _records(series, workers) as records:
        try:
            for number, record in enumerate(records):
                score.add(number, record)
                score.seconds = time.monotonic() - began
                if on_game is not None:
                    on_game(score, record)
        except KeyboardInterrupt:
            pass
    score.seconds = time.monotonic() - began
    return score


@contextmanager
def _records(series: Series, workers: int) -> Iterator[Iterator[Record]]:
    """The records of all games in order, played here or on worker processes."""
    if workers <= 1 or series.games < 2:
        yield (series.play(number) for number in range(series.games))
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        chunk = max(1, min(16, series.games // (4 * workers)))
        yield pool.map(series.play, range(series.games), chunksize=chunk)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent; it tells the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
