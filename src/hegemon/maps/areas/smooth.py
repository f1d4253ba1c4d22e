"""Lines along pixels made smooth, all lines at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hegemon.maps.areas.places import Floats

Ints = NDArray[np.intp]

ROUNDS = 5
"""How often a line is smoothed."""
STEP = 2.0
"""Pixels between the points of a line."""
FLAT = 0.12
"""A point nearer than this to the line between its neighbours is left out."""


def smooth(lines: Sequence[Floats], rounds: int = ROUNDS, step: float = STEP, flat: float = FLAT) -> list[Floats]:
    """The lines without stairs: smoothed so often, with a point every so many pixels, without points on flat parts.

    The ends of open lines stay, so that lines meet; closed lines end as they begin.
    """
    if not lines:
        return []
    counts = np.array([len(line) for line in lines])
    ends = np.cumsum(counts)
    firsts, lasts = ends - counts, ends - 1
    points = np.concatenate(lines)
    closed = (points[firsts] == points[lasts]).all(axis=1) & (counts > 4)
    before, after = np.arange(len(points)) - 1, np.arange(len(points)) + 1
    before[firsts], after[lasts] = firsts, lasts
    before[lasts[~closed]], after[firsts[~closed]] = lasts[~closed], firsts[~closed]
    before[firsts[closed]], after[lasts[closed]] = lasts[closed] - 1, firsts[closed] + 1
    for _ in range(rounds):
        points = 0.5 * points + 0.25 * (points[before] + points[after])
    return _spaced(points, firsts, lasts, step, flat)


def _spaced(points: Floats, firsts: Ints, lasts: Ints, step: float, flat: float) -> list[Floats]:
    """The lines with points at equal distances, without points on a straight line."""
    steps = np.hypot(*np.diff(points, axis=0, prepend=points[:1]).T)
    steps[firsts] = 1.0  # between two lines
    along = np.cumsum(steps)
    lengths = along[lasts] - along[firsts]
    closed = (points[firsts] == points[lasts]).all(axis=1)
    counts = np.maximum(np.where(closed, 5, 2), np.rint(lengths / step).astype(int) + 1)
    begins = np.cumsum(counts) - counts
    share = (np.arange(counts.sum()) - np.repeat(begins, counts)) / np.repeat(counts - 1, counts)
    at = np.repeat(along[firsts], counts) + share * np.repeat(lengths, counts)
    spaced = np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1)
    spaced[begins], spaced[begins + counts - 1] = points[firsts], points[lasts]
    way, off = spaced[2:] - spaced[:-2], spaced[1:-1] - spaced[:-2]
    high = np.abs(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0]) / np.maximum(np.hypot(*way.T), 1e-9)
    kept = np.ones(len(spaced), dtype=bool)
    place = np.arange(len(spaced)) - np.repeat(begins, counts)
    kept[1:-1] = (high >= flat) | (place[1:-1] % 2 == 0)  # of two neighbours one stays
    kept |= (np.repeat(counts, counts) < 8) | (place == 0) | (place == np.repeat(counts, counts) - 1)
    return [spaced[a:b][kept[a:b]] for a, b in zip(begins.tolist(), (begins + counts).tolist(), strict=True)]
