"""Programs as agents: the settings of bot(..), and which agent they make. Only what the dialect needs is imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from hegemon._fields import Range
from hegemon.errors import AgentError

if TYPE_CHECKING:
    from hegemon.agents.bots.challenge_bot import ChallengeBot
    from hegemon.agents.bots.protocol_bot import ProtocolBot


@dataclass(frozen=True)
class Settings:
    """How the program is started and treated."""

    cmd: str = ""
    """The command that starts it, as in a shell."""
    dialect: Literal[1, 2, "hegemon"] = 2
    """The challenge it was written for, or `hegemon`: the protocol of this package (docs/protocol.md)."""
    cwd: str = ""
    """The folder in which it runs; by default the current one."""
    clock: Literal["dialect", "match"] = "dialect"
    """Whose clock it plays under: that of its challenge (in dialect 2 `bank` and `increment`, in dialect 1 two seconds
    for every answer), or that of the match, if it has one."""
    bank: Annotated[float, Range(0.001, 3600)] = 10.0
    """The clock of dialect 2: seconds that it has at the start, and at most."""
    increment: Annotated[float, Range(0, 3600)] = 0.5
    """The clock of dialect 2: seconds that it gets after every answer."""
    late: Literal["forfeit", "pass"] = "forfeit"
    """What a late answer means: the game is lost, or, as in the challenges, it passes, and is no longer asked after the
    third time."""
    bad_pick: Literal["random", "forfeit"] = "random"
    """What an answer means that picks nothing offered: a random pick, as in the challenges, or the game is lost."""
    start: Annotated[float, Range(0.1, 100)] = 20.0
    """Dialect `hegemon`: seconds that it may take to start and to read the game."""
    stderr: str = ""
    """A file to which all that it writes to stderr is added."""
    visits: Annotated[int, Range(0, 10**9)] = 0
    """Dialect `hegemon`: the most simulations for a decision, for bots that count them; 0 is no limit."""


def make_bot(settings: Settings) -> ChallengeBot | ProtocolBot:
    """A program in any language: bot(cmd="./mybot", dialect=hegemon), or one of the Warlight AI challenges."""
    if not settings.cmd:
        raise AgentError(
            'agent bot: which program? Write bot(cmd="java -cp FOLDER bot.BotStarter", dialect=2), or '
            'bot(cmd="./mybot", dialect=hegemon)'
        )
    if settings.dialect == "hegemon":
        from hegemon.agents.bots.protocol_bot import ProtocolBot

        return ProtocolBot(settings, settings.cmd, settings.cwd, settings.start, settings.visits)
    from hegemon.agents.bots.challenge_bot import ChallengeBot

    return ChallengeBot(settings, settings.dialect)
