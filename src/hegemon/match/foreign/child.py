"""What the process of a seat does: it makes the agent, shows it views, and sends its decisions back as text."""

from __future__ import annotations

import io
import json
import os
import sys
from importlib import import_module
from multiprocessing.connection import Connection
from typing import IO

from hegemon._core import Random
from hegemon.agents import Agent, Clock, ask, end_game, make_agent
from hegemon.agents.failures import error_line, error_place, error_traceback, raised_outside
from hegemon.errors import AgentError, AgentLateError, IllegalDecisionError, NotationError
from hegemon.game import Action, Decision, Game, Plan
from hegemon.match.foreign.description import described
from hegemon.match.foreign.wire import Ask, Begin, Call, End, Make, Message
from hegemon.match.untrusted import plain_number, plain_statistics, require_kind

MOST_PRINTED = 100_000
"""Characters that an agent may print in a game."""
DECISIONS: dict[str, type[Decision]] = {"simultaneous": Plan, "classic": Action}


def serve(pipe: int) -> None:
    """Answer the referee until it goes away."""
    printed = Printed(sys.stderr)
    sys.stdout = sys.stderr = printed
    connection = Connection(pipe)
    host = Host(printed)
    try:
        while True:
            number, message = connection.recv()
            connection.send_bytes(json.dumps([number, host.answer(message)]).encode())
    except (EOFError, OSError):
        pass
    os._exit(0)  # whatever threads the agent has left behind


class Printed(io.TextIOBase):
    """What the agent prints: a bounded part of it for each game."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._left = stream, MOST_PRINTED

    def write(self, text: str) -> int:
        if self._left > 0:
            self._stream.write(text[: self._left])
            self._left -= len(text)
            if self._left <= 0:
                self._stream.write(f"\n[more than {MOST_PRINTED:,} characters in this game: the rest is not shown]\n")
            self._stream.flush()  # the process is ended, not left
        return len(text)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream.fileno()

    def begin(self) -> None:
        """A new game."""
        self._left = MOST_PRINTED


class Host:
    """An agent and its game. The agent's own code runs only inside `answer`."""

    def __init__(self, printed: Printed) -> None:
        self.spec, self.printed = "", printed
        self.folder = os.getcwd()  # noqa: PTH109
        self.agent: Agent | None = None
        self.game: Game | None = None

    def answer(self, message: Message) -> dict[str, object]:
        """The reply to a message of the referee: plain data, also when the agent's code fails."""
        try:
            match message:
                case Make():
                    return self._make(message)
                case Begin():
                    return self._begin(message)
                case Ask():
                    return self._ask(message)
                case End():
                    end_game(self.agent, message.result)
                    return {}
                case Call():
                    sys.path[:] = message.path
                    module, _, name = message.function.partition(":")
                    return {"returned": getattr(import_module(module), name)(**message.arguments)}
        except (NotationError, IllegalDecisionError) as error:
            trace = error_traceback(error) if raised_outside(error) else ""
            return {"fault": "illegal", "why": error_line(error, kind=False), "traceback": trace}
        except AgentError as error:
            trace = "\n".join(getattr(error, "__notes__", ()))
            fault = "time" if isinstance(error, AgentLateError) else "agent"
            return {"fault": fault, "why": error_line(error, kind=False), "traceback": trace}
        except BaseException as error:  # a bug of the agent, whatever it raises
            why = f"{error_line(error)}{error_place(error, self.agent)}"
            return {"fault": "crash", "why": why, "traceback": error_traceback(error)}

    def _make(self, message: Make) -> dict[str, object]:
        sys.path[:] = message.path
        self.spec = message.spec
        found = described(make_agent(self.spec))
        settings = {str(name): _plain(value) for name, value in found.settings.items()}
        said: dict[str, object] = {"families": list(found.families), "settings": settings}
        return said | {"net_hash": found.net_hash, "ends": found.ends}

    def _begin(self, message: Begin) -> dict[str, object]:
        self.game = message.game or self.game
        assert self.game is not None
        os.chdir(self.folder)  # the agent may have left it
        self.printed.begin()
        self.agent = make_agent(self.spec)
        self.agent.begin(self.game, message.seat, Random(message.key))
        return {}

    def _ask(self, message: Ask) -> dict[str, object]:
        assert self.game is not None
        assert self.agent is not None
        view = self.game.view_from_bytes(message.view, message.seat, message.told)
        decision = ask(self.agent, view, Clock(message.limit, message.bank, message.fair))
        require_kind(decision, DECISIONS[self.game.rules.family])
        estimate = plain_number(getattr(self.agent, "estimate", None))
        return {"decision": str(decision), "estimate": estimate, "statistics": plain_statistics(self.agent)}


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)[:200]
