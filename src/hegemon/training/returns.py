"""Lambda-returns: what the rest of a game says of a decision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def lambda_returns(
    expected: NDArray[np.floating], results: NDArray[np.floating], games: NDArray[np.integer], trace: float
) -> NDArray[np.float64]:
    """[S] for rows in the order of their games: what was expected from a row on, the sooner the more, mixed with the
    result of the game. Each step further counts `trace` times as much (TD(lambda), Sutton 1988). Where nothing was
    expected (NaN) only what follows counts.
    """
    now, found = expected.astype(np.float64), np.empty(len(games))
    for at in range(len(games) - 1, -1, -1):
        last = at + 1 == len(games) or games[at + 1] != games[at]
        later = results[at] if last else found[at + 1]
        found[at] = later if np.isnan(now[at]) else (1 - trace) * now[at] + trace * later
    return found
