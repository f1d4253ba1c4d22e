"""Description of a tournament: agents, boards, games, clocks, starts, adjudication and seed. A plain value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from hegemon.arena.contestants import Contestant, contestants
from hegemon.errors import TournamentError
from hegemon.game import Game, State, parse_position
from hegemon.match import Adjudication, TimeControl
from hegemon.match.seatings import seatings
from hegemon.rules import rules_spec

Format = Literal["round-robin", "gauntlet"]
STARTS = ("random", "fixed", "balanced")
PATIENCE = 120.0


@dataclass(frozen=True)
class Board:
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
        """Equal for equivalent boards, whatever their names."""
        return f"{self.game.map.hash}-{self.game.rules.hash}-{self.seats}"


@dataclass(frozen=True)
class Tournament:
    """Agents, boards and conditions. Tournaments with the same conditions can share a store."""

    agents: tuple[Contestant, ...]
    boards: tuple[Board, ...]
    games: int = 100
    """Games per pairing and board, rounded up to whole blocks."""
    format: Format = "round-robin"
    seed: int = 0
    time: TimeControl = field(default_factory=TimeControl)
    starts: str | tuple[str, ...] = "random"
    """random: a deal for every block; fixed: one deal for all; balanced: the most even of several deals for every
    block; or positions, which are played in turn."""
    adjudication: Adjudication | None = None
    """None is the default turn limit of the board."""
    patience: float = PATIENCE
    """Hang timeout in seconds, if there is no time limit."""
    name: str = ""

    def __post_init__(self) -> None:
        if not (isinstance(self.games, int) and 1 <= self.games <= 10**7):
            raise TournamentError(f"games: a pairing plays 1 to 10,000,000 games, not {self.games!r:.40}")
        if not (isinstance(self.seed, int) and 0 <= self.seed < 2**63):
            raise TournamentError(f"seed: a whole number from 0 to 2**63 - 1, not {self.seed!r:.40}")
        if not self.name.isprintable():
            raise TournamentError(f"name: must be printable, not {self.name!r:.60}")
        if not 0 < self.patience < 10**7:
            raise TournamentError(f"patience: more than 0 seconds, not {self.patience}")
        if not self.boards:
            raise TournamentError("boards: none given; name a map")
        if isinstance(self.starts, str) and self.starts not in STARTS:
            raise TournamentError(f"starts: {self.starts!r} is none of {', '.join(STARTS)}, nor a list of positions")
        self._require_distinct()
        self._require_players()
        for board in self.boards:
            if isinstance(self.starts, str):
                board.game.start(self.seed)
            else:
                self.positions(board)

    def _require_distinct(self) -> None:
        for what, names in (("agent", [a.alias for a in self.agents]), ("board", [b.key for b in self.boards])):
            twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
            if twice is not None:
                shown = twice if what == "agent" else self.boards[names.index(twice)].name
                raise TournamentError(f"{what} {shown} is there twice")

    def _require_players(self) -> None:
        if len(self.agents) < 2:
            raise TournamentError("agents: a tournament needs two or more")
        for board in self.boards:
            able = self.players(board)
            if len(able) < board.seats:
                family = board.game.rules.family
                who = ", ".join(self.agents[a].alias for a in able) or "none"
                raise TournamentError(
                    f"{board.name} needs {board.seats} agents that play the {family} game, and there are {len(able)} "
                    f"({who}); add agents, or name one twice"
                )
        for at, agent in enumerate(self.agents):
            if not any(at in self.players(board) for board in self.boards):
                raise TournamentError(
                    f"agent {agent.alias} plays no board of this tournament: it is for the "
                    f"{' and '.join(agent.families)} game"
                )

    def players(self, board: Board) -> tuple[int, ...]:
        """The agents that support the family of a board."""
        family = board.game.rules.family
        return tuple(at for at, agent in enumerate(self.agents) if family in agent.families)

    def blocks_per_pairing(self, board: Board) -> int:
        return math.ceil(self.games / len(seatings(board.seats)))

    def positions(self, board: Board) -> tuple[State, ...]:
        """The given starts that are positions of a board."""
        if isinstance(self.starts, str):
            return ()
        found = tuple(state for state in map(parse_position, self.starts) if state.game == board.game)
        if not found:
            raise TournamentError(f"starts: none of the positions is one of {board.name}")
        return found

    def conditions(self) -> dict[str, Any]:
        """Everything except agents, boards and the number of games: what comparable games share."""
        return {
            "seed": self.seed,
            "time": asdict(self.time),
            "starts": self.starts if isinstance(self.starts, str) else list(self.starts),
            "adjudication": None if self.adjudication is None else asdict(self.adjudication),
            "patience": self.patience,
        }


def make_tournament(
    agents: Sequence[str] | Mapping[str, str],
    maps: str | Sequence[str] = (),
    rules: str | Sequence[str] = "soares2025",
    *,
    seats: int = 2,
    boards: Sequence[Board] = (),
    visits: int = 0,
    time: str | TimeControl = "none",
    adjudication: str | Adjudication | None = None,
    **settings: Any,
) -> Tournament:
    """Create a tournament from text. Every map is played under each of the rules that it fits.

    `visits` applies to every searching agent that counts visits and does not set them.
    """
    rule_sets = [rules] if isinstance(rules, str) else list(rules)
    if not boards:
        chosen = [maps] if isinstance(maps, str) else list(maps) or [""]
        boards = [home_board(Board(name, rule, seats)) for rule in rule_sets for name in chosen]
    if isinstance(adjudication, str):
        adjudication = Adjudication.parse(adjudication)
    clock = TimeControl.parse(time) if isinstance(time, str) else time
    return Tournament(contestants(agents, visits), tuple(boards), time=clock, adjudication=adjudication, **settings)


def home_board(board: Board) -> Board:
    """The board with its map named, where that was left to the rules."""
    return board if board.map else replace(board, map=board.game.map.name)
