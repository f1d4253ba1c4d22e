"""The compliance check of bots: good ones pass, and for bad ones the report teaches."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from hegemon.errors import AgentError
from hegemon.testing import BotCheck, BotReport, check_bot
from hegemon.testing.bots.dialect_check import DialectCheck
from hegemon.testing.bots.protocol_check import Patience, ProtocolCheck
from tests.agents.bots.processes import running

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
SCRIPTS = ROOT / "tests" / "agents" / "bots"
PYTHON = f"{sys.executable} -S -E"
QUICK = Patience(start=3.0, answer=1.0, limit=0.5, margin=1.0, stop=1.5, quit=2.0)


def failures(report: BotReport) -> dict[str, BotCheck]:
    return {check.name.partition(" ")[0]: check for check in report.failures}


@pytest.mark.parametrize(
    "command",
    [
        f"{PYTHON} {EXAMPLES / 'hegemon_bot.py'}",
        pytest.param(
            f"node {EXAMPLES / 'hegemon_bot.js'}",
            marks=pytest.mark.skipif(shutil.which("node") is None, reason="needs node"),
        ),
    ],
)
def test_the_example_bots_pass(command: str) -> None:
    report = check_bot(command)
    assert report.ok, str(report)
    assert sum(check.name.startswith("game ") for check in report.checks) == 13
    assert not [check for check in report.checks if check.verdict == "note"]


@pytest.mark.parametrize("dialect", [1, 2])
def test_the_starter_bot_of_the_challenges_passes(dialect: int) -> None:
    report = DialectCheck(f"{PYTHON} {EXAMPLES / 'starter.py'}", dialect).run()  # type: ignore[arg-type]
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("mode", "check", "message", "came", "fix"),
    [
        ("no-hello", "handshake", "no answer within 3 s", "nothing", "flush"),
        ("hello-garbage", "handshake", "no usable answer within", '"name": 3', "hello.name must be text, not 3"),
        ("protocol-9", "handshake", "protocol 9", "", '"protocol": 1'),
        ("no-families", "handshake", "name or families are empty", "", "at least one of the families"),
        ("no-pong", "ping", "no answer within", "nothing", "flush"),
        ("no-ready", "game", "no answer within", "nothing", "flush"),
        ("silent", "game", "no answer within", "nothing", "flush"),
        ("endless", "game", "no usable answer within", "debug debug", "no JSON object"),
        ("dying", "game", "the program has ended", "out of ideas", "stderr"),
        ("reports", "game", "my head hurts", "my head hurts", "loses its game"),
        ("illegal", "game", "not your territory", "0+9999", "whose owner is your seat"),
        ("nonsense", "game", "'attack everybody' is not an order", "attack everybody", "docs/protocol.md"),
        ("atlantis", "game", "has no territory 'Atlantis'", "Atlantis+5", "by their number, or as `map`"),
        ("wrong-id", "game", "the id is 11, not 4", '"id": 11', "repeat the id"),
        ("no-decision", "game", "no usable answer within", '"bestmove"', "bestmove.decision is missing"),
        ("fragile", "strange", "after '': the program has ended", "JSONDecodeError", "ignore lines"),
        ("stays", "quit", "it still runs after quit", "it goes on", "exit when quit comes"),
    ],
)
def test_a_bot_that_misbehaves_is_told_what_was_sent_expected_and_came(
    mode: str, check: str, message: str, came: str, fix: str
) -> None:
    command = f"{PYTHON} {SCRIPTS / 'scripted_protocol.py'} {mode}"
    only = "game soares2025 on banana" if check == "game" else check
    found = failures(ProtocolCheck(command, patience=QUICK, only=[only]).run())[check]
    assert message in found.message
    assert came in found.came
    assert fix in found.fix
    assert found.sent.startswith("{")
    assert found.expected
    for word in ("sent:", "expected:", "came:", "fix:"):
        assert word in str(found)


@pytest.mark.parametrize("mode", ["garbage", "flood-stdout", "flood-stderr", "megabyte", "infos"])
def test_a_bot_that_talks_much_passes_with_a_note(mode: str) -> None:
    command = f"{PYTHON} {SCRIPTS / 'scripted_protocol.py'} {mode}"
    only = ["game soares2025 on banana", "ping", "strange", "end"]
    report = ProtocolCheck(command, only=only).run()
    assert report.ok, str(report)
    noted = any(check.name == "stdout" and check.verdict == "note" for check in report.checks)
    assert noted == (mode not in ("flood-stderr", "infos"))


@pytest.mark.parametrize(
    ("mode", "message", "fix"),
    [
        ("silent", "no answer within", "flush"),
        ("dying", "the program has ended", "stderr"),
        ("garbage", "this is no order: 'player", "begin every order with your own name"),
        ("wrong-names", "this is no order: 'PLR", "begin every order with your own name (player1)"),
        ("bad-picks", "not one of the offered regions", "one of the regions in the request"),
        ("megabyte", "is not one of the offered|this is", "request"),
    ],
)
def test_a_bot_of_the_challenges_that_misbehaves_is_told(mode: str, message: str, fix: str) -> None:
    only = ["game on earth as player1"]
    report = DialectCheck(f"{PYTHON} {SCRIPTS / 'scripted.py'} {mode}", 2, seconds=1.0, only=only).run()
    found = failures(report)["game"]
    assert any(part in found.message for part in message.split("|")), found
    assert fix in found.fix


def test_a_bot_of_the_challenges_that_writes_too_much_is_told() -> None:
    only = ["game on simple"]
    report = DialectCheck(f"{PYTHON} {SCRIPTS / 'scripted.py'} flood-stdout", 2, seconds=2.0, only=only).run()
    assert any("'debug debug debug'" in check.came for check in report.checks), str(report)


@pytest.mark.parametrize("dialect", ["hegemon", 2])
@pytest.mark.parametrize(
    ("command", "told"),
    [("no-such-program-here", "there is no program"), ("sh -c 'exit 4'", "ended"), ("'", "cannot read the command")],
)
def test_a_program_that_does_not_start_is_told(command: str, told: str, dialect: str | int) -> None:
    report = check_bot(command, dialect)  # type: ignore[arg-type]
    assert not report.ok
    assert told in str(report)
    assert len(report.checks) == 1


@pytest.mark.parametrize(
    ("dialect", "known"), [("hegemon", "handshake, ping, game .., second game"), (2, "start, game .., strange lines")]
)
def test_a_check_that_does_not_exist_is_told(dialect: str | int, known: str) -> None:
    command = f"{PYTHON} {EXAMPLES / ('hegemon_bot.py' if dialect == 'hegemon' else 'starter.py')}"
    with pytest.raises(AgentError, match=f"no check begins with 'nonsense'; there are {known}"):
        check_bot(command, dialect, only=["nonsense"])  # type: ignore[arg-type]


def test_a_bot_of_another_dialect_is_told_so() -> None:
    other = check_bot(f"{PYTHON} {EXAMPLES / 'starter.py'}", seconds=0.5)
    assert "--dialect 2" in failures(other)["handshake"].fix
    talking = f"{PYTHON} {SCRIPTS / 'complaining.py'} hegemon"
    found = failures(DialectCheck(talking, 2, seconds=1.0, only=["game on earth as player1"]).run())["game"]
    assert found.message == "this is a message of another protocol"
    assert "--dialect hegemon" in found.fix


def test_all_of_stderr_goes_to_a_file(tmp_path: Path) -> None:
    command, log = f"{PYTHON} {SCRIPTS / 'scripted_protocol.py'} dying", tmp_path / "log.txt"
    report = check_bot(command, only=["game soares2025 on banana"], stderr=str(log))
    assert not report.ok
    assert log.read_text(encoding="utf-8") == "out of ideas\n"


def test_nothing_is_left_of_a_bot_that_starts_processes() -> None:
    mark = f"mark-{os.getpid()}"
    command = f"{PYTHON} {SCRIPTS / 'scripted_protocol.py'} forking {mark}"
    ProtocolCheck(command, patience=QUICK, only=["ping", "quit"]).run()
    for _ in range(100):  # the kernel takes a moment
        if not running(mark):
            break
        time.sleep(0.1)
    assert not running(mark)
