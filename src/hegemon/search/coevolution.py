"""Two populations of plans that grow against each other (Soares 2025; with other settings GG-Net, Bauer 2024)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._fields import Range
from hegemon.errors import GameError
from hegemon.game import Plan, SimultaneousState
from hegemon.search.analysis import Analysis, Candidate
from hegemon.search.budget import Budget
from hegemon.search.simultaneous import asked

Share = Annotated[float, Range(0, 1)]

Evaluate = Callable[[NDArray[np.int8], NDArray[np.int32], int], Sequence[float] | NDArray[Any]]
"""evaluate(owners, armies, seat): values for the seat, between -1 and 1, of many positions, one a row."""
Score = Callable[[NDArray[np.int32], int], Sequence[float] | NDArray[Any]]
"""score(genes, seat): how promising each sampled plan of the seat is, one a row; the highest are kept."""


@dataclass(frozen=True, kw_only=True)
class CoevolutionSettings:
    """How the populations grow. The defaults are the text of the thesis."""

    population: Annotated[int, Range(1, 1000)] = 30
    """Plans in each of the two populations."""
    evaluation: Literal["material", "network"] = "material"
    """What a pair is worth: by the core's hand-made evaluation, or what a network says of the position it leads to."""
    init: Literal["random", "policy"] = "random"
    """The first plans: any, or those of many to which a network gives the highest logits."""
    init_samples: Annotated[int, Range(0, 10_000)] = 90
    """init=policy: random plans of each seat, of which the best are kept; never fewer than are kept."""
    cache: bool = True
    """The network judges equal positions once; the search finds the same without."""
    elites: Annotated[int, Range(0, 1000)] = 5
    """Plans that go on unchanged, with survival=elites."""
    survival: Literal["elites", "best-half"] = "elites"
    """elites: the elites and the best offspring go on. best-half: the better half goes on and breeds the rest."""
    crossover: Literal["any-two", "neighbours"] = "any-two"
    """any-two: two complementary children of any two plans. neighbours: one child of each plan and the next."""
    mutation: Literal["replace", "add", "send"] = "replace"
    """replace: a gene becomes a number from 0 to 9. add: a number between -4 and 4 is added to it. send: it becomes
    nothing, all that can stand on its source, or a number in between."""
    mutation_rate: Share = 0.2
    """Share of the offspring that mutate."""
    gene_rate: Share = 0.05
    """Share of the genes that change in a plan that mutates."""
    cut_attacks: bool = False
    """Whether correction also removes attacks with armies that are not there."""
    march_on: bool = False
    """Whether plans may move on out of land that they take, where the rules allow it."""
    mirrored: bool = False
    """Whether positions are evaluated from both seats and averaged."""
    discount: Share = 1.0
    """Factor of the value of a position in which the game is not over."""
    idle_mutation: bool = False
    """Fault of the published program: mutated genes are thrown away."""
    uncorrected_crossover: bool = False
    """Fault of the published program: children may deploy more or fewer armies than the income."""
    skipped_pairs: bool = False
    """Fault of the published program: pairs count 0 because the list of decided pairs is out of step."""
    late_evaluation: bool = False
    """Fault of the published program: time is looked at between steps only, evaluation goes on after it is out."""
    short_mutation: bool = False
    """Fault of GG-Net's program: only as many genes as there are offspring can mutate."""


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
    values = {field.name: getattr(settings, field.name) for field in fields(CoevolutionSettings)}
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
