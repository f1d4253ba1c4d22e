"""A small example agent of the classic game (dice); docs/agents.md explains it.

hegemon match "examples/my_classic_agent.py:Steady(odds=0.7)" random --rules swiss2025 --games 100
"""

from hegemon import Action, ClassicView, Clock, Game, Random, battle_odds


class Steady:
    """Places its armies on one border, and attacks while the odds are good."""

    def __init__(self, odds: float = 0.6) -> None:
        self.odds = odds

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Start a new game. Take all randomness from `random`, so that games are reproducible."""
        self.game, self.seat, self.random = game, seat, random

    def act(self, view: ClassicView, clock: Clock) -> Action:
        """Return one of `view.legal_actions`. It is called for every single decision of a turn."""
        return max(view.legal_actions, key=lambda action: (self.worth(view, action), self.random.random()))

    def worth(self, view: ClassicView, action: Action) -> float:
        """How much an action is liked. A pass is worth 0, so that a bad attack is not made."""
        if action.kind == "place":
            return action.armies * self.enemies(view, action.source)
        if action.kind == "attack":
            attackers = action.armies or view.armies[action.source] - 1
            return battle_odds(attackers, view.armies[action.target]).win - self.odds
        if action.kind == "fortify":
            return action.armies * (self.enemies(view, action.target) - self.enemies(view, action.source))
        if action.kind in ("occupy", "trade"):
            return 1.0 + action.armies
        return 0.0

    def enemies(self, view: ClassicView, territory: int) -> int:
        """Neighbours of a territory that other seats own."""
        return sum(view.owners[near] != self.seat for near in self.game.map.neighbours[territory])
