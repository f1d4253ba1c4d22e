"""Settings of the training of the value network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, check_fields
from hegemon.agents.weights import USUAL
from hegemon.errors import TrainingError
from hegemon.game import seeded
from hegemon.maps.generate import MAX_RANDOM, MIN_RANDOM
from hegemon.rules import ClassicRules, SimultaneousRules, load_rules

SEATS = (2, 2, 2, 2, 2, 2, 3, 4, 5, 6)
"""Of classic games, by default."""


@dataclass(frozen=True, kw_only=True)
class ValueSettings:
    """Which games are played for positions, and how the network is fitted to them."""

    rules: tuple[str, ...] = (
        "classic", "classic", "swiss2025", "swiss2025", "heredia2022", "yao2025", "aminian2020",
    )  # fmt: skip
    """Rules of the games. Each table draws from the list; what is named twice is played twice as often."""
    seats: tuple[int, ...] = SEATS
    """Numbers of seats of classic games, drawn in the same way. Of those by default, games with several seats take 60 %
    of the time."""
    home: Annotated[float, Range(0, 1)] = 0.35
    """Share of the tables on the home map of their rules; the others have a generated map each."""
    smallest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 10
    """Territories of the smallest generated map."""
    largest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 60
    """Territories of the largest generated map."""
    bold: Annotated[float, Range(0, 1)] = 0.8
    """Share of the tables with several seats whose planners are bolder than usual, so that most games end."""
    games: Annotated[int, Range(1, 100_000)] = 40
    """Games of a table with two seats."""
    games_of_several: Annotated[int, Range(1, 100_000)] = 20
    """Games of a table with more seats."""
    rounds: Annotated[int, Range(1, 10_000)] = 80
    """Turns of every seat after which a game is evaluated by the planner's weights."""
    positions: Annotated[int, Range(1, 10_000)] = 25
    """Most positions that are kept of one game, chosen at random."""
    stray: Annotated[float, Range(0, 1)] = 0.05
    """Share of the decisions that are made at random, or of the plans in which moves are left out: the network must
    know what a bad decision costs."""
    visits: Annotated[int, Range(0, 10**6)] = 0
    """0: planners play. Otherwise `best` plays, with so many rollouts for each decision."""
    playouts: Annotated[int, Range(0, 1000)] = 6
    """Simultaneous game, if `best` plays with a policy network: how often that network plays on from every position for
    three turns, and how often to the end. What comes out is a part of what the network learns."""
    trace: Annotated[float, Range(0, 1)] = 0.0
    """Simultaneous game, if `best` plays: 0 learns what its searches expected of a position, and the end of the game.
    Otherwise the lambda-return is learned instead: also what they expected later, each turn later for so much less."""
    aside: Annotated[int, Range(0, 100)] = 2
    """With playouts: positions after other plans than those of the game, for each position of the game."""
    value: str = USUAL
    """What evaluates positions while `best` plays: as its setting `value`, a file, usual or weights."""
    policy: str = USUAL
    """Simultaneous game: the network that proposes plans while `best` plays: a file, usual: that of the package, or
    none."""
    also: tuple[str, ...] = ()
    """Folders of other runs, from whose positions the network learns too."""
    start: str = ""
    """A network with whose weights the fit begins; without one it begins at random."""
    tables: Annotated[int, Range(1, 100_000)] = 50
    """Tables of a shard, the file that is written in one step."""
    held: Annotated[int, Range(2, 100_000)] = 10
    """One table of so many is held out: its positions test the network, and never train it."""
    steps: Annotated[int, Range(1, 10**8)] = 20_000
    """Gradient steps."""
    batch: Annotated[int, Range(1, 10**6)] = 2048
    """Positions of a step."""
    rate: Annotated[float, Range(1e-9, 1)] = 0.01
    """Highest learning rate of AdamW; it rises for a tenth of the steps, and falls to 0 at the end."""
    decay: Annotated[float, Range(0, 10)] = 0.0
    """Weight decay."""
    average: Annotated[float, Range(0, 0.999999)] = 0.999
    """How much of the mean of the weights stays at a step; this mean is the network. 0 keeps the last weights."""
    checkpoint: Annotated[int, Range(1, 10**8)] = 1000
    """Steps between two checkpoints, each with the losses on what is held out."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "train value", TrainingError)
        if not self.rules:
            raise TrainingError("train value: name the rules of the games")
        if not self.seats or any(type(one) is not int or not 2 <= one <= 6 for one in self.seats):
            raise TrainingError("train value: seats are numbers from 2 to 6")
        if len({family_of(rules) for rules in self.rules}) > 1:
            raise TrainingError("train value: a network is for one family of games; name rules of one")
        if self.family == "simultaneous":
            self._require_plans()
        if self.smallest > self.largest:
            raise TrainingError(f"train value: smallest={self.smallest} is more than largest={self.largest}")

    @property
    def family(self) -> str:
        """classic or simultaneous."""
        return family_of(self.rules[0])

    def _require_plans(self) -> None:
        if self.seats == SEATS:
            object.__setattr__(self, "seats", (2,))
        if set(self.seats) != {2}:
            raise TrainingError("train value: the simultaneous game has two seats; leave seats away")
        for name in self.rules:
            rules = load_rules(name)
            if isinstance(rules, SimultaneousRules) and rules.moving_twice == "free":
                raise TrainingError(
                    f"train value: under {name} armies march on in the same turn, and best plays without a value "
                    "network; name other rules, such as warlight2"
                )

    def stream(self, *path: int) -> Random:
        """The random stream for one purpose."""
        return seeded(self.seed, *path)


def family_of(rules: str) -> str:
    """The family of the rules: classic or simultaneous."""
    return "classic" if isinstance(load_rules(rules), ClassicRules) else "simultaneous"
