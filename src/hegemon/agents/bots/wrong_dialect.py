"""Bots that are taken to speak another dialect than they do: how that looks, and what to say then."""

from __future__ import annotations

import re
from typing import Literal, TypeVar

from hegemon.agents.bots.program import BotFailed, BotLate, Deadline, Program
from hegemon.errors import ProtocolError
from hegemon.protocol import PROTOCOL, HostHello, message_line, parse_line, read_bot_message

E = TypeVar("E", bound=Exception)
PROBE = 1.0
"""Seconds without a first answer after which a bot that complains is asked whether it speaks another dialect."""
_COMPLAINT = re.compile(r"(?i)json|\bpars|unexpected|unknown|unable|invalid")
HINTS = {
    "hegemon": "does it speak a Warlight AI challenge? Then try dialect=2 (or 1)",
    1: "does it speak another dialect? Try dialect=2, or dialect=hegemon",
    2: "does it speak another dialect? Try dialect=hegemon, or dialect=1",
}


class WrongDialect(BotFailed):
    """The program speaks another dialect than it was said to."""


def with_hint(error: E, dialect: Literal[1, 2, "hegemon"]) -> E:
    """The error of a bot that has never answered, with the question whether its dialect is another one."""
    told = type(error)(f"{error}; {HINTS[dialect]}")
    for note in getattr(error, "__notes__", ()):
        told.add_note(note)
    return told


def complains(program: Program) -> bool:
    """Whether a bot says on stderr that it does not understand what it is told."""
    return _COMPLAINT.search(program.log) is not None


def ask_first(program: Program, request: str, seconds: float) -> str:
    """The answer to the first request of a challenge; a WrongDialect if the bot speaks the protocol of this package.

    A bot that complains on stderr and gives no answer also hears our own hello: it bears lines that it does not know.
    """
    deadline = Deadline(seconds)
    try:
        answer = program.ask(request, min(PROBE, seconds))
    except BotLate:
        if complains(program):
            program.tell([message_line(HostHello(PROTOCOL, "hegemon"))])
        answer = program.next_line(deadline)
    if answer.startswith("{") and speaks_hegemon(answer):
        told = f"the bot speaks the protocol of this package: add dialect=hegemon (it wrote {answer[:60]!r})"
        raise WrongDialect(told)
    return answer


def speaks_hegemon(answer: str) -> bool:
    """Whether an answer is a message of the protocol of this package."""
    try:
        read_bot_message(parse_line(answer))
    except ProtocolError:
        return False
    return True
