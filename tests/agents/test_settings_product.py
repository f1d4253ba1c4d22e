"""Settings that meet: every two values of two settings of an agent, in as few games as that takes."""

from __future__ import annotations

import pytest

from hegemon import Game, HegemonError
from hegemon._spec import Value
from hegemon.agents.registry import REGISTRY
from tests.fuzz.fuzzers.settings import play
from tests.fuzz.products import pairwise

GAMES = (("hex", "soares2025", 2), ("old-world", "yao2025", 2), ("hex", "heredia2022", 2), ("hex", "classic", 3))


@pytest.mark.parametrize("name", [name for name, entry in REGISTRY.items() if not entry.foreign])
def test_every_two_values_of_settings_work_together_or_are_refused(name: str) -> None:
    played, refusals = 0, set()
    for number, settings in enumerate(pairwise(name)):
        board, rules, seats = GAMES[0] if name in SIMULTANEOUS else GAMES[1 + number % 3]
        try:
            play(name, settings, Game(board, rules, seats=seats), seed=number, decisions=1)
            played += 1
        except HegemonError as refusal:
            refusals.add(str(refusal))
    assert played > 0, refusals
    assert all(refusals), "a refusal says why"


SIMULTANEOUS = ("smcts", "guided-mcts", "ga", "ga-ggnet")


@pytest.mark.parametrize("selection", ["uct", "puct", "gumbel"])
@pytest.mark.parametrize("parallel", ["tree", "root", "leaf"])
def test_every_selection_works_with_every_kind_of_threads(selection: str, parallel: str) -> None:
    settings: dict[str, Value] = {"selection": selection, "parallel": parallel, "threads": 2, "visits": 20, "cutoff": 5}
    play("mcts", settings, Game("old-world", "yao2025"), decisions=4)
