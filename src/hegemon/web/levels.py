"""Friendly levels of strength, each an agent with a time per decision."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """An opponent that a visitor can choose without knowing agents."""

    name: str
    family: str
    agent: str
    seconds: float
    """Time for a decision."""
    about: str


LEVELS = (
    Level("Beginner", "simultaneous", "random", 0.1, "random orders"),
    Level("Easy", "simultaneous", "heuristic", 0.1, "a few hand-written rules"),
    Level("Medium", "simultaneous", "smcts(visits=30)", 1.0, "a very short search"),
    Level("Hard", "simultaneous", "best", 0.1, "a tenth of a second of search"),
    Level("Expert", "simultaneous", "best", 1.0, "a second of search"),
    Level("Beginner", "classic", "random", 0.1, "random decisions"),
    Level("Easy", "classic", "mcts(visits=20)", 0.1, "a glance ahead"),
    Level("Medium", "classic", "heuristic", 0.1, "hand-written rules"),
    Level("Hard", "classic", "mcts", 0.05, "a twentieth of a second of search"),
    Level("Expert", "classic", "mcts", 0.3, "a third of a second of search"),
)
