"""check_bot: one function for all dialects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hegemon.testing.bots.dialect_check import DialectCheck
from hegemon.testing.bots.protocol_check import Patience, ProtocolCheck
from hegemon.testing.bots.report import BotReport


def check_bot(
    command: str,
    dialect: Literal[1, 2, "hegemon"] = "hegemon",
    *,
    folder: str = "",
    seconds: float = 10.0,
    only: Sequence[str] = (),
    stderr: str = "",
) -> BotReport:
    """Try a bot in every situation that its dialect knows, and explain what is wrong.

    `seconds` is how long it may take for an answer without a limit of its own. `only` are the beginnings of the names
    of the checks that are wanted; without them, all are. `stderr` is a file to which all that it writes there is added.
    """
    if dialect == "hegemon":
        return ProtocolCheck(command, folder, Patience(start=2 * seconds, answer=seconds), only, stderr).run()
    return DialectCheck(command, dialect, folder, seconds, only, stderr).run()
