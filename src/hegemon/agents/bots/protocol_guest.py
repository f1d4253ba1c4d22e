"""An agent of this package as a bot that speaks its own protocol: it thinks on one thread and listens on another."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from importlib.metadata import version

from hegemon._core import Random
from hegemon._core import Stop as StopSwitch
from hegemon._json import JSONObject
from hegemon.agents.base import VERBS, Agent, Clock, ask, end_game
from hegemon.agents.failures import error_line
from hegemon.errors import HegemonError, ProtocolError
from hegemon.game import Game, View
from hegemon.protocol import (
    PROTOCOL,
    BestMove,
    BotMessage,
    End,
    Error,
    Go,
    Hello,
    HostHello,
    NewGame,
    Ping,
    Pong,
    Quit,
    Ready,
    Stop,
    game_from_message,
    message_line,
    message_type,
    parse_line,
    read_host_message,
    view_from_message,
)

RESERVE = 0.01
"""Seconds of the time for a decision that are kept for sending it, at most half of it."""
QUIT = 1.0
"""Seconds to wait for an agent that does not stop."""


class ProtocolGuest:
    """One conversation. `hear` takes the host's lines one by one; answers go to `say`, complaints to `complain`."""

    def __init__(
        self,
        make: Callable[[], Agent],
        name: str,
        say: Callable[[str], None],
        complain: Callable[[str], None],
        *,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """`seed` and `seconds` replace those of the host."""
        self._make, self._name, self._say, self._complain = make, name, say, complain
        self._seed, self._seconds = seed, seconds
        self._agent: Agent | None = None
        self._game: Game | None = None
        self._seat = 0
        self._view: View | None = None
        self._thinker: threading.Thread | None = None
        self._switch = StopSwitch()

    def hear(self, line: str) -> bool:
        """Take a line of the host; False if it was the last. A line that cannot be used is told and left out."""
        if not line.strip():
            return True
        try:
            return self._answer(parse_line(line))
        except ProtocolError as error:
            self._complain(str(error))
        return True

    def finish(self) -> None:
        """Wait for the answer to the last go, and end the game. After quit, nobody waits long."""
        self._join(QUIT if self._switch.is_set else None)
        if self._agent is not None:
            end_game(self._agent, None)
            self._agent = None

    def _answer(self, data: JSONObject) -> bool:
        if message_type(data) == "position":
            self._look(data)
            return True
        match read_host_message(data):
            case HostHello():
                self._tell(self._hello())
            case NewGame() as message:
                self._begin(message)
            case Go() as message:
                self._think(message)
            case Stop():
                self._switch.set()
            case Ping(id):
                self._tell(Pong(id))
            case End():
                self.finish()
            case Quit():
                self._switch.set()
                return False
            case Error(message=text):
                self._complain(f"the host says: {text[:300]}")
        return True

    def _hello(self) -> Hello:
        agent = self._make()
        families = tuple(family for family, verb in VERBS.items() if callable(getattr(agent, verb, None)))
        seats = 6 if "classic" in families else 2
        return Hello(self._name, PROTOCOL, families, f"hegemon {version('hegemon')}", max_seats=seats, fog=True)  # type: ignore[arg-type]

    def _begin(self, message: NewGame) -> None:
        self.finish()
        try:
            self._game, self._seat = game_from_message(message), message.seat
            self._view, self._agent = None, self._make()
            self._agent.begin(self._game, self._seat, Random(message.seed if self._seed is None else self._seed))
        except Exception as error:  # the agent's own code
            self._agent = None
            self._tell(Error(_reason(error)))
            return
        self._tell(Ready())

    def _look(self, data: JSONObject) -> None:
        self._join()
        if self._game is None:
            raise ProtocolError("a position came before its game")
        self._view = view_from_message(self._game, self._seat, data)

    def _think(self, message: Go) -> None:
        self._join()
        if self._agent is None or self._view is None:
            raise ProtocolError("go came before a game and a position")
        self._switch = StopSwitch()
        arguments = self._agent, self._view, message, self._switch
        self._thinker = threading.Thread(target=self._decide, args=arguments, daemon=True)
        self._thinker.start()

    def _decide(self, agent: Agent, view: View, message: Go, switch: StopSwitch) -> None:
        limit = self._seconds or message.seconds
        if limit is not None and not self._seconds:
            limit -= min(RESERVE, limit / 2)
        try:
            with switch, _Visits(agent, message.visits):
                decision = ask(agent, view, Clock(limit, message.bank))
            self._tell(BestMove(message.id, str(decision), _estimate(agent), _statistics(agent)))
        except Exception as error:  # the agent's own code
            self._tell(Error(_reason(error)))

    def _join(self, seconds: float | None = None) -> None:
        if self._thinker is not None:
            self._thinker.join(seconds)
            self._thinker = None

    def _tell(self, message: BotMessage) -> None:
        self._say(message_line(message))


class _Visits:
    """Limits the visits of an agent that has such a setting, for one decision."""

    def __init__(self, agent: Agent, visits: int | None) -> None:
        self._agent, self._visits = agent, visits
        self._settings: object = getattr(agent, "settings", None)

    def __enter__(self) -> None:
        settings, most = self._settings, self._visits
        if most is None or not is_dataclass(settings) or isinstance(settings, type):
            return
        if any(field.name == "visits" for field in fields(settings)):
            own = int(getattr(settings, "visits")) or most  # noqa: B009 (each agent has its own type of them)
            vars(self._agent)["settings"] = replace(settings, visits=min(own, most))

    def __exit__(self, *exc: object) -> None:
        if self._visits is not None and "settings" in vars(self._agent):
            vars(self._agent)["settings"] = self._settings


def _estimate(agent: Agent) -> float | None:
    found = getattr(agent, "estimate", None)
    return float(found) if isinstance(found, int | float) and 0 <= found <= 1 else None


def _statistics(agent: Agent) -> dict[str, object] | None:
    found = getattr(agent, "statistics", None)
    if not isinstance(found, dict):
        return None
    return {str(k): v for k, v in found.items() if isinstance(v, int | float) and math.isfinite(v)} or None


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, HegemonError) else error_line(error)
