"""One game in the compiled core and in the reference engine, side by side: any difference is an AssertionError."""

from __future__ import annotations

import random
from collections import Counter
from typing import Literal, TypeAlias, cast

import pytest

from hegemon import Random, Rules, SimultaneousGame, SimultaneousRules
from hegemon._core import SimultaneousState
from hegemon.game.simultaneous.events import EVENT_KINDS
from hegemon.game.simultaneous.notation import PHASES
from tests.reference_engine import simultaneous as reference
from tests.reference_engine.simultaneous import Plan as SlowPlan
from tests.reference_engine.simultaneous import RefState, Tape

FastOrder: TypeAlias = tuple[int, int, int, int]
FastPlan: TypeAlias = list[FastOrder]
FastEvents: TypeAlias = list[tuple[int, int, FastOrder, int, int, int, bool, str, list[bool], list[bool], list[bool]]]
Entry: TypeAlias = tuple[str, int, tuple[object, ...], int, int, int, bool, str]

_EXECUTION_REASONS = {  # the core's word for it: the reference's
    "source lost": "source not owned",
    "nothing to send": "no armies to send",
    "link already used": "link already used",
}


def slow_plan(plan: FastPlan) -> SlowPlan:
    """A plan of the core as the reference writes it."""
    slow: SlowPlan = []
    for kind, source, target, armies in plan:
        if kind == 0:
            slow.append(("deploy", source, armies))
        elif kind == 1:
            slow.append(("move", source, target, armies))
        else:
            slow.append(("pick", source))
    return slow


def fast_plan(plan: SlowPlan) -> FastPlan:
    """A plan of the reference as the core writes it."""
    fast: FastPlan = []
    for order in plan:
        if order[0] == "deploy":
            fast.append((0, order[1], order[1], order[2]))
        elif order[0] == "move":
            fast.append((1, order[1], order[2], order[3]))
        else:
            fast.append((2, order[1], order[1], 0))
    return fast


def slow_state(state: SimultaneousState) -> RefState:
    """A position of the core as the reference holds it."""
    marks = state.marks.tolist()
    return RefState(
        owners=state.owners.tolist(),
        armies=state.armies.tolist(),
        round=state.round,
        phase=cast(Literal["pick", "play", "over"], PHASES[state.phase]),
        first=state.first,
        offered=[bool(mark & 1) for mark in marks],
        picked=[0 if mark & 4 else 1 if mark & 8 else -1 for mark in marks],
        picks_each=state.picks_each,
    )


class Twin:
    """A game that is played move by move in both engines."""

    def __init__(self, game: SimultaneousGame, seed: int) -> None:
        assert isinstance(game.rules, SimultaneousRules)
        self.game, self.core, self.map = game, game.core, game.map
        self.rules: SimultaneousRules = game.rules
        self.random = Random(seed)
        self.rng = random.Random(seed)
        self.turns = 0
        self.deeds: Counter[str] = Counter()
        self.incomes: set[int] = set()
        self.start()

    def start(self) -> None:
        """A new game; the reference takes over the start of the core, because their random streams differ."""
        self.fast = self.core.start(self.random)
        self.slow = slow_state(self.fast)
        self.compare_positions()

    @property
    def over(self) -> bool:
        return self.slow.phase == "over"

    @property
    def deciders(self) -> list[int]:
        seats = self.core.deciders(self.fast)
        if self.slow.phase == "pick" and self.rules.picking == "snake":
            assert seats == [reference.seat_to_pick(self.slow)]
        else:
            assert seats == ([] if self.over else [0, 1])
        return seats

    def compare_positions(self) -> None:
        assert slow_state(self.fast) == self.slow
        winner = reference.winner(self.slow)
        assert self.fast.winner == (-1 if winner is None else winner)
        if self.rules.picking == "snake":
            assert self.fast.picks_made == sum(seat != -1 for seat in self.slow.picked)
        for seat in (0, 1):
            income = self.core.income(self.fast, seat)
            assert income == reference.income(self.map, self.rules, self.slow, seat)
            self.incomes.add(income)

    def compare_sight(self) -> None:
        """Both seats see the same of it; before play the core hides nothing."""
        for seat in (0, 1):
            view = self.core.view(self.fast, seat)
            owners_seen, armies_seen = reference.visible(self.map, self.rules, self.slow, seat)
            if self.slow.phase == "pick":
                owners_seen = armies_seen = [True] * len(owners_seen)
            sight = zip(self.slow.owners, owners_seen, strict=True)
            assert view.owners.tolist() == [owner if seen else -2 for owner, seen in sight]
            sight = zip(self.slow.armies, armies_seen, strict=True)
            assert view.armies.tolist() == [armies if seen else -1 for armies, seen in sight]

    def refused(self, seat: int, plan: FastPlan) -> list[tuple[int, str]]:
        """Which orders both engines refuse, and why."""
        refusals = self.core.check(self.fast, seat, plan)
        assert refusals == reference.check_plan(self.map, self.rules, self.slow, seat, slow_plan(plan))
        return refusals

    def legal(self, seat: int, plan: FastPlan) -> FastPlan:
        """The plan without the orders that both engines refuse."""
        bad = {index for index, _ in self.refused(seat, plan)}
        return [order for index, order in enumerate(plan) if index not in bad]

    def compare_genes(self, plan: FastPlan) -> None:
        genes = self.core.encode(plan).tolist()
        assert genes == reference.encode(self.map, slow_plan(plan))
        assert slow_plan(self.core.decode(genes)) == reference.decode(self.map, genes)

    def both_refuse_to_pick(self, plans: list[FastPlan]) -> None:
        with pytest.raises(ValueError, match="illegal pick"):
            self.core.replay(self.fast, plans, [])
        with pytest.raises(ValueError, match="may not pick so"):
            reference.resolve_turn(self.map, self.rules, self.slow, [slow_plan(plan) for plan in plans], Tape())

    def turn(self, plans: list[FastPlan], *, chance_from_core: bool) -> None:
        """Resolve a turn in one engine with chance of its own, and in the other with the outcomes of the first."""
        slow_plans = [slow_plan(plan) for plan in plans]
        if chance_from_core:
            self.fast, outcomes, events = self.core.resolve(self.fast, plans, self.random)
            tape = Tape(outcomes)
            self.slow, log = reference.resolve_turn(self.map, self.rules, self.slow, slow_plans, tape)
            assert tape.position == len(outcomes), "the core used up more chance than the reference"
        else:
            tape = Tape(rng=self.rng)
            self.slow, log = reference.resolve_turn(self.map, self.rules, self.slow, slow_plans, tape)
            self.fast, outcomes, events = self.core.replay(self.fast, plans, tape.entries)  # refuses a tape too long
            assert outcomes == tape.entries
        self.turns += 1
        assert _of_the_core(events) == _of_the_reference(log)
        self.deeds.update("capture" if event[6] else EVENT_KINDS[event[0]] for event in events)
        self.compare_positions()


def _of_the_core(events: FastEvents) -> tuple[list[Entry], list[Entry]]:
    entries: list[Entry] = []
    for deed, seat, order, armies, kills, losses, captured, reason, *_ in events:
        name = _EXECUTION_REASONS.get(reason, reason)
        entries.append((EVENT_KINDS[deed], seat, slow_plan([order])[0], armies, kills, losses, captured, name))
    return _in_two(entries)


def _of_the_reference(log: list[dict[str, object]]) -> tuple[list[Entry], list[Entry]]:
    entries: list[Entry] = []
    for row in log:
        order, seat = row["order"], row["seat"]
        armies, kills, losses = (row.get(key, 0) for key in ("armies", "kills", "losses"))
        assert isinstance(order, tuple)
        assert isinstance(seat, int)
        assert isinstance(armies, int)
        assert isinstance(kills, int)
        assert isinstance(losses, int)
        placed = 0 if row["did"] == "pick" else armies  # a granted pick carries no number in the core
        captured = bool(row.get("captured", False))
        entries.append((str(row["did"]), seat, order, placed, kills, losses, captured, str(row.get("why", ""))))
    return _in_two(entries)


def _in_two(entries: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """What happens before the first move, seat by seat (its order between the seats means nothing), and the rest."""
    deploys: list[Entry] = []
    refused: list[Entry] = []
    rest: list[Entry] = []
    for entry in entries:
        if entry[0] == "deploy":
            deploys.append(entry)
        elif entry[0] == "idle" and entry[7] not in _EXECUTION_REASONS.values():
            refused.append(entry)
        else:
            rest.append(entry)
    return sorted(deploys, key=_seat) + sorted(refused, key=_seat), rest


def _seat(entry: Entry) -> int:
    return entry[1]


# --- Plans nobody would think of ----------------------------------------------------------------------------------


def wild_plan(twin: Twin, seat: int) -> FastPlan:
    """Anything: chains, duplicates, too many armies, foreign sources, nonsense numbers; often illegal."""
    rng, around = twin.rng, twin.map.neighbours
    count = len(twin.slow.owners)
    own = [t for t in range(count) if twin.slow.owners[t] == seat]
    plan: FastPlan = []

    def somewhere() -> int:
        return rng.choice(own) if own and rng.random() < 0.8 else rng.randrange(count)

    def armies() -> int:
        return rng.choice((1, 1, 2, 3, 5, 7, rng.randint(1, 40), rng.randint(1, 40), 10_000_000))

    for _ in range(rng.choice((0, 1, 2, 3, 4, 6, 16))):
        kind = rng.random()
        source = somewhere()
        if kind < 0.30:
            plan.append((0, source, source, rng.randint(1, 4)))
        elif kind < 0.60:
            plan.append((1, source, rng.choice(around[source]), armies()))
        elif kind < 0.75:  # a march along a path
            for _ in range(rng.randint(2, 6)):
                step = rng.choice(around[source])
                plan.append((1, source, step, armies()))
                source = step
        elif kind < 0.85 and plan:
            plan.append(rng.choice(plan))
        elif kind < 0.90:
            plan.append((0, source, source, armies()))
        elif kind < 0.94:
            plan.append((1, source, rng.randrange(count), armies()))
        else:
            odd = rng.choice((-1, -7, count, count + 5, 1_000_000, source))
            order = ((0, odd, odd, 1), (1, odd, source, 2), (1, source, odd, 2), (2, odd, odd, 0))
            plan.append(rng.choice((*order, (0, source, source, 0), (1, source, around[source][0], -3))))
    return plan


def wild_picks(twin: Twin) -> FastPlan:
    """Some territories, offered or not, on the map or not, maybe twice, maybe with an order that is no pick."""
    count = len(twin.slow.owners)
    picks = [twin.rng.randint(-1, count) for _ in range(twin.rng.randint(0, 2 * twin.slow.picks_each + 1))]
    plan: FastPlan = [(2, t, t, 0) for t in picks]
    if twin.rng.random() < 0.1:
        plan.insert(0, (0, 0, 0, 1))
    return plan


def rules_for(game_map: str, rules: Rules) -> Rules:
    """The rules, with one territory each on the map that is too small for more."""
    assert isinstance(rules, SimultaneousRules)
    return rules.with_(territories_each=1) if game_map == "triangle" and rules.start == "scatter" else rules
