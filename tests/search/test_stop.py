"""A switch ends every search early, and the search gives a legal decision."""

from __future__ import annotations

import threading

import pytest

import hegemon as hg
from hegemon._core import Stop
from hegemon.agents import Clock, ask, make_agent

SEARCHES = [
    ("smcts(visits=1000000000)", "soares2025", "italy"),
    ("smcts(preset=soares2025, visits=1000000000)", "soares2025", "italy"),
    ("guided-mcts(visits=1000000000)", "soares2025", "italy"),
    ("ga(generations=1000000)", "soares2025", "italy"),
    ("mcts(visits=1000000000)", "classic", None),
    ("mcts(visits=1000000000, threads=2, parallel=leaf)", "swiss2025", None),
    ("puct(visits=1000000000)", "heredia2022", None),
    ("puct(visits=1000000000, selection=gumbel)", "heredia2022", None),
]


@pytest.mark.parametrize("delay", [0.0, 0.1])
@pytest.mark.parametrize(("spec", "rules", "map"), SEARCHES)
def test_a_search_of_hours_ends_at_once(spec: str, rules: str, map: str | None, delay: float) -> None:
    state = hg.Game(map, rules).start(1)
    seat = state.deciders[0]
    agent, view = make_agent(spec), state.view(seat)
    agent.begin(state.game, seat, hg.Random(1))
    stop = Stop()
    timer = threading.Timer(delay, stop.set)
    if delay:
        timer.start()
    else:
        stop.set()
    with stop:
        decision = ask(agent, view, Clock())
    assert stop.is_set
    assert isinstance(decision, hg.Decision)
    assert not view.illegal_reasons(decision)


def test_a_switch_is_for_its_thread_and_only_while_it_is_entered() -> None:
    state = hg.Game("italy").start(1)
    agent, stop = make_agent("smcts(visits=60000)"), Stop()
    agent.begin(state.game, 0, hg.Random(1))
    stop.set()
    with stop, Stop():
        inner = ask(agent, state.view(0), Clock())
    again = make_agent("smcts(visits=60000)")
    again.begin(state.game, 0, hg.Random(1))
    assert ask(again, state.view(0), Clock()) == inner
