"""Positions from games of planners, which teach a network of the classic game who wins before it plays itself.

Self-play with a search gives a few games a second, and who wins a game is one lesson for all its positions. Planners
play thousands: from each position that is kept they play on several times, and the mean of these ends is learned.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, seeded
from hegemon.search import usual_classic_weights
from hegemon.training.datasets.classic import ClassicDataset
from hegemon.training.folder import damaged
from hegemon.training.samples.classic import positions_of

GAMES, POSITIONS, PLAYOUTS = 100, 4, 4
"""Games that are played at a time, positions that are kept of a game, and games that are played on from each."""
MOST_TURNS = 400
"""Turns of each seat after which the planner's weights say who is ahead."""
STRAY = 0.03
"""Share of random decisions before a position."""


def taught_positions(
    game: ClassicGame,
    path: Path,
    count: int,
    *,
    seed: int,
    threads: int = 1,
    on_shard: Callable[[int], None] = lambda done: None,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """At least so many positions (count, bytes) and the mean shares (count, seats) of the win, kept in a file."""
    if path.exists():
        return _read(path)
    weights = _core.ClassicPlannerWeights(usual_classic_weights(game).to_core())

    def play(number: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        found = _core.classic_playouts(
            game.core, weights, GAMES, POSITIONS, PLAYOUTS, MOST_TURNS * game.seats, STRAY, seeded(seed, number)
        )
        return found["states"], found["shares"]

    parts = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in pool.map(play, range(-(-count // (GAMES * POSITIONS)))):
                parts.append(part)
                on_shard(min(count, len(parts) * GAMES * POSITIONS))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    states, shares = (np.concatenate([part[at] for part in parts]) for at in (0, 1))
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, TrainingError) as scratch, scratch.open("wb") as file:
        np.savez(file, states=states, shares=shares)
    return states, shares


def taught_dataset(
    game: ClassicGame, states: NDArray[np.uint8], shares: NDArray[np.float32], features: str
) -> ClassicDataset:
    """The positions as targets of the value alone."""
    movers = np.array([position.mover for position in positions_of(game, states)], np.int64)
    places = (np.arange(game.seats) + movers[:, None]) % game.seats
    return ClassicDataset(game, states, features, np.take_along_axis(shares, places, axis=1))


def _read(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            return file["states"], file["shares"]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise damaged(path, str(error)) from None
