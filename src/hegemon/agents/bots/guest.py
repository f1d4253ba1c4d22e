"""An agent of this package as a bot: it reads what an engine of the Warlight AI challenges sends, and answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from hegemon import _core
from hegemon._core import Random
from hegemon.agents.base import Agent, Clock, ask, end_game
from hegemon.agents.bots.dialect import NAMES, NO_MOVES, format_orders, read_orders
from hegemon.errors import AgentError, HegemonError
from hegemon.game import (
    HIDDEN,
    HIDDEN_ARMIES,
    NEUTRAL,
    Mark,
    Move,
    Order,
    Pick,
    Plan,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousView,
)
from hegemon.maps import Group, Map

_PICKING, _PLAYING = 0, 1
SHARE = 0.8
"""Of the time that an engine gives, to be on the safe side."""


class Guest:
    """One game of an agent under a foreign engine. `answer` takes the engine's lines one by one."""

    def __init__(self, make: Callable[[], Agent], dialect: int, seed: int = 0, seconds: float | None = None) -> None:
        """`seconds` for a decision, instead of what the engine gives."""
        self._make, self._dialect, self._seed, self._seconds = make, dialect, seed, seconds
        self._seat = 0
        self._increment = 0.0
        self._map = _Lines()
        self._game: SimultaneousGame | None = None
        self._agent: Agent | None = None
        self._turns = -1
        self._owners: list[int] = []
        self._armies: list[int] = []
        self._marks: list[int] = []
        self._picks_each = 3
        self._own_picks = 0
        self._events: tuple[SimultaneousEvent, ...] = ()
        self._moves: tuple[Move, ...] = ()

    def answer(self, line: str) -> str | None:
        """The answer to a line; None if it asks for none. An AgentError says what cannot be understood."""
        try:
            return self._answer(line.split())
        except (ValueError, IndexError, HegemonError) as error:
            raise AgentError(f"{line.strip()[:80]!r}: {error}") from error

    def end(self) -> None:
        """The engine has left: the agent's game is over. The engines do not tell who won."""
        if self._agent is not None:
            end_game(self._agent, None)

    def _answer(self, words: list[str]) -> str | None:
        match words:
            case ["settings", "your_bot", name]:
                self._seat = NAMES.index(name)
            case ["settings", "time_per_move", milliseconds]:
                self._increment = int(milliseconds) / 1000
            case ["settings", "starting_pick_amount", count]:
                self._picks_each = int(count)
            case ["setup_map", "super_regions" | "regions" | "neighbors" as what, *rest]:
                self._map.read(what, rest)
            case ["setup_map", "wastelands", *regions]:
                self._mark(regions, Mark.WASTELAND)
            case ["settings", "starting_regions", *regions]:
                self._mark(regions, Mark.OFFERED)
            case ["setup_map", "opponent_starting_regions", *regions]:
                self._mark(regions, Mark.picked_by(1 - self._seat))
            case ["pick_starting_region" | "pick_starting_regions", milliseconds, *regions]:
                return self._pick(regions, int(milliseconds) / 1000)
            case ["update_map", *seen]:
                self._update(seen)
            case ["opponent_moves", *moves]:
                self._events = self._read_moves(moves)
            case ["go", "place_armies", milliseconds]:
                return self._place(int(milliseconds) / 1000)
            case ["go", "attack/transfer", _]:
                return format_orders(self._moves, self._seat, "attack/transfer")
        return None

    # --- What is known ------------------------------------------------------------------------

    @property
    def game(self) -> SimultaneousGame:
        """The game; the map is complete when it is first needed."""
        if self._game is None:
            self._game = SimultaneousGame(self._map.to_map(), f"warlight{self._dialect}")
            size = len(self._game.map.territories)
            rules = self._game.rules
            self._owners, self._marks = [NEUTRAL] * size, [0] * size
            self._armies = [rules.neutral_armies] * size
        return self._game

    def _mark(self, regions: Sequence[str], mark: int) -> None:
        armies = self.game.rules.wasteland_armies
        for region in map(int, regions):
            self._marks[region - 1] |= mark
            if mark == Mark.WASTELAND:
                self._armies[region - 1] = armies

    def _update(self, seen: Sequence[str]) -> None:
        size = len(self.game.map.territories)
        self._owners, self._armies = [HIDDEN] * size, [HIDDEN_ARMIES] * size
        for region, owner, armies in _rows(seen, 3, "region, owner and armies"):
            self._owners[int(region) - 1] = NAMES.index(owner) if owner in NAMES else NEUTRAL
            self._armies[int(region) - 1] = int(armies)
        self._turns += 1

    def _read_moves(self, words: Sequence[str]) -> tuple[SimultaneousEvent, ...]:
        """Orders of the other seat. What they have done is not told: all moves count as attacks here."""
        other, text = 1 - self._seat, " ".join(words)
        found: list[Order] = []
        size = len(self.game.map.territories)
        for item in text.replace(f" {NAMES[other]} ", f",{NAMES[other]} ").split(","):
            for verb in ("place_armies", "attack/transfer"):
                if f" {verb} " in item:
                    found += read_orders(item, other, verb, size)[0]
        return tuple(
            SimultaneousEvent("attack" if isinstance(o, Move) else "deploy", other, o, o.armies, 0, 0, False, "")
            for o in found
            if not isinstance(o, Pick)
        )

    def _view(self, phase: int, made: int = 0) -> SimultaneousView:
        core = _core.SimultaneousState(
            self._owners, self._armies, self._marks, max(0, self._turns), phase, -1, 0, self._picks_each, made
        )
        return SimultaneousView(self.game, core, self._seat)._tell(lambda: self._events)

    # --- Decisions ----------------------------------------------------------------------------

    def _decide(self, view: SimultaneousView, seconds: float) -> Plan:
        if self._agent is None:
            self._agent = self._make()
            self._agent.begin(self.game, self._seat, Random(self._seed))
        plan = ask(self._agent, view, Clock(self._seconds or seconds))
        if not isinstance(plan, Plan):
            raise AgentError(f"the agent decides {plan!r:.40}, which is no plan")
        return plan

    def _pick(self, regions: Sequence[str], seconds: float) -> str:
        free = [int(region) - 1 for region in regions]
        if self._dialect == 1:
            self._mark(regions, Mark.OFFERED)
            return " ".join(str(pick.territory + 1) for pick in self._picks(seconds))
        for region, mark in enumerate(self._marks):
            if mark & Mark.OFFERED and region not in free and self._owners[region] == NEUTRAL:
                self._own(region, 1 - self._seat)
        turns = [p for p in range(2 * self._picks_each) if (p % 4 in (1, 2)) == bool(self._seat)]
        picked = self._picks(SHARE * seconds / 4, turns[self._own_picks])[0].territory
        self._own(picked, self._seat)
        self._own_picks += 1
        return str(picked + 1)

    def _picks(self, seconds: float, made: int = 0) -> list[Pick]:
        return [order for order in self._decide(self._view(_PICKING, made), seconds) if isinstance(order, Pick)]

    def _own(self, region: int, seat: int) -> None:
        self._owners[region] = seat
        self._armies[region] = self.game.rules.start_armies
        self._marks[region] |= Mark.picked_by(seat)

    def _place(self, seconds: float) -> str:
        """Both kinds of orders are decided at once: the second request is answered with what is left of the plan."""
        most = 2 * self._increment if self._dialect == 2 else math.inf
        plan = self._decide(self._view(_PLAYING), SHARE * min(seconds, max(most, seconds / 10)))
        self._moves = plan.moves
        return format_orders(plan.deploys, self._seat, "place_armies")


class _Lines:
    """The map as an engine sends it. Regions and super regions are numbered from 1, without gaps."""

    def __init__(self) -> None:
        self._bonuses: dict[int, int] = {}
        self._members: dict[int, list[int]] = {}
        self._regions = 0
        self._links: list[tuple[int, int]] = []

    def read(self, what: str, words: Sequence[str]) -> None:
        if what == "neighbors":
            for region, others in _rows(words, 2, "region and neighbours"):
                self._links += [(int(region) - 1, int(other) - 1) for other in others.split(",")]
            return
        for first, second in (map(int, row) for row in _rows(words, 2, "two numbers each")):
            if what == "super_regions":
                self._bonuses[first] = second
            else:
                self._members.setdefault(second, []).append(first - 1)
                self._regions = max(self._regions, first)

    def to_map(self) -> Map:
        groups = (
            Group(f"super region {number}", bonus, tuple(sorted(self._members.get(number, ()))))
            for number, bonus in sorted(self._bonuses.items())
        )
        angles = (2 * math.pi * number / max(1, self._regions) for number in range(self._regions))
        return Map(
            name="challenge",
            territories=tuple(f"region {number + 1}" for number in range(self._regions)),
            links=tuple(self._links),
            groups=tuple(groups),
            positions=tuple((round(math.cos(angle), 3), round(math.sin(angle), 3)) for angle in angles),
        )


def unanswered(line: str) -> str | None:
    """What keeps the engine going where the agent has failed."""
    return NO_MOVES if line.startswith("go ") else None


def _rows(words: Sequence[str], width: int, what: str) -> Iterator[Sequence[str]]:
    """The words in rows of so many; a ValueError if some are missing."""
    if len(words) % width:
        raise ValueError(f"it must go on with {what}, and the last of them are missing")
    return (words[at : at + width] for at in range(0, len(words), width))
