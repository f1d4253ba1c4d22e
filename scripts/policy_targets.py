"""How good the policy targets are that searches with few visits give a network of the classic game to learn.

    python scripts/policy_targets.py mine/samples/9/switzerland mine/nets/9.safetensors --positions 400

Open positions of a run's samples (hegemon train expert-iteration) are searched with many visits, which says what each
action is worth. A target is worth the mean of its actions; what the network itself would play, its prior, comes first.
The wider the gap, the faster a network improves. Values are winning probabilities in percent, differences have paired
standard errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from hegemon import _core
from hegemon.game import ClassicGame, ClassicState, seeded
from hegemon.nets import ClassicNet, load_net
from hegemon.search import Budget, Mcts, MctsSettings
from hegemon.training.samples.classic import ClassicSamples, positions_of
from hegemon.training.samples.shards import Manifest

VISITS = 8000
"""Of the search that says what actions are worth."""
TRUSTED = 30
"""Visits of an action in it whose value is believed; the others are worth as much as the worst of these."""
OPEN = 0.9
"""The most that a position may be worth to either side, from -1 to 1."""

Worth = Mapping[str, float]
"""By action."""


def searches(visits: int) -> dict[str, MctsSettings]:
    """What is compared."""
    found = {
        f"gumbel, {chance} dice, doubt={doubt:g}": MctsSettings(
            selection="gumbel", playout="none", votes=0.25, chance=chance, doubt=doubt
        )
        for chance in ("sampled", "exact")
        for doubt in (0.0, 1.0, 3.0)
    }
    return {f"{name}, {visits} visits": settings for name, settings in found.items()}


def open_positions(folder: Path, count: int) -> list[ClassicState]:
    """Some of the samples in which there is much to decide and nobody has won yet."""
    manifest = Manifest.found(folder)
    made, samples = manifest.made, manifest.load(ClassicSamples)
    game = ClassicGame(str(made["map"]), str(made["rules"]), int(made["seats"]))
    rows = np.random.default_rng(1).permutation(np.flatnonzero(np.abs(samples.value) < OPEN))
    positions = (positions_of(game, samples.states[[row]])[0] for row in rows)
    return list(islice((state for state in positions if state.action_count > 3), count))


def worth_of(search: Mcts, state: ClassicState, random: _core.Random) -> tuple[Worth, Worth]:
    """What the actions are worth, and the priors of the network."""
    candidates = search.analyse(state, Budget(visits=VISITS), random).candidates
    trusted = [each.value for each in candidates if each.visits >= TRUSTED]
    least = min(trusted, default=min(each.value for each in candidates))
    worth = {str(each.decision): each.value if each.visits >= TRUSTED else least for each in candidates}
    return worth, {str(each.decision): each.prior or 0.0 for each in candidates}


def _targets(search: Mcts, state: ClassicState, limit: Budget, random: _core.Random) -> Worth:
    found = search.analyse(state, limit, random).details["targets"]
    assert isinstance(found, Mapping)
    return found


def mean_worth(policy: Worth, worth: Worth) -> float:
    """Of a policy, as a winning probability in percent."""
    least, total = min(worth.values()), sum(policy.values())
    return 50 + 50 * sum(share / total * worth.get(action, least) for action, share in policy.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", type=Path, help="folder of the samples of a map")
    parser.add_argument("net", help="the network that searches")
    parser.add_argument("--positions", type=int, default=400, help="how many")
    parser.add_argument("--visits", type=int, nargs="+", default=[32, 64], help="of the searches that are compared")
    given = parser.parse_args()
    states, net = open_positions(given.samples, given.positions), load_net(given.net, ClassicNet)
    game = states[0].game
    truth = Mcts(game, MctsSettings(selection="puct", exploration=2.0, playout="none", votes=0.25), net)
    found = [worth_of(truth, state, seeded(1, at)) for at, state in enumerate(track(states, "what actions are worth"))]
    prior = np.array([mean_worth(priors, worth) for worth, priors in found])
    table = Table("policy", "worth", "more than the prior", pad_edge=False)
    table.add_row("prior of the network", f"{prior.mean():.2f}", "")
    for visits in given.visits:
        for name, settings in searches(visits).items():
            search = Mcts(game, settings, net)
            targets = [_targets(search, state, Budget(visits=visits), seeded(2, at)) for at, state in enumerate(states)]
            scores = np.array([mean_worth(target, worth) for target, (worth, _) in zip(targets, found, strict=True)])
            table.add_row(name, f"{scores.mean():.2f}", gain(scores - prior))
    Console().print(table)


def gain(differences: NDArray[np.float64]) -> str:
    return f"{differences.mean():+.2f} ± {differences.std() / np.sqrt(len(differences)):.2f}"


if __name__ == "__main__":
    main()
