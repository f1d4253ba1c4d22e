"""Tree search for simultaneous orders: the published serialised search, decoupled UCT and regret matching.

The settings are independent of each other; a paper is a set of values (see hegemon.agents.smcts).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._fields import Range
from hegemon.game import Plan, SimultaneousView
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget

Plans: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Orders [M, 4] (kind, source, target, armies), where each plan's orders begin, where each row's plans begin."""

Network: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int32], NDArray[np.int8], Plans],
    tuple[NDArray[np.float32], NDArray[np.float32] | None],
]
"""evaluate(owners[B, n], armies[B, n], seats[B], plans) -> (values[B], logits of all plans or None).

A value is between -1 and 1, from the view of the row's seat. The arrays are the function's own to keep.
"""


@dataclass(frozen=True)
class Settings:
    """How the tree grows and what a leaf is worth; the budget is given apart."""

    selection: Literal["serialised", "duct", "regret"] = "regret"
    """serialised: own plan, then a reply that knows it; duct, regret: both seats at once, each by its own figures."""
    formula: Literal["ucb", "puct"] = "ucb"
    """The bound of serialised and duct: W/N + c P sqrt(ln N_parent / N), or with c (P/k) sqrt(N_parent) / (1 + N)."""
    expand: Literal["all", "one"] = "one"
    """What an iteration evaluates: every candidate of the leaf it reaches (as published), or one new leaf."""
    evaluation: Literal["none", "material", "network"] = "material"
    """What an unfinished position is worth: 0, a count of armies, income and land, or what a network says."""
    candidates: Annotated[int, Range(1, 4096)] = 20
    """Plans drawn for each seat at each node, at most."""
    focused: Annotated[int, Range(0, 100)] = 0
    """Percentage of candidates from the focused generator instead of the published random one."""
    crossover: Annotated[int, Range(0, 100)] = 0
    """Duct and regret: percentage of further candidates that are crossed from two good ones."""
    duplicates: bool = False
    """Keep equal plans among the candidates, as published."""
    cache_opponent: bool = False
    """Serialised: the same replies below every own plan."""
    widening: Annotated[float, Range(0, 1e6)] = 0.0
    """A node of N visits has widening * N ** widening_power candidates; 0 draws all at once."""
    widening_power: Annotated[float, Range(0, 1)] = 0.5
    """How fast candidates are added as visits grow: see widening."""
    depth: Annotated[int, Range(1, 10_000)] = 20
    """Levels from the root, two a turn, at which a game is cut off."""
    rollout: Annotated[int, Range(0, 10_000)] = 1000
    """Levels played at random from a leaf, at most; 0 evaluates the leaf itself."""
    exploration: Annotated[float, Range(0, 1e6)] = 0.35
    """How much a candidate of few visits is preferred to one of many, in units of the value (-1 to 1)."""
    gamma: Annotated[float, Range(0, 1)] = 0.1
    """Regret: share of uniform exploration."""
    plus: bool = True
    """Regret matching plus: no debts, and later strategies weigh more in the average."""
    outcomes: Annotated[int, Range(1, 1000)] = 1
    """Duct and regret: outcomes of luck kept for a pair of plans; 1 freezes the first, as published."""
    idle_terminals: bool = False
    """Published fault: reaching a finished game again counts for nothing."""
    blind_pending: bool = False
    """Published fault: a plan that still waits for its reply is valued as if it had not been made."""
    root_priors: bool = True
    """Off is a published fault: the policy says nothing about the seat's own plans."""
    policy_trust: Annotated[float, Range(0, 1)] = 0.75
    """Policy trust tau: P = tau * p * k + (1 - tau); 0 asks for no policy. With widening it needs policy_samples."""
    policy_samples: Annotated[int, Range(0, 4096)] = 0
    """Duct and regret: plans drawn for each seat when a node is reached again, the policy's favourites first to be
    tried; 0 asks about the candidates of every new leaf, as published."""
    batch: Annotated[int, Range(1, 65_536)] = 16
    """Duct and regret with a network: leaves evaluated at once."""
    cache: bool = True
    """A network of the core judges equal positions once; the search finds the same without."""
    temperature: Annotated[float, Range(0, 1e6)] = 0.0
    """Of the final choice: 0 takes the most visited (or the heaviest of the average strategy), 1 samples."""
    threads: Annotated[int, Range(1, 256)] = 1
    """Independent trees, added up at the root."""
    megabytes: Annotated[int, Range(1, 30_000)] = 1024
    """Memory for all trees; a search that has used it up ends."""


def run(
    view: SimultaneousView,
    settings: Settings,
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
    settings: Settings,
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
def core_settings(settings: Settings) -> _core.SimultaneousSearchSettings:
    return _core.SimultaneousSearchSettings({field.name: getattr(settings, field.name) for field in fields(Settings)})


def _candidate(plan: Any, has_prior: bool) -> Candidate:
    orders, visits, value, prior, _weight, line = plan
    text = tuple(" / ".join(str(Plan.from_core(side)) for side in pair) for pair in line)
    return Candidate(Plan.from_core(orders), visits, value, prior if has_prior else None, text)
