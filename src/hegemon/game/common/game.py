"""The base class of games, and positions parsed from text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from hegemon import _core
from hegemon.errors import GameError, HegemonError, NotationError
from hegemon.game.common.frozen import Frozen
from hegemon.game.playouts import Playouts
from hegemon.maps import Map
from hegemon.rules import Rules, load_rules, rules_title

if TYPE_CHECKING:
    from hegemon.game.common.position import State, View
    from hegemon.game.common.turn import Told


class Game(Frozen):
    """A map with rules and seats. Equal games have the same topology, rules and number of seats.

    ``Game(map, rules, seats)`` creates a game of the rules' family, a SimultaneousGame or a ClassicGame. The default
    map is the home map of the rules.
    """

    map: Map
    rules: Rules
    seats: int
    layout: ClassVar[tuple[str, ...]]
    """The parts of a position's text after map and rules."""
    families: ClassVar[dict[str, type[Game]]] = {}
    """The class of each family of rules."""

    def __init_subclass__(cls, *, family: str = "", **more: object) -> None:
        super().__init_subclass__(**more)
        if family:
            Game.families[family] = cls

    def __new__(
        cls,
        map: str | Map | os.PathLike[str] | None = None,
        rules: str | Rules | Mapping[str, object] = "soares2025",
        seats: int = 2,
    ) -> Game:
        return super().__new__(Game.families[load_rules(rules).family] if cls is Game else cls)

    def start(self, seed: int | _core.Random = 0) -> State:
        """The starting position for a seed."""
        raise NotImplementedError

    @property
    def turn_limit(self) -> int:
        """The default turn limit of a match."""
        raise NotImplementedError

    def random_playouts(self, count: int, seed: int = 0, *, cutoff: int = 0, threads: int = 1) -> Playouts:
        """Totals over this many random games, played by the core."""
        raise NotImplementedError

    def parse(self, text: str) -> State:
        """Parse a position written by str(state); its map and rules must be those of this game."""
        return self.parse_cells(self.own_cells(text))

    def parse_cells(self, text: str) -> State:
        """Parse a position without its map and rules, as in records."""
        raise NotImplementedError

    def view_from_bytes(self, data: bytes, seat: int, told: Sequence[Told] = ()) -> View:
        """The view that View.to_bytes wrote, with what its seat was told, as Turn.told writes it."""
        raise NotImplementedError

    def own_cells(self, text: str) -> str:
        """The part of a position's text that parse_cells reads; raises an error for another map or other rules."""
        map_name, rules, cells = _split_position(text, self.layout)
        if map_name != self.map.name or load_rules(rules) != self.rules:
            raise NotationError(f"the position is for {map_name} with {rules}, not for {self}")
        return cells

    @classmethod
    def seats_in(cls, cells: str) -> int:
        """The number of seats of a position, from its text without map and rules."""
        return 2

    def require_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
            raise GameError(f"there is no seat {seat!r:.40}; the seats are 0 to {self.seats - 1}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, Rules, int]:
        return self.map.hash, self.rules, self.seats

    def __str__(self) -> str:
        return f"{rules_title(self.rules)} on {self.map.name}"

    def __repr__(self) -> str:
        return f"<Game {self}, {self.seats} seats>"


GameKey: TypeAlias = tuple[str, str, int]
"""The map, the rules and the seats of a position as its text has them."""


def parse_position(
    text: str,
    map: str | Map | os.PathLike[str] | None = None,
    *,
    games: dict[GameKey, Game] | None = None,
) -> State:
    """Parse a position. Its map is one of the catalogue or a generated one; give your own maps as `map`.

    `games` keeps the games of positions with this `map`: those that follow are read much faster.
    """
    if not isinstance(text, str):
        raise NotationError(f"a position is text, not {text!r:.40}")
    for key, cells in _keys(text) if games else ():
        if games and key in games:
            return games[key].parse_cells(cells)
    family = next((game for name, game in Game.families.items() if _family_of(text, game.layout) == name), None)
    family = family or Game.families["simultaneous"]
    map_name, rules, cells = _split_position(text, family.layout)
    seats = family.seats_in(cells)
    game = family(map_name if map is None else map, rules, seats)
    state = game.parse_cells(cells) if map is None else game.parse(text)
    if games is not None:
        games[map_name, rules, seats] = game
    return state


def _keys(text: str) -> Iterator[tuple[GameKey, str]]:
    """How a text reads as a position of each family: the game, and the rest."""
    for family in Game.families.values():
        with suppress(HegemonError):
            map_name, rules, cells = _split_position(text, family.layout)
            yield (map_name, rules, family.seats_in(cells)), cells


def _family_of(text: str, layout: Sequence[str]) -> str:
    """The family of the rules in a position's text, if it has this layout; else an empty string."""
    try:
        return load_rules(_split_position(text, layout)[1]).family
    except HegemonError:
        return ""


def _split_position(text: str, layout: Sequence[str]) -> tuple[str, str, str]:
    """Map name, rules spec and the rest of a position's text. A map's name may contain a semicolon."""
    if not isinstance(text, str):
        raise NotationError(f"a position is text, not {text!r:.40}")
    parts = [part.strip() for part in text.strip().rsplit(";", 1 + len(layout))]
    if len(parts) != 2 + len(layout):
        raise NotationError(f"{text[:60]!r} is not a position; write: map; rules; {'; '.join(layout)}")
    return parts[0], parts[1], "; ".join(parts[2:])
