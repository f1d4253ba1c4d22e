"""Strength of a Q-network: greedy play against a random player, from both seats. Needs torch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hegemon._core import ClassicVectorEnv
from hegemon._json import JSONObject
from hegemon.statistics import wilson
from hegemon.training.dqn.q_network import QNetwork, greedy
from hegemon.training.dqn.settings import TEST_STREAM, DqnSettings


@dataclass(frozen=True)
class Strength:
    """Points against a random player in `games` games from each seat; a draw is half a point."""

    games: int
    first: float
    second: float

    @property
    def score(self) -> float:
        return (self.first + self.second) / 2

    def to_json(self) -> JSONObject:
        return {
            "games": self.games,
            "first_seat": self.first,
            "first_interval": list(wilson(self.first, self.games)),
            "second_seat": self.second,
            "second_interval": list(wilson(self.second, self.games)),
        }


def evaluate(network: QNetwork, settings: DqnSettings, step: int, games: int) -> Strength:
    """Greedy play against a random player, `games` games from each seat; the deals depend only on the step."""
    game, published = settings.game, settings.published
    seats = np.repeat(np.array([1, 0], np.int8), games)  # of the random player
    env = ClassicVectorEnv(game.core, seats, settings.stream(TEST_STREAM, step))
    points, playing = np.zeros(2 * games), np.ones(2 * games, np.bool_)
    for turn in range(3 * game.turn_limit):
        if not playing.any():
            break
        actions = greedy(network, *env.observe(published), published & (env.movers == 1))
        over, winners, _, _ = env.step(actions, settings.stream(TEST_STREAM, step, turn))
        ended = over & playing
        points[ended] = np.where(winners < 0, 0.5, winners != seats)[ended]
        playing &= ~over
    points[playing] = 0.5
    return Strength(games, float(points[:games].mean()), float(points[games:].mean()))
