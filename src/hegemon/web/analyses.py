"""Analyses of whole games: the page asks, and `hegemon engine` answers, a process that takes queries as JSON lines."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass, field

from hegemon._json import JSONObject
from hegemon.errors import HegemonError
from hegemon.game import Record

LINE = 64 << 20
"""Bytes of the longest answer."""
MOST_KEPT = 50
PATIENCE = 60.0
"""Seconds after which an analysis that nobody waits for is stopped."""


@dataclass
class Job:
    """An analysis of one game."""

    id: str = ""
    answers: list[JSONObject] = field(default_factory=list)
    total: int | None = None
    problem: str = ""
    asked: float = field(default_factory=time.monotonic)
    """When somebody last wanted to know."""

    @property
    def complete(self) -> bool:
        return bool(self.problem) or (self.total is not None and len(self.answers) >= self.total)

    def to_json(self, since: int) -> JSONObject:
        """The answers from number `since` on."""
        self.asked = time.monotonic()
        return {
            "done": len(self.answers),
            "total": self.total,
            "complete": self.complete,
            "problem": self.problem,
            "answers": self.answers[since:],
        }


class Analyses:
    """The engine, started when it is first needed, and what it has found."""

    def __init__(self) -> None:
        self._engine: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._jobs: dict[str, Job] = {}
        self._ids: dict[str, Job] = {}
        self._starting = asyncio.Lock()
        self._number = 0

    async def start(self, key: str, record: Record, agent: str, visits: int, top: int) -> Job:
        """Begin an analysis, or find the one that was begun before."""
        known = self._jobs.get(key)
        if known is not None and not known.problem:
            return known
        while len(self._jobs) >= MOST_KEPT:
            self._jobs.pop(next(iter(self._jobs)))
        job = self._jobs[key] = Job()
        lines = [json.loads(line) for line in record.lines()]
        if not record.turns:
            job.total = 0
            return job
        self._number += 1
        id = job.id = f"page-{self._number}"
        self._ids[id] = job
        query: JSONObject = {
            "id": id,
            "record_lines": lines,
            "visits": visits,
            "top": top,
            **({"agent": agent} if agent else {}),
        }
        await self._write(query)
        return job

    def find(self, key: str) -> Job | None:
        return self._jobs.get(key)

    async def _write(self, query: JSONObject) -> None:
        async with self._starting:
            if self._engine is None or self._engine.returncode is not None:
                await self._begin()
        assert self._engine is not None
        assert self._engine.stdin is not None
        self._engine.stdin.write(json.dumps(query).encode() + b"\n")
        await self._engine.stdin.drain()

    async def _begin(self) -> None:
        try:
            self._engine = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "hegemon", "engine", stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, limit=LINE, start_new_session=os.name != "nt",
            )  # fmt: skip
        except OSError as error:
            raise HegemonError(f"cannot start the engine: {error}") from None
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._engine.pid, 5)
        self._reader = asyncio.create_task(self._read(self._engine))

    async def _read(self, engine: asyncio.subprocess.Process) -> None:
        assert engine.stdout is not None
        while line := await engine.stdout.readline():
            answer = json.loads(line)
            job = self._ids.get(str(answer.get("id")))
            if job is None:
                continue
            if "index" not in answer:
                job.problem = str(answer.get("error", "")) or job.problem
                job.total = int(answer.get("of", 0))
                continue
            job.total = int(answer["of"])
            job.answers.append(answer)
            if len(job.answers) >= job.total:
                del self._ids[job.id]
            elif not job.problem and time.monotonic() - job.asked > PATIENCE:
                job.problem = "stopped, because nobody waited for it"
                await self._write({"id": f"{job.id}-stop", "action": "terminate", "terminate": job.id})
        for job in self._ids.values():
            if not job.complete:
                job.problem = "the engine has ended; try again"

    async def close(self) -> None:
        """End the engine."""
        if self._engine is None or self._engine.returncode is not None:
            return
        self._engine.kill()
        await self._engine.wait()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._reader
