"""The interface of all searches: created from a game, settings and an evaluator, then called with positions.

search = Smcts(game, SmctsSettings(), net)
plan = search.decide(view, Budget(visits=500), random).decision
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, runtime_checkable

from hegemon._core import Random
from hegemon.errors import SearchError
from hegemon.game import Action, Plan
from hegemon.search.analysis import Analysis
from hegemon.search.budget import Budget

P = TypeVar("P", contravariant=True)
D = TypeVar("D", bound=Action | Plan, covariant=True)
G = TypeVar("G", contravariant=True)
N = TypeVar("N", covariant=True)


class Search(Protocol[P, D]):
    """A search of one game. The same position, budget of visits and random stream give the same result."""

    def decide(self, position: P, budget: Budget, random: Random, /) -> Analysis[D]:
        """Search for the decision to make, which is the only candidate of the analysis."""

    def analyse(self, position: P, budget: Budget, random: Random, /) -> Analysis[D]:
        """Search with all candidates."""


@runtime_checkable
class CoreEvaluator(Protocol[G, N]):
    """A network that the core evaluates in the threads of a search, such as those of hegemon.nets."""

    def core(self, game: G, /) -> N: ...


@contextmanager
def core_errors() -> Iterator[None]:
    """Convert errors of the core to SearchError."""
    try:
        yield
    except ValueError as error:
        raise SearchError(str(error)) from None
