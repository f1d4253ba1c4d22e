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
from hegemon.game import Action, Game, Plan, Position, State
from hegemon.search.analysis import Analysis
from hegemon.search.budget import Budget
from hegemon.search.checked import CheckedSettings

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


class SearchOf:
    """What the searches share: their repr, and checks of what they are called with."""

    def __repr__(self) -> str:
        own = vars(self)
        return f"<{type(self).__name__} of {own['game']}, {own['settings']!r}>"

    def _require(self, game: object, kind: type[Game], settings: object, wanted: type[CheckedSettings]) -> None:
        name = type(self).__name__
        if not isinstance(game, kind):
            family = kind.__name__.removesuffix("Game").lower()
            raise SearchError(f"{name} searches the {family} game: give a {kind.__name__}, not {game!r:.60}")
        if settings is not None and not isinstance(settings, wanted):
            raise SearchError(f"{name} has settings {wanted.__name__}(..), not {settings!r:.60}")

    def _require_run(self, position: object, kind: type[Position], budget: object, random: object) -> None:
        if not isinstance(position, kind):
            view = kind.__name__.endswith("View") and isinstance(position, State)
            hint = "; a state gives one: state.view(seat)" if view else ""
            raise SearchError(f"{type(self).__name__} searches a {kind.__name__}, not {position!r:.60}{hint}")
        if not isinstance(budget, Budget):
            raise SearchError(f"a budget is Budget(visits=1000) or Budget(seconds=1), not {budget!r:.40}")
        if random is not None and not isinstance(random, Random):
            raise SearchError(f"a random stream is hegemon.Random(seed), not {random!r:.40}")


@contextmanager
def core_errors() -> Iterator[None]:
    """Convert errors of the core to SearchError."""
    try:
        yield
    except ValueError as error:
        raise SearchError(str(error)) from None
