"""All tables of the server: new games, games of the store, branches."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from hegemon._spec import Spec, Value, parse_spec
from hegemon._words import did_you_mean
from hegemon.agents import make_agent
from hegemon.agents.files import file_settings
from hegemon.agents.registry import REGISTRY
from hegemon.errors import AgentError, GameError, MapError
from hegemon.game import Game, Record
from hegemon.maps import Map, load_map, map_names
from hegemon.match.foreign import describe, is_foreign
from hegemon.rules import DEFAULT_RULES, load_rules
from hegemon.terminal import is_person, new_record
from hegemon.web.errors import Missing
from hegemon.web.levels import LEVELS
from hegemon.web.messages import NewGame, SeatChoice
from hegemon.web.settings import Settings
from hegemon.web.store import Store, new_id, seat_tokens
from hegemon.web.table import Table, open_live


class Tables:
    """The games of the server. Those that are not in memory are opened when somebody asks for them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self._open: dict[str, Table] = {}
        self._searches = asyncio.Semaphore(settings.searches)
        self._opening: dict[str, asyncio.Lock] = {}

    async def get(self, id: str) -> Table:
        """The table of a game; Missing if there is none."""
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self._open:
                found = await asyncio.to_thread(self.store.load, id)
                if found is None:
                    self._opening.pop(id, None)
                    raise Missing(f"there is no game {id!r:.40}")
                record, tokens, kind = found
                await self._seat(id, record, tokens, still=kind != "game" or record.result is not None)
            return self._open[id]

    async def _seat(self, id: str, record: Record, tokens: dict[int, str], *, still: bool) -> Table:
        """Open a table. At a still one no agent is made: the record of a stranger may name any program."""
        await self._make_room()
        live = await asyncio.to_thread(lambda: open_live(record, still=still))
        table = self._open[id] = Table(id, live, tokens, self.store, self._searches, still=still)
        table.go_on()
        return table

    async def _make_room(self) -> None:
        """Close tables at which nobody is and nothing happens; the store keeps them."""
        idle = [table for table in self._open.values() if not table.watched and not table.busy]
        for table in idle[: max(0, len(self._open) - self.settings.most_games // 2)]:
            del self._open[table.id]
            await table.close()

    async def create(self, wanted: NewGame) -> Table:
        """A new game; a HegemonError if it cannot be."""
        if self.store.unfinished() >= self.settings.most_games:
            raise GameError(f"there are {self.settings.most_games} unfinished games; delete one on the first page")
        record = await asyncio.to_thread(self._record, wanted)
        _keep_levels(record, wanted.seats)
        id, tokens = new_id(), seat_tokens(record)
        table = await self._seat(id, record, tokens, still=False)
        self.store.add(id, "game", tokens, record)
        return table

    def _record(self, wanted: NewGame) -> Record:
        agents = [self._spec(seat) for seat in wanted.seats]
        seed = secrets.randbelow(2**32) if wanted.seed is None else wanted.seed
        if wanted.branch is not None:
            return self._branch(wanted, agents, seed)
        rules = load_rules(wanted.rules or DEFAULT_RULES["simultaneous"])
        game = Game(self.find_map(wanted.map) if wanted.map else None, rules, len(agents))
        return new_record(game, agents, seed, wanted.seconds)

    def _branch(self, wanted: NewGame, agents: list[str], seed: int) -> Record:
        """A game that begins as another one: the same turns so far, but new dice."""
        assert wanted.branch is not None
        found = self.store.load(wanted.branch.game)
        if found is None:
            raise Missing(f"there is no game {wanted.branch.game!r:.40}")
        other, _, kind = found
        if kind == "game" and other.result is None and other.game.rules.hides and any(map(is_person, other.agents)):
            raise GameError("this game is still being played, and its rules hide something")
        step = wanted.branch.step
        if len(agents) != other.game.seats or step > len(other.turns):
            raise GameError(f"the game has {other.game.seats} seats and {len(other.turns)} steps")
        record = new_record(other.game, agents, seed, wanted.seconds)
        record = Record(
            other.game, tuple(agents), other.start, other.plans[:step], other.turns[:step], None, record.info
        )
        if record.final.result is not None:
            raise GameError("the game is over there: choose an earlier position")
        return record

    def find_map(self, name: str) -> Map:
        """A map that was drawn on the page, or one of the catalogue; never a file."""
        drawn = self.store.maps()
        if name in drawn:
            return drawn[name]
        if "/" in name or "\\" in name or "." in name:
            raise Missing(f"there is no map {name!r:.40}")
        try:
            return load_map(name)
        except MapError as error:
            raise Missing(str(error)) from None

    def require_playable(self, agents: Sequence[str], rules: str, map: str) -> None:
        """Raise a HegemonError unless these agents of the server play these rules on a map of the catalogue."""
        if map and map not in map_names():
            raise GameError(f"there is no map {map!r:.40} in the catalogue")
        family = Game(map or None, load_rules(rules), 2).rules.family
        for agent in agents:
            self._agent(agent)
            if family not in describe(agent).families:
                raise AgentError(f"agent {agent} does not play the {family} game")

    def require_own(self, agent: str) -> None:
        """Raise an AgentError unless this is an agent of the package: nothing of anybody else runs in an analysis."""
        if is_person(agent) or is_foreign(agent):
            raise AgentError(f"agent {agent} does not analyse here; choose one of the package")
        self._require_no_files(agent)
        _require_made(agent, ())

    def _require_no_files(self, spec: str) -> None:
        """Raise an AgentError if an agent would read a file that a visitor names, and the server does not offer it."""
        files = [] if spec in self.settings.agents else file_settings(spec)
        if files:
            raise AgentError(
                f"agent {spec}: {files[0]} must be a name of the package; start the server with --agent to offer a file"
            )

    def _spec(self, seat: SeatChoice) -> str:
        if seat.person:
            settings: dict[str, Value] = {"name": seat.name.strip()} if seat.name.strip() else {}
            return str(Spec("human", (), settings))
        return self._agent(seat.agent.strip())

    def _agent(self, spec: str) -> str:
        """The spec of an agent, if visitors may use it."""
        if not spec or is_person(spec):
            raise AgentError("choose an agent for every seat without a person")
        if spec not in self.settings.agents:
            if is_foreign(spec):
                raise AgentError(f"agent {spec} is not one of this server; start it with --agent to offer it")
            self._require_no_files(spec)
            _require_made(spec, self.settings.agents)
        return spec

    async def delete(self, id: str) -> None:
        """Forget a game."""
        table = self._open.pop(id, None)
        if table is not None:
            await table.close()
        self.store.delete(id)

    def add_upload(self, record: Record) -> str:
        """Keep a game that somebody has uploaded."""
        id = new_id()
        self.store.add(id, "upload", {}, record)
        return id

    async def close(self) -> None:
        for table in list(self._open.values()):
            await table.close()
        self._open.clear()


def _require_made(spec: str, offered: Sequence[str]) -> None:
    """Raise an AgentError unless an agent of the package can be made; it names only what visitors may use."""
    name = parse_spec(spec).name
    if name not in REGISTRY:
        known = [*(entry.name for entry in REGISTRY.values() if not entry.foreign), *offered]
        hint = did_you_mean(name, known, f"agents are {', '.join(known)}")
        raise AgentError(f"unknown agent {name!r}; {hint}")
    make_agent(spec)


def _keep_levels(record: Record, seats: Sequence[SeatChoice]) -> None:
    """Write down which levels were chosen; an AgentError if one is not a level of this game with that agent."""
    known = {(level.name, level.agent) for level in LEVELS if level.family == record.game.rules.family}
    for seat, spec in zip(seats, record.agents, strict=True):
        if seat.level and (seat.level, spec) not in known:
            raise AgentError(f"agent {spec} is not the level {seat.level!r} of the {record.game.rules.family} game")
    if any(seat.level for seat in seats):
        record.info["levels"] = [seat.level for seat in seats]
