"""Speed of the classic game's networks, alone and inside the tree search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hegemon._core import Random
from hegemon.bench.measure import Benchmark, Measurement, best_rate, calls, measurement
from hegemon.game import ClassicGame, ClassicState
from hegemon.nets import random_classic_net
from hegemon.search import Budget, Mcts, MctsSettings

POSITIONS, VISITS = 64, 800
CASES = (
    ("classic-graph", "switzerland", "swiss2025"),
    ("classic-graph", "classic", "classic"),
    ("heredia2022", "hex", "heredia2022"),
    ("heredia2022", "classic", "heredia2022"),
    ("heredia2022-published", "hex", "heredia2022"),
    ("heredia2022-published", "classic", "heredia2022"),
    ("yao2025", "old-world", "yao2025"),
)


def evaluations(seconds: float) -> Iterator[Measurement]:
    """Positions that networks evaluate: the value alone, and with the logits of all legal actions, listing included.

    Weights and positions (decisions of random games) are random with fixed seeds, and prepared beforehand.
    """
    for architecture, map, rules in CASES:
        game = ClassicGame(map, rules, 2)
        core, states = random_classic_net(architecture, 1, game).core(game), _decisions(game)
        cores = [state.core for state in states]
        actions = sum(state.action_count for state in states) / POSITIONS
        for policy in (False, True):
            rate = best_rate(seconds, calls(partial(core.evaluate, cores, policy), POSITIONS))
            details = {"value": rate, "net": architecture, "policy": policy, "batch": POSITIONS}
            details |= {"kernels": core.kernels, "actions": actions if policy else 0}
            yield measurement("nets.evaluations", game, "evaluations", rate, details)


def puct(seconds: float) -> Iterator[Measurement]:
    """Episodes of a tree search that evaluates leaves with the network, from new deals of the Swiss thesis's game."""
    game, net = ClassicGame("switzerland", "swiss2025", 2), random_classic_net(seed=1)
    search = Mcts(game, MctsSettings(selection="puct"), net)
    states = [game.start(seed) for seed in range(16)]

    def work(at: int, count: int) -> float:
        for number in range(at, at + count):
            search.decide(states[number % len(states)], Budget(VISITS), Random(number))
        return float(count * VISITS)

    rate = best_rate(seconds, work)
    details = {"value": rate, "net": net.architecture, "visits": VISITS}
    yield measurement("search.puct_net", game, "episodes", rate, details)


def _decisions(game: ClassicGame) -> list[ClassicState]:
    """Decisions of random games, at increasing depths."""
    found = []
    for seed in range(POSITIONS):
        random = Random(seed)
        state = game.start(random)
        for _ in range(3 * seed):
            after = state.step(state.random_action(random), random).state
            if after.result is not None:
                break
            state = after
        found.append(state)
    return found


BENCHMARKS: dict[str, Benchmark] = {"search.puct_net": puct}
