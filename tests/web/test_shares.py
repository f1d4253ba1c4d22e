"""What the page says of probabilities and armies."""

from __future__ import annotations

import pytest

import hegemon as hg
from hegemon.game import Deploy, Move, Plan, SimultaneousView
from hegemon.terminal.hints import Hint
from hegemon.web.advice import advise_view
from hegemon.web.shares import share


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.0, 0.0), (1.0, 1.0), (1 - 1e-12, 1.0), (0.99999, 0.9999), (1e-5, 0.0001), (0.51234, 0.5123)],
)
def test_only_what_is_sure_is_told_as_sure(value: float, told: float) -> None:
    assert share(value) == told


def test_a_hint_orders_the_armies_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    state = hg.Game("diamond", "soares2025").start(1)
    view = state.view(0)
    assert isinstance(view, SimultaneousView)
    source = next(t for t, owner in enumerate(view.owners) if owner == 0)
    target = next(t for t in view.game.map.neighbours[source] if view.owners[t] != 0)
    plan = Plan((Deploy(source, view.income(0)), Move(source, target, 999)))
    monkeypatch.setattr("hegemon.web.advice.hint", lambda *_: Hint("best", plan, 0.99999))
    told = advise_view(view)
    there = int(view.armies[source]) + view.income(0) - view.game.rules.stands_guard
    assert f"with {there}." in told["text"]
    assert str(told["decision"]).endswith(f">{target}:{there}")
    assert told["win"] == 0.9999
