"""The legal actions of a position as a sequence that is made on demand: choosing one does not list them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from hegemon import _core
from hegemon.game.classic.actions import Action


class LegalActions(Sequence[Action]):
    """What may be decided, in a fixed order. Equal to a tuple of the same actions."""

    __slots__ = ("_all", "_codes", "_core", "_game")

    def __init__(self, game: _core.ClassicGame, core: _core.ClassicState) -> None:
        self._game, self._core = game, core
        self._codes = game.legal_codes(core)
        self._all: tuple[Action, ...] | None = None

    def _listed(self) -> tuple[Action, ...]:
        if self._all is None:
            self._all = tuple(map(Action.from_core, self._game.legal_actions(self._core)))
        return self._all

    def __len__(self) -> int:
        return len(self._codes)

    def __bool__(self) -> bool:
        return len(self._codes) > 0

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return self._listed()[index]
        return Action.from_code(int(self._codes[index]))

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed())

    def __contains__(self, action: object) -> bool:
        return action in self._listed()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalActions):
            return self._listed() == other._listed()
        return self._listed() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._listed())

    def __repr__(self) -> str:
        return repr(self._listed())

    def __reduce__(self) -> tuple[type[tuple[Action, ...]], tuple[tuple[Action, ...]]]:
        return tuple, (self._listed(),)
