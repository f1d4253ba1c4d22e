"""A conversation with a bot that speaks the protocol of this package: messages out, messages in, nothing gets lost."""

from __future__ import annotations

from typing import TypeVar, cast

from hegemon.agents.bots.program import LONGEST_LINE, BotFailed, BotLate, Deadline, Program
from hegemon.errors import AgentError, AgentLateError, ProtocolError
from hegemon.protocol import BestMove, BotMessage, Error, HostMessage, Info, message_line, parse_line, read_bot_message
from hegemon.protocol.views import ClassicViewData, SimultaneousViewData

SHOWN = 80
"""Characters of a line that a message shows."""
M = TypeVar("M", bound=BotMessage)


class BotReports(AgentError):
    """The bot says itself that it cannot go on."""


class Conversation:
    """Reads what a bot writes. Lines that are no messages are counted; the last one is kept for the error message."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.unread = 0
        self.complaint = ""
        """What was wrong with the last line that could not be used."""
        self.info: Info | None = None
        """The last one."""

    def send(self, message: HostMessage | SimultaneousViewData | ClassicViewData) -> None:
        """Send a message that is not answered."""
        self.program.tell([message_line(message)])

    def request(self, message: HostMessage) -> None:
        """Send a message that is answered."""
        self.program.request(message_line(message))

    def expect(self, kind: type[M], deadline: Deadline) -> M:
        """The next message of a kind; others are skipped. An AgentError tells why there is none."""
        try:
            while True:
                message = self.receive(deadline)
                if isinstance(message, kind):
                    return message
                self._skip(message, kind)
        except BotFailed as error:
            raised = AgentLateError if isinstance(error, BotLate) else AgentError
            told = raised(f"{error}{self._hint()}")
            for note in getattr(error, "__notes__", ()):
                told.add_note(note)
            raise told from None

    def best_move(self, id: int, deadline: Deadline) -> BestMove:
        """The answer to the go with this id."""
        while True:
            found = self.expect(BestMove, deadline)
            if found.id == id:
                return found
            self.complain(f"bestmove.id is {found.id}, but the id of the last go is {id}")

    def receive(self, deadline: Deadline) -> BotMessage:
        """The next message; a BotLate or a BotFailed if there is none."""
        while True:
            line = self.program.next_line(deadline)
            if len(line) >= LONGEST_LINE:
                self.complain(f"it is longer than {LONGEST_LINE:,} characters")
            elif not line.lstrip().startswith("{"):  # quickly: there may be many
                self.complain(f"it is no JSON object: {line[:SHOWN]!r}")
            else:
                try:
                    return read_bot_message(parse_line(line))
                except ProtocolError as error:
                    self.complain(str(error))

    def complain(self, why: str) -> None:
        """Keep what was wrong with a line."""
        self.unread += 1
        self.complaint = why

    def _skip(self, message: BotMessage, kind: type[M]) -> None:
        if isinstance(message, Error):
            raise BotReports(f"the bot reports an error: {message.message[:300]}")
        if isinstance(message, Info):
            self.info = message
        else:
            self.complain(f"{message.type} came where {cast('type[BotMessage]', kind).type} was expected")

    def _hint(self) -> str:
        if not self.unread:
            return ""
        were = "line was" if self.unread == 1 else "lines were"
        return f"; {self.unread:,} {were} no use, the last because: {self.complaint[:300]}"
