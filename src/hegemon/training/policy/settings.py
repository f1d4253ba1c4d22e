"""Settings of the training of the policy network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hegemon._core import Random
from hegemon._fields import Range, check_fields
from hegemon.agents.weights import NONE, USUAL
from hegemon.errors import TrainingError
from hegemon.game import seeded
from hegemon.maps.generate import MAX_RANDOM, MIN_RANDOM
from hegemon.training.value.settings import ValueSettings, family_of


@dataclass(frozen=True, kw_only=True)
class PolicySettings:
    """Which games `best` plays for plans, and how the network is fitted to them."""

    rules: tuple[str, ...] = ("warlight2", "warlight2", "warlight1", "warlight1", "warzone")
    """Rules of the games. Each table draws from the list; what is named twice is played twice as often."""
    home: Annotated[float, Range(0, 1)] = 0.35
    """Share of the tables on the home map of their rules; the others have a generated map each."""
    smallest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 10
    """Territories of the smallest generated map."""
    largest: Annotated[int, Range(MIN_RANDOM, MAX_RANDOM)] = 80
    """Territories of the largest generated map."""
    games: Annotated[int, Range(1, 100_000)] = 4
    """Games of a table."""
    rounds: Annotated[int, Range(1, 10_000)] = 80
    """Turns after which a game ends."""
    visits: Annotated[int, Range(1, 10**6)] = 200
    """Rollouts of `best` for each decision."""
    value: str = USUAL
    """What evaluates positions while `best` plays: as its setting `value`."""
    policy: str = NONE
    """The network that proposes plans while `best` plays: a file, usual: that of the package, or none."""
    also: tuple[str, ...] = ()
    """Folders of other runs, from whose plans the network learns too."""
    start: str = ""
    """A network with whose weights the fit begins; without one it begins at random."""
    tables: Annotated[int, Range(1, 100_000)] = 25
    """Tables of a shard, the file that is written in one step."""
    held: Annotated[int, Range(2, 100_000)] = 10
    """One table of so many is held out: its plans test the network, and never train it."""
    steps: Annotated[int, Range(1, 10**8)] = 3000
    """Gradient steps."""
    batch: Annotated[int, Range(1, 10**6)] = 384
    """Positions of a step."""
    rate: Annotated[float, Range(1e-9, 1)] = 0.003
    """Highest learning rate of AdamW; it rises for a tenth of the steps, and falls to 0 at the end."""
    decay: Annotated[float, Range(0, 10)] = 0.01
    """Weight decay."""
    average: Annotated[float, Range(0, 0.999999)] = 0.995
    """How much of the mean of the weights stays at a step; this mean is the network. 0 keeps the last weights."""
    checkpoint: Annotated[int, Range(1, 10**8)] = 250
    """Steps between two checkpoints, each with the losses on what is held out."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "train policy", TrainingError)
        for rules in self.rules:
            if family_of(rules) != "simultaneous":
                raise TrainingError(f"train policy: {rules} are rules of the classic game; name others")
        _ = self.drawing  # raises an error if there are no such tables

    @property
    def drawing(self) -> ValueSettings:
        """How tables are drawn: as those of the value network."""
        return ValueSettings(
            rules=self.rules,
            home=self.home,
            smallest=self.smallest,
            largest=self.largest,
            tables=self.tables,
            held=self.held,
            seed=self.seed,
        )

    def stream(self, *path: int) -> Random:
        """The random stream for one purpose."""
        return seeded(self.seed, *path)
