"""What bots write to stderr: the message of an error comes through, and all of it can be had."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.agents.bots.stderr import FIRST, LAST, Stderr
from hegemon.errors import AgentError

HERE = Path(__file__).parent
PYTHON = f"{sys.executable} -S -E"
FRAMES = "".join(f"    at Socket.emit{n} (node:events:{n}:28)\n" for n in range(40))
NODE = f"""/home/bot.js:23
    throw new TypeError("no orders");
    ^

TypeError: no orders
{FRAMES}
Node.js v20.19.2
"""
MODULE = f"node:internal:1228\n  throw err;\n  ^\n\nError: Cannot find module 'nosuch.js'\n{FRAMES}{{ code: 'X' }}\n"
TRACE = 'Traceback (most recent call last):\n  File "bot.py", line 3\n    raise ValueError("no armies")\n' * 9
RUST = "thread 'main' panicked at src/main.rs:5:10:\n" + "note: run with RUST_BACKTRACE=1\n" * 12


def kept(text: str) -> Stderr:
    log = Stderr()
    for at in range(0, len(text), 999):
        log.add(text[at : at + 999].encode())
    return log


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (NODE, "TypeError: no orders"),
        (MODULE, "Error: Cannot find module 'nosuch.js'"),
        (f"{TRACE}ValueError: no armies\n", "ValueError: no armies"),
        (RUST, "thread 'main' panicked at src/main.rs:5:10:"),
        (NODE + "x" * 3 * LAST, "TypeError: no orders"),
        ("short\nand good", "short and good"),
        ("", ""),
    ],
)
def test_the_message_of_an_error_is_what_is_shown(text: str, shown: str) -> None:
    assert kept(text).shown(160) == shown


def test_without_an_error_the_beginning_and_the_end_are_shown() -> None:
    shown = kept(f"begins {'and goes on ' * 100} ends").shown(60)
    assert len(shown) == 60
    assert shown.startswith("begins and")
    assert shown.endswith("on ends")


@pytest.mark.parametrize("size", [0, 1, FIRST - 1, FIRST, FIRST + 1, LAST, LAST + 1, FIRST + LAST, FIRST + LAST + 5])
def test_the_beginning_and_the_end_are_kept_once(size: int) -> None:
    text = "".join(chr(65 + i % 26) for i in range(size))
    found = kept(text).text
    if size <= FIRST + LAST:
        assert found == text
    else:
        assert found == f"{text[:FIRST]}\n... ({size - FIRST - LAST:,} bytes) ...\n{text[-LAST:]}"


CRASHING = f"""
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1, "name": "x", "families": ["simultaneous"]}}), flush=True)
    else:
        sys.stderr.write({NODE!r})
        sys.exit(1)
"""


def test_a_bot_that_crashes_when_the_game_comes_tells_why(tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text(CRASHING, encoding="utf-8")
    spec = f'bot(cmd="{PYTHON} crashing.py", dialect=hegemon, cwd="{tmp_path}", stderr="{tmp_path / "log.txt"}")'
    with pytest.raises(AgentError) as caught:
        hg.play("italy", [spec, "random"])
    assert "TypeError: no orders" in str(caught.value)
    assert str(caught.value).endswith("..'")  # the request is quoted in short, and nothing ends in the middle
    assert NODE.strip() in caught.value.traceback  # type: ignore[attr-defined]
    assert (tmp_path / "log.txt").read_text(encoding="utf-8") == NODE


def test_a_log_that_cannot_be_written_is_told() -> None:
    with pytest.raises(AgentError, match="cannot write no/such/folder/log"):
        hg.make_agent(f'bot(cmd="{PYTHON} -c 1", dialect=hegemon, stderr="no/such/folder/log")').begin(
            hg.Game("banana"), 0, hg.Random(1)
        )


@pytest.mark.parametrize(
    ("mode", "dialect", "settings", "told"),
    [
        ("hegemon", 2, "", "the bot speaks the protocol of this package: add dialect=hegemon"),
        ("hegemon", 1, "", "the bot speaks the protocol of this package: add dialect=hegemon"),
        ("stderr", 2, "", "the bot speaks the protocol of this package: add dialect=hegemon"),
        ("crash", 2, "", "does it speak another dialect? Try dialect=hegemon, or dialect=1"),
        ("quiet", 2, "bank=0.2", "does it speak another dialect? Try dialect=hegemon, or dialect=1"),
    ],
)
def test_a_wrong_dialect_is_seen(mode: str, dialect: object, settings: str, told: str) -> None:
    """Without the time that an answer may take, where the bot complains."""
    more = f", {settings}" if settings else ""
    spec = f'bot(cmd="{PYTHON} {HERE / "complaining.py"} {mode}", dialect={dialect}{more})'
    result = hg.play(hg.Game("earth", "warlight2"), [spec, "random"]).result
    assert result is not None
    assert told in result.reason, result.reason


def test_a_bot_of_a_challenge_is_seen() -> None:
    with pytest.raises(AgentError, match=r"does it speak a Warlight AI challenge\? Then try dialect=2"):
        hg.play(
            "banana", [f'bot(cmd="{PYTHON} {HERE / "complaining.py"} quiet", dialect=hegemon, start=0.3)', "random"]
        )
