"""What the server answers, for the description of the API. Tests compare real answers with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Change = Annotated[list[int], Field(min_length=3, max_length=3)]
"""Territory, owner (-1 neutral, -2 hidden), armies (-1 hidden)."""


class Answer(BaseModel):
    """Base class."""

    model_config = ConfigDict(extra="forbid")


class NewGameAnswer(Answer):
    """A game that was made: its id, and the tokens of the people's seats."""

    id: str
    tokens: dict[str, str]


class ListedGame(Answer):
    """A game in the list."""

    id: str
    kind: Literal["game", "upload"]
    created: float
    changed: float
    map: str
    agents: list[str]
    rules: str
    over: bool
    result: str
    turns: int | None
    people: int


class GameListAnswer(Answer):
    """Games of the server."""

    games: list[ListedGame]


class UploadAnswer(Answer):
    """The ids of the games of a record file, and what is wrong with the rest of it."""

    games: list[str]
    problem: str


class Event(BaseModel):
    """What one order or decision did. The fields after `after` belong to moves, those from `rolls` on to dice."""

    model_config = ConfigDict(extra="forbid")
    seat: int
    kind: str
    armies: int
    text: str
    after: list[Change]
    """The territories that it changed, as they are after it."""
    source: int | None = None
    target: int | None = None
    reason: str = ""
    kills: int | None = None
    losses: int | None = None
    captured: bool | None = None
    rolls: list[list[int]] | None = None
    defender: int | None = None


class Frame(Answer):
    """A step of a game: a turn of the simultaneous game, a decision of the classic one."""

    step: int
    turn: int
    phase: str
    seat: int | None
    events: list[Event]
    fix: list[Change]
    """What else is different after the step."""


class FilmAnswer(Answer):
    """A game from a step on."""

    since: int
    owners: list[int]
    armies: list[int]
    frames: list[Frame]
    over: bool
    result: str | None
    winner: int | None


class Candidate(Answer):
    """A decision that the agent looked at, as `hegemon engine` writes it."""

    decision: str
    visits: int
    value: float
    prior: float | None
    line: list[str]
    win: float
    text: str


class Played(Answer):
    """What was played in the record, and what it lost."""

    step: int
    turn: int
    seat: int
    win: float
    played: str
    best: str
    win_played: float | None
    win_best: float | None
    loss: float | None


class EngineAnswer(BaseModel):
    """An answer of `hegemon engine` about one decision; figures of the agent's method come on top."""

    model_config = ConfigDict(extra="allow")
    id: str
    index: int
    of: int
    position: str
    agent: str
    seed: int
    seat: int
    turn: int
    value: float
    estimate: float
    win: float
    visits: int
    seconds: float
    candidates: list[Candidate]
    played: Played


class AnalysisAnswer(Answer):
    """An analysis so far: the answers of the engine."""

    done: int
    total: int | None
    complete: bool
    problem: str
    answers: list[EngineAnswer]


class SeatState(BaseModel):
    """A seat as the viewer may see it."""

    model_config = ConfigDict(extra="forbid")
    name: str
    letter: str
    person: bool
    agent: str
    territories: int | None
    armies: int | None
    income: int | None
    partial: bool
    resigned: bool
    out: bool
    cards: int | None = None


class StateMessage(BaseModel):
    """The position as the visitor may see it, what the viewer may decide, and what happened since the last state."""

    model_config = ConfigDict(extra="allow")
    type: Literal["state"]
    step: int
    turn: int
    phase: str
    owners: list[int]
    armies: list[int]
    viewer: int | None
    deciding: list[int]
    waiting: list[int]
    thinking: bool
    seats: list[SeatState]
    result: dict[str, Any] | None
    choices: dict[str, Any] = Field(default_factory=dict)
    frames: list[Frame]
    start: dict[str, list[int]] | None
    fresh: bool
    log: list[str]
    problem: str


class WelcomeMessage(Answer):
    """The seats that the visitor's tokens give."""

    type: Literal["welcome"]
    seats: list[int]
    number: int


class DoneMessage(BaseModel):
    """The answer to a message, with the result if it asked for one."""

    model_config = ConfigDict(extra="allow")
    type: Literal["done", "pong"]
    number: int


class ErrorMessage(Answer):
    """Why a message was refused."""

    type: Literal["error"]
    message: str
    number: int | None


Outgoing = Annotated[WelcomeMessage | StateMessage | DoneMessage | ErrorMessage, Field(discriminator="type")]
