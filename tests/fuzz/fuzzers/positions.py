"""Positions that are nearly right: what is accepted can be viewed, played on and searched by every agent."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin

from hegemon import PRESETS, ClassicState, Game, HegemonError, Plan, Random, State, make_agent, parse_position
from hegemon._fields import hints, split_hint
from hegemon.agents.base import Clock, ask
from hegemon.errors import GameError
from hegemon.game.common import Decision
from hegemon.rules import home_map
from tests.fuzz.harness import Generator

SMALL_MAPS = ("triangle", "diamond", "simple", "hex", "banana", "grid(3, 3)", "grid(6, 6)")
LARGE_MAPS = ("italy", "classic", "grid(9, 8)", "random(70, seed=3)")
CLASSIC_AGENTS = (
    "random",
    "heuristic",
    "mcts(visits=12)",
    "mcts(visits=6, preset=swiss2025-cutoff25)",
    "mcts(visits=6, preset=swiss2025-border)",
    "mcts(visits=6, selection=puct, noise=0.2, reuse=true)",
    "mcts(visits=6, selection=gumbel)",
    "mcts(visits=6, chance=exact, cutoff=3)",
    "mcts(visits=6, threads=2, cutoff=3)",
    "mcts(visits=6, threads=2, parallel=leaf, cutoff=3)",
    "puct(visits=6)",
    "puct(visits=6, preset=gumbel)",
    "puct(visits=6, temperature=1)",
    "exit",
    "exit(visits=4)",
    "exit(preset=heredia2022-init-only)",
    "alphabeta(depth=2)",
    "alphabeta(depth=3, preset=dice, seconds=0.05)",
    "dqn",
)
SIMULTANEOUS_AGENTS = (
    "random",
    "heuristic",
    "smcts(visits=6)",
    "smcts(visits=2, preset=soares2025, rollout=20)",
    "smcts(visits=2, preset=bauer2024, rollout=20)",
    "guided-mcts(visits=4)",
    "guided-mcts(visits=2, preset=soares2025)",
    "guided-mcts(visits=4, preset=few-plans)",
    "ga(generations=1, population=6)",
    "ga(generations=1, population=6, preset=soares2025-net)",
    "ga(generations=1, population=6, preset=soares2025-policy)",
    "ga-ggnet(generations=1, population=6)",
)
DETAILS = (
    "turns", "round", "decisions", "mover", "starter", "winner", "to_place", "trades", "attacks", "fortifies", "chance",
    "source", "target", "committed", "dice", "conquered", "mid_trade", "pool0", "pool1", "pool2",
    "first", "each", "made",
)  # fmt: skip
PHASES = ("pick", "setup", "trade", "place", "attack", "occupy", "fortify", "over", "play")
MOST_ACTIONS = 100_000
"""Text with more of them is refused; play may still lead there."""
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 40, 254, 255, 256, 65535, 99_999, 499_999, 500_000, 500_001, -1)


def case(random: Generator) -> None:
    state = _played(random)
    bytewise = isinstance(state, ClassicState) and random.random() < 0.15
    use(random, _bytes(random, state) if bytewise else _bent(random, state))


# --- Making positions -------------------------------------------------------------------------------------------------


def _rules(random: Generator) -> str:
    """A preset, now and then with another field or two."""
    name = random.choice(list(PRESETS))
    kind_of_rules: type = type(PRESETS[name])
    known = hints(kind_of_rules)
    changes = []
    for field in random.sample(fields(PRESETS[name]), random.choice((0, 0, 1, 2, 4))):
        kind, limits = split_hint(known[field.name])
        if field.name in ("name", "version"):
            continue
        if get_origin(kind) is Literal:
            changes.append(f"{field.name}={random.choice(get_args(kind))}")
        elif kind is bool:
            changes.append(f"{field.name}={random.choice(('true', 'false'))}")
        elif kind is int:
            value = random.choice((limits.low, limits.low + 1, limits.low + 2, 5, 40, limits.high))
            changes.append(f"{field.name}={int(value)}")
    return f"{name}({', '.join(changes)})" if changes else name


def _played(random: Generator) -> State:
    """A position that random play reaches."""
    while True:
        rules = _rules(random)
        board = random.choice((*SMALL_MAPS, *SMALL_MAPS, *LARGE_MAPS, "", ""))
        try:
            name = rules.partition("(")[0]
            game = Game(board or home_map(PRESETS[name]), rules, seats=_seats(random, name))
            state = game.start(random.randrange(1000))
            return _walk(random, state, random.choice((0, 1, 5, 20, 60, 200)))
        except HegemonError:
            continue


def _seats(random: Generator, rules: str) -> int:
    return random.choice((2, 2, 2, 3, 4, 6)) if PRESETS[rules].family == "classic" else 2


def _walk(random: Generator, state: State, steps: int) -> State:
    chance = Random(random.randrange(2**32))
    for _ in range(steps):
        if not state.deciders:
            break
        decisions = [_decision(state, seat, chance) if seat in state.deciders else None for seat in _all(state)]
        state = state.advance(decisions, chance).state
    return state


def _all(state: State) -> range:
    return range(state.game.seats)


def _decision(state: Any, seat: int, chance: Random) -> Decision:
    drawn: Decision = (
        state.random_action(chance) if isinstance(state, ClassicState) else state.random_plan(seat, chance)
    )
    return drawn


def _bent(random: Generator, state: State) -> State:
    """The position after a few changes of its text."""
    parts = str(state).split("; ")  # map, rules, details, cells, cards
    for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
        at = random.randrange(2, len(parts))
        parts[at] = _bend(random, parts[at], at, state)
    return parse_position("; ".join(parts))


def _bend(random: Generator, text: str, part: int, state: State) -> str:
    words = text.split()
    at = random.randrange(len(words)) if words else 0
    if part == 2:
        match random.randrange(4):
            case 0:
                words = [random.choice(PHASES) if word in PHASES else word for word in words]
            case 1:
                words = [word for word in words if word != words[at] or "seats" in word or at == 0]
            case _:
                name = random.choice(DETAILS)
                most = len(state.game.map.territories) if name in ("source", "target") else 8
                value = random.choice((random.randrange(most), random.choice(NUMBERS)))
                words = [word for word in words if not word.startswith(name + "=")] + [f"{name}={value}"]
    elif part == 3:
        for _ in range(random.choice((1, 1, 2, len(words)))):
            at = random.randrange(len(words))
            owner = random.choice((words[at][0], random.choice("ab.cdef"), "a"))
            armies = random.choice((words[at][1:], random.choice("0123"), str(abs(random.choice(NUMBERS)))))
            words[at] = owner + armies + random.choice(("", "", "/1", "/3", "!", "A"))
    else:
        cards = range(state.game.core.card_copies) if isinstance(state, ClassicState) else range(1)
        some = sorted(random.sample(cards, min(len(cards), random.randrange(8))))
        words.append(f"{random.choice('abcxdn?')}:{','.join(map(str, some)) or 0}")
        words = [word for word in words if word != "-"]
    return " ".join(words)


def _bytes(random: Generator, state: Any) -> State:
    """The position after a few changes of its bytes."""
    block = bytearray(state.core.to_bytes())
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(min(64, len(block)) if random.random() < 0.5 else len(block))
        block[at] = random.choice((random.randrange(256), block[at] ^ (1 << random.randrange(8)), 0, 1, 255))
    try:
        bent: State = state.game.state(state.game.core.from_bytes(bytes(block)))
        return bent
    except ValueError as error:
        raise GameError(str(error)) from None


# --- Using them -------------------------------------------------------------------------------------------------------


def use(random: Generator, state: State) -> None:
    """Everything that can be done with a position that was accepted."""
    assert parse_position(str(state)) == state, str(state)
    try:
        for seat in _all(state):
            view = state.view(seat)
            assert str(view)
            state.game.require_seat(seat)
            state.income(seat)
        if not state.deciders:
            _walk(random, state, 5)
            return
        if isinstance(state, ClassicState) and state.action_count < 20_000:
            assert len(state.legal_actions) == state.action_count
        for _ in range(2):
            _search(random, state)
        _search(random, _walk(random, state, random.choice((1, 2, 5, 30))))
    except Exception as error:
        raise type(error)(f"{error}\nin {state}") from error


def _search(random: Generator, state: State) -> None:
    """An agent decides, and analyses if it can; its decision is legal."""
    if not state.deciders or (isinstance(state, ClassicState) and state.action_count > MOST_ACTIONS):
        return
    seat = random.choice(state.deciders)
    spec = random.choice(CLASSIC_AGENTS if isinstance(state, ClassicState) else SIMULTANEOUS_AGENTS)
    agent, view = make_agent(spec), state.view(seat)
    try:
        agent.begin(state.game, seat, Random(random.randrange(1000)))
    except HegemonError:  # an agent need not play every game
        return
    try:
        decision = ask(agent, view, Clock())
        assert isinstance(decision, state.decision), decision
        reasons = state.illegal_reasons(seat, decision)
        assert not reasons or isinstance(decision, Plan), (decision, reasons)
        if hasattr(agent, "analyse"):
            assert agent.analyse(view, Clock()).candidates
    except Exception as error:
        raise AssertionError(f"{spec}: {type(error).__name__}: {error}") from error
