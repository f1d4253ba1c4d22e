"""A game of the simultaneous family. It creates positions, also from text and from plain lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, NotationError, RulesError
from hegemon.game.common import Game, Told
from hegemon.game.common.owners import NEUTRAL
from hegemon.game.convert import core_fields, core_map, seeded
from hegemon.game.playouts import Playouts, add_up
from hegemon.game.simultaneous.events import CoreEvent, SimultaneousEvent
from hegemon.game.simultaneous.marks import Mark
from hegemon.game.simultaneous.notation import parse_cells
from hegemon.game.simultaneous.orders import Plan
from hegemon.game.simultaneous.state import SimultaneousState
from hegemon.game.simultaneous.view import SimultaneousView
from hegemon.maps import Map, load_map
from hegemon.rules import Rules, SimultaneousRules, home_map, load_rules


class SimultaneousGame(Game, family="simultaneous"):
    """A map with rules of the simultaneous family, for two seats. The default map is the home map of the rules."""

    rules: SimultaneousRules
    core: _core.SimultaneousGame
    layout = ("turns phase", "cells")

    def __init__(
        self,
        map: str | Map | os.PathLike[str] | None = None,
        rules: str | Rules | Mapping[str, object] = "soares2025",
        seats: int = 2,
    ) -> None:
        value = load_rules(rules)
        if not isinstance(value, SimultaneousRules):
            raise RulesError(f"rules {value.name} are not rules of the simultaneous game")
        board = load_map(home_map(value) if map is None else map)
        if seats != 2:
            raise GameError(f"the simultaneous game is for 2 seats, not {seats!r:.40}")
        core = _core.SimultaneousGame(core_map(board), _core.SimultaneousRules(core_fields(value)))
        self.__dict__.update(map=board, rules=value, seats=seats, core=core)

    @property
    def turn_limit(self) -> int:
        return max(100, 2 * len(self.map.territories), self.core.round_cap)

    @property
    def most_orders(self) -> int:
        """Orders that a plan may have: far more than a turn has use for."""
        return self.core.most_orders

    def start(self, seed: int | _core.Random = 0) -> SimultaneousState:
        """The starting position for a seed."""
        random = seed if isinstance(seed, _core.Random) else seeded(seed).stream(0)
        try:
            return SimultaneousState(self, self.core.start(random))
        except ValueError as error:
            raise GameError(f"{self} cannot begin: {error}") from None

    def random_playouts(self, count: int, seed: int = 0, *, cutoff: int = 0, threads: int = 1) -> Playouts:
        """Totals over `count` games between random plans, played by the core.

        Each game is cut off after `cutoff` turns, or after turn_limit with 0. The totals do not depend on the number of
        threads.
        """
        if isinstance(cutoff, bool) or not isinstance(cutoff, int) or not 0 <= cutoff < 2**31:
            raise GameError(f"cutoff is a number of turns, not {cutoff!r:.40}")
        most = cutoff or self.turn_limit
        self.start(0)
        return add_up(count, seed, threads, lambda at, n: self.core.play_random(seed, at, n, most, threads), self.seats)

    def position(
        self, owners: Sequence[int], armies: Sequence[int], *, turns: int = 0, first: int = 0
    ) -> SimultaneousState:
        """A position from plain lists, one entry per territory; an owner is a seat, or -1 (neutral)."""
        n = len(self.map.territories)
        for name, values in (("owners", owners), ("armies", armies)):
            if not isinstance(values, Sequence | np.ndarray):
                raise GameError(f"{name} is a list with one number per territory, not {values!r:.40}")
            if len(values) != n:
                raise GameError(f"{name} has {len(values)} entries, but map {self.map.name} has {n} territories")
        for t, (owner, count) in enumerate(zip(owners, armies, strict=True)):
            if type(owner) is bool or not isinstance(owner, int | np.integer) or owner not in (NEUTRAL, 0, 1):
                raise GameError(f"owners[{t}] is {owner!r}; expected -1 (neutral), 0 or 1")
            if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 0 <= count <= _core.MAX_ARMIES:
                raise GameError(f"armies[{t}] is {count!r}; expected a whole number from 0 to {_core.MAX_ARMIES}")
        try:
            core = _core.SimultaneousState(
                [int(o) for o in owners], [int(a) for a in armies], [0] * n, turns, 1, -1, first, 0, 0
            )
        except (ValueError, TypeError) as error:
            raise GameError(str(error)) from None
        return SimultaneousState(self, self.core.settle(core))

    def picking(self, offered: Iterable[int], picks_each: int, *, wastelands: Iterable[int] = ()) -> SimultaneousState:
        """The start of a game in which each seat picks so many of the offered territories."""
        if self.rules.start != "picks":
            raise GameError(f"rules {self.rules.name} have no pick phase")
        marks, armies = [0] * len(self.map.territories), [self.rules.neutral_armies] * len(self.map.territories)
        for territory in map(self.map.index, offered):
            marks[territory] |= Mark.OFFERED
        for territory in map(self.map.index, wastelands):
            marks[territory] |= Mark.WASTELAND
            armies[territory] = self.rules.wasteland_armies
        if not 1 <= picks_each <= sum(mark == Mark.OFFERED for mark in marks) // 2:
            raise GameError(f"picks_each is {picks_each!r:.40}: each seat picks 1 to half of the offered territories")
        owners = [NEUTRAL] * len(marks)
        return SimultaneousState(self, _core.SimultaneousState(owners, armies, marks, 0, 0, -1, 0, picks_each, 0))

    def state(self, core: _core.SimultaneousState) -> SimultaneousState:
        """A position of this game from a state of the core."""
        return SimultaneousState(self, core)

    def view_from_bytes(self, data: bytes, seat: int, told: Sequence[Told] = ()) -> SimultaneousView:
        core = _core.SimultaneousState.__new__(_core.SimultaneousState)
        core.__setstate__(data)
        events = cast(Sequence[CoreEvent], told)
        return SimultaneousView(self, core, seat)._tell(lambda: tuple(map(SimultaneousEvent.from_core, events)))

    def parse(self, text: str) -> SimultaneousState:
        """Parse a position written by str(state); its map and rules must be those of this game."""
        return self.parse_cells(self.own_cells(text))

    def parse_cells(self, text: str) -> SimultaneousState:
        """Parse the part of a position's text after the rules: ``3 play; a5 .2 b3``."""
        details, _, cells = text.partition(";")
        state = SimultaneousState(self, parse_cells(self.map, details.strip(), cells))
        self._require_consistent(state)
        return state

    def _require_consistent(self, state: SimultaneousState) -> None:
        if state.phase == "pick":
            if self.rules.start != "picks":
                raise NotationError(f"rules {self.rules.name} have no pick phase")
            if state.turns > 0:
                raise NotationError("the pick phase comes before the first turn: its round is 0")
        elif self.core.settle(state.core) != state.core:
            settled = SimultaneousState(self, self.core.settle(state.core))
            raise NotationError(f"the board contradicts the phase {state.phase!r}; it should read: {settled}")

    @property
    def gene_count(self) -> int:
        """Length of a plan's gene vector: one per territory, then one per link and direction."""
        return self.core.gene_count

    def encode(self, plan: Plan) -> NDArray[np.int32]:
        """The plan as genes: armies deployed per territory, then moved per link forward, then backward.

        Orders on the same territory or link are summed, and the order of the moves is lost.
        """
        if not isinstance(plan, Plan):
            raise GameError(f"{plan!r:.40} is no Plan; Plan.parse makes one of text")
        try:
            return self.core.encode(plan.to_core())
        except ValueError as error:
            raise GameError(f"plan {plan}: {error}") from None

    def decode(self, genes: Iterable[int]) -> Plan:
        """The plan of a gene vector: deployments by territory, then the moves in link order."""
        try:
            return Plan.from_core(self.core.decode([int(gene) for gene in genes]))
        except (ValueError, TypeError) as error:
            raise GameError(f"these are not genes of {self.map.name}: {error}") from None

    def __reduce__(self) -> tuple[type[SimultaneousGame], tuple[Map, Rules]]:
        return SimultaneousGame, (self.map, self.rules)
