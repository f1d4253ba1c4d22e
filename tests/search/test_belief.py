"""What a search believes under fog, beside the truth of recorded games."""

from __future__ import annotations

import numpy as np
import pytest

from hegemon import Adjudication, Random, play
from hegemon.game import Plan, SimultaneousGame
from hegemon.search import Rollouts
from scripts.belief_calibration import compare


@pytest.mark.parametrize("rules", ["warlight1", "warlight2"])
def test_the_armies_and_the_income_of_the_other_seat_are_close_to_the_truth(rules: str) -> None:
    game = SimultaneousGame("earth", rules)
    ratios, gaps = [], []
    for seed in range(4):
        record = play(game, ["best(visits=40)"] * 2, seed=seed, adjudication=Adjudication(turn_limit=14))
        for row in compare(record, 0):
            ratios.append(row.armies[1] / row.armies[0])
            gaps.append(row.income[1] - row.income[0])
    assert np.exp(np.mean(np.log(ratios))) == pytest.approx(1, abs=0.2)
    assert np.mean(gaps) == pytest.approx(0, abs=1.5)


def test_what_the_other_seat_was_given_of_the_own_wishes_is_known() -> None:
    """Land that the seat wanted more than the last that it got went to the other seat."""
    game, known = SimultaneousGame("earth", "warlight1"), 0
    for seed in range(6):
        start = game.start(seed)
        wishes = Plan.parse(" ".join(f"!{territory}" for territory in start.offered[::-1][:6]))
        turn = start.resolve([wishes, wishes], Random(seed))
        search, random = Rollouts(game), Random(1)
        search.believe(start.view(0), None, random)
        worlds = search.believe(turn.state.view(0, turn.events), wishes, random)
        ranks = {order.territory: rank for rank, order in enumerate(wishes.orders)}  # type: ignore[union-attr]
        last = max(rank for territory, rank in ranks.items() if turn.state.owners[territory] == 0)
        for territory, rank in ranks.items():
            if rank < last and turn.state.owners[territory] == 1:
                known += 1
                assert all(world.owners[territory] == 1 for world in worlds)
    assert known > 6
