"""A game of the classic family: 2 to 6 seats, one decision after the other, chance in between."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import numpy as np

from hegemon import _core
from hegemon.errors import GameError, NotationError, RulesError
from hegemon.game.classic.events import ClassicEvent
from hegemon.game.classic.notation import parse_cells, seats_in
from hegemon.game.classic.positions import make_position
from hegemon.game.classic.state import ClassicState
from hegemon.game.classic.view import ClassicView
from hegemon.game.common import Game, Told
from hegemon.game.convert import core_fields, core_map, seeded
from hegemon.game.playouts import Playouts, add_up
from hegemon.maps import Map, load_map
from hegemon.rules import ClassicRules, Rules, home_map, load_rules


class ClassicGame(Game, family="classic"):
    """A map with rules of the classic family, for 2 to 6 seats. The default map is the home map of the rules."""

    rules: ClassicRules
    core: _core.ClassicGame
    layout = ("phase details", "cells", "cards")

    def __init__(
        self,
        map: str | Map | os.PathLike[str] | None = None,
        rules: str | Rules | Mapping[str, object] = "classic",
        seats: int = 2,
    ) -> None:
        value = load_rules(rules, "classic")
        if not isinstance(value, ClassicRules):
            raise RulesError(f"rules {value.name} are not rules of the classic game")
        board = load_map(home_map(value) if map is None else map)
        if isinstance(seats, bool) or not isinstance(seats, int | np.integer):
            raise GameError(f"seats is a whole number from 2 to 6, not {seats!r:.40}")
        try:
            core = _core.ClassicGame(core_map(board), _core.ClassicRules(core_fields(value)), seats)
        except (ValueError, TypeError) as error:
            raise GameError(f"{value.name} on {board.name}: {error}") from None
        self.__dict__.update(map=board, rules=value, seats=seats, core=core)

    @property
    def turn_limit(self) -> int:
        """Turns of one seat each: 100 per seat, or two per territory if that is more."""
        return self.seats * max(100, 2 * len(self.map.territories))

    def start(self, seed: int | _core.Random = 0) -> ClassicState:
        random = seed if isinstance(seed, _core.Random) else seeded(seed).stream(0)
        return ClassicState(self, self.core.start(random))

    def state(self, core: _core.ClassicState) -> ClassicState:
        """A position of this game from a state of the core."""
        return ClassicState(self, core)

    def view_from_bytes(self, data: bytes, seat: int, told: Sequence[Told] = ()) -> ClassicView:
        view = ClassicView(self, self.core.from_bytes(data), seat)
        return view._tell(lambda: tuple(map(ClassicEvent.from_told, told)))

    def parse(self, text: str) -> ClassicState:
        """Parse a position written by str(state); its map and rules must be those of this game."""
        return self.parse_cells(self.own_cells(text))

    def parse_cells(self, text: str) -> ClassicState:
        return ClassicState(self, parse_cells(self.map, self.seats, self.core, text))

    @classmethod
    def seats_in(cls, cells: str) -> int:
        seats = seats_in(cells)
        if seats is None:
            raise NotationError("a position of the classic game needs the number of seats, e.g. attack seats=2")
        return seats

    def random_playouts(self, count: int, seed: int = 0, *, cutoff: int = 0, threads: int = 1) -> Playouts:
        """Totals over `count` games of uniform random decisions, played by the core.

        Each game is cut off after `cutoff` decisions; 0 plays it to its end, or to 10,000 decisions if the rules have
        no cap. The totals do not depend on the number of threads.
        """
        if isinstance(cutoff, bool) or not isinstance(cutoff, int) or not 0 <= cutoff < 2**31:
            raise GameError(f"cutoff is a number of decisions, not {cutoff!r:.40}")
        endless = not (self.rules.turn_cap or self.rules.decision_cap)
        most = cutoff or (10_000 if endless else 0)
        return add_up(count, seed, threads, lambda at, n: self.core.play_random(seed, at, n, most, threads), self.seats)

    def position(
        self,
        owners: Sequence[int],
        armies: Sequence[int],
        *,
        mover: int = 0,
        phase: str = "attack",
        to_place: int | None = None,
        cards: Sequence[Sequence[int]] = (),
        **more: int,
    ) -> ClassicState:
        """A position from plain lists, one entry per territory; see positions.make_position."""
        core = make_position(
            self.core, self.map, self.rules, self.seats, owners, armies, mover, phase, to_place, cards, more
        )
        return ClassicState(self, core)

    def card_kind(self, card: int) -> int | None:
        """The kind of a card, 0 to 2, or None for a wildcard. Three of a kind or one of each are a set."""
        if isinstance(card, bool) or not isinstance(card, int | np.integer) or not 0 <= card < self.core.cards:
            raise GameError(f"there is no card {card!r:.40}; {self} has the cards 0 to {self.core.cards - 1}")
        return self.map.card_kind(int(card)) if card < len(self.map.territories) else None

    def __reduce__(self) -> tuple[type[ClassicGame], tuple[Map, ClassicRules, int]]:
        return ClassicGame, (self.map, self.rules, self.seats)
