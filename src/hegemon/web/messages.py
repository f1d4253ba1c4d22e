"""What the page may send: every message is checked before anything else reads it.

Positions, plans and actions are written in the notation of the bot protocol.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

Token = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Seat = Annotated[int, Field(ge=0, le=5)]
Step = Annotated[int, Field(ge=0, le=1_000_000)]
Text = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(max_length=200)]
MOST_TEXT = 40_000
"""Characters of a message on the WebSocket."""


class Numbered(BaseModel):
    """Anything with a number, whatever else it has."""

    model_config = ConfigDict(strict=True, frozen=True)
    number: Annotated[int, Field(ge=1, le=2**53)]
    """Numbers of a connection's messages increase: a message that is sent again is refused."""


class Message(Numbered):
    """Base class: unknown fields are refused, and nothing is converted."""

    model_config = ConfigDict(extra="forbid")


class Join(Message):
    """The first message: the tokens of the seats that this visitor plays; none to watch."""

    type: Literal["join"]
    tokens: Annotated[list[Token], Field(max_length=6)] = Field(default_factory=list)


class SeatMessage(Message):
    """A message of a seat about the position after `step` turns of the record."""

    seat: Seat
    step: Step


class Decide(SeatMessage):
    """The decision of a person: an action, or a whole plan."""

    type: Literal["decide"]
    decision: Text


class PlanDraft(SeatMessage):
    """A plan that is not submitted: what would the rules say?"""

    type: Literal["plan"]
    plan: Text


class Odds(SeatMessage):
    """The odds of an attack."""

    type: Literal["odds"]
    source: Annotated[int, Field(ge=0, le=511)]
    target: Annotated[int, Field(ge=0, le=511)]
    armies: Annotated[int, Field(ge=1, le=100_000)]


class Undo(SeatMessage):
    """Take back the last decision of this turn."""

    type: Literal["undo"]


class Resign(SeatMessage):
    """Give up."""

    type: Literal["resign"]


class Hint(SeatMessage):
    """What would an agent do?"""

    type: Literal["hint"]


class Ping(Message):
    """Are you there?"""

    type: Literal["ping"]


Incoming = Annotated[Join | Decide | PlanDraft | Odds | Undo | Resign | Hint | Ping, Field(discriminator="type")]
INCOMING: TypeAdapter[Join | Decide | PlanDraft | Odds | Undo | Resign | Hint | Ping] = TypeAdapter(Incoming)


def number_of(text: str) -> int | None:
    """The number of a message that may be wrong otherwise; None if it has no proper one."""
    try:
        return Numbered.model_validate_json(text).number
    except ValidationError:
        return None


class Body(BaseModel):
    """Base class of what HTTP requests send."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatChoice(Body):
    """Who sits in a seat: a person with a name, or an agent."""

    person: bool = False
    name: Annotated[str, Field(max_length=30)] = ""
    agent: Name = ""
    """The spec of an agent of the package, such as smcts(visits=300)."""
    level: Annotated[str, Field(max_length=30)] = ""
    """The level whose agent this is: the seat is called so."""


class Branch(Body):
    """Begin where another game was after so many steps."""

    game: Annotated[str, Field(max_length=40)]
    step: Step


class NewGame(Body):
    """A new game."""

    map: Name = ""
    """A map of the catalogue or one that was drawn here; by default the home map of the rules."""
    rules: Name = ""
    """A preset, optionally with changes: warlight2(fog=none)."""
    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=6)]
    seconds: Annotated[float, Field(ge=0.01, le=60)] = 0.3
    """An agent's time for a decision."""
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    branch: Branch | None = None
    """With it, map and rules are those of the other game."""


class NewTournament(Body):
    """A new tournament of two seats."""

    agents: Annotated[list[Name], Field(min_length=2, max_length=10)]
    rules: Annotated[str, Field(min_length=1, max_length=200)]
    map: Name = ""
    games: Annotated[int, Field(ge=2, le=2000)] = 20
    """Games of every pair; an odd number is rounded up, because every start is played from both sides."""
    seconds: Annotated[float, Field(ge=0.005, le=60)] = 0.1
    """An agent's time for a decision."""
    workers: Annotated[int, Field(ge=1, le=16)] = 1
    """Games at a time; at most one for each core."""


class AnalysisRequest(Body):
    """Analyse a game."""

    agent: Name = ""
    visits: Annotated[int, Field(ge=1, le=1_000_000)] = 300
    top: Annotated[int, Field(ge=1, le=20)] = 6
