"""Simulate tournaments whose truth is known, and print how often the statistics are right.

    python scripts/check_statistics.py                          # half an hour
    python scripts/check_statistics.py --only sprt --runs 400

Intervals of 95 % should hold the truth in 93 to 97 of 100 simulations; a sequential test should be wrong in at most 5.
The tests in tests/statistics run the same simulations, fewer of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from hegemon.statistics import PairBlock, Sprt, bootstrap_interval, rate_blocks, rate_orders, score_interval
from hegemon.statistics.elo import ELO, expected_score

Random = np.random.Generator
HYPOTHESES = ((0, 30), (0, 50), (0, 100), (0, 200), (-30, 30), (50, 100))


@dataclass(frozen=True)
class Pool:
    """Blocks of games whose mean score is known."""

    blocks: int
    chance: float
    """Of winning a game that is not tied."""
    games: int = 2
    start: str = "fair"
    """What a start does: fair (nothing), luck (favours one agent in all its games), seat (favours one seat)."""
    ties: float = 0.0

    @property
    def truth(self) -> float:
        return self.chance * (1 - self.ties) + 0.5 * self.ties

    def __str__(self) -> str:
        return f"{self.blocks} blocks of {self.games}, chance {self.chance:g}, {self.start}, ties {self.ties:g}"

    def draw(self, random: Random) -> NDArray[np.float64]:
        """Scores (blocks, games)."""
        shape = self.blocks, self.games
        chance = np.full(shape, self.chance)
        if self.start == "luck":
            # The same for all games of a block: their results have a correlation of 1/3.
            chance[:] = random.beta(2 * self.chance, 2 * (1 - self.chance), size=(self.blocks, 1))
        elif self.start == "seat":
            chance += 0.8 * min(self.chance, 1 - self.chance) * np.resize([1, -1], self.games)
        won = random.random(shape) < chance
        return np.where(random.random(shape) < self.ties, 0.5, won)


def coverage_of_scores(pool: Pool, runs: int, seed: int, resamples: int = 500) -> tuple[float, float]:
    """How often the bootstrap interval and the score interval hold the truth."""
    random = np.random.default_rng(seed)
    held = np.zeros(2)
    for run in range(runs):
        blocks = pool.draw(random).tolist()
        intervals = bootstrap_interval(blocks, resamples=resamples, seed=run), score_interval(blocks)
        held += [low <= pool.truth <= high for low, high in intervals]
    return float(held[0] / runs), float(held[1] / runs)


def sprt_run(sprt: Sprt, elo: float, start: str, ties: float, random: Random, most: int = 20_000) -> tuple[str, int]:
    """One test of agents that are so far apart, and the blocks it took."""
    # Of the score that is left for wins when a part of the games is tied.
    chance = (expected_score(elo) - 0.5 * ties) / (1 - ties)
    test = sprt.start()
    for number in range(most):
        if number % 500 == 0:
            scores = Pool(500, chance, 2, start, ties).draw(random).mean(axis=1)
        decision = test.add(scores[number % 500]).decision
        if decision is not None:
            return decision, number + 1
    return "none", most


def errors_of_sprt(sprt: Sprt, start: str, ties: float, runs: int, seed: int) -> tuple[float, float, float, float]:
    """Wrong decisions when elo0 and when elo1 is true, and the mean number of games of each."""
    random = np.random.default_rng(seed)
    at0 = [sprt_run(sprt, sprt.elo0, start, ties, random) for _ in range(runs)]
    at1 = [sprt_run(sprt, sprt.elo1, start, ties, random) for _ in range(runs)]
    wrong0 = sum(decision != "elo0" for decision, _ in at0) / runs
    wrong1 = sum(decision != "elo1" for decision, _ in at1) / runs
    return wrong0, wrong1, 2 * float(np.mean([n for _, n in at0])), 2 * float(np.mean([n for _, n in at1]))


def pool_of(agents: int, span: float) -> NDArray[np.float64]:
    """True ratings, evenly spread over so many Elo points around 0."""
    return np.linspace(-span / 2, span / 2, agents)


def coverage_of_pairs(agents: int, blocks: int, span: float, runs: int, seed: int, resamples: int = 200) -> float:
    """How often an agent's interval holds its rating, each pair playing so many blocks with lucky starts and ties."""
    random, truth, held = np.random.default_rng(seed), pool_of(agents, span), 0
    for run in range(runs):
        played = [
            PairBlock(i, j, float(points), 2)
            for i in range(agents)
            for j in range(i)
            for points in pair_points(float(truth[i] - truth[j]), blocks, random)
        ]
        ratings = rate_blocks(played, agents, resamples=resamples, seed=run)
        held += sum(low <= true <= high for low, true, high in zip(ratings.low, truth, ratings.high, strict=True))
    return held / (runs * agents)


def pair_points(difference: float, blocks: int, random: Random) -> NDArray[np.float64]:
    """Points of blocks of two games with the score that the difference makes expected; a tenth are ties."""
    score = expected_score(difference)
    ties = 0.1 * min(1.0, 4 * min(score, 1 - score))
    pool = Pool(blocks, (score - 0.5 * ties) / (1 - ties), 2, "luck", ties)
    return np.asarray(pool.draw(random).sum(axis=1))


def coverage_of_orders(
    players: int, seats: int, blocks: int, span: float, runs: int, seed: int, resamples: int = 200
) -> float:
    """The same for finishing orders of random players; a start favours some in all games of its block."""
    random, truth, held = np.random.default_rng(seed), pool_of(players, span), 0
    for run in range(runs):
        played = [_orders(truth / ELO, seats, random) for _ in range(blocks)]
        ratings = rate_orders(played, players, resamples=resamples, seed=run)
        held += sum(low <= true <= high for low, true, high in zip(ratings.low, truth, ratings.high, strict=True))
    return held / (runs * players)


def _orders(strengths: NDArray[np.float64], seats: int, random: Random) -> list[tuple[tuple[int, ...], ...]]:
    """A block: as many games as seats of the same players. Half of the luck is drawn anew for each game.

    The places of a Plackett-Luce game are those of strengths plus Gumbel luck; keeping the luck of some players from
    game to game makes the games depend on each other without changing the chances of any one.
    """
    seated = random.choice(len(strengths), seats, replace=False)
    start = random.gumbel(size=seats)
    games: list[tuple[tuple[int, ...], ...]] = []
    for _ in range(seats):
        luck = np.where(random.random(seats) < 0.5, start, random.gumbel(size=seats))
        games.append(tuple((int(player),) for player in seated[np.argsort(-(strengths[seated] + luck))]))
    return games


def say_scores(pool: Pool, runs: int) -> str:
    bootstrap, wilson = coverage_of_scores(pool, runs, seed=1)
    return f"{bootstrap:.3f} (score_interval {wilson:.3f})"


def say_sprt(sprt: Sprt, start: str, ties: float, runs: int) -> str:
    wrong0, wrong1, games0, games1 = errors_of_sprt(sprt, start, ties, runs, seed=2)
    return f"wrong at elo0 {wrong0:.3f}, at elo1 {wrong1:.3f}; games {games0:.0f}, {games1:.0f}"


def say_pairs(agents: int, blocks: int, span: float, runs: int) -> str:
    return f"{coverage_of_pairs(agents, blocks, span, runs // 4, seed=3):.3f}"


def say_orders(players: int, seats: int, blocks: int, span: float, runs: int) -> str:
    return f"{coverage_of_orders(players, seats, blocks, span, runs // 4, seed=4):.3f}"


def cases(runs: int) -> Iterator[tuple[str, Callable[[], str]]]:
    """All that is simulated, by name; ratings, of several agents each, a quarter as often."""
    starts = [(1, "fair"), (2, "fair"), (2, "luck"), (2, "seat"), (6, "luck")]
    for blocks, chance, (games, start), ties in product((20, 50, 100, 400), (0.3, 0.5, 0.7, 0.9), starts, (0.0, 0.3)):
        pool = Pool(blocks, chance, games, start, ties)
        yield f"interval: {pool}", partial(say_scores, pool, runs)
    for bounds, start, ties in product(HYPOTHESES, ("fair", "luck", "seat"), (0.0, 0.3)):
        name = f"sprt: {bounds[0]} or {bounds[1]} Elo, {start}, ties {ties:g}"
        yield name, partial(say_sprt, Sprt(*bounds), start, ties, runs)
    for agents, blocks, span in ((3, 20, 200), (4, 50, 400), (8, 10, 600), (8, 30, 600)):
        name = f"bradley-terry: {agents} agents over {span} Elo, {blocks} blocks a pair"
        yield name, partial(say_pairs, agents, blocks, span, runs)
    for players, seats, blocks, span in ((3, 3, 30, 200), (4, 4, 60, 400), (8, 4, 100, 600), (8, 6, 60, 600)):
        name = f"plackett-luce: {players} players over {span} Elo, {blocks} blocks of {seats} seats"
        yield name, partial(say_orders, players, seats, blocks, span, runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=4000, help="simulations of each case")
    parser.add_argument("--only", default="", help="beginnings of the names of the cases, with commas between")
    arguments = parser.parse_args()
    runs = arguments.runs
    wanted = tuple(arguments.only.split(","))
    chosen = [case for case in cases(runs) if case[0].startswith(wanted)]
    width = max((len(name) for name, _ in chosen), default=0)
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{runs} simulations a case", total=len(chosen))
        for name, case in chosen:
            print(f"{name:{width}}  {case()}", flush=True)  # at once, so that a run cut short is not lost
            progress.advance(task)


if __name__ == "__main__":
    main()
