"""Games needed: figures everybody knows."""

from __future__ import annotations

import pytest

from hegemon.errors import StatisticsError
from hegemon.statistics import Sprt, games_for_elo, games_for_half_width, games_to_tell, half_width, sprt_games


@pytest.mark.parametrize(("games", "points"), [(100, 9.8), (200, 6.9), (1000, 3.1), (4000, 1.5)])
def test_half_widths_of_win_rates(games: int, points: float) -> None:
    assert 100 * half_width(games) == pytest.approx(points, abs=0.06)
    assert games_for_half_width(half_width(games)) in (games, games + 1)


@pytest.mark.parametrize(("elo", "games"), [(50, 260), (20, 1600), (10, 6400)])
def test_games_of_a_sequential_test(elo: float, games: int) -> None:
    assert sprt_games(Sprt(0, elo)) == pytest.approx(games, rel=0.02)
    assert sprt_games(Sprt(0, elo), factor=0.5) == pytest.approx(games / 2, rel=0.02)


def test_games_for_elo() -> None:
    assert games_for_elo(20) == pytest.approx(3.8415 * 0.25 / 0.028751**2, rel=1e-3)
    # 24 Elo is about 3.45 points; to tell it with 95 % takes (1.96 + 1.645)^2 times the variance over the square.
    assert games_to_tell(24) == pytest.approx(12.995 * 0.25 / 0.034481**2, rel=0.01)
    assert games_to_tell(24, power=0.5) == pytest.approx(games_for_elo(24), rel=0.01)
    assert games_for_half_width(0.05, score=0.9) < games_for_half_width(0.05)


def test_what_cannot_be_planned_is_refused() -> None:
    for wrong in (
        lambda: half_width(0),
        lambda: half_width(100, score=1.0),
        lambda: games_for_half_width(-0.1),
        lambda: games_for_elo(0),
        lambda: games_to_tell(10, power=1.0),
        lambda: sprt_games(Sprt(0, 10), factor=0),
    ):
        with pytest.raises(StatisticsError):
            wrong()
