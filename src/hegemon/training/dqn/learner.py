"""The learner of deep Q-learning: plays many games in parallel and learns from a replay memory. Needs torch."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon._core import ClassicVectorEnv, Random
from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.nets import ClassicNet
from hegemon.training.checkpoint import counts, load_checkpoint
from hegemon.training.dqn.evaluation import Strength, evaluate
from hegemon.training.dqn.q_network import QNetwork, any_legal, greedy
from hegemon.training.dqn.replay import Arrays, Recent, Replay, Transitions
from hegemon.training.dqn.settings import DICE_STREAM, EXPLORE_STREAM, START_STREAM, DqnSettings
from hegemon.training.learner import DAMAGED
from hegemon.training.log import Row
from hegemon.training.renamed import SETTINGS, renamed

FORMAT = "hegemon-dqn-2"
PARTS = ("games", "replay", "recent")
"""Parts of a checkpoint besides the networks."""


class Learner:
    """The state of a run between two steps."""

    def __init__(self, settings: DqnSettings) -> None:
        self.settings, self.game, self.step = settings, settings.game, 0
        self.decisions, self.finished = 0, 0
        """Decisions taken and games finished so far."""
        self.losses: list[float] = []
        """Losses since the last evaluation."""
        n = len(self.game.map.territories)
        self.features, self.actions = 4 + 2 * n, 3 * n * n
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.online, self.target = (QNetwork(self.game, self.settings.published, settings.scaled) for _ in range(2))
        self.target.load_state_dict(self.online.state_dict())
        self.mean = copy.deepcopy(self.online) if settings.ema_decay else self.online
        """The network that is evaluated and saved."""
        self.optimiser = torch.optim.Adam(self.online.parameters(), settings.learning_rate)
        self.replay = Replay(settings.replay, self.features, self.actions)
        self.recent = Recent(settings.games, settings.n_step, settings.gamma, self.features)
        against = round(settings.random_share * settings.games)
        seats = np.array([i % 2 if i < against else -1 for i in range(settings.games)], np.int8)
        try:
            self.env = ClassicVectorEnv(self.game.core, seats, settings.stream(START_STREAM))
        except ValueError as error:
            raise TrainingError(f"{self.game} cannot be trained by dqn: {error}") from None
        self.seen = self.env.observe(self.settings.published)

    @property
    def done(self) -> bool:
        return self.step >= self.settings.steps

    # --- Playing ------------------------------------------------------------------------------

    def play(self, epsilon: float, random: np.random.Generator) -> None:
        """Play one decision in every game."""
        features, legal = self.seen
        movers = self.env.movers
        actions = greedy(self.online, features, legal)
        explore = random.random(len(actions)) < epsilon
        actions[explore] = any_legal(legal[explore], random)
        self.recent.begin(features, actions, movers)
        over, winners, next_movers, balance = self.env.step(actions, self._dice())
        rewards = self._rewards(features, movers, over, winners, balance)
        self.seen = self.env.observe(self.settings.published)
        self.replay.add(self.recent.end(rewards, over, next_movers, *self.seen, flip=not self.settings.published))
        self.decisions += len(actions)
        self.finished += int(over.sum())

    def _dice(self) -> Random:
        return self.settings.stream(DICE_STREAM, self.recent.time)

    def _rewards(
        self,
        features: NDArray[np.float32],
        movers: NDArray[np.int8],
        over: NDArray[np.bool_],
        winners: NDArray[np.int8],
        balance: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """Rewards for the seat that decided: the result of the game, and its lead in armies after an attack."""
        won = np.where(winners < 0, 0.0, np.where(winners == movers, 1.0, -1.0)) * over
        lead = np.clip(balance / self.settings.army_scale, -1, 1) * (features[:, 1] == 1) * ~over
        rewards: NDArray[np.float32] = (won + self.settings.army_reward * lead).astype(np.float32)
        return (
            np.where(movers == 0, rewards, -rewards) if self.settings.published else rewards
        )  # as the first seat sees it

    # --- Learning -----------------------------------------------------------------------------

    def advance(self) -> float:
        """Play and do one gradient step; return the loss."""
        random = self.settings.generator(EXPLORE_STREAM, self.step)
        epsilon = self.settings.epsilon_at(self.step)
        self.play(epsilon, random)
        while len(self.replay) < min(self.settings.warmup, self.settings.replay):
            self.play(epsilon, random)
        loss = self.learn(self.replay.draw(random, self.settings.batch))
        self.losses.append(loss)
        self.step += 1
        if self.step % self.settings.target_every == 0:
            self.target.load_state_dict(self.online.state_dict())
        if self.settings.ema_decay:
            self._follow()
        return loss

    def _follow(self) -> None:
        """Update the moving average of the weights."""
        with torch.no_grad():
            for mean, weights in zip(self.mean.parameters(), self.online.parameters(), strict=True):
                mean.lerp_(weights, 1 - self.settings.ema_decay)

    def start_from(self, net: ClassicNet) -> None:
        """Before the first step: continue from a trained network."""
        shapes = {name: tuple(value.shape) for name, value in self.online.net.state_dict().items()}
        found = {name: value.shape for name, value in net.weights.items()}
        if (net.architecture, found) != (self.online.net.architecture, shapes):
            raise TrainingError(f"a network of {net.architecture} for another game or method cannot be continued from")
        for network in (self.online, self.target, self.mean):
            network.take(net)

    def learn(self, drawn: Transitions) -> float:
        goals = self.goals(drawn)
        worth = self.online(torch.from_numpy(drawn.features))
        chosen = worth.gather(1, torch.from_numpy(drawn.actions).long().unsqueeze(1)).squeeze(1)
        loss = nn.functional.huber_loss(chosen, goals)
        self.optimiser.param_groups[0]["lr"] = self.settings.learning_rate_at(self.step)
        self.optimiser.zero_grad()
        loss.backward()
        if self.settings.max_gradient_norm > 0:
            nn.utils.clip_grad_norm_(self.online.parameters(), self.settings.max_gradient_norm)
        self.optimiser.step()
        return float(loss.detach())

    def goals(self, drawn: Transitions) -> Tensor:
        """The targets of the Q-values."""
        follow = torch.from_numpy(drawn.next_features)
        with torch.no_grad():
            worth, future = self.online(follow), self.target(follow)
        if self.settings.legal_targets:
            legal = torch.from_numpy(self.replay.legal(drawn.next_legal))
            worth = worth.masked_fill(~legal, -torch.inf)
        future = future.gather(1, worth.argmax(1, keepdim=True)).squeeze(1)
        return torch.from_numpy(drawn.rewards) + torch.from_numpy(drawn.discounts) * future

    # --- Measuring and keeping ----------------------------------------------------------------------------

    def evaluate(self, games: int | None = None) -> Strength:
        """Greedy play against a random player, from both seats."""
        return evaluate(self.mean, self.settings, self.step, games or self.settings.evaluate_games)

    def report(self) -> Row:
        """A row of the log: counts, rates and strength."""
        loss, self.losses = float(np.mean(self.losses)), []
        counts = {"step": self.step, "decisions": self.decisions, "games_played": self.finished}
        rates = {"epsilon": self.settings.epsilon_at(self.step), "loss": loss}
        return {**counts, **rates, **self.evaluate().to_json()}

    def export(self, path: Path) -> None:
        """Write the network for playing."""
        game = {"rules": self.settings.rules, "map": self.game.map.name}
        made = f"hegemon train dqn, seed {self.settings.seed}, {self.step} steps, {self.decisions} decisions"
        self.mean.plain().to_net(made=made, **game).save(path)

    def save(self, path: Path) -> None:
        """Write the checkpoint; it is replaced atomically."""
        states = [np.frombuffer(state.to_bytes(), np.uint8) for state in self.env.states]
        games = {"states": np.stack(states), "seats": self.env.random_seats}
        memories: tuple[Arrays, ...] = (games, self.replay.to_arrays(), self.recent.to_arrays())
        data = {
            "format": FORMAT,
            "settings": asdict(self.settings),
            "counts": [self.step, self.decisions, self.finished],
            "losses": self.losses,
            "online": self.online.state_dict(),
            "target": self.target.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            **{
                name: {key: torch.from_numpy(np.ascontiguousarray(value)) for key, value in part.items()}
                for name, part in zip(PARTS, memories, strict=True)
            },
        }
        with replacing(path, TrainingError) as scratch:
            torch.save(data, scratch)

    @classmethod
    def load(cls, path: Path) -> Learner:
        """Read a checkpoint; a TrainingError describes any problem."""
        try:
            data = load_checkpoint(path)
            if data["format"] != FORMAT:
                raise ValueError("another format")
            learner = cls(DqnSettings(**renamed(data["settings"], SETTINGS)))
            learner._take(data)
        except OSError as error:
            raise TrainingError(f"cannot read {path}: {error.strerror or error}") from None
        except (*DAMAGED, TrainingError):
            raise TrainingError(f"{path} is not a checkpoint of train dqn; start again in another folder") from None
        return learner

    def _take(self, data: Mapping[str, Any]) -> None:
        self.step, self.decisions, self.finished = counts(data["counts"])
        self.losses = [float(loss) for loss in data["losses"]]
        self.online.load_state_dict(data["online"])
        self.target.load_state_dict(data["target"])
        self.mean.load_state_dict(data["mean"])
        self.optimiser.load_state_dict(data["optimiser"])
        games, replay, recent = ({key: value.numpy() for key, value in data[part].items()} for part in PARTS)
        self.replay.from_arrays(replay)
        self.recent.from_arrays(recent)
        self.env.restore([self.game.core.from_bytes(row.tobytes()) for row in games["states"]], games["seats"])
        self.seen = self.env.observe(self.settings.published)
