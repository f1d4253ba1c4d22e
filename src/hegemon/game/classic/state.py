"""Full positions of the classic game: decisions, pending chance, or the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hegemon import _core
from hegemon.errors import GameError, IllegalActionError
from hegemon.game.classic.actions import Action
from hegemon.game.classic.events import ClassicEvent, ClassicTurn
from hegemon.game.classic.position import ClassicPosition
from hegemon.game.classic.view import ClassicView
from hegemon.game.common import Decision, Events, State
from hegemon.game.result import Result

if TYPE_CHECKING:
    from hegemon.game.classic.game import ClassicGame

CHANCES = ("", "roll", "blitz", "draw")


class ClassicState(ClassicPosition, State):
    """A full position: a decision, pending chance, or the end."""

    decision = Action

    @property
    def deciders(self) -> tuple[int, ...]:
        return () if self.phase == "over" or self.core.chance else (self.core.mover,)

    @property
    def starter(self) -> int:
        return self.core.starter

    @property
    def chance(self) -> str:
        """The pending chance: roll, blitz, draw, or an empty string."""
        return CHANCES[self.core.chance]

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """(outcome, probability) of the pending chance. The outcome of a roll is the armies that the attacker loses;
        that of a blitz is numbered as in battle_odds; that of a draw is the card."""
        try:
            return tuple(self.game.core.outcomes(self.core))
        except ValueError as error:
            raise GameError(str(error)) from None

    @property
    def result(self) -> Result | None:
        if self.phase != "over":
            return None
        alone = len(set(self.owners.tolist())) == 1
        winner = self.core.winner if self.core.winner >= 0 else None
        return Result(winner, "conquest" if alone else "cap", seats=self.game.seats)

    def illegal_reasons(self, seat: int, decision: Decision | str) -> tuple[str, ...]:
        """Why the seat may not take an action now; empty if it may."""
        return self._illegal_reasons(seat, decision)

    def apply(self, action: Action | str) -> ClassicState:
        """The position after a decision; chance may be pending."""
        action = self._action(action)
        if self.chance:
            raise GameError(f"a {self.chance} is pending: call apply_outcome first")
        try:
            return ClassicState(self.game, self.game.core.apply(self.core, action.to_core()))
        except (ValueError, TypeError) as error:
            why = error if isinstance(error, ValueError) else "a number of the action is out of range"
            reason = f"{action} in phase {self.phase} of seat {self.mover}: {why}"
            raise IllegalActionError(reason, self.mover, (reason,)) from None

    def apply_outcome(self, outcome: int) -> ClassicState:
        """The position after an outcome of the pending chance."""
        if not self.chance:
            raise GameError("no chance is pending")
        if isinstance(outcome, bool) or not isinstance(outcome, int | np.integer):
            raise GameError(f"an outcome is a whole number, not {outcome!r:.40}")
        try:
            return ClassicState(self.game, self.game.core.apply_outcome(self.core, outcome))
        except (ValueError, TypeError) as error:
            raise GameError(f"{error}; a {self.chance} is pending, see outcomes") from None

    def sample(self, random: _core.Random) -> int:
        """Sample an outcome of the pending chance."""
        try:
            return self.game.core.sample(self.core, random)
        except ValueError as error:
            raise GameError(str(error)) from None

    def step(self, action: Action | str, chance: _core.Random | Sequence[int]) -> ClassicTurn:
        """Play a decision and the chance that follows it."""
        action = self._action(action)
        state, tape, kinds = self.apply(action), [], []
        if not isinstance(chance, _core.Random | Sequence):
            raise GameError(f"chance is a hegemon.Random or a list of outcomes, not {chance!r:.40}")
        given = None if isinstance(chance, _core.Random) else list(chance)
        while state.chance:
            if given is None:
                assert isinstance(chance, _core.Random)
                outcome = state.sample(chance)
            elif given:
                outcome = given.pop(0)
            else:
                raise GameError("the recorded chance outcomes end too early")
            tape.append(outcome)
            kinds.append(state.chance)
            state = state.apply_outcome(outcome)
        if given:
            raise GameError("more chance outcomes are recorded than the step has")
        return ClassicTurn(state, tuple(tape), ClassicEvent(self.mover, action, tuple(tape), tuple(kinds)))

    def advance(self, decisions: Sequence[Decision | str | None], chance: _core.Random | Sequence[int]) -> ClassicTurn:
        if isinstance(decisions, str) or not isinstance(decisions, Sequence):
            raise GameError(f"decisions are given as a list, one per seat, then chance; not as {decisions!r:.40}")
        if len(decisions) != self.game.seats:
            raise GameError(f"one decision per seat is needed, {self.game.seats} in all, not {len(decisions)}")
        if not self.deciders:
            raise GameError("no seat has a decision to make")
        action = decisions[self.mover]
        if action is None:
            reason = f"seat {self.mover} must decide"
            raise IllegalActionError(reason, self.mover, (reason,))
        return self.step(self._action(action), chance)

    def view(self, seat: int, events: Events = ()) -> ClassicView:
        self.game.require_seat(seat)
        return ClassicView(self.game, self.game.core.view(self.core, seat), int(seat), events)

    def copy(self) -> ClassicState:
        return ClassicState(self.game, self.core.copy())

    def __reduce__(self) -> tuple[Callable[[ClassicGame, bytes], ClassicState], tuple[ClassicGame, bytes]]:
        return _from_bytes, (self.game, self.core.to_bytes())


def _from_bytes(game: ClassicGame, data: bytes) -> ClassicState:
    return ClassicState(game, game.core.from_bytes(data))
