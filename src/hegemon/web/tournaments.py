"""Tournaments that are started from the page: `hegemon tournament` plays them, and their stores are read meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import sys
from pathlib import Path

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon._lock import lock_holder
from hegemon.arena import StoredGames
from hegemon.arena.machine import cores
from hegemon.arena.run import PLAYING
from hegemon.errors import GameError, HegemonError, StoreError
from hegemon.game import Record, load_records
from hegemon.report import games_of, outcome, summarise
from hegemon.web.errors import Missing, without_folder
from hegemon.web.messages import NewTournament
from hegemon.web.names import seat_names

MOST_RUNNING = 1
"""Tournaments that are played at the same time: they use the processors that games need, too."""


class Tournaments:
    """The folder of tournaments. A stopped one continues with the same command."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "tournaments"
        self._started: dict[str, asyncio.subprocess.Process] = {}

    def running(self, id: str) -> bool:
        return self._process(id) is not None

    def _process(self, id: str) -> int | None:
        """The process that plays a tournament; 0 if its number is not known, None if nobody plays. A server that was
        killed has left its tournament running, and somebody may continue one with `hegemon tournament`."""
        own = self._started.get(id)
        return own.pid if own is not None and own.returncode is None else lock_holder(self._folder / id / "store")

    async def start(self, wanted: NewTournament) -> str:
        """Begin a tournament; its id."""
        self._require_room()
        id = secrets.token_hex(6)
        place = self._folder / id
        games = wanted.games + wanted.games % 2
        place.mkdir(parents=True)
        command = ["tournament", "--store", str(place / "store"), "--live", "--games", str(games)]
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
        write_whole(place / "about.json", json.dumps(about | {"map": wanted.map, "games": games}), StoreError)
        await self.resume(id)
        return id

    def _require_room(self) -> None:
        if sum(map(self.running, self._ids())) >= MOST_RUNNING:
            raise GameError("another tournament is running; stop it first, or wait")

    async def resume(self, id: str) -> None:
        """Play on."""
        if self.running(id):
            return
        self._require_room()
        command = self._about(id)["command"]
        assert isinstance(command, list)
        with (self._folder / id / "log.txt").open("wb") as log:
            self._started[id] = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "hegemon", *map(str, command), stdin=asyncio.subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=os.name != "nt",
            )  # fmt: skip
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._started[id].pid, 5)

    async def stop(self, id: str) -> None:
        """Stop; what was played is kept."""
        self._about(id)
        process = self._process(id)
        if process == 0:
            raise GameError("another process plays this tournament: stop it there")
        if process is None or await self._ends(id, process, signal.SIGTERM if os.name == "nt" else signal.SIGINT):
            return
        await self._ends(id, process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    async def _ends(self, id: str, process: int, sign: signal.Signals) -> bool:
        """Send a signal; whether the process has ended within ten seconds."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, sign)
        for _ in range(200):
            if self._process(id) != process:
                return True
            await asyncio.sleep(0.05)
        return False

    def delete(self, id: str) -> None:
        """Forget a tournament with all its games."""
        self._about(id)
        if self.running(id):
            raise GameError("the tournament is running: stop it first")
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def _about(self, id: str) -> JSONObject:
        try:
            found: JSONObject = json.loads((self._folder / id / "about.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise Missing(f"there is no tournament {id!r:.40}") from None
        return found

    def listed(self) -> list[JSONObject]:
        """All tournaments, the newest first."""
        return [{"id": id, "running": self.running(id), **self._shown(id)} for id in self._ids()]

    def _ids(self) -> list[str]:
        places = sorted(self._folder.glob("*/about.json"), key=lambda path: -path.stat().st_mtime)
        return [path.parent.name for path in places]

    def _shown(self, id: str) -> JSONObject:
        return {name: value for name, value in self._about(id).items() if name != "command"}

    def results(self, id: str) -> JSONObject:
        """Table and ratings of a tournament, finished or not."""
        data: JSONObject = {"id": id, "running": self.running(id), **self._shown(id)}
        try:
            with StoredGames.read(self._folder / id / "store") as store:
                found = outcome(summarise(store), store, "")
        except HegemonError as error:
            why = without_folder(self._log(id) or str(error), self._folder.parent)
            return data | {"played": 0, "problem": "" if self.running(id) else why}
        wanted = ("played", "scheduled", "complete", "ratings", "crosstable")
        problem = "" if self.running(id) or found["complete"] else "stopped"
        return data | {name: found[name] for name in wanted} | {"problem": problem}

    def games(self, id: str, skip: int, most: int) -> JSONObject:
        """Finished games, the last ones first."""
        self._about(id)
        with StoredGames.read(self._folder / id / "store") as store:
            games = games_of(store)
        return {"games": games[::-1][skip : skip + most], "total": len(games)}

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
            if not any((game.block, game.number) == (block, number) for game in store.games()):
                raise Missing(f"the tournament has no game {block}.{number}")
            return store.record(block, number)

    async def close(self) -> None:
        for id in filter(self.running, self._ids()):
            with contextlib.suppress(GameError):
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
