"""The content of a report as plain values.

Agents and setups are indices into `Summary.agents` and `Summary.setups`. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hegemon._json import JSONObject
from hegemon.maps import Map
from hegemon.statistics import Tally


@dataclass(frozen=True)
class AgentLine:
    """An agent of the tournament."""

    alias: str
    spec: str
    settings: JSONObject
    """All settings, including defaults."""
    hash: str
    games: int


@dataclass(frozen=True)
class SetupLine:
    """A map with rules and seats."""

    name: str
    map: str
    map_hash: str
    rules: str
    rules_hash: str
    seats: int
    scheduled: int
    played: int
    picture: Map


@dataclass(frozen=True)
class Standing:
    """Result of an agent in a league."""

    agent: int
    score: Tally
    """Score from points: one for a win, shared for a tie."""
    won: int
    tied: int
    lost: int
    place: float | None
    """Mean place, 1 is the best; None before the first game."""
    forfeits: int
    """Games that it lost by a failure of its own, which are among the lost ones."""
    rating: float | None = None
    """Elo points relative to the mean of the league."""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Pair:
    """Result of the first agent against the second; with more than two seats, how often it finished ahead."""

    first: int
    second: int
    score: Tally
    won: int
    tied: int
    lost: int
    rounds: float
    """Mean length of their games."""


@dataclass(frozen=True)
class MapTable:
    """One setup of a league."""

    setup: int
    standings: tuple[Standing, ...]
    """In the order of the league, without ratings."""
    pairs: Mapping[tuple[int, int], Pair]
    capped: Tally
    rounds: float | None


@dataclass(frozen=True)
class ForfeitLine:
    """Forfeits of an agent on a setup for the same reason."""

    game: str
    """The first of them."""
    setup: int
    agent: int
    fault: str
    reason: str
    games: int = 1
    traceback: str = ""
    """Where the agent's code failed in that game, if it did."""


@dataclass(frozen=True)
class League:
    """All setups with the same rules and the same number of seats."""

    rules: str
    rules_hash: str
    seats: int
    scheduled: int
    played: int
    half_played: int
    """Blocks of which some games are missing: their seats are not balanced yet."""
    standings: tuple[Standing, ...]
    """The best first."""
    comparable: bool
    """Whether all agents are connected by games, so that their ratings are comparable."""
    pairs: Mapping[tuple[int, int], Pair]
    maps: tuple[MapTable, ...]
    seat_points: tuple[Tally, ...]
    endings: Mapping[str, int]
    """Most frequent first; all forfeits count as one ending."""
    forfeits: Mapping[str, Mapping[int, int]]
    """Fault -> agent -> games."""
    forfeit_lines: tuple[ForfeitLine, ...]
    capped: Tally
    rounds: tuple[float, float, float] | None
    """Quartiles of the length."""
    mean_rounds: float | None

    @property
    def order(self) -> tuple[int, ...]:
        """The agents, best first."""
        return tuple(standing.agent for standing in self.standings)


@dataclass(frozen=True)
class Thinking:
    """Decision times of an agent."""

    agent: int
    decisions: int
    mean: float
    median: float
    most: float
    """95 % quantile."""
    slowest: float
    density: tuple[float, ...]
    """Share of its decisions in each of `Times.edges`' cells."""


@dataclass(frozen=True)
class Times:
    """Decision times of all agents."""

    edges: tuple[float, ...] = ()
    """Edges of the cells of the densities, evenly spaced on a logarithmic scale."""
    agents: tuple[Thinking, ...] = ()
    share: float = 1.0
    """Share of the games used for quantiles and densities; means and maxima use all games."""
    decisions: int = 0


@dataclass(frozen=True)
class Throughput:
    """Games finished per slice of the playing time, without pauses between runs."""

    slice: float = 0.0
    """Length of a slice."""
    games: tuple[int, ...] = ()
    loads: tuple[float | None, ...] = ()
    """Mean load of the machine over the games of a slice."""
    borders: tuple[float, ...] = ()
    """Starts of the second and later runs, in playing time."""
    seconds: float = 0.0


@dataclass(frozen=True)
class RunLine:
    """One run of the program."""

    started: float
    ended: float | None
    """None while it is running, or if it was killed."""
    games: int
    workers: int
    load_before: float
    load_after: float | None
    machine: JSONObject


@dataclass(frozen=True)
class Frame:
    """One position of a film strip."""

    round: int
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    income: tuple[int, ...]
    last: bool


@dataclass(frozen=True)
class Scene:
    """One position of a step-through replay: after a turn, with what the seats did in it."""

    title: str
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    income: tuple[int, ...]
    told: tuple[tuple[int, str], ...] = ()
    """Seat and sentence."""


@dataclass(frozen=True)
class Replay:
    """A game to be shown."""

    game: str
    setup: int
    seats: tuple[int, ...]
    """The agent in each seat."""
    why: str
    """Why this one was chosen."""
    ending: str
    rounds: int
    map: Map
    frames: tuple[Frame, ...]
    hash: str
    scenes: tuple[Scene, ...] = ()
    """All turns; empty if there is no room for them."""
    traceback: str = ""
    """Where the code of an agent failed, if it did."""


@dataclass(frozen=True)
class Summary:
    """Summary of a tournament: conditions and results."""

    name: str
    store: str
    scheduled: int
    played: int
    conditions: Mapping[str, str]
    """Readable text by name."""
    repeat: str
    """The commands, if known, and a program that repeats the tournament."""
    agents: tuple[AgentLine, ...]
    setups: tuple[SetupLine, ...]
    leagues: tuple[League, ...]
    times: Times
    throughput: Throughput
    runs: tuple[RunLine, ...]
    replays: tuple[Replay, ...]
    replays_left_out: int = 0
    """Number of games left out for lack of room."""
    problems: tuple[str, ...] = field(default_factory=tuple)
    """Games that could not be read."""
    differences: tuple[str, ...] = field(default_factory=tuple)
    """Games whose rows differ from the ends of their records."""
    compared: int = 0
    """Number of games that were compared."""
    version: str = ""
    """Version of hegemon."""
    made: float = 0.0

    @property
    def span(self) -> tuple[float, float] | None:
        """Start of the first run and end of the last one, if known."""
        if not self.runs:
            return None
        return self.runs[0].started, max(run.ended or run.started for run in self.runs)
