"""The WebSocket of a game: a visitor joins with the tokens of seats, is told of every change, and decides."""

from __future__ import annotations

import asyncio
import contextlib
import json

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from hegemon._json import JSONObject
from hegemon.errors import GameError, HegemonError
from hegemon.game import SimultaneousState
from hegemon.terminal.chances import attack_chances
from hegemon.web.hints import hint_json
from hegemon.web.messages import (
    INCOMING,
    MOST_TEXT,
    Decide,
    Hint,
    Join,
    Message,
    Odds,
    Ping,
    PlanDraft,
    Resign,
    SeatMessage,
    Undo,
    number_of,
)
from hegemon.web.planning import plan_news, read_plan
from hegemon.web.shares import share
from hegemon.web.table import Table, Told

MOST_ERRORS = 100
"""Refused messages after which a connection ends."""


class Visitor:
    """One connection to one game."""

    def __init__(self, socket: WebSocket, table: Table) -> None:
        self._socket, self._table = socket, table
        self._seats: tuple[int, ...] = ()
        self._viewer: int | None = None
        self._known: dict[int | None, Told] = {}
        """What each of the viewer's seats has been told of."""
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._joined = False
        self._number = 0
        self._errors = 0

    async def serve(self) -> None:
        """Answer until the visitor leaves."""
        self._table.listen(self._news.set)
        telling = asyncio.create_task(self._tell())
        try:
            while self._errors < MOST_ERRORS:
                frame = await self._socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                await self._hear(frame.get("text"))
            await self._socket.close(4400, "too many wrong messages")
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._table.leave(self._news.set)
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await telling

    # --- to the visitor -----------------------------------------------------------------------------------------

    async def _tell(self) -> None:
        """Send the state after every change; changes that come faster than the visitor reads are sent together."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._joined:
                await self._send_state()

    async def _send_state(self) -> None:
        viewer = self._choose_viewer()
        text, self._known[viewer] = self._table.text(viewer, self._known.get(viewer))
        await self._send(text)

    def _choose_viewer(self) -> int | None:
        """The seat whose view this visitor sees: of several people at one screen, the one who must decide."""
        waiting = [seat for seat in self._table.live.waiting if seat in self._seats]
        chosen = self._viewer
        if waiting and self._viewer not in waiting:
            chosen = waiting[0]
        elif self._viewer is None and self._seats:
            chosen = self._seats[0]
        if chosen != self._viewer:
            self._viewer = chosen
        return chosen

    async def _send(self, data: str | JSONObject) -> None:
        async with self._sending:
            await self._socket.send_text(data if isinstance(data, str) else json.dumps(data, separators=(",", ":")))

    # --- from the visitor ---------------------------------------------------------------------------------------

    async def _hear(self, text: str | None) -> None:
        """Answer a frame; a binary one has no text."""
        if text is None:
            await self._refuse("send JSON as text: binary messages are not read", None)
            return
        try:
            if len(text) > MOST_TEXT:
                raise GameError(f"a message has at most {MOST_TEXT:,} characters")
            message = INCOMING.validate_json(text)
            if message.number <= self._number:
                raise GameError("this message was sent before")
            self._number = message.number
            await self._act(message)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "message"
            await self._refuse(f"{where}: {first['msg']}", number_of(text))
        except HegemonError as error:
            await self._refuse(str(error), number_of(text))

    async def _refuse(self, why: str, number: int | None) -> None:
        self._errors += 1
        await self._send({"type": "error", "message": why[:400], "number": number})

    async def _act(self, message: Message) -> None:
        if isinstance(message, Join):
            self._seats = self._table.seats_of(message.tokens)
            self._joined, self._viewer = True, None
            self._known.clear()
            await self._send({"type": "welcome", "seats": list(self._seats), "number": message.number})
            self._table.go_on()
            self._news.set()
        elif isinstance(message, Ping):
            await self._send({"type": "pong", "number": message.number})
        elif isinstance(message, SeatMessage):
            if message.seat not in self._seats:
                raise GameError("this is not your seat")
            await self._act_for_seat(message)

    async def _act_for_seat(self, message: SeatMessage) -> None:
        table, seat, step = self._table, message.seat, message.step
        done: JSONObject = {"type": "done", "number": message.number}
        match message:
            case Decide():
                table.decide(seat, step, message.decision)
                self._errors = 0
            case Undo():
                table.undo(seat, step)
            case Resign():
                table.resign(seat, step)
            case PlanDraft():
                table.require(seat, step)
                done |= await asyncio.to_thread(self._plan, seat, message.plan)
            case Odds():
                table.require(seat, step)
                done |= await asyncio.to_thread(self._odds, message)
            case Hint():
                table.require(seat, step)
                done |= await hint_json(table.record.final.view(seat))
        await self._send(done)

    def _plan(self, seat: int, text: str) -> JSONObject:
        state = self._table.record.final
        if not isinstance(state, SimultaneousState):
            raise GameError("plans belong to the simultaneous game")
        view = state.view(seat)
        return plan_news(view, read_plan(view, text))

    def _odds(self, message: Odds) -> JSONObject:
        view = self._table.record.final.view(message.seat)
        size = len(view.game.map.territories)
        if message.source >= size or message.target >= size:
            raise GameError("there is no such territory")
        found = attack_chances(view, message.source, message.target, message.armies)
        return {"win": share(found.win), "rest": round(found.left, 2), "defenders": found.defenders}
