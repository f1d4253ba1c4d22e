"""Messages of the bot protocol that are nearly right: what is accepted can be played on, what is not is told."""

from __future__ import annotations

import json
from typing import Any

from hegemon import ClassicView, Random, SimultaneousView, View
from hegemon.agents.base import Clock, ask
from hegemon.agents.registry import make_agent
from hegemon.protocol import (
    NewGame,
    game_from_message,
    game_message,
    message_line,
    parse_line,
    read_host_message,
    view_from_message,
    view_message,
)
from tests.fuzz.fuzzers.positions import _played
from tests.fuzz.harness import Generator

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    -2,
    2,
    3,
    7,
    255,
    511,
    512,
    10**6,
    10**9,
    2**40,
    0.5,
    "",
    "x",
    "0+1",
    "pick",
    [],
    {},
)
CLASSIC = ("random", "heuristic", "mcts(visits=4)", "alphabeta(depth=1)")
SIMULTANEOUS = ("random", "heuristic", "smcts(visits=4)", "guided-mcts(visits=2)", "ga(generations=1, population=4)")


def case(random: Generator) -> None:
    state = _played(random)
    if not state.deciders:
        return
    seat = random.choice(state.deciders)
    game = parse_line(message_line(game_message(state.game, seat)))
    position = parse_line(message_line(view_message(state.view(seat), legal=random.random() < 0.3)))
    bent = random.choice((game, position, position, position))
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        bend(random, bent)
    message = read_host_message(parse_line(json.dumps(game)))
    assert isinstance(message, NewGame)
    found = game_from_message(message)
    use(random, view_from_message(found, message.seat, parse_line(json.dumps(position))))


def bend(random: Generator, data: Any) -> None:
    """Change something in a tree of JSON."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    if not keys:
        return
    key = random.choice(keys)
    if isinstance(data[key], dict | list) and data[key] and random.random() < 0.8:
        return bend(random, data[key])
    match random.randrange(4):
        case 0:
            del data[key]
        case 1 if isinstance(data[key], int) and not isinstance(data[key], bool):
            data[key] += random.choice((-2, -1, 1, 2, 100))
        case _:
            data[key] = random.choice(VALUES)
    return None


def use(random: Generator, view: View) -> None:
    """Everything that an agent may do with a view."""
    repr(view), view.events, view.offered, view.income(view.seat), view.draw()
    if isinstance(view, ClassicView):
        if view.mover != view.seat or view.action_count > 100_000:
            return
        view.random_action(Random(1))
        agent = random.choice(CLASSIC)
    else:
        assert isinstance(view, SimultaneousView)
        view.random_plan(Random(1))
        agent = random.choice(SIMULTANEOUS)
    made = make_agent(agent)
    made.begin(view.game, view.seat, Random(1))
    ask(made, view, Clock(0.2))
