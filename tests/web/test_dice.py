"""Dice that fit what a roll cost."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

import hegemon as hg
from hegemon.web.dice import attacker_losses, faces
from hegemon.web.film import frames


@pytest.mark.parametrize(("dice", "against"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)])
def test_faces_have_the_distribution_of_real_dice(dice: int, against: int) -> None:
    throws: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for throw in product(range(1, 7), repeat=dice + against):
        own, other = sorted(throw[:dice], reverse=True), sorted(throw[dice:], reverse=True)
        throws[attacker_losses(own, other), (*own, *other)] += 1
    tries = 2000
    for lost in {lost for lost, _ in throws}:
        expected = {shown: n for (costs, shown), n in throws.items() if costs == lost}
        total = sum(expected.values())
        found: Counter[tuple[int, ...]] = Counter()
        for number in range(tries):
            own, other = faces(dice, against, lost, f"{number}")
            found[*own, *other] += 1
        assert found.keys() <= expected.keys()
        chi = sum((found[shown] - tries * n / total) ** 2 / (tries * n / total) for shown, n in expected.items())
        free = len(expected) - 1
        assert chi < free + 6 * (2 * free) ** 0.5 + 6, (dice, against, lost, chi)


def test_a_roll_always_shows_the_same_faces() -> None:
    assert faces(3, 5, 1, "a") == faces(3, 5, 1, "a")
    assert len({str(faces(3, 5, 1, str(key))) for key in range(20)}) > 5
    with pytest.raises(ValueError, match="no roll"):
        faces(1, 1, 2, "a")


def test_the_film_shows_dice_for_single_rolls_and_none_for_a_battle_to_the_end() -> None:
    record = hg.play("hex", ["random", "random"], rules="classic(setup_place=random)", seed=4)
    film: Any = frames(record, None)
    attacks = [event for frame in film for event in frame["events"] if event["kind"] == "attack"]
    rolled = [event for event in attacks if "rolls" in event]
    assert 0 < len(rolled) < len(attacks)
    for event in rolled:
        own, other = event["rolls"]
        assert attacker_losses(own, other) == event["losses"]
        assert min(len(own), len(other)) == event["losses"] + event["kills"]
    assert frames(record, None) == film
