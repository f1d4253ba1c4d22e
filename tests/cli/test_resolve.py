"""hegemon resolve: a turn comes in as a line of JSON, its outcome goes out."""

from __future__ import annotations

import json

from tests.cli.conftest import Run
from tests.cli.conftest import turn_line as turn


def test_resolve_answers_each_line_with_owners_armies_and_winner(run: Run) -> None:
    outcome = run("resolve", stdin=turn() + "\n\n" + turn(first=1) + "\n")
    answers = [json.loads(line) for line in outcome.out.splitlines()]
    # 2 + 3 defenders against 9: 9 - 3.5 rounds up to 6 survivors, 5 - 5.4 leaves nobody; seat 1 has nothing left.
    assert [(a["owners"], a["armies"], a["winner"]) for a in answers] == [([0, 0, -1], [1, 6, 1], 0)] * 2
    assert answers[0]["log"][-1] == {
        "seat": 0, "order": ["move", 0, 1, 9], "did": "attack", "armies": 9, "kills": 5, "losses": 3, "captured": True
    }  # fmt: skip
    assert outcome.code == 0


def test_resolve_takes_rules_with_changes_and_drops_illegal_orders_where_the_rules_say_so(run: Run) -> None:
    orders = [[["deploy", 1, 2], ["move", 0, 2, 3]], []]
    outcome = run("resolve", stdin=turn(rules="warlight2(fog=none)", orders=orders, chance=[2, 0]))
    answer = json.loads(outcome.out)
    assert answer["log"][0]["why"] == "not your territory"
    assert answer["owners"] == [0, 1, 0]
