"""How high a score against the random player can be: a search that knows its opponent plays against it.

    python scripts/dqn_cap.py --seat 0 --games 300 --seed 2
    python scripts/dqn_cap.py --seat 1 --games 300 --seed 2

Against a fixed opponent a game for two is a problem for one, and one step of policy improvement by rollouts (Tesauro
and Galperin 1997) gives a player at least as good as the one in the rollouts, but for noise. Here that one is the
Q-network of the agent dqn. Each of its decisions is replaced by: try the legal actions, play on a few turns with the
network for oneself and at random for the opponent, many times, and take the action with the best mean of what is
reached then, a result or the network's value. Sequential halving (Karnin, Koren and Somekh 2013) spends the rollouts on
the actions that are still in question. The network's own opinion counts as some rollouts more, or else noise would
decide between actions that are nearly equal, in every decision of a game.

Unlike the network, the search may also send fewer armies than can go.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from hegemon._core import ClassicState, ClassicVectorEnv, Random
from hegemon.game import ClassicGame, seeded
from hegemon.nets import ClassicNet, load_net
from hegemon.statistics import wilson

CoreAction = tuple[int, int, int, int, int, int]
Floats = NDArray[np.float32]
SOURCE, TARGET, ARMIES = 2, 3, 5
"""Of an action of the core."""
OVER = 7
"""The last phase."""
LAYERS = ("first", "second", "worth")


class Player:
    """The network's greedy play in many games at a time, against the random player."""

    def __init__(self, game: ClassicGame, net: str, seat: int) -> None:
        self.game, self.seat = game, seat
        tensors = load_net(net, ClassicNet).weights
        self.layers = [(tensors[f"{name}.weight"].T.copy(), tensors[f"{name}.bias"]) for name in LAYERS]

    def worths(self, features: Floats) -> Floats:
        """What every number is worth, by position."""
        for weights, bias in self.layers[:-1]:
            features = np.maximum(features @ weights + bias, 0)
        weights, bias = self.layers[-1]
        found: Floats = features @ weights + bias
        return found

    def env(self, states: list[ClassicState]) -> ClassicVectorEnv:
        seats = np.full(len(states), 1 - self.seat, np.int8)
        env = ClassicVectorEnv(self.game.core, seats, seeded(0))
        env.restore(states, seats)
        return env

    def play_out(self, states: list[ClassicState], depth: int, random: Random) -> list[float]:
        """Points (1, 0.5, 0) of one game from each position, all of which wait for this player.

        After `depth` decisions, if not 0, what the network hopes for.
        """
        points, places = np.zeros(len(states)), np.arange(len(states))
        env, playing = self.env(states), np.ones(len(states), np.bool_)
        time = 0
        while playing.any():
            if playing.mean() < 0.7:  # those that are over would be played on
                kept = [state for state, on in zip(env.states, playing, strict=True) if on]
                env, places, playing = self.env(kept), places[playing], np.ones(len(kept), np.bool_)
            features, legal = env.observe()
            worths = np.where(legal, self.worths(features), -np.inf)
            if depth and time == depth:
                points[places[playing]] = (np.clip(worths.max(1), -1, 1)[playing] + 1) / 2
                break
            numbers = worths.argmax(1).astype(np.int32)
            over, winners, _, _ = env.step(numbers, random.stream(time))
            ended = over & playing
            points[places[ended]] = np.where(winners < 0, 0.5, winners == self.seat)[ended]
            playing &= ~over
            time += 1
        return [float(each) for each in points]


@dataclass
class Candidate:
    """An action that may be the best one, and what its rollouts gave."""

    action: CoreAction
    opinion: float
    """The network's, in points."""
    points: list[float] = field(default_factory=list)

    def score(self, prior: float) -> float:
        return (sum(self.points) + prior * self.opinion) / (len(self.points) + prior)


@dataclass(frozen=True)
class Search:
    """Choosing by rollouts, in many games at a time."""

    player: Player
    rollouts: int
    """Of a decision."""
    prior: float
    """How many rollouts the network's opinion counts for."""
    depth: int
    """Decisions of a rollout, after which the network's value counts; 0 is to the end of the game."""
    margin: float
    """Actions that are worse by this much, says the network, are not tried."""
    fewer: int
    """Of how many numbers, the best ones, actions with fewer armies are tried as well."""

    def after(self, state: ClassicState, action: CoreAction, random: Random) -> ClassicState:
        """What an action leads to: the next decision of this player, or the end."""
        core, seat = self.player.game.core, self.player.seat
        state = core.apply(state, action)
        while True:
            if state.chance:
                state = core.apply_outcome(state, core.sample(state, random))
            elif state.phase != OVER and state.mover != seat:
                state = core.apply(state, core.random_action(state, random))
            else:
                return state

    def candidates(self, states: list[ClassicState]) -> list[list[Candidate]]:
        """The legal actions of each position with most armies, best first, then those of the best ones with fewer."""
        features, _ = self.player.env(states).observe()
        worths, n = self.player.worths(features), len(self.player.game.map.territories)
        found = []
        for state, phase, row in zip(states, features[:, 1].astype(int).tolist(), worths.tolist(), strict=True):
            alike: dict[int, list[CoreAction]] = {}
            for action in self.player.game.core.legal_actions(state):
                number = (phase * n + action[SOURCE]) * n + action[TARGET if phase else SOURCE]
                alike.setdefault(number, []).append(action)
            best_first = sorted(alike, key=lambda number: -row[number])
            lowest = row[best_first[0]] - 2 * self.margin
            best_first = [number for number in best_first if row[number] >= lowest]
            for number in best_first:
                alike[number].sort(key=lambda action: -action[ARMIES])
            pairs = [(number, alike[number][0]) for number in best_first]
            pairs += [(number, action) for number in best_first[: self.fewer] for action in alike[number][1:]]
            found.append([Candidate(action, (row[number] + 1) / 2) for number, action in pairs])
        return found

    def choose(self, states: list[ClassicState], random: Random) -> list[CoreAction]:
        """An action for each position: sequential halving in all of them together."""
        left = self.candidates(states)
        if not self.rollouts:
            return [several[0].action for several in left]
        rounds = [max(1, ceil(log2(len(several)))) for several in left]
        for turn in range(max(rounds)):
            tried: list[tuple[Candidate, ClassicState]] = []
            for state, several, count in zip(states, left, rounds, strict=True):
                if len(several) > 1:
                    times = max(1, self.rollouts // (count * len(several)))
                    tried += [(each, state) for each in several for _ in range(times)]
            if not tried:
                break
            self.roll_out(tried, random.stream(turn))
            left = [self.better_half(several) for several in left]
        return [several[0].action for several in left]

    def better_half(self, several: list[Candidate]) -> list[Candidate]:
        """Sorting is stable: of equals the network's first choice stays."""
        return sorted(several, key=lambda each: -each.score(self.prior))[: (len(several) + 1) // 2]

    def roll_out(self, tried: Sequence[tuple[Candidate, ClassicState]], random: Random) -> None:
        """Once for each of these, and written down there."""
        dice = random.stream(0)
        reached = [self.after(state, each.action, dice) for each, state in tried]
        open_ones = [state for state in reached if state.phase != OVER]
        played = iter(self.player.play_out(open_ones, self.depth, random.stream(1)) if open_ones else [])
        for (each, _), state in zip(tried, reached, strict=True):
            each.points.append(self.result(state) if state.phase == OVER else next(played))

    def result(self, state: ClassicState) -> float:
        return 0.5 if state.winner < 0 else float(state.winner == self.player.seat)


def play(search: Search, games: int, random: Random, progress: Progress) -> list[float]:
    """Points of so many games."""
    dice = random.stream(0)
    task, points, time = progress.add_task("games", total=games), [], 1
    states = [begin(search, dice) for _ in range(games)]
    while states:
        actions = search.choose(states, random.stream(time))
        states = [search.after(state, action, dice) for state, action in zip(states, actions, strict=True)]
        points += [search.result(state) for state in states if state.phase == OVER]
        states = [state for state in states if state.phase != OVER]
        progress.update(task, completed=len(points), description=f"games, {np.mean(points or [0]):.3f}")
        time += 1
    return points


def begin(search: Search, dice: Random) -> ClassicState:
    """The first decision of this player in a new game."""
    core, seat = search.player.game.core, search.player.seat
    state = core.start(dice)
    return state if state.mover == seat else search.after(state, core.random_action(state, dice), dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seat", type=int, choices=(0, 1), default=0, help="of the searching player; 0 moves first")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=512, help="of a decision; 0 is the network by itself")
    parser.add_argument("--prior", type=float, default=25, help="rollouts that the network's opinion counts for")
    parser.add_argument("--depth", type=int, default=6, help="decisions of a rollout; 0 is to the end of the game")
    parser.add_argument("--margin", type=float, default=0.15, help="what the network gives up by more is not tried")
    parser.add_argument("--fewer", type=int, default=2, help="best decisions that are also tried with fewer armies")
    parser.add_argument("--net", default="yao2025", help="a network's name or file")
    parser.add_argument("--rules", default="yao2025")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    player = Player(ClassicGame(None, given.rules, 2), given.net, given.seat)
    search = Search(player, given.rollouts, given.prior, given.depth, given.margin, given.fewer)
    with Progress() as progress:
        points = play(search, given.games, seeded(given.seed), progress)
    score, (low, high) = float(np.mean(points)), wilson(float(np.mean(points)), len(points))
    drawn = sum(each == 0.5 for each in points)
    name = f"{given.rollouts} rollouts" if given.rollouts else "the network"
    text = f"{name}, seat {given.seat}: {score:.1%} [{low:.1%}, {high:.1%}] of {len(points)} games, {drawn} drawn"
    Console(highlight=False).print(text)


if __name__ == "__main__":
    main()
