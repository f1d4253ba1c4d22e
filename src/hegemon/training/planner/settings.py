"""Settings of the tuning of the planner, and the games that it is played on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, check_fields
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, SimultaneousGame, seeded
from hegemon.maps.generate import MAX_RANDOM, MIN_RANDOM
from hegemon.rules import load_rules

_MAPS = 0
"""The stream of the seed that generated maps are drawn from; see run.py for the others."""


@dataclass(frozen=True, kw_only=True)
class PlannerSettings:
    """What the candidates play, and how they change. A run has no length: it can always go on."""

    rules: tuple[str, ...] = ("warlight2", "warzone", "warlight1")
    """Rules of the games."""
    seats: tuple[int, ...] = (2,)
    """Numbers of seats of classic games, which are played in turn; the two sides alternate around the table."""
    maps: tuple[str, ...] = ("earth",)
    """Maps that are played under all rules."""
    generated: Annotated[int, Range(0, 1_000)] = 24
    """Generated maps, which are played under the rules in turn. The scores come from as many other ones."""
    smallest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 20
    """Territories of the smallest generated map."""
    largest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 80
    """Territories of the largest generated map."""
    turns: Annotated[int, Range(1, 10_000)] = 60
    """Turns after which a game is evaluated."""
    population: Annotated[int, Range(4, 1_000)] = 12
    """Candidates of a generation."""
    sigma: Annotated[float, Range(0.001, 2)] = 0.3
    """Standard deviation of the first candidates, in the logarithm of a weight."""
    pairs: Annotated[int, Range(1, 1_000)] = 1
    """Pairs of games of a candidate against each of two opponents, on each map with its rules."""
    check_every: Annotated[int, Range(1, 1_000)] = 12
    """Generations between two checks of the favourite."""
    check_pairs: Annotated[int, Range(1, 1_000)] = 3
    """Pairs of games of a check, against each of two opponents, on each map with its rules."""
    better: Annotated[float, Range(0.5, 1)] = 0.55
    """Score against the newest opponent from which the favourite becomes the next one."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "train planner", TrainingError)
        if not self.rules:
            raise TrainingError("train planner: name the rules of the games")
        if not self.seats or any(type(one) is not int or not 2 <= one <= 6 for one in self.seats):
            raise TrainingError("train planner: seats are numbers from 2 to 6")
        if len({load_rules(rules).family for rules in self.rules}) > 1:
            raise TrainingError("train planner: the rules are of different families; tune each family by itself")
        if self.family == "simultaneous" and self.seats != (2,):
            raise TrainingError("train planner: the simultaneous game has two seats")
        if not self.maps and not self.generated:
            raise TrainingError("train planner: there is no map to play on; name one, or set generated=24")
        if self.smallest > self.largest:
            raise TrainingError(f"train planner: smallest={self.smallest} is more than largest={self.largest}")

    @property
    def family(self) -> str:
        return load_rules(self.rules[0]).family

    @cached_property
    def games(self) -> list[SimultaneousGame | ClassicGame]:
        """The games in which candidates are compared."""
        return self._games(0)

    @cached_property
    def check_games(self) -> list[SimultaneousGame | ClassicGame]:
        """The games of the checks: the same named maps, other generated ones."""
        return self._games(1)

    def stream(self, *path: int) -> Random:
        """The random stream for one purpose."""
        return seeded(self.seed, *path)

    def _games(self, odd: int) -> list[SimultaneousGame | ClassicGame]:
        named = [
            self._game(map, rules, seats)
            for map in self.maps
            for rules in dict.fromkeys(self.rules)
            for seats in dict.fromkeys(self.seats)
        ]
        first, wider = self.stream(_MAPS).below(10**6), self.largest - self.smallest
        found = []
        for number in range(self.generated):
            size = self.smallest + wider * number // max(1, self.generated - 1)
            map = f"random({size}, seed={first + 2 * number + odd})"
            rules, seats = self.rules[number % len(self.rules)], self.seats[number // len(self.rules) % len(self.seats)]
            found.append(self._game(map, rules, seats))
        return named + found

    def _game(self, map: str, rules: str, seats: int) -> SimultaneousGame | ClassicGame:
        if self.family == "simultaneous":
            return SimultaneousGame(map, rules)
        return ClassicGame(map, rules, seats=seats)
