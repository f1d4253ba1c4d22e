"""How high a score against `heuristic` can be: a search that knows its opponent plays against it.

    python scripts/classic_cap.py --rules heredia2022 --pairs 150
    python scripts/classic_cap.py --rules swiss2025 --pairs 50 --visits 2000

Against a fixed opponent a game for two is a problem for one. The search of the agent best tries every legal decision;
here its rollouts are whole games, in which the other seat plays as `heuristic` does, and they take as long as they
need. What is left to win against this opponent it finds with more ease than any player who must guess its replies.
It is no proof of a bound: in the rollouts its own seat plays as the planner does.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import track

from hegemon import _core
from hegemon.game import ClassicGame, seeded
from hegemon.search import ClassicRolloutSettings, usual_classic_weights
from hegemon.statistics import wilson


def score(game: ClassicGame, visits: int, turns: int, pairs: int, seed: int) -> float:
    """Points of the search, or without visits of the planner alone, in pairs of games with swapped seats."""
    settings = ClassicRolloutSettings(styles=16, turns=turns, ends=1, few=400)
    weights = _core.ClassicPlannerWeights(usual_classic_weights(game).to_core())
    total = 0.0
    for pair in track(range(pairs), f"pairs of games, {visits} rollouts"):
        total += _core.play_classic_heuristic(
            game.core, _core.ClassicRolloutSettings(settings.to_core()), weights, None,
            visits, True, 1, 1000, seeded(seed, pair),
        )  # fmt: skip
    return total / pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="heredia2022")
    parser.add_argument("--map", default=None, help="the home map of the rules, if not given")
    parser.add_argument("--pairs", type=int, default=50, help="of games, with swapped seats")
    parser.add_argument("--visits", type=int, default=1000, help="rollouts of a decision")
    parser.add_argument("--turns", type=int, default=400, help="of a rollout, each of one seat")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = ClassicGame(given.map, given.rules, seats=2)
    for name, visits in (("planner", 0), (f"{given.visits} rollouts against heuristic itself", given.visits)):
        found = score(game, visits, given.turns, given.pairs, given.seed)
        low, high = wilson(found, 2 * given.pairs)
        text = f"{name}: {found:.1%} [{low:.1%}, {high:.1%}] of {2 * given.pairs} games"
        Console(highlight=False).print(text)


if __name__ == "__main__":
    main()
