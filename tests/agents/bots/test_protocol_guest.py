"""An agent as a bot of the package's own protocol: hosted again, it plays as it does in the same process."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable

import pytest

import hegemon as hg
from hegemon._json import JSONObject
from hegemon.agents import Agent, Clock, ask, make_agent
from hegemon.agents.bots.protocol_guest import ProtocolGuest
from hegemon.protocol import Go, NewGame, Ping, Stop, game_message, line_of, message_line, parse_line, view_message

SALT = "0" * 32


class Seeded:
    """An agent that takes its randomness from a seed of its own, as a bot does."""

    def __init__(self, spec: str, seed: int) -> None:
        self.agent, self.seed = make_agent(spec), seed

    def begin(self, game: hg.Game, seat: int, random: hg.Random) -> None:
        self.agent.begin(game, seat, hg.Random(self.seed))

    def plan(self, view: hg.SimultaneousView, clock: Clock) -> object:
        return ask(self.agent, view, clock)

    act = plan


def final(game: hg.Game, agents: list[str | Agent]) -> hg.State:
    record = hg.play(game, agents, seed=3, salt=SALT, adjudication=30)
    assert record.result is not None
    assert record.result.fault == "", record.result.reason
    return record.final


@pytest.mark.parametrize(
    ("spec", "rules", "map", "seats"),
    [
        ("smcts(visits=20)", "soares2025", "italy", 2),
        ("smcts(visits=20)", "warlight2", "earth", 2),
        ("heuristic", "warlight1", "earth", 2),
        ("mcts(visits=20)", "classic", None, 3),
        ("random", "classic(deal=draft)", None, 6),
        ("mcts(visits=20)", "heredia2022", None, 2),
    ],
)
def test_an_agent_that_is_exported_and_hosted_plays_the_same_games(
    spec: str, rules: str, map: str | None, seats: int
) -> None:
    command = f'{sys.executable} -m hegemon bot "{spec}" --dialect hegemon --seed 7'
    others: list[str | Agent] = ["heuristic"] * (seats - 1)
    game = hg.Game(map, rules, seats)
    assert final(game, [Seeded(spec, 7), *others]) == final(game, [f"bot(cmd='{command}', dialect=hegemon)", *others])


class Guest:
    """A guest in this process, and what it says."""

    def __init__(self, make: Callable[[], Agent] | str) -> None:
        self.said: queue.Queue[JSONObject] = queue.Queue()
        self.complaints: list[str] = []
        made = (lambda: make_agent(make)) if isinstance(make, str) else make
        self.guest = ProtocolGuest(
            made, "it", lambda line: self.said.put(parse_line(line)), self.complaints.append, seed=1
        )

    def hears(self, *lines: str) -> None:
        for line in lines:
            self.guest.hear(line)

    def says(self) -> JSONObject:
        return self.said.get(timeout=60)


VIEW = hg.SimultaneousGame("italy", "soares2025").start(1).view(0)
GAME = message_line(game_message(VIEW.game, 0))
POSITION = message_line(view_message(VIEW))


def test_a_search_without_limits_ends_when_it_is_stopped_and_pings_are_answered_meanwhile() -> None:
    guest = Guest("smcts(visits=1000000000)")
    guest.hears(GAME, POSITION, message_line(Go(5)), message_line(Ping(8)))
    assert guest.says() == {"type": "ready"}
    assert guest.says() == {"type": "pong", "id": 8}
    guest.hears(message_line(Stop()))
    best = guest.says()
    assert (best["type"], best["id"]) == ("bestmove", 5)
    assert not VIEW.illegal_reasons(str(best["decision"]))
    guest.guest.finish()


def test_the_visits_of_go_hold_for_one_decision() -> None:
    guest = Guest("smcts(visits=50)")
    guest.hears(GAME, POSITION, message_line(Go(1, visits=7)))
    assert guest.says() == {"type": "ready"}
    found = []
    for go in (Go(2), Go(3, visits=90)):
        found.append(guest.says()["statistics"])
        guest.hears(POSITION, message_line(go))
    found.append(guest.says()["statistics"])
    iterations = [each["iterations"] for each in found if isinstance(each, dict)]
    assert iterations == [7, 50, 50]


class Failing:
    """An agent that fails in its second decision."""

    def __init__(self) -> None:
        self.asked = 0

    def begin(self, game: hg.Game, seat: int, random: hg.Random) -> None:
        if game.map.name != "italy":
            raise ValueError("only italy")

    def plan(self, view: hg.SimultaneousView, clock: Clock) -> str:
        self.asked += 1
        if self.asked > 1:
            raise ZeroDivisionError("one over nothing")
        return "-"


def test_an_agent_that_fails_reports_an_error() -> None:
    guest = Guest(Failing)
    guest.hears(GAME, POSITION, message_line(Go(1)))
    assert [guest.says()["type"] for _ in range(2)] == ["ready", "bestmove"]
    guest.hears(POSITION, message_line(Go(2)))
    told = guest.says()
    assert told["type"] == "error"
    assert "one over nothing" in str(told["message"])
    guest.hears(message_line(game_message(hg.Game("banana"), 0)))
    assert guest.says() == {"type": "error", "message": "ValueError: only italy"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("what?", "not JSON"),
        ("[]", "not an object"),
        ('{"type": "dance"}', "unknown type 'dance'"),
        (message_line(Go(1)), "go came before a game"),
        (POSITION, "a position came before its game"),
        ('{"type": "go"}', "go.id is missing"),
        ('{"type": "error", "message": "illegal"}', "the host says: illegal"),
    ],
)
def test_a_line_that_cannot_be_used_is_told_and_left_out(line: str, told: str) -> None:
    guest = Guest("random")
    guest.hears("", line, message_line(Ping(1)))
    assert guest.says() == {"type": "pong", "id": 1}
    assert told in guest.complaints[0]


def test_a_wrong_game_is_told() -> None:
    guest = Guest("random")
    wrong = parse_line(GAME) | {"rules": {"name": "no-such", "family": "simultaneous", "luck": "much"}}
    guest.hears(line_of(wrong))
    assert "game.rules" in str(guest.says()["message"])
    assert isinstance(game_message(VIEW.game, 1), NewGame)
