"""The engine: queries come in as lines, and are answered when they are ready, by some threads that search."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version

from hegemon._core import Stop
from hegemon._json import JSONObject
from hegemon._words import did_you_mean
from hegemon.agents.failures import error_line
from hegemon.engine.query import Id, Work, read_query, works
from hegemon.errors import HegemonError, ProtocolError
from hegemon.protocol import PROTOCOL, parse_line

ACTIONS = ("ping", "version", "terminate", "terminate_all", "quit")
EXAMPLE = '{"id": 1, "action": "ping"}'
MOST_WAITING = 100_000
"""Analyses that may wait."""


@dataclass(order=True)
class _Task:
    """One analysis that waits or runs; those with the highest priority come first, then the oldest."""

    rank: tuple[int, int]
    id: Id = field(compare=False)
    index: int = field(compare=False)
    of: int = field(compare=False)
    work: Work = field(compare=False)
    stop: Stop = field(compare=False, default_factory=Stop)


class Engine:
    """Takes lines with `hear` and gives answers to `say`, which it calls from several threads, one at a time."""

    def __init__(self, say: Callable[[JSONObject], None], threads: int = 1) -> None:
        self._say = say
        self._saying = threading.Lock()
        self._changed = threading.Condition()
        self._waiting: list[_Task] = []
        self._running: list[_Task] = []
        self._numbers = itertools.count()
        self._closed = False
        self._threads = [threading.Thread(target=self._search, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def hear(self, line: str) -> bool:
        """Take a line; False if it was the last. Whatever is wrong with it is answered."""
        if not line.strip():
            return True
        id: Id | None = None
        try:
            data = parse_line(line, EXAMPLE)
            id = _read_id(data)
            if "action" in data:
                return self._act(data)
            self._ask(id, data)
        except HegemonError as error:
            self._refuse(error, id)
        except (MemoryError, RecursionError) as error:
            self._refuse(ProtocolError(f"this query is too much: {type(error).__name__}"), id)
        return True

    def refuse(self, why: str) -> None:
        """Answer a line that cannot be taken."""
        self._refuse(ProtocolError(why), None)

    def finish(self) -> None:
        """Answer everything that waits, then end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    # --- Queries ------------------------------------------------------------------------------

    def _ask(self, id: Id, data: JSONObject) -> None:
        query = read_query(data)
        found = works(query)
        with self._changed:
            if any(task.id == id for task in (*self._waiting, *self._running)):
                raise ProtocolError(f"id: the query {id!r} is not answered yet; give every query its own id", "id")
            if len(self._waiting) + len(found) > MOST_WAITING:
                raise ProtocolError(f"more than {MOST_WAITING:,} analyses wait; ask again later")
            for index, work in enumerate(found):
                rank = -query.priority, next(self._numbers)
                heapq.heappush(self._waiting, _Task(rank, id, index, len(found), work))
            self._changed.notify_all()
        if not found:
            self._answer({"id": id, "of": 0})

    def _act(self, data: JSONObject) -> bool:
        action = data["action"]
        if not isinstance(action, str) or action not in ACTIONS:
            hint = did_you_mean(str(action), ACTIONS, f"the actions are {', '.join(ACTIONS)}")
            raise ProtocolError(f"unknown action {action!r:.40}; {hint}", "action")
        told: JSONObject = {"id": data["id"], "action": action}
        if action == "version":
            told |= {"version": version("hegemon"), "protocol": PROTOCOL}
        if action == "terminate":
            wanted = data.get("terminate")
            if not isinstance(wanted, str | int):
                raise ProtocolError("terminate: the id of the query to end is missing", "terminate")
            told |= {"terminate": wanted, "stopped": self._stop(lambda task: task.id == wanted)}
        if action in ("terminate_all", "quit"):
            told |= {"stopped": self._stop(lambda task: True)}
        self._answer(told)
        return action != "quit"

    def _stop(self, wanted: Callable[[_Task], bool]) -> int:
        """End analyses: those that run give what they have, those that wait give nothing. How many they are."""
        with self._changed:
            running = [task for task in self._running if wanted(task)]
            dropped = [task for task in self._waiting if wanted(task)]
            self._waiting = [task for task in self._waiting if not wanted(task)]
            heapq.heapify(self._waiting)
        for task in running:
            task.stop.set()
        for task in dropped:
            self._answer({"id": task.id, "index": task.index, "of": task.of, "stopped": True})
        return len(running) + len(dropped)

    # --- Answers ------------------------------------------------------------------------------

    def _search(self) -> None:
        """What a thread does."""
        while (task := self._next()) is not None:
            answer: JSONObject = {"id": task.id, "index": task.index, "of": task.of}
            try:
                with task.stop:
                    answer |= task.work()
                if task.stop.is_set:
                    answer |= {"stopped": True}
            except HegemonError as error:
                answer |= {"error": str(error)}
            except (Exception, SystemExit) as error:  # a bug of an agent must not stop the engine
                answer |= {"error": error_line(error)}
            with self._changed:
                self._running.remove(task)
            self._answer(answer)

    def _next(self) -> _Task | None:
        """The next analysis; None when the engine ends."""
        with self._changed:
            while not self._waiting:
                if self._closed:
                    return None
                self._changed.wait()
            task = heapq.heappop(self._waiting)
            self._running.append(task)
            return task

    def _refuse(self, error: HegemonError, id: Id | None) -> None:
        told: JSONObject = {} if id is None else {"id": id}
        told |= {"error": str(error)}
        name = getattr(error, "field", "")
        self._answer(told | ({"field": name} if name else {}))

    def _answer(self, answer: JSONObject) -> None:
        with self._saying:
            try:
                self._say(answer)
            except OSError:  # nobody listens any more
                with self._changed:
                    self._closed, self._waiting = True, []


def _read_id(data: JSONObject) -> Id:
    found = data.get("id")
    if isinstance(found, bool) or not isinstance(found, str | int):
        came = "it is missing" if found is None else f"not {found!r:.40}"
        raise ProtocolError(f"id must be text or a whole number, which the answers repeat: {came}", "id")
    return found
