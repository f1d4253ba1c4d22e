"""Friendly levels of strength, each an agent with a fixed budget, so that it is as strong on every machine.

Ratings are Elo points from the mean of the agents of a tournament, with 95 % intervals: 600 games of five agents under
soares2025 on owl-island and italy, and 242 games of six agents under classic(setup_place=random) on classic.
docs/page.md has the commands.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """An opponent that a visitor can choose without knowing agents."""

    name: str
    family: str
    agent: str
    seconds: float
    """The most time for a decision."""
    about: str
    rating: tuple[int, int, int]
    """Elo points and their interval."""


@dataclass(frozen=True)
class Analyst:
    """An agent that analyses games for a visitor."""

    family: str
    agent: str
    visits: tuple[int, int, int]
    """Of a quick, a normal and a deep analysis of each decision."""
    about: str


ANALYSTS = (
    Analyst("simultaneous", "smcts", (400, 2_000, 15_000), "tree search"),
    Analyst("simultaneous", "best", (400, 2_000, 10_000), "the strongest agent"),
    Analyst(
        "simultaneous", "guided-mcts(policy_trust=1, policy_samples=20)", (200, 1_000, 8_000),
        "tree search with a network, whose policy is shown",
    ),
    Analyst("classic", "mcts", (1_000, 10_000, 100_000), "tree search"),
    Analyst("classic", "best", (50, 300, 2_000), "rollouts of a planner"),
    Analyst(
        "classic", "puct", (200, 1_500, 10_000),
        "tree search with a network, whose policy is shown; it was trained on Switzerland only",
    ),
)  # fmt: skip

SUGGESTED = {
    "simultaneous": ("smcts", "guided-mcts", "ga", "best"),
    "classic": ("mcts", "puct", "alphabeta(preset=dice)", "best"),
}
"""Other agents that a visitor may want, with the time of the game as their budget."""

LEVELS = (
    Level("Beginner", "simultaneous", "random", 1.0, "random orders", (-529, -671, -387)),
    Level("Easy", "simultaneous", "heuristic", 1.0, "a few hand-written rules", (-223, -285, -162)),
    Level("Medium", "simultaneous", "smcts(visits=30)", 1.0, "a very short search", (127, 64, 190)),
    Level("Hard", "simultaneous", "best(visits=300)", 2.0, "a short search of the strongest agent", (219, 151, 287)),
    Level("Expert", "simultaneous", "best(visits=2000)", 5.0, "the strongest agent", (406, 316, 495)),
    Level("Beginner", "classic", "random", 1.0, "random decisions", (-448, -710, -187)),
    Level("Easy", "classic", "mcts(visits=1000)", 1.0, "a short search", (-129, -227, -31)),
    Level("Medium", "classic", "mcts(visits=5000)", 1.0, "a longer search", (37, -39, 113)),
    Level("Hard", "classic", "heuristic", 1.0, "hand-written rules, stronger than these searches", (108, 26, 190)),
    Level("Expert", "classic", "best(visits=300)", 2.0, "rollouts of a planner", (247, 123, 372)),
)
