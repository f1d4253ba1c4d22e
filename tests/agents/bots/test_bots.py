"""Programs of the Warlight AI challenges as agents, honest and misbehaving."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.agents.bots.dialect import offer_lines
from hegemon.agents.bots.program import Program
from hegemon.errors import AgentError
from tests.agents.bots.processes import running

SCRIPT = Path(__file__).with_name("scripted.py")


def bot(mode: str = "honest", settings: str = "") -> str:
    return f'bot(cmd="{sys.executable} -S -E {SCRIPT} {mode}"{", " + settings if settings else ""})'


def play(agents: list[str], rules: str = "warlight2", map: str = "earth", seed: int = 1) -> hg.Record:
    return hg.play(hg.Game(map, rules), agents, seed=seed, salt="0" * 32, time_per_move=5)


def outcome(agents: list[str], rules: str = "warlight2", map: str = "earth") -> hg.Result:
    result = play(agents, rules, map).result
    assert result is not None
    return result


@pytest.mark.parametrize(("rules", "dialect"), [("warlight1", 1), ("warlight2", 2), ("warlight1", 2), ("warlight2", 1)])
def test_a_bot_of_either_challenge_plays_either_game(rules: str, dialect: int) -> None:
    result = outcome([bot(settings=f"dialect={dialect}"), "random"], rules)
    assert result.fault == ""
    assert result.winner == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_plays_the_game_of_the_other_seat_too(seat: int) -> None:
    agents = ["random", "random"]
    agents[seat] = bot()
    assert outcome(agents).winner == seat


@pytest.mark.parametrize("mode", ["blanks", "flood-stderr"])
def test_what_the_challenges_forgave_is_forgiven(mode: str) -> None:
    honest, other = play([bot(), "random"]), play([bot(mode), "random"])
    assert other.final == honest.final
    assert len(other) == len(honest)


@pytest.mark.parametrize("mode", ["garbage", "wrong-names", "megabyte", "flood-stdout"])
def test_what_cannot_be_read_is_no_order_and_the_game_goes_on(mode: str) -> None:
    result = outcome([bot(mode), "heuristic"], "warlight2(round_cap=8, round_cap_percent=0)", "simple")
    assert result.fault == ""
    assert result.winner != 0


@pytest.mark.parametrize(
    ("mode", "fault", "told"),
    [
        ("silent", "time", "no answer within 0.3"),
        ("slow", "time", "go "),
        ("dying", "crash", "code 3"),
    ],
)
def test_a_bot_that_ends_or_says_nothing_forfeits_with_its_last_request(mode: str, fault: str, told: str) -> None:
    result = outcome([bot(mode, "bank=0.3, increment=0.3"), "random"])
    assert (result.winner, result.loser, result.fault) == (1, 0, fault)
    assert told in result.reason
    assert mode != "dying" or "out of ideas" in result.reason


def test_a_bot_that_says_nothing_passes_if_it_shall_be_as_in_the_challenges() -> None:
    result = outcome([bot("silent", "bank=0.2, increment=0.2, late=pass"), "heuristic"], map="simple")
    assert result.fault == ""
    assert result.winner == 1


def test_nothing_is_left_of_a_bot_that_starts_processes() -> None:
    mark = f"mark-{os.getpid()}"
    result = outcome([bot(f"forking {mark}"), "random"], "warlight2(round_cap=6, round_cap_percent=0)", "simple")
    assert result.fault == ""
    for _ in range(100):  # the kernel takes a moment
        if not running(mark):
            break
        time.sleep(0.1)
    assert not running(mark)


def test_a_wrong_pick_is_replaced_or_loses() -> None:
    assert outcome([bot("bad-picks"), "random"]).fault == ""
    assert outcome([bot("bad-picks", "bad_pick=forfeit"), "random"]).fault == "crash"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("bot", "which program"),
        ('bot(cmd="no-such-program-here x")', "there is no program no-such-program-here"),
        ('bot(cmd="java -cp \'x")', "cannot read the command"),
        ('bot(cmd="sh", cwd="no-such-folder")', "folder no-such-folder does not exist"),
        ('bot(cmd="sh", dialect=3)', "dialect"),
    ],
)
def test_a_bot_that_cannot_start_says_why(spec: str, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        play([spec, "random"])


def test_a_map_that_the_dialect_cannot_express_is_refused_with_the_reason() -> None:
    board = hg.load_map("italy")
    assert any(len(groups) != 1 for groups in board.groups_of), "choose another map"
    with pytest.raises(AgentError, match="belongs to"):
        play([bot(), "random"], map="italy")


def test_the_classic_game_is_refused() -> None:
    with pytest.raises(AgentError, match="simultaneous"):
        hg.play(hg.Game("hex", "heredia2022"), [bot(), "random"])


def test_who_picks_second_is_told_all_that_was_offered() -> None:
    state = hg.SimultaneousGame("earth", "warlight2").start(1)
    first = state.view(0).offered
    state = state.resolve(["!" + str(first[0]), "-"], hg.Random(1)).state
    assert first[0] not in state.view(1).offered
    ids = " ".join(str(territory + 1) for territory in first)
    assert offer_lines(state.view(1))[0] == f"settings starting_regions {ids}"


def test_java_bots_side_by_side_do_not_complain_of_each_others_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx64m")
    show = "import os; print(os.environ['JAVA_TOOL_OPTIONS'])"
    program = Program(f'{sys.executable} -c "{show}"', last_line=False)
    try:
        assert program.ask("", 10) == "-Xmx64m -XX:-UsePerfData"
    finally:
        program.close()
