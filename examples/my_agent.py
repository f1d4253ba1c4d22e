"""A small example agent; docs/agents.md explains it.

hegemon match "examples/my_agent.py:Bold(plans=50)" random --map italy --games 100
"""

from hegemon import Clock, Game, Plan, Random, SimultaneousView


class Bold:
    def __init__(self, plans: int = 30) -> None:
        self.plans = plans

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Start a new game. Take all randomness from `random`, so that games are reproducible."""
        self.seat, self.random = seat, random

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        """Return a plan. `view` is what your seat may see; `clock.left` is the time left in seconds."""
        candidates = [view.random_plan(self.random) for _ in range(self.plans)]
        return max(candidates, key=lambda plan: self.worth(view, plan))

    def worth(self, view: SimultaneousView, plan: Plan) -> float:
        """One point for each attacked neutral territory, three for each enemy territory."""
        owners = [view.owners[move.target] for move in plan.moves]
        return sum(0 if owner == self.seat else 3 if owner >= 0 else 1 for owner in owners)
