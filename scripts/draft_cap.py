"""How often a player can win at most who decides the draft of hex, and then plays at random, against a random player.

Every way through the draft is looked at: the player takes the best, the opponent each with equal chance. What follows
is played out at random so many times; as the best of noisy numbers is taken, the result is a little too high.

    python scripts/draft_cap.py --playouts 400
"""

from __future__ import annotations

import argparse

from rich.progress import track

from hegemon import _core
from hegemon.game import ClassicGame, seeded

INITIAL = (0, 1)  # phases pick and setup


class Draft:
    """The tree of the draft; a position's key is its hash."""

    def __init__(self, game: ClassicGame, playouts: int, seed: int) -> None:
        self.core, self.playouts, self.random = game.core, playouts, seeded(seed)
        self.ends: dict[int, _core.ClassicState] = {}
        self.shares: dict[int, tuple[float, float]] = {}
        self._walk(game.start(seed).core, set())

    def _walk(self, state: _core.ClassicState, seen: set[int]) -> None:
        if state.hash() in seen:
            return
        seen.add(state.hash())
        if state.phase not in INITIAL:
            self.ends[state.hash()] = state
            return
        for action in self.core.legal_actions(state):
            self._walk(self.core.apply(state, action), seen)

    def play_out(self) -> None:
        """How often each seat wins from every end of the draft."""
        for key, state in track(self.ends.items(), description="ends of the draft", total=len(self.ends)):
            winners = [self._winner(state) for _ in range(self.playouts)]
            self.shares[key] = winners.count(0) / self.playouts, winners.count(1) / self.playouts

    def _winner(self, state: _core.ClassicState) -> int:
        while state.phase != 7:
            state = self.core.apply(state, self.core.random_action(state, self.random))
            while state.chance:
                state = self.core.apply_outcome(state, self.core.sample(state, self.random))
        return state.winner

    def best(self, state: _core.ClassicState, seat: int, known: dict[int, float]) -> float:
        """The share of games that the seat wins."""
        key = state.hash()
        if key in self.shares:
            return self.shares[key][seat]
        if key not in known:
            after = [self.best(self.core.apply(state, a), seat, known) for a in self.core.legal_actions(state)]
            known[key] = max(after) if state.mover == seat else sum(after) / len(after)
        return known[key]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="heredia2022(pool=10, decision_cap=150)")
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = ClassicGame("hex", given.rules, 2)
    draft = Draft(game, given.playouts, given.seed)
    draft.play_out()
    print(f"{len(draft.ends)} ends of the draft, {given.playouts} playouts each")
    for seat in (0, 1):
        print(f"seat {seat} wins at most {100 * draft.best(game.start(given.seed).core, seat, {}):.1f} %")


if __name__ == "__main__":
    main()
