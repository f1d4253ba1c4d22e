"""Tournaments that are started from the page: `hegemon tournament` plays them, and their stores are read meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import sys
from pathlib import Path

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon.arena import StoredGames
from hegemon.arena.machine import cores
from hegemon.arena.run import PLAYING
from hegemon.errors import GameError, HegemonError, StoreError
from hegemon.game import Record, load_records
from hegemon.report import outcome, summarise
from hegemon.web.messages import NewTournament
from hegemon.web.names import seat_names

MOST_RUNNING = 1
"""Tournaments that are played at the same time: they use the processors that games need, too."""
LATEST = 40
"""Games that are listed."""


class Tournaments:
    """The folder of tournaments. A stopped one continues with the same command."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "tournaments"
        self._running: dict[str, asyncio.subprocess.Process] = {}

    def running(self, id: str) -> bool:
        return id in self._running and self._running[id].returncode is None

    async def start(self, wanted: NewTournament) -> str:
        """Begin a tournament; its id."""
        id = secrets.token_hex(6)
        place = self._folder / id
        place.mkdir(parents=True)
        command = ["tournament", "--store", str(place / "store"), "--live", "--games", str(wanted.games)]
        command += ["--workers", str(min(wanted.workers, cores()))]
        command += [word for agent in wanted.agents for word in ("--agent", agent)]
        command += [
            "--rules",
            wanted.rules,
            "--time",
            str(wanted.seconds),
            *(["--map", wanted.map] if wanted.map else []),
        ]
        about: JSONObject = {"command": list(command), "agents": list(wanted.agents), "rules": wanted.rules}
        write_whole(place / "about.json", json.dumps(about | {"map": wanted.map, "games": wanted.games}), StoreError)
        await self.resume(id)
        return id

    async def resume(self, id: str) -> None:
        """Play on."""
        if self.running(id):
            return
        if sum(self.running(other) for other in self._running) >= MOST_RUNNING:
            raise GameError("another tournament is running; stop it first, or wait")
        command = self._about(id)["command"]
        assert isinstance(command, list)
        with (self._folder / id / "log.txt").open("wb") as log:
            self._running[id] = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "hegemon", *map(str, command), stdin=asyncio.subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=os.name != "nt",
            )  # fmt: skip
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._running[id].pid, 5)

    async def stop(self, id: str) -> None:
        """Stop; what was played is kept."""
        self._about(id)
        if not self.running(id):
            return
        self._running[id].send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(self._running[id].wait(), 10)
        except TimeoutError:
            self._running[id].kill()
            await self._running[id].wait()

    def _about(self, id: str) -> JSONObject:
        try:
            found: JSONObject = json.loads((self._folder / id / "about.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise GameError(f"there is no tournament {id!r:.40}") from None
        return found

    def listed(self) -> list[JSONObject]:
        """All tournaments, the newest first."""
        places = self._folder.glob("*/about.json")
        ids = [path.parent.name for path in sorted(places, key=lambda path: -path.stat().st_mtime)]
        return [{"id": id, "running": self.running(id), **self._shown(id)} for id in ids[:50]]

    def _shown(self, id: str) -> JSONObject:
        return {name: value for name, value in self._about(id).items() if name != "command"}

    def results(self, id: str) -> JSONObject:
        """Table, ratings and the last games of a tournament, finished or not."""
        data: JSONObject = {"id": id, "running": self.running(id), **self._shown(id)}
        try:
            with StoredGames.read(self._folder / id / "store") as store:
                found = outcome(summarise(store), store, "")
        except HegemonError as error:
            return data | {"played": 0, "problem": "" if self.running(id) else self._log(id) or str(error)}
        games = found["games"]
        assert isinstance(games, list)
        wanted = ("played", "scheduled", "complete", "ratings", "crosstable")
        problem = "" if self.running(id) or found["complete"] else "stopped"
        return data | {name: found[name] for name in wanted} | {"latest": games[-LATEST:][::-1], "problem": problem}

    def boards(self, id: str) -> list[JSONObject]:
        """The games that are being played, as they stood about a second ago."""
        self._about(id)
        files = sorted((self._folder / id / "store" / PLAYING).glob("*.jsonl")) if self.running(id) else []
        return [found for found in map(_board, files) if found]

    def _log(self, id: str) -> str:
        """What the command said in its last line."""
        try:
            lines = (self._folder / id / "log.txt").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1][:400] if lines else ""

    def record(self, id: str, block: int, number: int) -> Record:
        """One game of a tournament."""
        self._about(id)
        with StoredGames.read(self._folder / id / "store") as store:
            return store.record(block, number)

    async def close(self) -> None:
        for id in list(self._running):
            await self.stop(id)


def _board(path: Path) -> JSONObject | None:
    """The last position of a game in progress; None if it has just ended."""
    try:
        records = load_records(path).records
    except (HegemonError, OSError):
        return None
    if not records:
        return None
    record = records[0]
    return {
        "map": record.game.map.name,
        "seats": seat_names(record.agents),
        "turn": record.turn_number(len(record.turns)),
        "owners": record.final.owners.tolist(),
        "armies": record.final.armies.tolist(),
    }
