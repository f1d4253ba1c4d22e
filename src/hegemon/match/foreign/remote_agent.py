"""Agents in processes of their own, as the match sees them."""

from __future__ import annotations

import atexit
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hegemon._core import Random
from hegemon._spec import parse_spec
from hegemon.agents import Clock, make_agent, registry
from hegemon.agents.base import END_SECONDS
from hegemon.agents.failures import bounded_traceback
from hegemon.errors import AgentError
from hegemon.game import Decision, Game, Result, State, Turn
from hegemon.match.foreign.description import Described, described
from hegemon.match.foreign.process import Patience, SeatFault, SeatProcess
from hegemon.match.foreign.waiting import SeatWaiting
from hegemon.match.foreign.wire import Ask, Begin, Call, End, Make
from hegemon.match.untrusted import plain_number, plain_numbers, read_decision

HANG_TIMEOUT = 120.0
"""Seconds after which an agent without a time limit hangs."""
MARGIN = 1.0
"""Seconds to wait for a late answer beyond its limit, to report how late it was."""
IDLE = 8
"""Processes that are kept for the next game of their agent."""


def is_foreign(spec: str) -> bool:
    """Whether a spec names an agent that is not part of this package."""
    return registry.is_foreign(parse_spec(spec))


def describe(spec: str) -> Described:
    """What the agent of a spec plays; an AgentError if it cannot be made. A foreign one is made in its own process."""
    return _describe(spec, _changed(spec)) if is_foreign(spec) else described(make_agent(spec))


@cache
def _describe(spec: str, changed: int) -> Described:
    process, said = _start(spec, changed)
    _give_back((spec, changed), process, said)
    return said


class RemoteAgent:
    """A foreign agent during one game. It has `estimate` and `statistics` as other agents do."""

    waited = 0.0
    """Seconds of its last decision in which a busy machine gave its process no processor."""

    def __init__(self, spec: str, hang_timeout: float = HANG_TIMEOUT, *, pausing: bool = False) -> None:
        """Where `pausing`, its process runs only while it is asked, so that it cannot use the time of others."""
        self._key = spec, _changed(spec)
        self._hang_timeout, self._pausing = hang_timeout, pausing
        self._process, self.described = _lease(self._key)
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}
        self._answers = True

    def yield_to_others(self) -> None:
        """Let other processes go first on a busy machine."""
        self._process.lower_priority()

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Start a new game. The agent's random stream is made from this one."""
        known = self._process.game is game
        self._ask(Begin(None if known else game, seat, random.next()), Patience(self._hang_timeout))
        self._process.game = game

    def decide(self, state: State, seat: int, since: Sequence[Turn], clock: Clock, allowed: float | None) -> Decision:
        """The agent's decision on its view of the state and of the turns since it was last asked.

        A SeatFault or a NotationError if it gives none.
        """
        told = tuple(event for turn in since for event in turn.told(seat))
        ask = Ask(state.view(seat).to_bytes(), seat, told, clock.limit, clock.bank, clock.fair)
        if allowed is None:
            reply = self._ask(ask, Patience(self._hang_timeout))
        else:
            reply = self._ask_in_time(ask, allowed + MARGIN)
        self.estimate = plain_number(reply.get("estimate"))
        self.statistics = plain_numbers(reply.get("statistics"))
        return read_decision(state, reply.get("decision"))

    def _ask_in_time(self, ask: Ask, seconds: float) -> dict[str, object]:
        waiting: SeatWaiting | None = self._process.waiting() if ask.fair else None
        self.waited = 0.0
        reply = self._ask(ask, Patience(seconds, waiting, self._hang_timeout))
        if waiting is not None:
            self.waited = waiting.seconds()
        return reply

    def end(self, result: Result | None) -> None:
        """Tell the agent that its game is over; a SeatFault if it fails or takes too long."""
        if self.described.ends and self._answers:
            self._ask(End(result), Patience(END_SECONDS))

    def _ask(self, message: Begin | Ask | End, patience: Patience) -> dict[str, object]:
        try:
            return _checked(self._process, message, patience)
        except SeatFault as error:
            self._answers = error.fault not in ("hang", "died")
            raise
        finally:
            if self._pausing:
                self._process.pause()

    @property
    def clean(self) -> bool:
        """Whether nothing that the agent has started goes on while it is not asked."""
        return self._process.clean

    def close(self, *, reuse: bool) -> None:
        """The game is over. The process may serve the agent again if nothing went wrong and it started no program."""
        if reuse and not registry.runs_program(parse_spec(self._key[0])) and self._process.clean:
            _give_back(self._key, self._process, self.described)
        else:
            self._process.close()


def _checked(process: SeatProcess, message: Make | Begin | Ask | End | Call, patience: Patience) -> dict[str, object]:
    reply = process.request(message, patience)
    fault = reply.get("fault")
    if fault is None:
        return reply
    why = str(reply.get("why"))[:400]
    trace = bounded_traceback(str(reply.get("traceback") or ""))
    raise SeatFault(str(fault) if fault in ("illegal", "time") else "crash", why, trace)


def call_apart(function: str, arguments: dict[str, object], seconds: float) -> object:
    """What a function of this package returns (plain data), run in a process of its own with the limits of a seat.

    A SeatFault if it fails or takes too long: whatever other people's code in it does, this process is safe.
    """
    process = SeatProcess()
    try:
        return _checked(process, Call(function, arguments, tuple(sys.path)), Patience(seconds)).get("returned")
    finally:
        process.close()


_Key = tuple[str, int]
_idle: OrderedDict[int, tuple[_Key, SeatProcess, Described]] = OrderedDict()


def _lease(key: _Key) -> tuple[SeatProcess, Described]:
    """An idle process of the agent, or a new one."""
    for number, (other, process, said) in list(_idle.items()):
        if other == key:
            del _idle[number]
            if process.alive:
                return process, said
            process.close()
    return _start(*key)


def _give_back(key: _Key, process: SeatProcess, said: Described) -> None:
    process.pause()
    _idle[id(process)] = key, process, said
    while len(_idle) > IDLE:
        _idle.popitem(last=False)[1][1].close()


def _start(spec: str, changed: int) -> tuple[SeatProcess, Described]:
    process = SeatProcess()
    try:
        said = _checked(process, Make(spec, tuple(sys.path)), Patience(HANG_TIMEOUT))
    except SeatFault as error:
        process.close()
        failed = AgentError(str(error))
        if error.traceback:
            failed.add_note(error.traceback)
        raise failed from None
    return process, _description(said)


def _description(said: dict[str, object]) -> Described:
    families, settings, net = said.get("families"), said.get("settings"), said.get("net_hash")
    return Described(
        tuple(map(str, families)) if isinstance(families, list) else (),
        settings if isinstance(settings, dict) else {},
        None if net is None else str(net)[:64],
        said.get("ends") is True,
    )


def close_idle() -> None:
    """End all processes that wait for another game."""
    while _idle:
        _idle.popitem()[1][1].close()


atexit.register(close_idle)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def _changed(spec: str) -> int:
    """When the agent's file was last changed: an edited file is loaded anew."""
    named = parse_spec(spec)
    if not registry.names_file(named):
        return 0
    try:
        return Path(named.name.rpartition(":")[0]).stat().st_mtime_ns
    except OSError:
        return 0
