"""Values as winning probabilities."""

from __future__ import annotations

import pytest

from hegemon import Action, ClassicGame, Random
from hegemon.search import Analysis, Budget, Candidate, Mcts, win_probability

CASES = [(1, 2, 1), (-1, 2, 0), (0, 2, 0.5), (0.25, 2, 0.625), (1, 3, 1), (-0.5, 3, 0), (0, 3, 1 / 3), (-0.2, 6, 0)]


@pytest.mark.parametrize(("value", "seats", "chance"), [*CASES, (2, 4, 1)])
def test_a_value_is_a_winning_probability(value: float, seats: int, chance: float) -> None:
    assert win_probability(value, seats) == pytest.approx(chance)
    assert Analysis(0, (Candidate(Action(), 1, value),), value, 1, 0.0, seats=seats).estimate == pytest.approx(chance)


def test_a_search_knows_its_seats() -> None:
    game = ClassicGame("hex", "classic(setup_place=none)", 3)
    hopeless = game.position([0, 1, 1, 1, 1, 2], [1, 90, 90, 90, 90, 90], mover=0, phase="fortify")
    found = Mcts(game).analyse(hopeless, Budget(visits=200), Random(1))
    assert found.seats == 3
    assert found.value == pytest.approx(-0.5, abs=0.2)
    assert found.estimate < 0.2
