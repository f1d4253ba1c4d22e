"""The example bot, which behaves as its argument says. It needs nothing but Python."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "bots"))

from starter import Bot  # type: ignore[import-not-found]

MODE = sys.argv[1]
ANSWERS_AT_FIRST = 6
"""Answers before it falls silent or dies."""


def say(text: str, number: int) -> None:
    late, pick = number > ANSWERS_AT_FIRST, text[0].isdigit()
    if MODE == "silent" and late:
        return
    if MODE == "slow" and late:
        time.sleep(30)
    if MODE == "dying" and late:
        sys.stderr.write("out of ideas\n")
        sys.exit(3)
    if MODE == "forking" and os.fork() == 0:
        time.sleep(300)
        os._exit(0)
    if MODE == "flood-stderr":
        sys.stderr.write("thinking aloud " * 20_000)
    if MODE == "flood-stdout":
        sys.stdout.write("debug debug debug\n" * 20_000)
    print(changed(text, pick=pick), flush=True)


def changed(text: str, *, pick: bool) -> str:
    if MODE == "garbage" and not pick:
        return "player1 place_armies one 2,rabbit,player1 jump 1 2 3"
    if MODE == "megabyte":
        return "x" * 3_000_000
    if MODE == "bad-picks" and pick:
        return "0"
    if MODE == "wrong-names":
        return text.replace("player", "PLR")
    if MODE == "blanks" and not pick:
        return text.replace(",", " , ") + "  ,"
    return text


bot, answers = Bot(), 0
for line in sys.stdin:
    answer = bot.answer(line)
    if answer is not None:
        answers += 1
        say(answer, answers)
