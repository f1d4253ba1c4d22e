"""hegemon watch: games as they are played, and records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hegemon as hg
from tests.cli.conftest import CLASSIC, Outcome, Run


def test_watch_shows_a_truncated_record_up_to_the_damage_and_says_so(run: Run) -> None:
    hg.play(hg.Game("simple"), ["random", "random"], seed=1).save("game.jsonl")
    lines = Path("game.jsonl").read_text(encoding="utf-8").splitlines()
    Path("cut.jsonl").write_text("\n".join(lines[:5]) + "\n" + lines[5][:20], encoding="utf-8")
    outcome = run("watch", "cut.jsonl")
    assert outcome.code == 2
    assert "turn 3 " in outcome.out
    assert "turn 4 " not in outcome.out
    assert outcome.err.startswith("hegemon: cut.jsonl: damaged at line 6")
    assert outcome.err.count("\n") == 1


def test_watch_live_saves_the_game(run: Run) -> None:
    outcome = run("watch", "heuristic", "random", "--map", "owl-island", "--seed", "4", "--save", "live.jsonl")
    assert outcome.code == 0
    assert hg.Record.load("live.jsonl").rounds > 0


def headlines(outcome: Outcome) -> list[str]:
    return [line.split("   ")[1] for line in outcome.out.splitlines() if " = nobody" in line]


def test_watch_shows_a_picture_for_every_turn_of_a_seat_or_for_every_decision(run: Run) -> None:
    live = run("watch", "heuristic", "random", "random", *CLASSIC, "--save", "game.jsonl")
    record = hg.Record.load("game.jsonl")
    heads = headlines(live)
    assert heads[:4] == ["start", "setup", "turn 1 of a", "turn 2 of b"]
    assert heads == headlines(run("watch", "game.jsonl"))
    assert [head.split()[1] for head in heads[2:]] == [str(n) for n in range(1, len(heads) - 1)]
    assert f"after {len(heads) - 2} turns: a (heuristic) wins, conquest" in live.out
    each = run("watch", "game.jsonl", "--every", "decision")
    assert len(headlines(each)) == len(record.turns) + 1
    assert "cards a 0, b 0, c 0" in live.out
    assert "  a draws a card" in live.out


@pytest.mark.parametrize("rules", [CLASSIC, ("--map", "simple"), ("--rules", "warlight2", "--map", "banana")], ids=str)
def test_watch_shows_one_turn_of_a_record_and_plays_no_further_than_that(run: Run, rules: tuple[str, ...]) -> None:
    whole = run("watch", "random", "random", *rules, "--turns", "6", "--save", "game.jsonl")
    for turn in ("0", "1", "4"):
        recorded = run("watch", "game.jsonl", "--turn", turn)
        live = run("watch", "random", "random", *rules, "--turn", turn, "--save", f"{turn}.jsonl")
        assert recorded.out == live.out
        assert len(headlines(live)) == 1
        assert recorded.out.strip() in whole.out
        part = hg.load_records(f"{turn}.jsonl")
        assert (part.problem, part.records[0].rounds <= int(turn) + 1) == ("", True)
    missing = run("watch", "game.jsonl", "--turn", "99")
    assert (missing.code, "--turn 99: the game has" in missing.err) == (2, True)


@pytest.mark.parametrize("left", [0, 30])
def test_watch_that_is_interrupted_says_what_became_of_the_record(
    run: Run, left: int, interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(left)
    outcome = run("watch", "random", "random", *CLASSIC, "--save", "game.jsonl")
    assert outcome.code == 130
    if left == 0:
        assert "nothing was saved" in outcome.err
        assert not Path("game.jsonl").exists()
    else:
        assert "the game so far is in game.jsonl" in outcome.err
        assert hg.Record.load("game.jsonl").result == hg.Result(None, "stopped")


def test_a_record_that_cannot_be_written_is_refused_before_the_game(run: Run) -> None:
    outcome = run("watch", "random", "random", *CLASSIC, "--save", "no/such/game.jsonl")
    assert (outcome.code, outcome.out) == (2, "")
    assert "no folder no/such" in outcome.err
