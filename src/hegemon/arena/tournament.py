"""Description of a tournament: agents, setups, games, clocks, starts, adjudication and seed. A plain value."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, TypeVar

from hegemon._fields import ShortRepr
from hegemon.agents import AgentLike
from hegemon.arena.conditions import STARTS, Conditions
from hegemon.arena.participants import Participant, participants
from hegemon.errors import MapError, TournamentError
from hegemon.game import Game, State, parse_position
from hegemon.maps import Map, load_map
from hegemon.match import Adjudication, TimeControl
from hegemon.match.arguments import as_adjudication, as_time_control
from hegemon.match.foreign import HANG_TIMEOUT
from hegemon.match.seatings import seatings
from hegemon.rules import Rules, rules_spec

T = TypeVar("T")
Format = Literal["round-robin", "gauntlet"]
FORMATS: dict[str, Format] = {"round-robin": "round-robin", "gauntlet": "gauntlet"}
MOST_AGENTS, MOST_SETUPS, MOST_STARTS = 1000, 1000, 10_000
MOST_GAMES = 10**7


@dataclass(frozen=True)
class Setup(ShortRepr):
    """One map with rules and seats."""

    map: str
    rules: str = "soares2025"
    seats: int = 2

    @cached_property
    def game(self) -> Game:
        return Game(self.map or None, self.rules, self.seats)

    @property
    def name(self) -> str:
        """Readable map and rules."""
        return f"{self.game.map.name}, {rules_spec(self.game.rules)}" + (f", {self.seats} seats" * (self.seats > 2))

    @cached_property
    def key(self) -> str:
        """Equal for equivalent setups, whatever their names."""
        return f"{self.game.map.hash}-{self.game.rules.hash}-{self.seats}"


@dataclass(frozen=True)
class Tournament(ShortRepr):
    """Agents, setups and conditions. Tournaments with the same conditions can share a store."""

    agents: tuple[Participant, ...]
    setups: tuple[Setup, ...]
    games: int = 100
    """Games per pairing and setup, rounded up to whole blocks."""
    format: Format = "round-robin"
    seed: int = 0
    time: TimeControl = field(default_factory=TimeControl)
    starts: str | tuple[str, ...] = "random"
    """random: a deal for every block; fixed: one deal for all; balanced: the most even of several deals for every
    block; or positions, which are played in turn."""
    adjudication: Adjudication | None = None
    """None is the default turn limit of the setup."""
    hang_timeout: float = HANG_TIMEOUT
    """Hang timeout in seconds, if there is no time limit."""
    name: str = ""

    def __post_init__(self) -> None:
        if not (isinstance(self.games, int) and 1 <= self.games <= MOST_GAMES):
            raise TournamentError(f"games: a pairing plays 1 to 10,000,000 games, not {self.games!r:.40}")
        if not (isinstance(self.seed, int) and 0 <= self.seed < 2**63):
            raise TournamentError(f"seed: a whole number from 0 to 2**63 - 1, not {self.seed!r:.40}")
        if not self.name.isprintable():
            raise TournamentError(f"name: must be printable, not {self.name!r:.60}")
        if not 0 < self.hang_timeout < 10**7:
            raise TournamentError(f"hang_timeout: more than 0 seconds, not {self.hang_timeout}")
        if not self.setups:
            raise TournamentError("setups: none given; name a map")
        if isinstance(self.starts, str) and self.starts not in STARTS:
            raise TournamentError(f"starts: {self.starts!r} is none of {', '.join(STARTS)}, nor a list of positions")
        for what, count, most in (
            ("agents", len(self.agents), MOST_AGENTS),
            ("setups", len(self.setups), MOST_SETUPS),
            ("starts", 0 if isinstance(self.starts, str) else len(self.starts), MOST_STARTS),
        ):
            if count > most:
                raise TournamentError(f"{what}: at most {most:,}, not {count:,}")
        self._require_distinct()
        self._require_players()
        if (total := self.total_games()) > MOST_GAMES:
            raise TournamentError(f"games: {total:,} in all; a tournament has at most {MOST_GAMES:,}")
        for setup in self.setups:
            if isinstance(self.starts, str):
                setup.game.start(self.seed)
            else:
                self.positions(setup)

    def _require_distinct(self) -> None:
        for what, names in (("agent", [a.alias for a in self.agents]), ("setup", [b.key for b in self.setups])):
            twice = next((name for name, count in Counter(names).items() if count > 1), None)
            if twice is not None:
                shown = twice if what == "agent" else self.setups[names.index(twice)].name
                raise TournamentError(f"{what} {shown} is given twice")

    def _require_players(self) -> None:
        if len(self.agents) < 2:
            raise TournamentError("agents: a tournament needs two or more")
        for setup in self.setups:
            able = self.players(setup)
            if len(able) < setup.seats:
                family = setup.game.rules.family
                who = ", ".join(self.agents[a].alias for a in able) or "none"
                raise TournamentError(
                    f"{setup.name} needs {setup.seats} agents that play the {family} game, and there are {len(able)} "
                    f"({who}); add agents, or name one twice"
                )
        for at, agent in enumerate(self.agents):
            if not any(at in self.players(setup) for setup in self.setups):
                raise TournamentError(
                    f"agent {agent.alias} plays no setup of this tournament: it is for the "
                    f"{' and '.join(agent.families)} game"
                )

    def players(self, setup: Setup) -> tuple[int, ...]:
        """The agents that support the family of a setup."""
        family = setup.game.rules.family
        return tuple(at for at, agent in enumerate(self.agents) if family in agent.families)

    def total_games(self) -> int:
        """Games of all pairings on all setups."""
        total = 0
        for setup in self.setups:
            agents, seats = len(self.players(setup)), setup.seats
            pairings = math.comb(agents, seats) if self.format == "round-robin" else math.comb(agents - 1, seats - 1)
            total += pairings * self.blocks_per_pairing(setup) * len(seatings(seats))
        return total

    def blocks_per_pairing(self, setup: Setup) -> int:
        return math.ceil(self.games / len(seatings(setup.seats)))

    def positions(self, setup: Setup) -> tuple[State, ...]:
        """The given starts that are positions of a setup."""
        if isinstance(self.starts, str):
            return ()
        found = tuple(state for state in _parsed(self.starts) if state.game == setup.game)
        if not found:
            raise TournamentError(f"starts: none of the positions is one of {setup.name}")
        return found

    @property
    def conditions(self) -> Conditions:
        """What must be the same for games to share a store."""
        return Conditions(self.seed, self.time, self.starts, self.adjudication, self.hang_timeout)


def make_tournament(
    agents: Sequence[AgentLike] | Mapping[str, AgentLike],
    maps: str | Map | Sequence[str | Map] = (),
    rules: str | Rules | Sequence[str | Rules] = "soares2025",
    *,
    seats: int = 2,
    setups: Sequence[Setup] = (),
    visits: int = 0,
    time: str | float | TimeControl = "none",
    adjudication: str | int | Adjudication | None = None,
    games: int = 100,
    format: Format = "round-robin",
    seed: int = 0,
    starts: str | tuple[str, ...] = "random",
    hang_timeout: float = HANG_TIMEOUT,
    name: str = "",
) -> Tournament:
    """Create a tournament from text. Every map is played under each of the rules that it fits.

    `visits` applies to every searching agent that counts visits and does not set them. Agents may also be objects or
    classes of your program; they play in its process.
    """
    if not setups:
        chosen = [map_spec(one) for one in _several(maps, Map, "maps")] or [""]
        rule_sets = [rules_spec(one) if isinstance(one, Rules) else one for one in _several(rules, Rules, "rules")]
        setups = [home_setup(Setup(name, rule, seats)) for rule in rule_sets for name in chosen]
    return Tournament(
        participants(agents, visits), tuple(setups), games, format, seed, as_time_control(time), starts,
        as_adjudication(adjudication), hang_timeout, name,
    )  # fmt: skip


def _several(given: T | str | Sequence[T | str], kind: type[T], what: str) -> list[T | str]:
    """One or several names or values."""
    if isinstance(given, str | kind):
        return [given]
    if not isinstance(given, Sequence):
        raise TournamentError(f"{what}: give a name or a list of names, not {given!r:.40}")
    return list(given)


def map_spec(map: str | Map) -> str:
    """The name or file of a map. A map that is only a value has neither, and other processes cannot load it."""
    if not isinstance(map, Map):
        return map
    with suppress(MapError):
        if load_map(map.name) == map:
            return map.name
    raise TournamentError(f"maps: {map.name} is no map of the catalogue; save it (map.save(path)) and give the path")


@lru_cache(maxsize=4)
def _parsed(starts: tuple[str, ...]) -> tuple[State, ...]:
    """The positions of a tournament, which every block asks for."""
    return tuple(map(parse_position, starts))


def home_setup(setup: Setup) -> Setup:
    """The setup with an explicit map, if it was left to the rules."""
    return setup if setup.map else replace(setup, map=setup.game.map.name)
