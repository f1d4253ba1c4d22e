"""Tables of small tournaments, counted by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from hegemon.errors import StatisticsError
from hegemon.statistics import (
    GameRow,
    capped_share,
    endings,
    forfeits,
    length_quartiles,
    pairwise_table,
    score_interval,
    seat_effect,
)

ROWS = [
    GameRow("a", (0, 1), (1.0, 0.0), ((0,), (1,)), "conquest", 10),
    GameRow("a", (1, 0), (1.0, 0.0), ((0,), (1,)), "conquest", 20),
    GameRow("b", (0, 1), (0.5, 0.5), ((0, 1),), "turn limit", 100),
    GameRow("b", (1, 0), (0.0, 1.0), ((1,), (0,)), "time", 4),
]


def test_pairs() -> None:
    first, second = pairwise_table(ROWS)
    assert (first.first, first.second, second.first, second.second) == (0, 1, 1, 0)
    assert (first.tally.games, first.tally.blocks, first.tally.points, first.tally.score) == (4, 2, 2.5, 0.625)
    assert (first.tally.low, first.tally.high) == score_interval([[1.0, 0.0], [0.5, 1.0]])
    assert second.tally.points == 1.5
    assert first.rounds == second.rounds == 33.5


def test_pairs_of_several_seats_are_who_finished_above_whom() -> None:
    rows = [
        GameRow(1, (0, 1, 2), (0.0, 1.0, 0.0), ((1,), (0, 2)), "conquest", 5),
        GameRow(1, (2, 0, 0), (0.0, 0.0, 1.0), ((2,), (0,), (1,)), "conquest", 5),
    ]
    table = {(row.first, row.second): row.tally for row in pairwise_table(rows)}
    assert {pair: (tally.points, tally.games) for pair, tally in table.items()} == {
        (0, 1): (0.0, 1),
        (1, 0): (1.0, 1),
        (1, 2): (1.0, 1),
        (2, 1): (0.0, 1),
        (0, 2): (1.5, 3),
        (2, 0): (1.5, 3),
    }


def test_seats() -> None:
    first, second = seat_effect(ROWS)
    assert (first.points, first.games, first.blocks) == (2.5, 4, 2)
    assert second.score == 0.375
    assert (first.low, first.high) == score_interval([[1.0, 1.0], [0.5, 0.0]])
    assert seat_effect([]) == []
    with pytest.raises(StatisticsError, match="seats"):
        seat_effect([*ROWS, GameRow("c", (0, 1, 2), (1.0, 0.0, 0.0), ((0,), (1,), (2,)), "conquest", 9)])


def test_endings() -> None:
    capped = capped_share(ROWS)
    assert (capped.games, capped.points, capped.score) == (4, 1, 0.25)
    assert endings(ROWS) == Counter({"conquest": 2, "turn limit": 1, "time": 1})
    assert forfeits(ROWS) == {"crash": Counter(), "illegal": Counter(), "time": Counter({1: 1})}
    assert forfeits(ROWS, ("crash",)) == {"crash": Counter()}
    with pytest.raises(StatisticsError, match="one loser"):
        forfeits([GameRow("c", (0, 1), (0.5, 0.5), ((0, 1),), "crash", 1)])


def test_lengths() -> None:
    assert length_quartiles(ROWS) == (8.5, 15, 40)
    assert length_quartiles(ROWS[:1]) == (10, 10, 10)
    with pytest.raises(StatisticsError, match="no games"):
        length_quartiles([])


def test_a_row_that_does_not_fit_its_seats_is_refused() -> None:
    for points, order in (((1.0,), ((0,), (1,))), ((1.0, 0.0), ((0,),)), ((1.0, 0.0), ((0,), (0, 1)))):
        with pytest.raises(StatisticsError, match="seats"):
            GameRow("a", (0, 1), points, order, "conquest", 1)
