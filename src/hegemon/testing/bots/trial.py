"""The program of a bot under trial: it remembers the last lines in both directions, for the report."""

from __future__ import annotations

import time
from collections import deque

from hegemon.agents.bots.program import BotFailed, BotLate, Deadline, Program
from hegemon.testing.bots.report import BotFails, shorten

KEPT = 3
"""Lines that are kept."""
SAID = 200
"""Characters of stderr that are shown."""


class Trial(Program):
    """A program whose words are kept. All that it starts ends with it."""

    def __init__(self, command: str, folder: str = "", stderr: str = "") -> None:
        super().__init__(command, folder, last_line=False, own_group=True, stderr=stderr)
        self.sent = ""
        self.got: deque[str] = deque(maxlen=KEPT)

    def tell(self, lines: list[str]) -> None:
        if lines:
            self.sent = lines[-1]
        super().tell(lines)

    def request(self, line: str) -> None:
        self.got.clear()
        super().request(line)

    def next_line(self, deadline: Deadline) -> str:
        line = super().next_line(deadline)
        self.got.append(line)
        return line

    def unasked(self) -> list[str]:
        """The lines that it has written and nobody has read."""
        self._exchange(time.monotonic())
        return [self._take() for _ in range(len(self._lines))]

    def answers(self, deadline: Deadline, expected: str, fix: str) -> str:
        """The next line; a BotFails if there is none."""
        try:
            return self.next_line(deadline)
        except (BotLate, BotFailed) as error:
            raise self.no_answer(error, deadline.seconds, expected, fix) from None

    def no_answer(self, error: Exception, seconds: float, expected: str, fix: str) -> BotFails:
        """The report of an answer that did not come."""
        if isinstance(error, BotLate) or "no answer within" in str(error):
            usable = "usable answer" if self.got else "answer"  # lines came, but none that could be used
            return BotFails(f"no {usable} within {seconds:g} s", expected, self.came("nothing"), fix)
        mend = "it must live until it is told to quit, or its input ends; stderr may tell why it ended (--stderr FILE)"
        return BotFails("the program has ended", expected, self.came(f"{error}".partition(";")[0]), mend)

    def came(self, otherwise: str) -> str:
        """What stderr says, and what it wrote last."""
        words = [f"stderr says {said!r}"] if (said := self.said(SAID)) else []
        return "; ".join(words + ([f"it wrote {shorten(line)!r}" for line in self.got] or [otherwise]))
