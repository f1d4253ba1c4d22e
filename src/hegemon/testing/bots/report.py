"""What the check of a bot has found: every check with its verdict, and for a failure the four things that teach."""

from __future__ import annotations

import textwrap
from dataclasses import asdict, dataclass, field
from typing import Literal

from hegemon._json import JSON
from hegemon._words import counted

LONGEST = 300
"""Characters of a line that are shown."""
WIDTH = 110


@dataclass(frozen=True)
class BotCheck:
    """One check of a bot."""

    name: str
    verdict: Literal["ok", "fail", "note"]
    message: str = ""
    sent: str = ""
    """What the bot was told last."""
    expected: str = ""
    """What it should have done."""
    came: str = ""
    """What it did."""
    fix: str = ""
    """How to mend it."""

    def __str__(self) -> str:
        head = f"{self.verdict:<5} {self.name}" + (f": {self.message}" if self.message else "")
        parts = (("sent", self.sent), ("expected", self.expected), ("came", self.came), ("fix", self.fix))
        return "\n".join([head, *(_part(name, text) for name, text in parts if text)])


def _part(name: str, text: str) -> str:
    indent = " " * 16
    return textwrap.fill(shorten(text), WIDTH, initial_indent=f"      {name + ':':<10}", subsequent_indent=indent)


def shorten(text: str) -> str:
    """The beginning of a long text in one line."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}.. ({len(text):,} characters)"


class BotFails(Exception):
    """A check that failed, or noted something."""

    def __init__(self, message: str, expected: str = "", came: str = "", fix: str = "", *, note: bool = False) -> None:
        super().__init__(message)
        self.message, self.expected, self.came, self.fix, self.note = message, expected, came, fix, note


@dataclass
class BotReport:
    """All checks of a bot, in their order. `str` of it is for people, `ok` for programs."""

    command: str
    checks: list[BotCheck] = field(default_factory=list)
    about: str = ""
    """Who the bot says it is."""

    @property
    def failures(self) -> list[BotCheck]:
        return [check for check in self.checks if check.verdict == "fail"]

    @property
    def ok(self) -> bool:
        return not self.failures

    def to_json(self) -> dict[str, JSON]:
        checks: list[JSON] = [asdict(check) for check in self.checks]
        return {"command": self.command, "ok": self.ok, "about": self.about, "checks": checks}

    def __str__(self) -> str:
        passed = sum(check.verdict == "ok" for check in self.checks)
        verdict = f"{counted(passed, 'check')} passed, {len(self.failures)} failed"
        return "\n".join([*([self.about] if self.about else []), *map(str, self.checks), verdict])
