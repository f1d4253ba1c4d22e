"""The evaluations of the parallel-MCTS thesis, against a plain reading of their definitions."""

from __future__ import annotations

from math import sqrt

import pytest

from hegemon import ClassicGame, ClassicState, Random, _core

NAMES = ("resources", "border", "border-published", "connectivity", "border-connectivity")


def share(a: float, b: float) -> float:
    return 0.0 if abs(a) + abs(b) == 0 else (a - b) / (abs(a) + abs(b))


def signed(a: float, b: float) -> float:
    return 0.0 if a + b == 0 else (a - b) / (a + b)


def land(state: ClassicState, seat: int) -> set[int]:
    return {t for t, owner in enumerate(state.owners.tolist()) if owner == seat}


def resource_terms(state: ClassicState, me: int) -> float:
    armies = state.armies.tolist()
    bonus = [sum(g.value for g in state.game.map.groups if set(g.members) <= land(state, s)) for s in (0, 1)]
    held = [sum(armies[t] for t in land(state, s)) for s in (0, 1)]
    size = [len(land(state, s)) for s in (0, 1)]
    return sum(share(pair[me], pair[1 - me]) for pair in (size, held, bonus))


def border(state: ClassicState, seat: int) -> float:
    armies, own, total = state.armies.tolist(), land(state, seat), 0.0
    for t in own:
        enemies = [n for n in state.game.map.neighbours[t] if n not in own]
        if enemies:
            total += sum(armies[t] - armies[n] for n in enemies) / sqrt(len(enemies))
    return total


def largest(state: ClassicState, seat: int) -> int:
    rest, best = land(state, seat), 0
    while rest:
        seen, stack = set(), [next(iter(rest))]
        while stack:
            t = stack.pop()
            if t not in seen:
                seen.add(t)
                stack += [n for n in state.game.map.neighbours[t] if n in rest]
        rest -= seen
        best = max(best, len(seen))
    return best


def expected(state: ClassicState, name: str) -> float:
    me = state.mover
    terms, strength = resource_terms(state, me), (border(state, me), border(state, 1 - me))
    connected = share(largest(state, me), largest(state, 1 - me))
    return {
        "resources": terms / 3,
        "border": (terms + share(*strength)) / 4,
        "border-published": (terms + signed(*strength)) / 4,
        "connectivity": (terms + connected) / 4,
        "border-connectivity": (terms + share(*strength) + connected) / 5,
    }[name]


@pytest.mark.parametrize("name", NAMES)
def test_against_the_definitions(name: str) -> None:
    random, state = Random(4), ClassicGame("switzerland", "swiss2025", 2).start(9)
    for _ in range(60):
        if len(set(state.owners.tolist())) == 1:
            break
        values = _core.classic_evaluate(state.game.core, state.core, name)
        assert values[state.mover] == pytest.approx(expected(state, name), abs=1e-9)
        assert sum(values) == pytest.approx(0, abs=1e-9)
        if "published" not in name:
            assert -1 <= values[0] <= 1
        state = state.step(state.random_action(random), random).state


def test_the_published_border_evaluation_leaves_its_range() -> None:
    """The fault that its thesis's conclusion rests on, kept under its own name."""
    values = []
    for seed in range(40):
        random, state = Random(seed), ClassicGame("switzerland", "swiss2025", 2).start(seed)
        for _ in range(25):
            state = state.step(state.random_action(random), random).state
        values.append(abs(_core.classic_evaluate(state.game.core, state.core, "border-published")[0]))
    assert sum(value > 1 for value in values) > 20


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("name", NAMES[:2])
def test_more_seats_sum_to_zero(name: str, seats: int) -> None:
    random, state = Random(4), ClassicGame("classic", "swiss2025", seats).start(9)
    for _ in range(40):
        values = _core.classic_evaluate(state.game.core, state.core, name)
        assert len(values) == seats
        assert sum(values) == pytest.approx(0, abs=1e-9)
        state = state.step(state.random_action(random), random).state


def test_an_unknown_evaluation_is_refused() -> None:
    game = ClassicGame("hex", "swiss2025", 2)
    with pytest.raises(ValueError, match="evaluation='magic' is not allowed"):
        _core.classic_evaluate(game.core, game.start(1).core, "magic")
