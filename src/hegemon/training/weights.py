"""Training of the four weights of the alpha-beta agent by the genetic algorithm of Aminian, Ahmadi and Fahmide (2020).

In every generation all genes are assigned to round-robin tournaments at random. The best of each tournament become
parents: some children are the mean of two parents, some a parent with one weight sampled again. The children replace
the worst genes. The result is the gene with the highest share of wins after the last generation.

Unlike in the report, every pairing is played from both seats with the same deal and dice, and a run can be repeated and
resumed: all random numbers are a function of the seed and their purpose, and the state of the run is written atomically
to one file after each tournament.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

from hegemon._core import Random
from hegemon._fields import Range, check_fields
from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, seeded
from hegemon.search import AlphaBetaSettings
from hegemon.search.alphabeta import play_pairings
from hegemon.statistics import wilson
from hegemon.training.folder import MOST_BYTES

FORMAT = "hegemon-weights-1"
_GROUPS, _CHILDREN, _GAMES, _FIRST = range(4)
"""The streams of a run's seed."""


@dataclass(frozen=True)
class Protocol:
    """Settings of the method; the defaults are those of the report's text."""

    genes: Annotated[int, Range(2, 100_000)] = 100
    generations: Annotated[int, Range(1, 100_000)] = 4
    tournament: Annotated[int, Range(2, 1000)] = 10
    """Genes per tournament; must divide the number of genes."""
    parents: Annotated[int, Range(1, 1000)] = 3
    """Best genes of each tournament that become parents."""
    crossovers: Annotated[int, Range(0, 100_000)] = 12
    """Children that are the mean of two parents."""
    mutations: Annotated[int, Range(0, 100_000)] = 3
    """Children that are a parent with one weight sampled again."""
    highest: Annotated[float, Range(0, 1000)] = 10.0
    """Upper limit of the initial weights; the lower limit is 0."""
    map: str = "grid(6,6)"
    rules: str = "aminian2020"
    turns: Annotated[int, Range(1, 1_000_000)] = 200
    """Turn limit; then the seat with more territories wins."""
    depth: Annotated[int, Range(1, 100)] = 3
    attacks: Annotated[int, Range(1, 1000)] = 3
    threshold: Annotated[int, Range(1, 1000)] = 1
    targets: Literal["best", "all"] = "best"
    no_pass_after_round: Annotated[int, Range(0, 1_000_000)] = 30
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "training of weights", TrainingError)
        if self.genes % self.tournament != 0:
            raise TrainingError(f"{self.genes} genes cannot be divided into tournaments of {self.tournament}")
        if self.parents > self.tournament:
            raise TrainingError(f"a tournament of {self.tournament} cannot have {self.parents} parents")
        if self.crossovers > 0 and self.parents * self.tournaments < 2:
            raise TrainingError("crossovers need two parents")
        if self.crossovers + self.mutations > self.genes:
            raise TrainingError(f"{self.crossovers + self.mutations} children are too many for {self.genes} genes")

    @property
    def tournaments(self) -> int:
        """Tournaments per generation."""
        return self.genes // self.tournament

    @property
    def games(self) -> int:
        """Games of the whole run: every pairing from both seats."""
        return self.generations * self.tournaments * self.tournament * (self.tournament - 1)

    @cached_property
    def game(self) -> ClassicGame:
        return ClassicGame(self.map, self.rules, 2)

    @property
    def settings(self) -> AlphaBetaSettings:
        return AlphaBetaSettings(
            depth=self.depth,
            attacks=self.attacks,
            threshold=self.threshold,
            targets=self.targets,
            no_pass_after_round=self.no_pass_after_round,
        )

    def stream(self, *path: int) -> Random:
        """The random stream for one purpose."""
        return seeded(self.seed, *path)


@dataclass
class Gene:
    """Four weights with their points and games."""

    weights: tuple[float, ...]
    born: int
    """The first generation that it plays in."""
    points: int = 0
    """Two for a win, one for a tie."""
    games: int = 0

    @property
    def fitness(self) -> float:
        """Share of wins; a tie is half a win."""
        return self.points / (2 * self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.fitness, self.games) if self.games else (0.0, 1.0)


@dataclass
class Training:
    """The state of a run between two tournaments."""

    protocol: Protocol
    genes: list[Gene]
    generation: int = 1
    tournament: int = 0
    """The next tournament to play."""
    parents: list[int] = field(default_factory=list)
    """Genes that became parents in this generation so far."""

    @classmethod
    def begin(cls, protocol: Protocol) -> Training:
        random = protocol.stream(_FIRST)
        genes = [tuple(_weight(random, protocol.highest) for _ in range(4)) for _ in range(protocol.genes)]
        return cls(protocol, [Gene(weights, 1) for weights in genes])

    @property
    def done(self) -> bool:
        return self.generation > self.protocol.generations

    @property
    def games(self) -> int:
        """Games played so far."""
        p = self.protocol
        return ((self.generation - 1) * p.tournaments + self.tournament) * p.tournament * (p.tournament - 1)

    def best(self, count: int = 1) -> list[Gene]:
        """The genes with the highest fitness; ties are broken by more games."""
        return sorted(self.genes, key=lambda gene: (-gene.fitness, -gene.games))[:count]

    def play_tournament(self, threads: int = 1, on_games: Callable[[int], None] = lambda games: None) -> None:
        """Play the next tournament, and after the last one of a generation create the next generation.

        The state does not change until all games are played. `on_games` is called with the number of games played.
        """
        p = self.protocol
        group = _shuffled(p.stream(_GROUPS, self.generation), p.genes)
        group = group[self.tournament * p.tournament :][: p.tournament]
        pairs = list(combinations(range(len(group)), 2))
        first = ((self.generation - 1) * p.tournaments + self.tournament) * len(pairs)
        pairings = [(a, b, first + i) for i, (a, b) in enumerate(pairs)]
        weights = [self.genes[gene].weights for gene in group]
        seed = p.stream(_GAMES).next()
        results: list[tuple[int, int]] = []
        for at in range(0, len(pairings), 4 * threads):  # small chunks, so that progress is reported often
            part = pairings[at : at + 4 * threads]
            results += play_pairings(p.game, p.settings, weights, part, seed=seed, turns=p.turns, threads=threads)
            on_games(2 * len(part))
        points = [0] * len(group)
        for (a, b), (home, away) in zip(pairs, results, strict=True):
            points[a] += home + away
            points[b] += 4 - home - away
        self._settle(group, points)

    def _settle(self, group: Sequence[int], points: Sequence[int]) -> None:
        for gene, scored in zip(group, points, strict=True):
            self.genes[gene].points += scored
            self.genes[gene].games += 2 * (len(group) - 1)
        ranked = sorted(range(len(group)), key=lambda i: -points[i])
        self.parents += [group[i] for i in ranked[: self.protocol.parents]]
        self.tournament += 1
        if self.tournament < self.protocol.tournaments:
            return
        if self.generation < self.protocol.generations:
            self._breed()
        self.generation += 1
        self.tournament = 0
        self.parents = []

    def _breed(self) -> None:
        p = self.protocol
        random = p.stream(_CHILDREN, self.generation)
        parents = [self.genes[i].weights for i in self.parents]
        children: list[tuple[float, ...]] = []
        for _ in range(p.crossovers):
            first, second = _shuffled(random, len(parents))[:2]
            children.append(tuple((a + b) / 2 for a, b in zip(parents[first], parents[second], strict=True)))
        for _ in range(p.mutations):
            child = list(parents[random.below(len(parents))])
            child[random.below(4)] = _weight(random, p.highest)
            children.append(tuple(child))
        worst = sorted(range(p.genes), key=lambda i: self.genes[i].fitness)[: len(children)]
        for place, weights in zip(worst, children, strict=True):
            self.genes[place] = Gene(weights, self.generation + 1)

    def to_json(self) -> JSONObject:
        return {
            "format": FORMAT,
            "protocol": asdict(self.protocol),
            "generation": self.generation,
            "tournament": self.tournament,
            "parents": self.parents,
            "genes": [asdict(gene) for gene in self.genes],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Training:
        """Read what to_json writes; whatever is wrong with it raises a ValueError, TypeError or KeyError."""
        if data["format"] != FORMAT:
            raise ValueError("another format")
        protocol = Protocol(**data["protocol"])
        genes = [
            Gene(
                tuple(_finite(weight) for weight in gene["weights"]),
                _whole(gene["born"], 1, protocol.generations),
                _whole(gene["points"], 0, 2 * gene["games"]),
                _whole(gene["games"], 0, protocol.games),
            )
            for gene in data["genes"]
        ]
        if len(genes) != protocol.genes or any(len(gene.weights) != 4 for gene in genes):
            raise ValueError("wrong number of genes")
        generation = _whole(data["generation"], 1, protocol.generations + 1)
        done = generation > protocol.generations
        tournament = _whole(data["tournament"], 0, 0 if done else protocol.tournaments - 1)
        parents = [_whole(gene, 0, protocol.genes - 1) for gene in data["parents"]]
        if len(parents) != tournament * protocol.parents:
            raise ValueError("wrong number of parents")
        return cls(protocol, genes, generation, tournament, parents)

    def save(self, path: Path) -> None:
        """Write the file; it is replaced atomically."""
        write_whole(path, json.dumps(self.to_json()), TrainingError)


def load_training(path: Path) -> Training:
    """Read a run; a TrainingError describes any problem."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too large")
        return Training.from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise TrainingError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        raise TrainingError(f"{path} is not a file of train weights, or it is damaged") from None
    except TrainingError as error:
        raise TrainingError(f"{path} is damaged: {error}") from None


def open_training(path: Path, protocol: Protocol) -> Training:
    """The run of this protocol in the file; a new one is created if there is none."""
    if path.exists():
        training = load_training(path)
        for each in fields(protocol):
            asked, found = getattr(protocol, each.name), getattr(training.protocol, each.name)
            if asked != found:
                raise TrainingError(f"{path} contains a run with {each.name}={found}, not {asked}; name another file")
        return training
    protocol.game.start(0)  # raises an error for an unplayable game before the file is created
    training = Training.begin(protocol)
    training.save(path)
    return training


def train_weights(
    path: Path, protocol: Protocol, *, threads: int = 1, on_games: Callable[[int], None] = lambda games: None
) -> Training:
    """Start or resume a run and finish it; it is saved after every tournament. The number of threads changes only the
    time."""
    training = open_training(path, protocol)
    while not training.done:
        training.play_tournament(threads, on_games)
        training.save(path)
    return training


def _finite(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("a weight that is not a finite number")
    return float(value)


def _whole(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"not a whole number from {low} to {high}")
    return value


def _weight(random: Random, highest: float) -> float:
    return highest * (random.next() >> 11) / 2**53


def _shuffled(random: Random, count: int) -> list[int]:
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = random.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
