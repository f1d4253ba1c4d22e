"""Many games between two agents: the same starts from both seats, on one process or several."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

from hegemon.agents import make_agent
from hegemon.errors import AgentError, GameError
from hegemon.game import Game, Record, seeded
from hegemon.match.play import Adjudication, play
from hegemon.match.statistics import score_interval
from hegemon.match.workers import ordered_map, uninterrupted
from hegemon.rules import rules_spec


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
        self.game.start(self.seed)

    def seating(self, number: int) -> tuple[int, int]:
        """Which agent sits where in a game: seat -> agent."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def play(self, number: int) -> Record:
        """Play one game of the series."""
        seats = self.seating(number)
        record = play(
            self.game,
            [self.agents[agent] for agent in seats],
            seed=seeded(self.seed).stream(number // 2),
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
        first = sum(map(sum, self.blocks.values())) / self.games if self.games else 0.5
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
            "rules": rules_spec(series.game.rules),
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
    with ordered_map(series.play, range(series.games), workers) as records:
        try:
            for number, record in enumerate(records):
                with uninterrupted():
                    score.add(number, record)
                    score.seconds = time.monotonic() - began
                    if on_game is not None:
                        on_game(score, record)
        except KeyboardInterrupt:
            pass
        except BrokenProcessPool:
            raise AgentError(f"a worker process died while playing {' against '.join(series.agents)}") from None
    score.seconds = time.monotonic() - began
    return score
