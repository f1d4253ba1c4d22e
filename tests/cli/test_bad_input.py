"""The command line answers every mistake with one clear line and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import turn_line as turn

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_agent.py"

BAD_INPUT: list[tuple[list[str], str, str]] = [
    (["match", "randm", "random"], "", "did you mean random"),
    (["match", "random", "heuristic(cautoin=1)"], "", "did you mean caution"),
    (["match", "random", "heuristic(caution=99)"], "", "caution=99"),
    (["match", "random", "heuristic(caution=abc)"], "", "caution='abc'"),
    (["match", "random", "random(1)"], "", "random(1)"),
    (["match", "random", "heuristic("], "", "heuristic("),
    (["match", "random", "missing.py:Agent"], "", "missing.py does not exist"),
    (["match", "random"], "", "second"),
    (["match", "random", "random", "--map", "itly"], "", "italy"),
    (["match", "random", "random", "--map", "none.json"], "", "none.json"),
    (["match", "random", "random", "--rules", "soares"], "", "soares2025"),
    (["match", "random", "random", "--rules", "soares2025(fogg=none)"], "", "did you mean fog"),
    (["match", "random", "random", "--rules", "warlight2(fog=thick)"], "", "fog='thick'"),
    (["match", "random", "random", "--games", "0"], "", "games"),
    (["match", "random", "random", "--games", "many"], "", "games"),
    (["match", "random", "random", "--adjudicate", "coin"], "", "soares2025"),
    (["match", "random", "random", "--out", "no/such/folder/x.jsonl"], "", "no/such/folder"),
    (["match", "random", "random", "--map", "triangle"], "", "triangle"),
    (["watch", "missing.jsonl"], "", "no record file missing.jsonl in "),
    (["watch", "missing", "--game", "3.0"], "", "there is no store of a tournament and no record file missing in "),
    (["report", "missing"], "", "there is no store of games in missing"),
    (["watch", "a", "b", "c"], "", "unknown agent 'a'"),
    (["watch", "smcts", "smcts", "smcts"], "", "3 seats mean the classic game, which smcts does not play"),
    (["bot", "mcts", "--dialect", "2"], "", "the Warlight AI challenges are the simultaneous game"),
    (["bot", "smcts", "--dialect", "7"], "", "Invalid value for '--dialect': '7' is not one of"),
    (["watch", "heuristic"], "", "two agents"),
    (["match", f"{EXAMPLE}:Bold", "random", "--rules", "classic"], "", "no method act"),
    (["match", "random", "random", "--rules", "classic", "--map", "triangle", "--workers", "0"], "", "workers"),
    (["match", *["random"] * 7, "--rules", "classic"], "", "2 to 6 seats"),
    (["match", *["random"] * 4, "--rules", "classic", "--map", "triangle"], "", "fewer territories than seats"),
    (["odds", "0", "3"], "", "1 to 2000"),
    (["odds", "ten", "3"], "", "attackers"),
    (["resolve"], turn(rules="classic"), "simultaneous"),
    (["maps", "show", "nowhere"], "", "nowhere"),
    (["maps", "check", "missing.json"], "", "missing.json"),
    (["maps", "new", "no/such/folder/m.json"], "", "no/such/folder"),
    (["maps", "new", "m.json", "--territories", "5"], "", "5"),
    (["maps", "show", "italy", "--svg", "no/such/folder/m.svg"], "", "no/such/folder"),
    (["agents", "nobody"], "", "unknown agent"),
    (["rules", "nothing"], "", "unknown rules"),
    (["bench", "simultaneous.random_turn"], "", "simultaneous.random_turns"),
    (["frobnicate"], "", "frobnicate"),
    (["match", "--frobnicate"], "", "frobnicate"),
    (["resolve", "missing.jsonl"], "", "missing.jsonl"),
    (["resolve"], "not json", "line 1"),
    (["resolve"], "[1, 2]", "line 1"),
    (["resolve"], turn(map="nowhere"), "nowhere"),
    (["resolve"], turn(map=3), "map"),
    (["resolve"], turn(rules="x"), "unknown rules"),
    (["resolve"], turn(rules=3), "rules"),
    (["resolve"], turn(owners=[0, 1]), "owners has 2 entries"),
    (["resolve"], turn(owners=[0, 1, 7]), "owners[2]"),
    (["resolve"], turn(armies=[1, 1, -5]), "armies[2]"),
    (["resolve"], turn(armies="many"), "lists"),
    (["resolve"], turn(first=2), "first"),
    (["resolve"], turn(owners=[0, 0, -1]), "game is over"),
    (["resolve"], turn(orders=[[], [], []]), "two lists"),
    (["resolve"], turn(orders=[[["deploy", 0, 8]], []]), "more than the income"),
    (["resolve"], turn(orders=[[["deploy", 0, 4], ["deploy", 0, 4]], []]), "more than the income"),
    (["resolve"], turn(orders=[[["deploy", 1, 1]], []]), "not your territory"),
    (["resolve"], turn(orders=[[["move", 0, 0, 1]], []]), "not adjacent"),
    (["resolve"], turn(orders=[[["move", 0, 9, 1]], []]), "no such territory"),
    (["resolve"], turn(orders=[[["move", 0, 1, 0]], []]), "at least one army"),
    (["resolve"], turn(orders=[[["fly", 0, 1, 1]], []]), "is not an order"),
    (["resolve"], turn(chance=[0, 1]), "chance"),
]


@pytest.mark.parametrize(("arguments", "stdin", "message"), BAD_INPUT, ids=lambda value: str(value)[:60])
def test_bad_input_ends_in_one_clear_line_and_exit_code_2(
    run: Run, arguments: list[str], stdin: str, message: str
) -> None:
    outcome = run(*arguments, stdin=stdin)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.startswith("hegemon: ")
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err + outcome.out
