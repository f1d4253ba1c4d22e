"""Positions from games of planners, which teach a network of the classic game who wins before it plays itself.

Self-play with a search gives a few games a second, and who wins a game is one lesson for all its positions. Planners
play thousands: from each position that is kept they play on several times, and the mean of these ends is learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, ClassicState, seeded
from hegemon.nets.classic_encode import ClassicEncoded
from hegemon.search import usual_classic_weights
from hegemon.training.datasets.classic import ClassicDataset
from hegemon.training.folder import damaged

GAMES, POSITIONS, PLAYOUTS = 100, 4, 4
"""Games that are played at a time, positions that are kept of a game, and games that are played on from each."""
MOST_TURNS = 400
"""Turns of each seat after which the planner's weights say who is ahead."""
STRAY = 0.03
"""Share of random decisions before a position."""
AT_ONCE = 10_000
"""Positions that are encoded at once."""


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
    parts = [_encoded(game, states[at : at + AT_ONCE], features) for at in range(0, len(states), AT_ONCE)]
    encoded = _joined(game, parts)
    places = (np.arange(game.seats) + encoded.movers[:, None]) % game.seats
    return ClassicDataset(encoded, np.zeros(0, np.float32), np.take_along_axis(shares, places, axis=1))


def _read(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            return file["states"], file["shares"]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise damaged(path, str(error)) from None


def _encoded(game: ClassicGame, states: NDArray[np.uint8], features: str) -> ClassicEncoded:
    """Without the actions, which are most of the memory."""
    cores = [ClassicState(game, game.core.from_bytes(row.tobytes())).core for row in states]
    numbers = _core.encode_classic(game.core, features, cores)
    movers = np.array([core.mover for core in cores], np.int8)
    return ClassicEncoded(game, *numbers, movers, *_no_actions(len(cores)))


def _no_actions(count: int) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32]]:
    """Features of actions, numbers of actions and their offsets."""
    return np.zeros((0, 3), np.int32), np.zeros((0, 8), np.float32), np.zeros(count + 1, np.int32)


def _joined(game: ClassicGame, parts: Sequence[ClassicEncoded]) -> ClassicEncoded:
    names = ("territories", "groups", "globals", "movers")
    territories, groups, globals, movers = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return ClassicEncoded(game, territories, groups, globals, movers, *_no_actions(len(movers)))
