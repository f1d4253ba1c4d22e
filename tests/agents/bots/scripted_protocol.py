"""The example bot of the package's own protocol, which behaves as its argument says. It needs nothing but Python."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "bots"))

from hegemon_bot import Bot  # type: ignore[import-not-found]

MODE = sys.argv[1]
GOOD = 3
"""Decisions before it misbehaves."""
HELLOS: dict[str, dict[str, Any] | None] = {
    "no-hello": None,
    "hello-garbage": {"type": "hello", "name": 3},
    "protocol-9": {"protocol": 9},
    "classic-only": {"families": ["classic"]},
    "two-seats": {"max_seats": 2},
    "no-fog": {"fog": False},
    "small-maps": {"max_territories": 5},
    "own-rules": {"rules": ["yao2025"]},
    "no-families": {"families": []},
}
DECISIONS = {
    "illegal": "0+9999 1+9999 2+9999",
    "nonsense": "attack everybody",
    "atlantis": "Atlantis+5",
    "empty": "",
    "huge-decision": "0+1 " * 400_000,
}


def say(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def misbehave(answer: dict[str, Any]) -> dict[str, Any] | None:
    """What it says instead of a decision."""
    if MODE == "silent":
        return None
    if MODE == "slow":
        time.sleep(30)
    if MODE == "dying":
        sys.stderr.write("out of ideas\n")
        sys.exit(3)
    if MODE == "closing":
        os.close(1)
        time.sleep(30)
    if MODE == "reports":
        return {"type": "error", "message": "my head hurts"}
    if MODE == "wrong-id":
        return answer | {"id": answer["id"] + 7}
    if MODE == "no-decision":
        return {"type": "bestmove", "id": answer["id"]}
    if MODE == "bad-estimate":
        return answer | {"estimate": "high"}
    if MODE in DECISIONS:
        return answer | {"decision": DECISIONS[MODE]}
    return answer


def chatter(message: dict[str, Any]) -> None:
    """What a host must bear."""
    if MODE == "garbage":
        sys.stdout.write("debug: thinking\n\n[1, 2]\n{\n" + "{" * 5000 + "\n\xff\xfe\n")
        say({"type": "gossip", "about": "you"})
        say({"type": "info", "visits": -3})
    if MODE == "flood-stdout":
        sys.stdout.write("debug debug debug\n" * 20_000)
    if MODE == "flood-stderr":
        sys.stderr.write("thinking aloud " * 20_000)
    if MODE == "megabyte":
        sys.stdout.write("x" * 3_000_000 + "\n")
    if MODE == "early" and message["type"] == "position":
        say({"type": "bestmove", "id": 0, "decision": "-"})
    if MODE == "endless" and message["type"] == "go":
        while True:
            sys.stdout.write("debug debug debug\n" * 1000)
    if MODE == "forking" and os.fork() == 0:
        time.sleep(300)
        os._exit(0)
    if MODE == "infos" and message["type"] == "go":
        say({"type": "info", "id": message["id"], "visits": 17, "win": 0.25, "text": "hm"})


def wait_for_stop(answer: dict[str, Any]) -> dict[str, Any]:
    """It answers only when it is told to stop."""
    while True:
        message = json.loads(sys.stdin.readline() or '{"type": "quit"}')
        if message["type"] == "stop":
            return answer
        if message["type"] == "quit":
            sys.exit(0)


bot, decided = Bot(), 0
for line in sys.stdin:
    try:
        message = json.loads(line)
        kind = message["type"]
    except (ValueError, TypeError, KeyError):
        if MODE == "fragile":
            raise
        continue
    if kind == "quit":
        if MODE == "stays":
            time.sleep(30)
        break
    chatter(message)
    answer = bot.answer(message)
    if answer is not None and answer["type"] == "hello" and MODE in HELLOS:
        change = HELLOS[MODE]
        answer = None if change is None else change if "type" in change else answer | change
    if answer is not None and answer["type"] == "ready" and MODE == "no-ready":
        answer = None
    if answer is not None and answer["type"] == "pong" and MODE == "no-pong":
        answer = None
    if answer is not None and answer["type"] == "bestmove":
        decided += 1
        if MODE == "until-stop":
            answer = wait_for_stop(answer)
        if decided > GOOD:
            answer = misbehave(answer)
    if answer is not None:
        sys.stdout.write(json.dumps(answer) + "\n" + "x\n" * (20_000 if MODE == "afterwards" else 0))
        sys.stdout.flush()
