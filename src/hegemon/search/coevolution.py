"""Two populations of plans that grow against each other (Soares 2025; with other settings GG-Net, Bauer 2024)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game import Plan, SimultaneousState
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget
from hegemon.search.settings import CoevolutionSettings
from hegemon.search.simultaneous import asked

Evaluate = Callable[[NDArray[np.int8], NDArray[np.int32], int], Sequence[float] | NDArray[Any]]
"""evaluate(owners, armies, seat): values for the seat, between -1 and 1, of many positions, one a row."""
Score = Callable[[NDArray[np.int32], int], Sequence[float] | NDArray[Any]]
"""score(genes, seat): how promising each sampled plan of the seat is, one a row; the highest are kept."""


def coevolve(
    state: SimultaneousState,
    seat: int,
    settings: CoevolutionSettings,
    random: _core.Random,
    budget: Budget,
    *,
    evaluate: Evaluate | None = None,
    score: Score | None = None,
    net: _core.PolicyValueNet | None = None,
    candidates: int = 1000,
) -> Analysis:
    """Search for a plan; a visit of the budget is a generation. The candidates are the seat's last population.

    `net` (``net.core(game)``) is the network of evaluation=network and init=policy. Functions of your own go before:
    under a limit of time `evaluate` is first called with few positions, to see how long it takes. At most
    `candidates` plans are told.
    """
    state.game.require_seat(seat)
    values = _core.CoevolutionSettings(settings.to_core())
    limits = budget.visits, budget.seconds
    try:
        found = _core.coevolve(state.game.core, state.core, seat, values, random, *limits, evaluate, score, net)
    except ValueError as error:
        raise GameError(f"this position cannot be searched: {error}") from None
    own = found.own[: max(candidates, 1)]
    answer = str(Plan.from_core(found.other[0].orders))
    told = tuple(Candidate(Plan.from_core(one.orders), one.age, one.fitness) for one in own)
    told = (replace(told[0], line=(answer,)), *told[1:])
    details: dict[str, int | float] = {
        "generations": found.generations,
        "pairs": found.pairs,
        "evaluations": found.evaluations,
    }
    if found.questions:
        details |= asked(found)
    return Analysis(seat, told, own[0].fitness, found.generations, found.seconds, details)
