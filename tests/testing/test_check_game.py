"""check_game: games of the package pass, and what is broken is found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hegemon import Game
from hegemon.errors import CheckFailed, GameError
from hegemon.game import Record, State
from hegemon.testing import check_game, positions
from hegemon.testing.trials import ODD_MAP, trials


@pytest.mark.parametrize("trial", list(trials(["simultaneous", "classic"])), ids=str)
def test_the_games_on_which_agents_are_tried_pass(trial: object) -> None:
    report = check_game(trial.game, games=1, positions=4)  # type: ignore[attr-defined]
    assert report.ok
    assert report.done["game"] == 1
    assert report.done["position"] >= 4


def test_a_map_with_the_default_rules() -> None:
    assert check_game("simple", games=1).subject == "soares2025 on simple"
    assert "random games ended" in str(check_game(Game(ODD_MAP, "warlight2"), games=1, positions=5))


def test_a_game_that_cannot_begin() -> None:
    with pytest.raises(CheckFailed, match="cannot give 2 to each"):
        check_game("triangle")
    assert not check_game("triangle", raises=False).ok


@pytest.mark.parametrize(("games", "positions"), [(0, 1), (True, 1), (1, 0)])
def test_numbers(games: int, positions: int) -> None:
    with pytest.raises(GameError, match="whole number from 1"):
        check_game("simple", games=games, positions=positions)


def test_every_check_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position, a turn or a record that does not keep its promise is told, with the position."""
    monkeypatch.setattr(State, "returns", property(lambda self: (1.0, 1.0)))
    with pytest.raises(CheckFailed, match=r"flow: returns are \(1.0, 1.0\) in simple; soares2025; 0 play") as failed:
        check_game("simple", games=1)
    assert "problem: flow" in failed.value.__notes__[0]
    assert isinstance(failed.value, AssertionError)


def test_two_positions_with_one_hash_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "hash", property(lambda self: "0" * 16))
    report = check_game("simple", games=1, raises=False)
    assert any(finding.check == "hash" for finding in report.problems)


def test_a_record_that_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Record.lines

    def shortened(self: Record, known_maps: set[str] | None = None) -> Iterator[str]:
        found = list(lines(self, known_maps))
        yield from found[:2] + found[3:]

    monkeypatch.setattr(Record, "lines", shortened)
    assert "does not replay" in str(check_game("simple", games=1, raises=False))


def test_an_exception_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: State) -> Iterator[str]:
        yield from ()
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(positions.POSITION_CHECKS, "board", broken)
    report = check_game("simple", games=1, raises=False)
    assert "board: ZeroDivisionError: oh" in str(report)
    assert "broken" in report.problems[0].traceback
    assert report.more["board"] > 0  # the others are counted
