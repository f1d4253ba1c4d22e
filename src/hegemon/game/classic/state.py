"""The classic dice game: 2 to 6 seats, one decision after the other, chance in between."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon.errors import GameError, IllegalActionError, RulesError
from hegemon.game.base import (
    AnyBoard,
    AnyGame,
    AnyState,
    AnyTurn,
    AnyView,
    Events,
    Result,
    core_fields,
    core_map,
    read_only,
    seeded,
)
from hegemon.game.classic.actions import Action
from hegemon.game.classic.illegal import why_illegal
from hegemon.game.classic.notation import PHASES, format_cells, parse_cells
from hegemon.game.classic.positions import make_position
from hegemon.game.playouts import Playouts, add_up
from hegemon.maps import Map, load_map
from hegemon.rules import ClassicRules, Rules, home_map, load_rules

CHANCES = ("", "roll", "blitz", "draw")
_ESCALATING = (4, 6, 8, 10, 12, 15)


class Occupation(NamedTuple):
    """A territory that has just been taken: so many armies may move in."""

    source: int
    target: int
    least: int
    most: int


class ClassicGame(AnyGame):
    """A map with rules of the classic family, for 2 to 6 seats. Without a map, the rules' home map."""

    rules: ClassicRules
    core: _core.ClassicGame
    layout = ("phase details", "cells", "cards")

    def __init__(
        self,
        map: str | Map | os.PathLike[str] | None = None,
        rules: str | Rules | Mapping[str, Any] = "classic",
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
        """Turns of one seat each: 100 a seat, or two a territory if that is more."""
        return self.seats * max(100, 2 * len(self.map.territories))

    def start(self, seed: int | _core.Random = 0) -> ClassicState:
        random = seed if isinstance(seed, _core.Random) else seeded(seed).stream(0)
        return ClassicState(self, self.core.start(random))

    def parse(self, text: str) -> ClassicState:
        """Read a position written by str(state); its map and rules must be this game's."""
        return self.parse_cells(self.own_cells(text))

    def parse_cells(self, text: str) -> ClassicState:
        return ClassicState(self, parse_cells(self.map, self.seats, self.core, text))

    def random_playouts(self, count: int, seed: int = 0, *, cutoff: int = 0, threads: int = 1) -> Playouts:
        """Totals over so many games of uniform random decisions, played by the core.

        Each is cut off after `cutoff` decisions; with 0 it is played to its end, or to 10,000 decisions where the rules
        have no cap of their own. The totals do not depend on the number of threads.
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
        """A position from plain lists, one entry per territory; see classic_positions.make_position."""
        core = make_position(
            self.core, self.map, self.rules, self.seats, owners, armies, mover, phase, to_place, cards, more
        )
        return ClassicState(self, core)

    def card_kind(self, card: int) -> int | None:
        """The kind of a card, 0 to 2, or None for a wildcard. Three of a kind or one of each are a set."""
        if isinstance(card, bool) or not isinstance(card, int | np.integer) or not 0 <= card < self.core.cards:
            raise GameError(f"there is no card {card!r:.40}; {self} has the cards 0 to {self.core.cards - 1}")
        return int(card) % 3 if card < len(self.map.territories) else None

    def __reduce__(self) -> tuple[type[ClassicGame], tuple[Map, ClassicRules, int]]:
        return ClassicGame, (self.map, self.rules, self.seats)


class ClassicBoard(AnyBoard):
    """A board of the classic game: a position, or a seat's view of one."""

    game: ClassicGame
    core: _core.ClassicState

    def __init__(self, game: ClassicGame, core: _core.ClassicState) -> None:
        self.__dict__.update(game=game, core=core)

    @property
    def phase(self) -> str:
        """pick, setup, trade, place, attack, occupy, fortify or over."""
        return PHASES[self.core.phase]

    @property
    def round(self) -> int:
        """Turns of one seat each, completed."""
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
        """Number of cards each seat holds."""
        return tuple(self.core.hands)

    @property
    def offered(self) -> tuple[int, ...]:
        return tuple(t for t, owner in enumerate(self.owners) if owner < 0) if self.phase == "pick" else ()

    def income(self, seat: int) -> int:
        self.game.require_seat(seat)
        return self.game.core.income(self.core, seat)

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards a seat holds, as far as they are known here: a territory's number, then the wildcards."""
        self.game.require_seat(seat)
        return tuple(self.game.core.hand(self.core, seat))

    @property
    def trades(self) -> int:
        """Sets traded so far, by all seats."""
        return self.core.trades

    @property
    def next_set_value(self) -> int | None:
        """Armies for the next set that anybody trades; None where that depends on the set (card_values=fixed)."""
        if self.game.rules.card_values == "fixed":
            return None
        return _ESCALATING[self.trades] if self.trades < 6 else 15 + 5 * (self.trades - 5)

    def set_value(self, cards: Sequence[int]) -> int:
        """Armies for these three cards if they were traded now, without those on shown territories; 0 if no set."""
        kinds = [self.game.card_kind(card) for card in cards]
        known = [kind for kind in kinds if kind is not None]
        alike, mixed = len(set(known)) <= 1, len(set(known)) == len(known)
        if len(kinds) != 3 or not (alike or mixed or len(known) < 3):
            return 0
        value = self.next_set_value
        return value if value is not None else 10 if mixed else 4 + 2 * known[0]

    @property
    def conquered(self) -> bool:
        """Whether the mover has taken a territory this turn: where there are cards, that earns one."""
        return self.core.conquered

    @property
    def occupation(self) -> Occupation | None:
        """In phase occupy: from where, into what, and how many armies may move in; else None."""
        if self.phase != "occupy":
            return None
        return Occupation(self.core.source, self.core.target, self.core.dice, self.core.committed)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that may be decided now, in a fixed order; nothing while chance is pending or after the end."""
        return tuple(map(Action.from_core, self.game.core.legal_actions(self.core)))

    @property
    def action_count(self) -> int:
        """How many legal actions there are, without listing them."""
        return self.game.core.count_actions(self.core)

    @property
    def legal_codes(self) -> NDArray[np.int64]:
        """The codes of the legal actions (see Action.code) in the order of legal_actions: much faster to make."""
        return read_only(self.game.core.legal_codes(self.core))

    def random_action(self, random: _core.Random) -> Action:
        """One of the legal actions, uniformly, without listing them."""
        if not isinstance(random, _core.Random):
            raise GameError(f"a random action needs a hegemon.Random, not {type(random).__name__}")
        try:
            return Action.from_core(self.game.core.random_action(self.core, random))
        except ValueError as error:
            raise GameError(str(error)) from None

    def refusal(self, action: Action) -> str:
        """Why an action may not be taken now, or nothing if it may."""
        _require_action(action)
        try:
            self.game.core.require_legal(self.core, action.to_core())
        except (ValueError, TypeError, KeyError):
            return why_illegal(self, action)
        return ""

    def cells(self) -> str:
        return format_cells(self.game.seats, self.core)


class ClassicState(ClassicBoard, AnyState):
    """A position: somebody's decision, or chance, or the end."""

    @property
    def deciders(self) -> tuple[int, ...]:
        return () if self.phase == "over" or self.core.chance else (self.core.mover,)

    @property
    def starter(self) -> int:
        return self.core.starter

    @property
    def chance(self) -> str:
        """The chance that is pending: roll, blitz, draw, or nothing."""
        return CHANCES[self.core.chance]

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The pending chance: (outcome, probability). A roll's outcome is the armies the attacker loses; a blitz's is
        numbered as in battle_odds; a draw's is the card."""
        return tuple(self.game.core.outcomes(self.core))

    @property
    def result(self) -> Result | None:
        if self.phase != "over":
            return None
        alone = len(set(self.owners.tolist())) == 1
        return Result(self.core.winner if self.core.winner >= 0 else None, "conquest" if alone else "cap")

    @property
    def returns(self) -> tuple[float, ...]:
        """The value for each seat once over, else zeros; they sum to zero."""
        return self.result.returns_of(self.game.seats) if self.result else (0.0,) * self.game.seats

    def apply(self, action: Action) -> ClassicState:
        """The position after a decision; chance may be pending then."""
        _require_action(action)
        if self.chance:
            raise GameError(f"a {self.chance} is pending: apply_outcome or sample comes first")
        try:
            return ClassicState(self.game, self.game.core.apply(self.core, action.to_core()))
        except (ValueError, TypeError):
            why = self.refusal(action)
            raise IllegalActionError(f"{action} in phase {self.phase} of seat {self.mover}: {why}") from None

    def apply_outcome(self, outcome: int) -> ClassicState:
        """The position after chance has decided."""
        if not self.chance:
            raise GameError("no chance is pending")
        if isinstance(outcome, bool) or not isinstance(outcome, int | np.integer):
            raise GameError(f"an outcome is a whole number, not {outcome!r:.40}")
        try:
            return ClassicState(self.game, self.game.core.apply_outcome(self.core, outcome))
        except (ValueError, TypeError) as error:
            raise GameError(f"{error}; a {self.chance} is pending, see outcomes") from None

    def sample(self, random: _core.Random) -> int:
        """An outcome of the pending chance, drawn with its probability."""
        try:
            return self.game.core.sample(self.core, random)
        except ValueError as error:
            raise GameError(str(error)) from None

    def step(self, action: Action, chance: _core.Random | Sequence[int]) -> ClassicTurn:
        """A decision and all the chance that follows it."""
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
            raise GameError("more chance outcomes recorded than the step has")
        return ClassicTurn(state, tuple(tape), (ClassicEvent(self.mover, action, tuple(tape), tuple(kinds)),))

    def advance(self, decisions: Sequence[Action | None], chance: _core.Random | Sequence[int]) -> ClassicTurn:
        if len(decisions) != self.game.seats:
            raise GameError(f"one decision per seat is needed, {self.game.seats} in all, not {len(decisions)}")
        if not self.deciders:
            raise GameError("nobody has anything to decide")
        action = decisions[self.mover]
        if action is None:
            raise IllegalActionError(f"seat {self.mover} must decide")
        return self.step(action, chance)

    def objections(self, seat: int, decision: object) -> Sequence[object]:
        if not isinstance(decision, Action):
            return (f"{type(decision).__name__} instead of an Action",)
        try:
            self.apply(decision)
        except IllegalActionError as error:
            return (str(error),)
        return ()

    def view(self, seat: int, events: Events = ()) -> ClassicView:
        self.game.require_seat(seat)
        return ClassicView(self.game, self.game.core.view(self.core, seat), seat, events)

    def read(self, text: str) -> Action:
        return Action.parse(text)

    def copy(self) -> ClassicState:
        return ClassicState(self.game, self.core.copy())

    def __reduce__(self) -> tuple[Any, tuple[ClassicGame, bytes]]:
        return _from_bytes, (self.game, self.core.to_bytes())


class ClassicView(ClassicBoard, AnyView):
    """What one seat may know: everything but the others' cards and the deck."""

    decision = "action"

    def __init__(self, game: ClassicGame, core: _core.ClassicState, seat: int, events: Events = ()) -> None:
        super().__init__(game, core)
        hides = game.rules.hides
        self._sees(seat, events, lambda all: tuple(event.told(seat) if hides else event for event in all))

    def ask(self, agent: Any, clock: Any) -> Any:
        return agent.act(self, clock)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that the seat may decide now; nothing if it is another's decision."""
        return super().legal_actions if self.seat == self.mover else ()

    @property
    def action_count(self) -> int:
        return super().action_count if self.seat == self.mover else 0

    @property
    def legal_codes(self) -> NDArray[np.int64]:
        return super().legal_codes if self.seat == self.mover else read_only(np.zeros(0, np.int64))

    def random_action(self, random: _core.Random) -> Action:
        """One of the legal actions, uniformly, without listing them."""
        if self.phase != "over" and self.seat != self.mover:
            raise GameError(f"this is the view of seat {self.seat}, but seat {self.mover} decides")
        return super().random_action(random)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self}>"

    @property
    def state(self) -> ClassicState:
        """The whole position, where the rules hide nothing; else use determinize."""
        if self.game.rules.hides:
            raise GameError(f"rules {self.game.rules.name} hide cards: use determinize, or open_hands=true")
        return ClassicState(self.game, self.core)

    def determinize(self, random: _core.Random) -> ClassicState:
        """A whole position that fits this view: the hidden cards dealt at random."""
        return ClassicState(self.game, self.game.core.determinize(self.core, random))


@dataclass(frozen=True, slots=True)
class ClassicEvent:
    """A decision and the chance outcomes that followed it."""

    seat: int
    action: Action
    chance: tuple[int, ...]
    """The outcomes; of a card that another seat drew, an agent is told -1 where hands are hidden."""
    kinds: tuple[str, ...] = ()
    """What each outcome decided: roll, blitz or draw."""

    def told(self, seat: int) -> ClassicEvent:
        """What a seat is told where hands are hidden: that another one drew a card, but not which."""
        if seat == self.seat or "draw" not in self.kinds:
            return self
        known = (-1 if kind == "draw" else outcome for kind, outcome in zip(self.kinds, self.chance, strict=True))
        return replace(self, chance=tuple(known))


@dataclass(frozen=True)
class ClassicTurn(AnyTurn):
    """One decision with its chance: the next position, the outcomes that replay it, and what happened."""

    state: ClassicState
    events: tuple[ClassicEvent, ...]


def _require_action(action: object) -> None:
    if not isinstance(action, Action):
        hint = "; read text with Action.parse" if isinstance(action, str) else ""
        raise GameError(f"{action!r:.40} is not an Action{hint}")


def _from_bytes(game: ClassicGame, data: bytes) -> ClassicState:
    return ClassicState(game, game.core.from_bytes(data))
