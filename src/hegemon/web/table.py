"""A table: one running game, the people and agents at it, and everybody who watches."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import sqlite3
from collections.abc import Callable, Iterable

from hegemon.errors import GameError, HegemonError
from hegemon.game import ClassicState, Record, SimultaneousState
from hegemon.terminal import LiveGame
from hegemon.terminal.words import with_names
from hegemon.web.names import names_of
from hegemon.web.planning import read_plan
from hegemon.web.snapshot import has_lost, hides_from_all
from hegemon.web.store import Store
from hegemon.web.telling import state_message

Listener = Callable[[], None]
Told = tuple[int, int, int]
"""What a visitor was told of: how often decisions had been taken back, the numbers of turns and of resignations."""


class Table:
    """One game. All methods run on the event loop; agents search in processes of their own."""

    def __init__(
        self, id: str, live: LiveGame, tokens: dict[int, str], store: Store, searches: asyncio.Semaphore, *, still: bool
    ) -> None:
        """A `still` game is only looked at: it is over, or comes from a file."""
        self.id, self.live, self.tokens, self.still = id, live, tokens, still
        self._store, self._searches = store, searches
        self._saved = len(live.record.turns)
        self._listeners: set[Listener] = set()
        self._texts: dict[tuple[int, int | None, int | None, int], str] = {}
        self._version = self._undone = 0
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.problem = ""
        """Why the game cannot go on, if so."""

    @property
    def record(self) -> Record:
        return self.live.record

    @property
    def running(self) -> bool:
        """Whether the game can go on: it is neither over nor only looked at."""
        return self.record.result is None and not self.still

    @property
    def busy(self) -> bool:
        """Whether agents are asked or a turn is played."""
        return self._task is not None and not self._task.done()

    @property
    def watched(self) -> bool:
        return bool(self._listeners)

    @property
    def secret(self) -> bool:
        """Whether the board must not be shown to a spectator now."""
        return not self.still and hides_from_all(self.live)

    def seats_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """The seats that tokens give; a GameError if one of them is wrong."""
        seats = set()
        for token in tokens:
            own = self.owns(token)
            if not own:
                raise GameError("this token is of no seat of this game")
            seats.update(own)
        return tuple(sorted(seats))

    def owns(self, token: str) -> list[int]:
        """The seats of a token."""
        return [seat for seat, secret in self.tokens.items() if hmac.compare_digest(secret, token)]

    # --- what people do ---------------------------------------------------------------------------------------

    def require(self, seat: int, step: int) -> None:
        """Raise a GameError unless the seat must decide in the position after `step` turns."""
        if self.record.result is not None:
            raise GameError("the game is over")
        if step != len(self.record.turns):
            raise GameError(f"this is for the position after {step} steps; the game has {len(self.record.turns)}")
        if self.busy or seat not in self.live.waiting:
            raise GameError("it is not your turn: somebody else decides now")

    def decide(self, seat: int, step: int, text: str) -> None:
        """A person's decision; a HegemonError if the rules refuse it."""
        self.require(seat, step)
        state = self.record.final
        decision = read_plan(state.view(seat), text) if isinstance(state, SimultaneousState) else state.read(text)
        reasons = state.illegal_reasons(seat, decision)
        if reasons:
            raise GameError(self.words(f"not allowed: {'; '.join(map(str, reasons))}", seat))
        self.live.decide(seat, decision)
        self._changed()
        self.go_on()

    def undo(self, seat: int, step: int) -> None:
        """Take back the last decision, and those before it that there was no choice about."""
        self.require(seat, step)
        undone = False
        while self.live.undo(seat):
            undone = True
            state = self.record.final
            if isinstance(state, ClassicState) and state.action_count > 1:
                break
        if not undone:
            raise GameError("there is nothing to take back: dice have been rolled, or the turn has just begun")
        self._undone += 1
        self._save()
        self._changed()

    def resign(self, seat: int, step: int) -> None:
        if self.record.result is not None or self.still:
            raise GameError("the game is over")
        if self.busy:
            raise GameError("wait until the others have decided")
        if step != len(self.record.turns):
            raise GameError("the game has moved on")
        if self.live.has_resigned(seat):
            raise GameError("this seat has resigned before")
        if has_lost(self.live, seat):
            raise GameError("this seat has lost: the others play on")
        self.live.resign(seat)
        self._save()
        self._changed()
        self.go_on()

    def words(self, message: str, seat: int) -> str:
        """A message of the rules with names instead of numbers."""
        return with_names(message, self.record.game.map, names_of(self.record, seat))

    # --- the game goes on -------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Ask agents and play turns until a person must decide."""
        if not self.busy and self.running and not self.problem and not self._waits():
            self._task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        try:
            while self.record.result is None and not self._closing:
                if self._waits():
                    return
                async with self._searches:
                    await asyncio.to_thread(self._step)
                self._changed()
                await asyncio.sleep(0)
        except (HegemonError, OSError, sqlite3.Error) as error:
            self.problem = f"the game cannot go on: {error}"
        finally:
            self._task = None
            self._changed()
            if self.record.result is not None and not self._closing:
                await asyncio.to_thread(self.live.close)

    def _waits(self) -> bool:
        """Whether a person must decide. Where the classic game leaves no choice, the table decides for the person."""
        state = self.record.final
        if self.live.waiting and isinstance(state, ClassicState) and state.action_count == 1:
            self.live.decide(self.live.waiting[0], state.legal_actions[0])
        return bool(self.live.waiting)

    def _step(self) -> None:
        self.live.step()
        if not self._closing:  # an agent whose process was ended has not forfeited
            self._save()

    def _save(self) -> None:
        self._store.save(self.id, self.record, self._saved)
        self._saved = len(self.record.turns)

    # --- what visitors see ------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Call a function after every change."""
        self._listeners.add(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def _changed(self) -> None:
        self._version += 1
        self._texts.clear()
        for listener in list(self._listeners):
            listener()

    def text(self, viewer: int | None, told: Told | None) -> tuple[str, Told]:
        """The state for a viewer, as JSON, and what the viewer then has been told of. Who was told of a turn that was
        taken back is told everything again."""
        since, resigned = told[1:] if told is not None and told[0] == self._undone else (None, 0)
        key = self._version, viewer, since, resigned
        if key not in self._texts:
            dark = viewer is None and self.secret
            state = state_message(self.live, viewer, since, resigned, busy=self.busy, dark=dark)
            self._texts[key] = json.dumps(state | {"problem": self.problem}, separators=(",", ":"))
        return self._texts[key], (self._undone, len(self.record.turns), len(self.live.resignations))

    async def close(self) -> None:
        """Stop the game as it is: it is saved, and can be opened again."""
        self._closing = True
        await asyncio.to_thread(self.live.close)
        if self._task is not None:
            with contextlib.suppress(Exception):
                await self._task


def open_live(record: Record, *, still: bool) -> LiveGame:
    """A game whose agents have processes of their own, where the system can do that; nobody sits at a still one."""
    return LiveGame(record, apart=os.name != "nt", seated=not still)
