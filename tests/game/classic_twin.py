"""One classic game in the compiled core and in the reference engine, side by side: any difference is an assertion."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from hegemon import _core
from hegemon._core import ClassicState
from hegemon._fields import Range
from hegemon.maps import Map, load_map
from hegemon.rules.classic import ClassicRules
from tests.reference_engine import classic as reference
from tests.reference_engine.classic import AWAY, DECK, RefState
from tests.reference_engine.classic_basics import Phase, armies_of
from tests.reference_engine.classic_cards import card_count

FastAction: TypeAlias = tuple[int, int, int, int, int, int]  # kind, dice, source, target, third, armies

PHASES = get_args(Phase)
IN_DECK, DISCARDED, HIDDEN, NO_COPY = 254, 253, 252, 251
HOLDERS = {IN_DECK: DECK, DISCARDED: AWAY, NO_COPY: AWAY} | {seat: seat for seat in range(6)}

EXACT_UP_TO = 900  # attackers times defenders: fractions of larger battles take too long
MANY_ARMIES = 250  # on one territory: where a game is given up


# --- Building games -----------------------------------------------------------------------------------------------


@cache
def core_map(map: str | Map) -> _core.Map:
    board = load_map(map)
    groups = [(group.value, group.members) for group in board.groups]
    return _core.Map(len(board.territories), board.links, groups, board.card_kinds)


def core_game(map: str | Map, rules: ClassicRules, seats: int) -> _core.ClassicGame:
    fields = {k: v for k, v in rules.to_json().items() if k not in ("family", "name", "version")}
    return _core.ClassicGame(core_map(map), _core.ClassicRules(fields), seats)


_LARGEST = {  # where half a dozen is too little, or the whole range too much for exact odds
    "army_cap": 80,
    "decision_cap": 150,
    "income_divisor": 8,
    "pool": 60,
    "pool_of_two": 40,
    "trade_at": 8,
    "turn_cap": 40,
    "wildcards": 20,
}


def any_rules(rng: random.Random) -> ClassicRules:
    """Rules with every field drawn from what its type hint allows; numbers stay small, half keep their default."""
    changes: dict[str, Any] = {}
    for name, hint in get_type_hints(ClassicRules, include_extras=True).items():
        kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if get_origin(kind) is Literal:
            changes[name] = rng.choice(get_args(kind))
        elif kind is bool:
            changes[name] = rng.random() < 0.5
        elif kind is int and notes and rng.random() < 0.5:
            limits = next(note for note in notes if isinstance(note, Range))
            changes[name] = rng.randint(int(limits.low), min(int(limits.high), _LARGEST.get(name, 6)))
    return ClassicRules(**changes)


# --- Translations -------------------------------------------------------------------------------------------------


def fast_action(action: reference.Action) -> FastAction:
    """An action of the reference as the core writes it."""
    match action:
        case ("pick", territory):
            return (1, 0, territory, 0, 0, 1)
        case ("place", territory, armies):
            return (2, 0, territory, 0, 0, armies)
        case ("trade", first, second, third, bonus):
            return (3, 0, first, second, third, bonus)
        case ("attack", source, target, armies, dice):
            return (4, dice, source, target, 0, armies)
        case ("occupy", armies):
            return (5, 0, 0, 0, 0, armies)
        case ("fortify", source, target, armies):
            return (6, 0, source, target, 0, armies)
    return (0, 0, 0, 0, 0, 0)


def copies_of(cards: Sequence[int], count: int) -> list[list[int]]:
    """Who holds the copies of each card; which copy is whose does not matter."""
    return [sorted(cards[card::count]) for card in range(count)] if cards else []


HEAD = "phase chance turns round decisions to_place committed source target trades attacks fortifies mover starter"
HEAD += " winner dice conquered mid_trade"


def changed(core: _core.ClassicGame, state: ClassicState, **changes: Any) -> ClassicState:
    """The position made anew from its parts, some of them changed."""
    parts = {part: getattr(state, part).tolist() for part in ("owners", "armies", "movable", "cards")}
    head = {part: int(getattr(state, part)) for part in HEAD.split()}
    for name, value in changes.items():
        (head if name in head else parts)[name] = value
    return core.make(**parts, pool=state.pool, head=head)


class Copying(random.Random):
    """Chance for the reference's start that brings about what the core dealt."""

    def __init__(self, state: ClassicState, deal_armies: int, seats: int) -> None:
        super().__init__(0)
        self.starter, self.seats = state.starter, seats
        self.owners = state.owners.tolist()
        self.extra = [armies - deal_armies for armies in state.armies.tolist()]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert start == self.seats
        return self.starter

    def shuffle(self, x: MutableSequence[Any]) -> None:
        land = [[t for t, owner in enumerate(self.owners) if owner == seat] for seat in range(self.seats)]
        x[:] = [land[place % self.seats][place // self.seats] for place in range(len(x))]

    def choice(self, seq: Any) -> Any:
        territory = next(t for t in seq if self.extra[t] > 0)
        self.extra[territory] -= 1
        return territory


# --- The game -----------------------------------------------------------------------------------------------------


class Twin:
    """A classic game that is played decision by decision in both engines."""

    def __init__(self, map: str | Map, rules: ClassicRules, seats: int, seed: int, *, cards: bool = False) -> None:
        """With `cards` the seats begin with some in their hands."""
        self.map: Map = load_map(map)
        self.rules, self.seats = rules, seats
        self.core = core_game(map, rules, seats)
        self.random, self.rng = _core.Random(seed), random.Random(seed)
        self.cards = cards
        self.decisions = self.setup = 0
        self.seen: Counter[str] = Counter()
        self.start()

    def start(self) -> None:
        self.fast = self.core.start(self.random)
        copying = Copying(self.fast, self.rules.deal_armies, self.seats)
        self.slow = reference.start(self.map, self.rules, self.seats, copying)
        if self.cards:
            places = self.fast.cards.tolist()
            for slot in self.rng.sample(range(len(places)), self.rng.randint(0, len(places))):
                if places[slot] == IN_DECK:
                    places[slot] = self.slow.cards[slot] = self.rng.randrange(self.seats)
            self.fast = changed(self.core, self.fast, cards=places)
        self.compare()

    @property
    def done(self) -> bool:
        return self.slow.phase == "over" or max(self.slow.armies) > MANY_ARMIES

    def play(self, decisions: int) -> None:
        """Games until so many decisions were taken outside the setup, or three times as many in all."""
        while self.decisions < decisions and self.decisions + self.setup < 3 * decisions:
            if self.done:
                self.start()
            self.decide()

    def decide(self) -> None:
        """One decision, random but seldom the end of the attacks, and the chance that follows it."""
        choices = self.compare_choices()
        at = self.rng.randrange(len(choices))
        if self.slow.phase == "attack" and len(choices) > 1 and self.rng.random() < 0.5:
            at = self.rng.randrange(len(choices) - 1)
        self.seen[self.slow.phase] += 1
        if self.slow.phase in ("pick", "setup"):
            self.setup += 1
        else:
            self.decisions += 1
        before = self.slow
        self.fast = self.core.apply(self.fast, fast_action(choices[at]))
        self.slow = reference.apply(self.map, self.rules, self.slow, choices[at])
        self.compare()
        while self.slow.pending is not None:
            self.chance()
        self._note(before)

    def chance(self) -> None:
        assert self.slow.pending is not None
        self.seen[self.slow.pending[0]] += 1
        possible = self.compare_outcomes()
        sampled = self.core.sample(self.fast, self.random)
        assert sampled in possible
        outcome = sampled if self.rng.random() < 0.5 else self.rng.choice(possible)
        self.fast = self.core.apply_outcome(self.fast, outcome)
        self.slow = reference.apply_chance(self.map, self.rules, self.slow, outcome)
        self.compare()

    def _note(self, before: RefState) -> None:
        after = self.slow
        self.seen["over"] += after.phase == "over"
        self.seen["eliminated"] += len(set(after.owners)) < len(set(before.owners) - {-1})
        self.seen["mid-trade"] += after.mid_trade and after.phase == "trade"
        self.seen["traded-by-itself"] += after.trades > before.trades and before.phase != "trade"
        self.seen["deck-refilled"] += after.cards.count(DECK) > before.cards.count(DECK)

    # --- Comparisons ---

    def compare_choices(self) -> list[reference.Action]:
        choices = reference.legal(self.map, self.rules, self.slow)
        assert self.core.legal_actions(self.fast) == [fast_action(action) for action in choices]
        assert self.core.count_actions(self.fast) == len(choices) > 0
        return choices

    def compare_outcomes(self) -> list[int]:
        fast = self.core.outcomes(self.fast)
        pending = self.slow.pending
        assert pending is not None
        if pending[0] == "blitz" and pending[3] * self.slow.armies[pending[2]] > EXACT_UP_TO:
            assert abs(sum(chance for _, chance in fast) - 1) < 1e-9
        else:
            slow = reference.chance_outcomes(self.map, self.rules, self.slow)
            assert [outcome for outcome, _ in fast] == [outcome for outcome, _ in slow]
            assert all(abs(a - float(b)) < 1e-12 for (_, a), (_, b) in zip(fast, slow, strict=True))
        return [outcome for outcome, _ in fast]

    def compare(self) -> None:
        """All parts of the position, and what can be read off it."""
        fast, slow, count = self.fast, self.slow, card_count(self.map, self.rules)
        assert fast.owners.tolist() == slow.owners
        assert fast.armies.tolist() == slow.armies
        if self.rules.fortify_fresh and slow.phase == "fortify" and slow.pending is None:
            assert fast.movable.tolist() == slow.movable
        assert (fast.mover, fast.starter, fast.round) == (slow.mover, slow.starter, slow.round)
        assert (fast.decisions, fast.to_place, fast.pool) == (slow.decisions, slow.to_place, slow.pool)
        assert (fast.conquered, fast.mid_trade) == (slow.conquered, slow.mid_trade)
        assert (fast.attacks, fast.fortifies, fast.trades) == (slow.attacks, slow.fortifies, slow.trades)
        assert (PHASES[fast.phase], fast.winner) == (slow.phase, -1 if slow.winner is None else slow.winner)
        assert copies_of([HOLDERS[at] for at in fast.cards.tolist()], count) == copies_of(slow.cards, count)
        assert fast.hands == [slow.cards.count(seat) for seat in range(self.seats)]
        if slow.phase == "occupy":
            occupied = (slow.occupy_source, slow.occupy_target, slow.occupy_least, slow.armies[slow.occupy_target])
            assert (fast.source, fast.target, fast.dice, fast.committed) == occupied
        assert fast.turns == slow.turns
        self._compare_pending()
        for seat in range(self.seats):
            assert self.core.income(fast, seat) == self.income(seat)
        assert self.core.hand(fast, slow.mover) == reference.held(self.map, self.rules, slow, slow.mover)

    def _compare_pending(self) -> None:
        pending, fast = self.slow.pending, self.fast
        assert fast.chance == (0 if pending is None else 1 + ("roll", "blitz", "draw").index(pending[0]))
        if pending is not None and pending[0] == "roll":
            assert (fast.source, fast.target, fast.dice) == pending[1:4]
        elif pending is not None and pending[0] == "blitz":
            assert (fast.source, fast.target, fast.committed) == pending[1:]

    def income(self, seat: int) -> int:
        """The reference's income as far as the army cap lets it be placed."""
        income = reference.income(self.map, self.rules, self.slow, seat)
        room = self.rules.army_cap - armies_of(self.slow, seat)
        return max(0, min(income, room)) if self.rules.army_cap > 0 else income
