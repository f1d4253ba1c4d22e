"""The messages of the bot protocol, version 1. docs/protocol.md explains them; here is their only definition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from hegemon._fields import Range
from hegemon._json import JSONObject
from hegemon._words import did_you_mean
from hegemon.errors import ProtocolError
from hegemon.protocol.lines import line_of
from hegemon.protocol.schema import read, write
from hegemon.protocol.views import ClassicViewData, SimultaneousViewData

PROTOCOL = 1
"""The version of the protocol."""
Family: TypeAlias = Literal["simultaneous", "classic"]
Id: TypeAlias = Annotated[int, Range(0, 2**53)]
Probability: TypeAlias = Annotated[float, Range(0, 1)]
Seconds: TypeAlias = Annotated[float, Range(0, 1e9)]
Count: TypeAlias = Annotated[int, Range(0, 2**53)]


# --- From the host to the bot ---------------------------------------------------------------------


@dataclass(frozen=True)
class HostHello:
    """The first message. The bot answers with its own hello."""

    type: ClassVar[str] = "hello"
    protocol: Count
    """The newest version of the protocol that the host speaks."""
    host: str = ""
    """Name and version of the host."""


@dataclass(frozen=True)
class NewGame:
    """A game begins. The bot answers ready."""

    type: ClassVar[str] = "game"
    map: Mapping[str, object]
    """The map in the format of map files; links and members of groups are numbers of territories, from 0."""
    rules: Mapping[str, object]
    """Every field of the rules, with their family, name and version."""
    seats: Annotated[int, Range(2, 6)]
    """The number of seats."""
    seat: Annotated[int, Range(0, 5)]
    """The bot's seat, from 0."""
    seed: Annotated[int, Range(0, 2**53 - 1)] = 0
    """A number for the bot's own random choices; it says nothing about the dice."""
    card_kinds: tuple[Annotated[int, Range(-1, 2)], ...] = ()
    """Classic game: the kind of every card, 0 to 2, or -1 for a wildcard. Cards have the numbers of territories, then
    come wildcards."""


@dataclass(frozen=True)
class Go:
    """Decide, in the position that was sent last. The bot answers bestmove."""

    type: ClassVar[str] = "go"
    id: Id
    """The answer has the same id."""
    seconds: Seconds | None = None
    """The time for this decision; no limit if it is missing."""
    bank: Seconds | None = None
    """Under a game clock, the time left for the whole game; `seconds` is then a suggestion."""
    visits: Annotated[int, Range(1, 10**9)] | None = None
    """The most simulations, for bots that count them."""


@dataclass(frozen=True)
class Stop:
    """Stop thinking, and answer the last go now. Without a go it means nothing."""

    type: ClassVar[str] = "stop"


@dataclass(frozen=True)
class Ping:
    """Are you there? The bot answers pong; while it thinks, it may do so after its bestmove."""

    type: ClassVar[str] = "ping"
    id: Id
    """The answer has the same id."""


@dataclass(frozen=True)
class End:
    """The game is over. Another game or quit follows."""

    type: ClassVar[str] = "end"
    winner: Annotated[int, Range(0, 5)] | None = None
    """The seat that won; missing if the game was drawn or shared."""
    reason: str = ""
    """Why it ended, in words."""


@dataclass(frozen=True)
class Quit:
    """Exit, without an answer. The end of the input means the same."""

    type: ClassVar[str] = "quit"


# --- From the bot to the host ---------------------------------------------------------------------


@dataclass(frozen=True)
class Hello:
    """Who the bot is and what it can do."""

    type: ClassVar[str] = "hello"
    name: str
    """Name of the bot."""
    protocol: Count
    """The version of the protocol that it speaks: 1."""
    families: tuple[Family, ...]
    """The families of games that it plays."""
    version: str = ""
    """Version of the bot."""
    author: str = ""
    """Who wrote it."""
    max_seats: Annotated[int, Range(2, 6)] = 2
    """The most seats of a game that it plays."""
    max_territories: Annotated[int, Range(1, 10**6)] = 512
    """The largest map that it plays."""
    fog: bool = False
    """Whether it plays with hidden territories (-2 in owners, -1 in armies) and hidden cards."""
    rules: tuple[str, ...] | None = None
    """The names of the rules that it plays; all if missing."""
    legal: bool = False
    """Whether positions shall list what is legal: legal_orders or legal_actions."""


@dataclass(frozen=True)
class Ready:
    """The bot has read the game, and its clock may start."""

    type: ClassVar[str] = "ready"


@dataclass(frozen=True)
class Info:
    """What the bot thinks, as often as it likes while it thinks. All fields are optional."""

    type: ClassVar[str] = "info"
    id: Id | None = None
    """The id of the go."""
    visits: Count | None = None
    """Simulations so far."""
    seconds: Seconds | None = None
    """Time used so far."""
    win: Probability | None = None
    """Its winning probability."""
    decision: str | None = None
    """What it would play now."""
    line: tuple[str, ...] | None = None
    """What it expects after that."""
    text: str | None = None
    """Anything else, for people."""


@dataclass(frozen=True)
class BestMove:
    """The decision."""

    type: ClassVar[str] = "bestmove"
    id: Id
    """The id of the go that it answers."""
    decision: str
    """A plan or an action in the notation, with numbers or names of territories."""
    estimate: Probability | None = None
    """Its winning probability; matches with surrender or tie rules read it."""
    statistics: Mapping[str, object] | None = None
    """Numbers about the decision (visits, depth, ..), which tournaments keep."""


@dataclass(frozen=True)
class Pong:
    """The answer to ping."""

    type: ClassVar[str] = "pong"
    id: Id
    """The id of the ping."""


# --- In both directions ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Error:
    """What went wrong. A bot that sends it loses the game; a host tells what it could not read or use."""

    type: ClassVar[str] = "error"
    message: str
    """What went wrong, and if possible how to fix it."""


HostMessage: TypeAlias = HostHello | NewGame | Go | Stop | Ping | End | Quit | Error
BotMessage: TypeAlias = Hello | Ready | Info | BestMove | Pong | Error
TO_BOT: dict[str, type[HostMessage]] = {
    kind.type: kind for kind in (HostHello, NewGame, Go, Stop, Ping, End, Quit, Error)
}
"""What a bot is told; and positions, whose form depends on the family."""
FROM_BOT: dict[str, type[BotMessage]] = {kind.type: kind for kind in (Hello, Ready, Info, BestMove, Pong, Error)}
POSITIONS: dict[str, type[SimultaneousViewData] | type[ClassicViewData]] = {
    "simultaneous": SimultaneousViewData,
    "classic": ClassicViewData,
}
"""The position message of each family."""


def message_type(data: JSONObject) -> str:
    """The type of a message; a ProtocolError if it has none."""
    found = data.get("type")
    if not isinstance(found, str):
        raise ProtocolError('the message has no type; write e.g. {"type": "pong", "id": 1}', "type")
    return found


def read_host_message(data: JSONObject) -> HostMessage:
    """What the host says, but for positions."""
    kind = message_type(data)
    if kind not in TO_BOT:
        raise _unknown(kind, [*TO_BOT, "position"])
    return read(TO_BOT[kind], data, kind)


def read_bot_message(data: JSONObject) -> BotMessage:
    """What a bot says; a ProtocolError tells what is wrong."""
    kind = message_type(data)
    if kind not in FROM_BOT:
        raise _unknown(kind, list(FROM_BOT))
    return read(FROM_BOT[kind], data, kind)


def message_line(message: HostMessage | BotMessage | SimultaneousViewData | ClassicViewData) -> str:
    """The line of a message, without its end."""
    return line_of({"type": message.type, **write(message)})


def _unknown(kind: str, known: list[str]) -> ProtocolError:
    hint = did_you_mean(kind, known, f"the types are {', '.join(known)}")
    return ProtocolError(f"unknown type {kind!r:.40}; {hint}", "type")
