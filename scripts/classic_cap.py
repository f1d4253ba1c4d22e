"""How high a score against `heuristic` can be: an approximate best response to it, by policy iteration.

    python scripts/classic_cap.py --rules swiss2025 --out cap
    python scripts/classic_cap.py --rules classic --map "random(30,seed=1)" --out cap-30 --pairs 50

Against a fixed opponent a game for two is a problem for one. Policy 0 is the planner of the agent best. A network
learns how likely this policy wins against `heuristic`, from many quick games. Policy 1 is the rollout search of best,
which knows its opponent: after its own turn `heuristic` replies, and then the network evaluates. From games of policy 1
the network learns how likely that one wins, policy 2 searches with this network, and so on (Bertsekas and Tsitsiklis
1996). All policies, and best itself, play the same starts from both seats. Needs the extra `learn`.

The best score is a lower bound of what is possible. A score that rises no more is evidence of a bound, but no proof.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from torch import nn

from hegemon import _core
from hegemon._files import replacing
from hegemon.agents.best_classic import usual_settings
from hegemon.errors import TrainingError
from hegemon.game import ClassicGame, seeded
from hegemon.nets.torch.board_value import value_layers
from hegemon.nets.value import KINDS, shipped_value
from hegemon.search import usual_classic_weights
from hegemon.statistics import score_interval
from hegemon.training.fitting import tensors

MOST_TURNS = 400
TEST, LEARN = 0, 1
"""Streams of starts."""
STEPS, MORE_STEPS = 5000, 1500
"""Of the first fit, and of every later one."""
RATE, LATER_RATE = 0.01, 0.002
BATCH = 2048
AT_ONCE = 50
"""Pairs of quick games in one call."""
SAVED = 5
"""Pairs after which slow games are saved."""
console = Console(highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Games:
    """Games against `heuristic`."""

    points: NDArray[np.float32]
    starts: NDArray[np.uint8]
    """Whether the policy had the first turn."""
    features: NDArray[np.float32]
    """(positions, features) of its seat at the beginning of turns."""
    games: NDArray[np.int32]
    """(positions,) the games in which they came up."""

    @property
    def targets(self) -> NDArray[np.float32]:
        """(positions,) the points of these games."""
        return self.points[self.games]

    def first(self, count: int) -> Games:
        """The first games."""
        rows = self.games < count
        return Games(self.points[:count], self.starts[:count], self.features[rows], self.games[rows])

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """The games of all parts, in order."""
        before = np.cumsum([0, *(len(part.points) for part in parts)])
        games = [(part.games + first).astype(np.int32) for part, first in zip(parts, before[:-1], strict=True)]
        points, starts, features = (np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS[:-1])
        return cls(points, starts, features, np.concatenate(games))

    def save(self, path: Path) -> None:
        with replacing(path, TrainingError) as scratch, scratch.open("wb") as file:
            np.savez(file, points=self.points, starts=self.starts, features=self.features, games=self.games)

    def __str__(self) -> str:
        low, high = score_interval(self.points.reshape(-1, 2).tolist())
        first, second = (self.points[self.starts == start].mean() for start in (1, 0))
        text = f"{self.points.mean():.1%} [{low:.1%}, {high:.1%}] of {len(self.points)} games"
        return f"{text}; as the starter {first:.0%}, as the other seat {second:.0%}"


class Cap:
    """Policies for one game, and what they have played."""

    def __init__(self, game: ClassicGame, astray: int, seed: int, out: Path) -> None:
        self.game, self.astray, self.seed, self.out = game, astray, seed, out
        self.weights = _core.ClassicPlannerWeights(usual_classic_weights(game).to_core())
        out.mkdir(parents=True, exist_ok=True)

    def best(self) -> _core.ClassicRolloutPlayer:
        """The search of the agent best, which does not know its opponent."""
        settings = _core.ClassicRolloutSettings(usual_settings(self.game, networked=True).to_core())
        net = shipped_value("classic")
        assert isinstance(net, _core.ClassicValueNet)
        return _core.ClassicRolloutPlayer(self.game.core, settings, self.weights, net)

    def exploiter(self, model: nn.Module) -> _core.ClassicRolloutPlayer:
        """The same search with two turns under all rules, against the replies of `heuristic`."""
        settings = replace(usual_settings(self.game, networked=True), turns=2, ends=1, few=400, thumb=1.0)
        player = _core.ClassicRolloutPlayer(
            self.game.core, _core.ClassicRolloutSettings(settings.to_core()), self.weights
        )
        net = KINDS["classic"].net(tensors(model))
        assert isinstance(net, _core.ClassicValueNet)
        player.know(net)
        return player

    def play(
        self, name: str, player: _core.ClassicRolloutPlayer, pairs: int, *, visits: int, learn: bool, policy: int = 0
    ) -> Games:
        """Games of a player against `heuristic`, from starts to learn from or those for tests. They are kept: the same
        command plays what is missing."""
        kind, at_once = "learn" if learn else "test", AT_ONCE if learn and not visits else 1
        path = self.out / f"{name}-{kind}.npz"
        found = NONE
        if path.exists():
            with np.load(path) as kept:
                found = Games(*(kept[name] for name in FIELDS))
        done = range(len(found.points) // 2 // at_once, pairs // at_once)
        parts = list[Games]()
        for number in track(done, f"{name}, {kind}", console=console):
            random = seeded(self.seed, LEARN + policy if learn else TEST, number)
            astray = self.astray if learn else 0
            parts.append(Games(*_core.play_classic_heuristic(player, visits, at_once, MOST_TURNS, astray, random)))
            if number == done[-1] or (visits and len(parts) == SAVED):
                found = Games.joined([found, *parts])
                found.save(path)
                parts.clear()
        return found.first(2 * pairs)

    def fit(self, model: nn.Module, sources: Sequence[Games], name: str) -> None:
        """Teach the network who wins, from equal shares of all sources; says the loss on games of the last one that
        it has not seen."""
        path, first = self.out / f"{name}.pt", len(sources) == 1
        if not path.exists():
            told = _fit(model, sources, STEPS if first else MORE_STEPS, RATE if first else LATER_RATE, self.seed)
            console.print(f"{name}: {told}")
            with replacing(path, TrainingError) as scratch:
                torch.save(model.state_dict(), scratch)
        model.load_state_dict(torch.load(path, weights_only=True))


FIELDS = ("points", "starts", "features", "games")
NONE = Games(
    np.zeros(0, np.float32),
    np.zeros(0, np.uint8),
    np.zeros((0, _core.CLASSIC_FEATURES), np.float32),
    np.zeros(0, np.int32),
)


def _fit(model: nn.Module, sources: Sequence[Games], steps: int, rate: float, seed: int) -> str:
    torch.set_num_threads(1)
    dice, loss = np.random.default_rng(seed), nn.BCEWithLogitsLoss()
    data = [source.features for source in sources], [source.targets for source in sources]
    held = len(data[1][-1]) * 9 // 10  # of the last source, the other positions are for the test
    ends = [*(len(targets) for targets in data[1][:-1]), held]
    features, targets = (torch.from_numpy(parts[-1][held:]) for parts in data)

    def tested() -> float:
        with torch.no_grad():
            return float(loss(model(features)[:, 0], targets))

    before = tested()
    optimiser = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps)
    for _ in track(range(steps), "fit", console=console):
        rows = [dice.integers(end, size=BATCH // len(sources)) for end in ends]
        batch = [np.concatenate([part[at] for part, at in zip(parts, rows, strict=True)]) for parts in data]
        optimiser.zero_grad()
        loss(model(torch.from_numpy(batch[0]))[:, 0], torch.from_numpy(batch[1])).backward()
        optimiser.step()
        schedule.step()
    return f"loss {tested():.4f} on {len(targets)} positions that it has not seen, {before:.4f} before the fit"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="swiss2025")
    parser.add_argument("--map", default=None, help="the home map of the rules, if not given")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run; the same command resumes it")
    parser.add_argument("--iterations", type=int, default=2, help="policies after the planner")
    parser.add_argument("--pairs", type=int, default=100, help="of games of every policy, with swapped seats")
    parser.add_argument("--planned", type=int, default=20_000, help="pairs of games of the planner to learn from")
    parser.add_argument("--learned", type=int, default=100, help="pairs of games of every other policy to learn from")
    parser.add_argument("--visits", type=int, default=3000, help="rollouts of a decision")
    parser.add_argument(
        "--astray", type=int, default=12, help="turns of random styles with which games to learn from begin, at most"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-best", action="store_true", help="leave out the agent best, the slowest part")
    given = parser.parse_args()
    cap = Cap(ClassicGame(given.map, given.rules, seats=2), given.astray, given.seed, given.out)
    visits, best = given.visits, cap.best()
    console.print(f"planner: {cap.play('planner', best, given.pairs, visits=0, learn=False)}")
    torch.manual_seed(given.seed)
    model = value_layers(_core.CLASSIC_FEATURES)
    sources = [cap.play("planner", best, given.planned, visits=0, learn=True)]
    cap.fit(model, sources, "network-0")
    for number in range(1, given.iterations + 1):
        name, player = f"policy-{number}", cap.exploiter(model)
        console.print(f"{name}: {cap.play(name, player, given.pairs, visits=visits, learn=False)}")
        if number < given.iterations:
            sources.append(cap.play(name, player, given.learned, visits=visits, learn=True, policy=number))
            cap.fit(model, sources, f"network-{number}")
    if not given.no_best:
        console.print(f"best: {cap.play('best', best, given.pairs, visits=visits, learn=False)}")


if __name__ == "__main__":
    main()
