"""Base class of states and views of the classic game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game.classic.actions import Action
from hegemon.game.classic.legal import LegalActions
from hegemon.game.classic.notation import PHASES, format_cells
from hegemon.game.common import Decision, Position
from hegemon.game.convert import read_only, require_random

if TYPE_CHECKING:
    from hegemon.game.classic.game import ClassicGame

_ESCALATING = (4, 6, 8, 10, 12, 15)


class Occupation(NamedTuple):
    """A territory that was just captured, and how many armies may move in."""

    source: int
    target: int
    least: int
    most: int


class ClassicPosition(Position):
    """A position of the classic game: a state, or a seat's view of one."""

    game: ClassicGame
    core: _core.ClassicState

    def __init__(self, game: ClassicGame, core: _core.ClassicState) -> None:
        self.__dict__.update(game=game, core=core)

    @property
    def phase(self) -> str:
        """pick, setup, trade, place, attack, occupy, fortify or over."""
        return PHASES[self.core.phase]

    @property
    def turns(self) -> int:
        """Completed turns, of one seat each."""
        return self.core.turns

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.core.mover

    @property
    def to_place(self) -> int:
        """Armies the mover still has to place."""
        return self.core.to_place

    @property
    def hands(self) -> tuple[int, ...]:
        """Number of cards of each seat."""
        return tuple(self.core.hands)

    @property
    def offered(self) -> tuple[int, ...]:
        return tuple(t for t, owner in enumerate(self.owners) if owner < 0) if self.phase == "pick" else ()

    def income(self, seat: int) -> int:
        self.game.require_seat(seat)
        return self.game.core.income(self.core, seat)

    def cards(self, seat: int) -> tuple[int, ...]:
        """The known cards of a seat: territory numbers, then wildcards."""
        self.game.require_seat(seat)
        return tuple(self.game.core.hand(self.core, seat))

    @property
    def trades(self) -> int:
        """Sets traded so far, by all seats."""
        return self.core.trades

    @property
    def next_set_value(self) -> int | None:
        """Armies for the next set traded by any seat; None if they depend on the set (card_values=fixed)."""
        if self.game.rules.card_values == "fixed":
            return None
        return _ESCALATING[self.trades] if self.trades < 6 else 15 + 5 * (self.trades - 5)

    def set_value(self, cards: Sequence[int]) -> int:
        """Armies for these three cards if traded now, without the bonus on territories; 0 if they are not a set."""
        kinds = [self.game.card_kind(card) for card in cards]
        known = [kind for kind in kinds if kind is not None]
        alike, mixed = len(set(known)) <= 1, len(set(known)) == len(known)
        if len(kinds) != 3 or not (alike or mixed or len(known) < 3):
            return 0
        value = self.next_set_value
        return value if value is not None else 10 if mixed else 4 + 2 * known[0]

    @property
    def conquered(self) -> bool:
        """Whether the mover has captured a territory this turn, which earns a card."""
        return self.core.conquered

    @property
    def occupation(self) -> Occupation | None:
        """In phase occupy: source, target, and how many armies may move in; else None."""
        if self.phase != "occupy":
            return None
        return Occupation(self.core.source, self.core.target, self.core.dice, self.core.committed)

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal actions in a fixed order; empty while chance is pending or after the end."""
        return LegalActions(self.game.core, self.core)

    @property
    def action_count(self) -> int:
        """The number of legal actions, without listing them."""
        return self.game.core.count_actions(self.core)

    @property
    def legal_codes(self) -> NDArray[np.int64]:
        """The codes of the legal actions (see Action.code) in the order of legal_actions; much faster."""
        return read_only(self.game.core.legal_codes(self.core))

    def random_action(self, random: _core.Random) -> Action:
        """A uniformly random legal action, without listing them."""
        require_random(random)
        try:
            return Action.from_core(self.game.core.random_action(self.core, random))
        except ValueError as error:
            raise GameError(str(error)) from None

    def _illegal_reasons(self, seat: int, action: Decision | str) -> tuple[str, ...]:
        self.game.require_seat(seat)
        action = self._action(action)
        if seat != self.mover and self.phase != "over":
            return (f"seat {self.mover} decides, not seat {seat}",)
        why = self._illegal_reason(action)
        return (why,) if why else ()

    def _illegal_reason(self, action: Action) -> str:
        try:
            return self.game.core.illegal_reason(self.core, action.to_core())
        except (ValueError, TypeError):
            return "a number of the action is out of range"

    def cells(self, *, names: bool = False) -> str:
        return format_cells(self.game.seats, self.core, self.game.map if names else None)

    def read(self, text: str) -> Action:
        """Parse an action: territories by number, name or unique abbreviation. ``all`` is the most that the rules allow
        there: ``Alaska+all``, ``Alaska x Kamchatka:all``, ``=all``."""
        return Action.parse(text, self.game.map, all_of=self._all_of)

    def _all_of(self, kind: str, source: int, target: int) -> int:
        actions = [action for action in self.legal_actions if (action.kind, action.dice) == (kind, 0)]
        legal = [action.armies for action in actions if (action.source, action.target) == (source, target)]
        there = int(self.armies[source]) - 1 if 0 <= source < len(self.armies) else 0
        return max(legal, default=max(1, there))  # what is not legal is refused for its real reason

    def _action(self, action: object) -> Action:
        """An action, or the one that a text says."""
        if isinstance(action, str):
            return self.read(action)
        if not isinstance(action, Action):
            raise GameError(f"{action!r:.40} is neither an Action nor text such as 5+3")
        return action
