"""Double deep Q-learning of the classic game for two, after the report of Yao (2025).

A network gives every decision (phase, source, target) a number: how well it turns out for the seat that decides, from -1
for a lost game to 1 for a won one. Many games are played side by side, the best legal decision in most cases and a
random one in some; what follows each decision is kept in a replay memory, and from that the network learns

    Q(s, a)  ->  rewards until the next decision s'  +/-  discount * Q_target(s', best legal a' by Q)

with a minus where s' is the other seat's decision (van Hasselt, Guez and Silver 2016 for one player; the minus makes it
a game for two). The other seat is the network itself, or plays at random, or one in some games and the other in others.

Unlike the published program, everything is seen by the seat that decides, illegal decisions count neither in play nor in
targets, and strength is measured against another player, from both seats. `PUBLISHED` has the settings of the report.

A run can be stopped at any instant and resumed: everything drawn is a function of the seed and the step, and one file
holds all else. On the same machine a resumed run ends with the very same network as one that was never stopped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon._core import ClassicLockstep, Random
from hegemon._fields import Range, check_fields
from hegemon.errors import GameError
from hegemon.game import ClassicGame, seeded
from hegemon.match import wilson
from hegemon.training.replay import Recent, Replay, Transitions
from hegemon.training.weights import TrainingError

FORMAT = "hegemon-dqn-1"
_START, _DICE, _EXPLORE, _TEST = range(4)
"""The streams of a run's seed."""


@dataclass(frozen=True)
class DqnSettings:
    """Every number of the method."""

    rules: str = "yao2025"
    map: str = ""
    """Empty is the home map of the rules."""
    steps: Annotated[int, Range(1, 10**9)] = 60_000
    """Gradient steps; before each, one decision is taken in every game."""
    games: Annotated[int, Range(1, 100_000)] = 256
    """Games at a time."""
    random_share: Annotated[float, Range(0, 1)] = 0.5
    """In this share of the games one seat plays at random; in the others the network plays both."""
    batch: Annotated[int, Range(1, 100_000)] = 512
    """Transitions of a gradient step."""
    replay: Annotated[int, Range(1, 10_000_000)] = 200_000
    """Transitions that are kept."""
    warmup: Annotated[int, Range(1, 10_000_000)] = 10_000
    """Transitions to be had before the first gradient step."""
    learning_rate: Annotated[float, Range(0, 1)] = 1e-3
    final_learning_rate: Annotated[float, Range(0, 1)] = 1e-5
    """The rate falls to this in a straight line."""
    clip: Annotated[float, Range(0, 1000)] = 1.0
    """The longest gradient; 0 is no limit."""
    gamma: Annotated[float, Range(0, 1)] = 0.999
    """Discount of a decision."""
    ahead: Annotated[int, Range(1, 1000)] = 5
    """Decisions from one that is learned to the one whose value is believed."""
    target_every: Annotated[int, Range(1, 10**9)] = 250
    """Gradient steps from one copy of the network to the target network to the next."""
    epsilon: Annotated[float, Range(0, 1)] = 1.0
    """Share of random decisions at first, ..."""
    final_epsilon: Annotated[float, Range(0, 1)] = 0.05
    """... in the end, ..."""
    epsilon_decay: Annotated[float, Range(1, 10**9)] = 1000.0
    """... and the steps in which the difference falls to a third (1/e)."""
    army_reward: Annotated[float, Range(0, 1000)] = 0.0
    """Extra reward after every attack: so much for a lead of `army_scale` armies."""
    army_scale: Annotated[float, Range(1, 100_000)] = 40.0
    view: Literal["mover", "first-seat"] = "mover"
    """Whose chances the values are; first-seat is the published program, in which both seats help the first one."""
    legal_targets: bool = True
    """Whether only legal decisions count in targets; they all did in the published program."""
    scaled: bool = True
    """Whether the network sees its inputs on like scales while it learns; the finished network reads plain ones."""
    evaluate_every: Annotated[int, Range(1, 10**9)] = 2000
    evaluate_games: Annotated[int, Range(1, 1_000_000)] = 500
    """Games against a random player from each seat."""
    save_every: Annotated[int, Range(1, 10**9)] = 1000
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0

    def __post_init__(self) -> None:
        check_fields(self, "training by dqn", TrainingError)

    @cached_property
    def game(self) -> ClassicGame:
        return ClassicGame(self.map or None, self.rules, 2)

    def stream(self, *path: int) -> Random:
        """The random numbers of the game for one purpose."""
        random = seeded(self.seed)
        for step in path:
            random = random.stream(step)
        return random

    def generator(self, *path: int) -> np.random.Generator:
        """The random numbers of the learner for one purpose."""
        return np.random.default_rng((self.seed, *path))

    def epsilon_at(self, step: int) -> float:
        return self.final_epsilon + (self.epsilon - self.final_epsilon) * float(np.exp(-step / self.epsilon_decay))

    def learning_rate_at(self, step: int) -> float:
        return self.learning_rate + (self.final_learning_rate - self.learning_rate) * step / self.steps


PUBLISHED: Mapping[str, Any] = {
    "steps": 20_000, "games": 1, "random_share": 0.0, "batch": 64, "replay": 10_000, "warmup": 64, "learning_rate": 1e-7,
    "final_learning_rate": 1e-7, "clip": 0.5, "gamma": 0.99, "ahead": 1, "target_every": 2, "final_epsilon": 0.1,
    "epsilon_decay": 2000.0, "army_reward": 1.0, "view": "first-seat", "legal_targets": False, "scaled": False,
}  # fmt: skip
"""The best settings of the report, for about its 200 games, with the faults of its program."""


class QNetwork(nn.Module):
    """Three dense layers; inputs are put on like scales first, which `plain_weights` folds into the first layer."""

    shift: Tensor
    scale: Tensor

    def __init__(self, territories: int, scaled: bool, hidden: int = 128) -> None:
        super().__init__()
        n = territories
        self.first, self.second = nn.Linear(4 + 2 * n, hidden), nn.Linear(hidden, hidden)
        self.worth = nn.Linear(hidden, 3 * n * n)
        shift, scale = np.zeros(4 + 2 * n, np.float32), np.ones(4 + 2 * n, np.float32)
        if scaled:  # player, phase, owners, armies, armies to place, share of the turns
            shift[:] = [0, 1, *[0.5] * n, *[3] * n, 2, 0.5]
            scale[:] = [1, 1, *[-2] * n, *[0.25] * n, 0.25, 2]
        self.register_buffer("shift", torch.from_numpy(shift), persistent=False)
        self.register_buffer("scale", torch.from_numpy(scale), persistent=False)

    def forward(self, features: Tensor) -> Tensor:
        hidden = torch.relu(self.first((features - self.shift) * self.scale))
        worth: Tensor = self.worth(torch.relu(self.second(hidden)))
        return worth

    def plain_weights(self) -> dict[str, NDArray[np.float32]]:
        """The weights of the same network for inputs as they are."""
        weights = {name: value.detach().clone() for name, value in self.state_dict().items()}
        weights["first.weight"] = weights["first.weight"] * self.scale
        weights["first.bias"] = weights["first.bias"] - weights["first.weight"] @ self.shift
        return {name: value.numpy() for name, value in weights.items()}


@dataclass(frozen=True)
class Strength:
    """Points won against a random player in so many games from each seat; a draw is half a point."""

    games: int
    first: float
    second: float

    @property
    def score(self) -> float:
        return (self.first + self.second) / 2

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "first_seat": self.first,
            "first_interval": list(wilson(self.first, self.games)),
            "second_seat": self.second,
            "second_interval": list(wilson(self.second, self.games)),
        }


class Learner:
    """A run as it stands between two steps."""

    def __init__(self, settings: DqnSettings) -> None:
        self.settings, self.game, self.step = settings, settings.game, 0
        self.decisions, self.finished = 0, 0
        n = len(self.game.map.territories)
        self.features, self.numbers = 4 + 2 * n, 3 * n * n
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.online = QNetwork(n, settings.scaled)
        self.target = QNetwork(n, settings.scaled)
        self.target.load_state_dict(self.online.state_dict())
        self.optimiser = torch.optim.Adam(self.online.parameters(), settings.learning_rate)
        self.replay = Replay(settings.replay, self.features, self.numbers)
        self.recent = Recent(settings.games, settings.ahead, settings.gamma, self.features)
        against = round(settings.random_share * settings.games)
        seats = np.array([i % 2 if i < against else -1 for i in range(settings.games)], np.int8)
        self.lockstep = ClassicLockstep(self.game.core, seats, settings.stream(_START))
        self.seen = self.lockstep.observe(self.published)

    @property
    def published(self) -> bool:
        return self.settings.view == "first-seat"

    @property
    def done(self) -> bool:
        return self.step >= self.settings.steps

    # --- Playing ------------------------------------------------------------------------------

    def play(self, epsilon: float, random: np.random.Generator) -> None:
        """One decision in every game."""
        features, legal = self.seen
        movers = self.lockstep.movers
        numbers = greedy(self.online, features, legal)
        explore = random.random(len(numbers)) < epsilon
        numbers[explore] = any_legal(legal[explore], random)
        self.recent.begin(features, numbers, movers)
        over, winners, next_movers, balance = self.lockstep.step(numbers, self._dice())
        rewards = self._rewards(features, movers, over, winners, balance)
        self.seen = self.lockstep.observe(self.published)
        self.replay.add(self.recent.end(rewards, over, next_movers, *self.seen, flip=not self.published))
        self.decisions += len(numbers)
        self.finished += int(over.sum())

    def _dice(self) -> Random:
        return self.settings.stream(_DICE, self.recent.time)

    def _rewards(
        self,
        features: NDArray[np.float32],
        movers: NDArray[np.int8],
        over: NDArray[np.bool_],
        winners: NDArray[np.int8],
        balance: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """For the seat that decided: the end of the game, and its lead in armies after an attack."""
        won = np.where(winners < 0, 0.0, np.where(winners == movers, 1.0, -1.0)) * over
        lead = np.clip(balance / self.settings.army_scale, -1, 1) * (features[:, 1] == 1) * ~over
        rewards = won + self.settings.army_reward * lead
        if self.published:  # as the first seat sees it
            rewards = np.where(movers == 0, rewards, -rewards)
        return rewards.astype(np.float32)

    # --- Learning -----------------------------------------------------------------------------

    def advance(self) -> float:
        """Play a little and learn from it: one gradient step. Gives the loss."""
        random = self.settings.generator(_EXPLORE, self.step)
        epsilon = self.settings.epsilon_at(self.step)
        self.play(epsilon, random)
        while len(self.replay) < min(self.settings.warmup, self.settings.replay):
            self.play(epsilon, random)
        loss = self.learn(self.replay.draw(random, self.settings.batch))
        self.step += 1
        if self.step % self.settings.target_every == 0:
            self.target.load_state_dict(self.online.state_dict())
        return loss

    def learn(self, drawn: Transitions) -> float:
        goals = self.goals(drawn)
        worth = self.online(torch.from_numpy(drawn.features))
        chosen = worth.gather(1, torch.from_numpy(drawn.numbers).long().unsqueeze(1)).squeeze(1)
        loss = nn.functional.huber_loss(chosen, goals)
        self.optimiser.param_groups[0]["lr"] = self.settings.learning_rate_at(self.step)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch
        if self.settings.clip > 0:
            nn.utils.clip_grad_norm_(self.online.parameters(), self.settings.clip)
        self.optimiser.step()
        return float(loss.detach())

    @torch.no_grad()
    def goals(self, drawn: Transitions) -> Tensor:
        """What the values of the decisions should be."""
        follow = torch.from_numpy(drawn.next_features)
        worth = self.online(follow)
        if self.settings.legal_targets:
            legal = torch.from_numpy(self.replay.legal(drawn.next_legal))
            worth = worth.masked_fill(~legal, -torch.inf)
        future = self.target(follow).gather(1, worth.argmax(1, keepdim=True)).squeeze(1)
        return torch.from_numpy(drawn.rewards) + torch.from_numpy(drawn.discounts) * future

    # --- Measuring ----------------------------------------------------------------------------

    def evaluate(self, games: int | None = None) -> Strength:
        """Greedy play against a random player, from both seats."""
        games = games or self.settings.evaluate_games
        seats = np.repeat(np.array([1, 0], np.int8), games)  # of the random player
        lockstep = ClassicLockstep(self.game.core, seats, self.settings.stream(_TEST, self.step))
        points, playing = np.zeros(2 * games), np.ones(2 * games, np.bool_)
        for turn in range(3 * self.game.turn_limit):
            if not playing.any():
                break
            numbers = greedy(self.online, *lockstep.observe(self.published), self.published & (lockstep.movers == 1))
            over, winners, _, _ = lockstep.step(numbers, self.settings.stream(_TEST, self.step, turn))
            ended = over & playing
            points[ended] = np.where(winners < 0, 0.5, winners != seats)[ended]
            playing &= ~over
        points[playing] = 0.5
        return Strength(games, float(points[:games].mean()), float(points[games:].mean()))


@torch.no_grad()
def greedy(
    network: nn.Module,
    features: NDArray[np.float32],
    legal: NDArray[np.bool_],
    against: NDArray[np.bool_] | None = None,
) -> NDArray[np.int32]:
    """The best legal number of every position; the worst one where the values are those of the other seat."""
    worth = network(torch.from_numpy(features)).numpy()
    if against is not None:
        worth = np.where(against[:, None], -worth, worth)
    return np.where(legal, worth, -np.inf).argmax(1).astype(np.int32)


def any_legal(legal: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int32]:
    """A legal number of every position, each as likely as any other."""
    return np.where(legal, random.random(legal.shape), -1.0).argmax(1).astype(np.int32)
