"""What the compliance checks of bots share: one check after the other, each with its verdict in the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from hegemon.errors import AgentError, HegemonError
from hegemon.testing.bots.report import BotCheck, BotFails, BotReport


class Checker:
    """Runs checks that raise BotFails, or return what is worth telling."""

    FIRST = ""
    """The check without which the others make no sense: it is always run."""

    def __init__(self, report: BotReport, only: Sequence[str]) -> None:
        """`only` are the beginnings of the names of the checks that are wanted; without them, all are."""
        self._report, self._only = report, tuple(only)
        self._names: list[str] = []
        self._sent = ""
        """What the bot was told last in this check."""

    def _check(self, name: str, check: Callable[[], str | None]) -> bool:
        """Run a check if it is wanted; False if it failed."""
        self._names.append(name)
        if self._only and name != self.FIRST and not name.startswith(self._only):
            return True
        self._sent = ""
        try:
            told = check()
        except BotFails as error:
            verdict: Literal["note", "fail"] = "note" if error.note else "fail"
            found = BotCheck(name, verdict, error.message, self._sent, error.expected, error.came, error.fix)
            self._report.checks.append(found)
            return error.note
        except HegemonError as error:
            self._report.checks.append(BotCheck(name, "fail", str(error), self._sent))
            return False
        self._report.checks.append(BotCheck(name, "ok", told or ""))
        return True

    def _require_found(self) -> None:
        """An AgentError if a beginning of names that was asked for is none."""
        for start in self._only:
            if not any(name.startswith(start) for name in self._names):
                names = dict.fromkeys("game .." if name.startswith("game ") else name for name in self._names)
                raise AgentError(f"no check begins with {start!r}; there are {', '.join(names)}")
