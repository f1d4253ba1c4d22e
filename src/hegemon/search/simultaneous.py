"""Tree search for simultaneous orders: the published serialised search, decoupled UCT and regret matching.

The settings are independent of each other; a paper is a set of values (see hegemon.agents.smcts).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.game import Plan, SimultaneousView
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget
from hegemon.search.settings import SmctsSettings

Plans: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Orders [M, 4] (kind, source, target, armies), where each plan's orders begin, where each row's plans begin."""

Network: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int32], NDArray[np.int8], Plans],
    tuple[NDArray[np.float32], NDArray[np.float32] | None],
]
"""evaluate(owners[B, n], armies[B, n], seats[B], plans) -> (values[B], logits of all plans or None).

A value is between -1 and 1, from the view of the row's seat. The arrays are the function's own to keep.
"""


def run(
    view: SimultaneousView,
    settings: SmctsSettings,
    budget: Budget,
    random: _core.Random,
    network: _core.PolicyValueNet | Network | None = None,
) -> _core.SimultaneousSearchResult:
    """Search what the seat sees; `best` of the result is the plan to play.

    A network of the core (``net.core(game)``) is evaluated in place, without Python; any function is one too.

    An iteration is one visit of the budget: with ``expand=all`` it evaluates all candidates of a leaf, else one leaf.
    """
    return _core.search_simultaneous(
        view.game.core, view.core, view.seat, core_settings(settings), budget.visits, budget.seconds, random, network
    )


def analyse(
    view: SimultaneousView,
    settings: SmctsSettings,
    budget: Budget,
    random: _core.Random,
    network: _core.PolicyValueNet | Network | None = None,
) -> Analysis:
    """Search what the seat sees and tell all about it; the first candidate is the plan to play."""
    result = run(view, settings, budget, random, network)
    has_policy = network is not None and settings.policy_trust > 0
    candidates = tuple(_candidate(plan, has_policy) for plan in result.plans)
    details = {name: getattr(result, name) for name in ("iterations", "leaves", "rollouts", "turns", "nodes", "bytes")}
    if network is not None:
        details |= asked(result)
    return Analysis(view.seat, candidates, result.value, result.visits, result.seconds, details)


def asked(result: _core.SimultaneousSearchResult | _core.Coevolution) -> dict[str, int | float]:
    """What a search asked of a network: questions, positions judged, and the share that it knew without."""
    known = 1 - result.judged / result.questions if result.questions else 0.0
    return {"questions": result.questions, "judged": result.judged, "hits": round(known, 4)}


@cache
def core_settings(settings: SmctsSettings) -> _core.SmctsSettings:
    return _core.SmctsSettings(settings.to_core())


def _candidate(plan: Any, has_prior: bool) -> Candidate:
    orders, visits, value, prior, _weight, line = plan
    text = tuple(" / ".join(str(Plan.from_core(side)) for side in pair) for pair in line)
    return Candidate(Plan.from_core(orders), visits, value, prior if has_prior else None, text)
