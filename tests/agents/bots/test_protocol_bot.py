"""Programs that speak the package's own protocol as agents, honest and misbehaving."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.errors import AgentError
from tests.agents.bots.processes import running

SCRIPT = Path(__file__).with_name("scripted_protocol.py")
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
EXAMPLE_BOTS = [
    pytest.param(f"{sys.executable} -S -E {EXAMPLES / 'hegemon_bot.py'}", id="python"),
    pytest.param(
        f"node {EXAMPLES / 'hegemon_bot.js'}",
        id="javascript",
        marks=pytest.mark.skipif(shutil.which("node") is None, reason="needs node"),
    ),
]


def bot(mode: str = "honest", settings: str = "") -> str:
    more = f", {settings}" if settings else ""
    return f'bot(cmd="{sys.executable} -S -E {SCRIPT} {mode}", dialect=hegemon{more})'


def play(
    agents: list[str], rules: str = "soares2025", map: str | None = "banana", time: float | None = None
) -> hg.Record:
    game = hg.Game(map, rules, len(agents))
    return hg.play(game, agents, seed=1, salt="0" * 32, time_per_move=time, adjudication=12, hang_timeout=20)


def outcome(agents: list[str], rules: str = "soares2025", map: str | None = "banana") -> hg.Result:
    result = play(agents, rules, map, 5).result
    assert result is not None
    return result


@pytest.mark.parametrize("command", EXAMPLE_BOTS)
@pytest.mark.parametrize(
    ("rules", "seats", "map"),
    [
        ("soares2025", 2, "italy"),
        ("warlight1", 2, "earth"),
        ("warlight2", 2, "earth"),
        ("classic", 6, None),
        ("classic(deal=draft)", 3, None),
        ("heredia2022", 2, None),
        ("yao2025", 2, None),
    ],
)
def test_the_example_bots_play_both_families(command: str, rules: str, seats: int, map: str | None) -> None:
    record = play([f'bot(cmd="{command}", dialect=hegemon)', *["random"] * (seats - 1)], rules, map)
    assert record.result is not None
    assert record.result.fault == "", record.result.reason
    assert len(record) >= 4


def test_the_example_bots_beat_random_on_the_map_of_the_earth() -> None:
    game = hg.Game("earth", "warlight2")
    for seat in (0, 1):
        agents = ["random", "random"]
        agents[seat] = f'bot(cmd="{sys.executable} -S -E {EXAMPLES / "hegemon_bot.py"}", dialect=hegemon)'
        result = hg.play(game, agents, seed=seat, salt="0" * 32).result
        assert result is not None
        assert result.winner == seat


@pytest.mark.parametrize(
    "mode", ["garbage", "flood-stdout", "afterwards", "flood-stderr", "megabyte", "early", "infos", "stays"]
)
def test_what_is_no_answer_is_skipped_and_the_game_is_the_same(mode: str) -> None:
    honest, other = play([bot(), "random"]), play([bot(mode), "random"])
    assert other.result is not None
    assert other.result.fault == "", other.result.reason
    assert other.final == honest.final


@pytest.mark.parametrize(
    ("mode", "fault", "told"),
    [
        ("dying", "crash", "code 3.*out of ideas"),
        ("closing", "crash", "has ended"),
        ("reports", "crash", "my head hurts"),
        ("illegal", "illegal", "more than the income"),
        ("nonsense", "illegal", "'attack everybody' is not an order"),
        ("empty", "illegal", "an empty plan is written -"),
    ],
)
def test_a_bot_that_fails_forfeits_with_the_reason(mode: str, fault: str, told: str) -> None:
    result = outcome([bot(mode), "random"], map="italy")
    assert (result.winner, result.loser) == (1, 0)
    assert result.fault == fault
    assert re.search(told, result.reason), result.reason


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("silent", "no answer within"),
        ("slow", '"type": "go"'),
        ("wrong-id", "bestmove.id is 11, but the id of the last go is 4"),
        ("no-decision", "bestmove.decision is missing"),
        ("huge-decision", "the last because: it is longer than 1,048,576 characters"),
        ("bad-estimate", "bestmove.estimate must be a number from 0 to 1, not 'high'"),
    ],
)
def test_a_bot_without_an_answer_is_late_and_told_what_was_no_use(mode: str, told: str) -> None:
    result = play([bot(mode), "random"], map="italy", time=0.3).result
    assert result is not None
    assert (result.loser, result.fault) == (0, "time"), result.reason
    assert told in result.reason


def test_a_bot_that_thinks_until_it_is_stopped_is_in_time() -> None:
    record = hg.play(
        hg.Game("banana"),
        [bot("until-stop"), "random"],
        time_control=hg.match.TimeControl(per_move=0.1, margin=5.0),
        adjudication=3,
        salt="0" * 32,
    )
    assert record.result is not None
    assert record.result.fault == "", record.result.reason


def test_info_gives_estimate_and_statistics() -> None:
    seen: list[tuple[float | None, dict[str, float]]] = []

    class Watcher(hg.match.Observer):
        def answers(self, seat: int, seconds: float, agent: object) -> None:
            if seat == 0:
                seen.append((getattr(agent, "estimate", None), getattr(agent, "statistics", {})))

    hg.play(hg.Game("banana"), [bot("infos"), "random"], observer=Watcher(), adjudication=2)
    assert seen[0] == (0.25, {"visits": 17, "unread": 0})


@pytest.mark.parametrize(
    ("mode", "rules", "seats", "told"),
    [
        ("no-hello", "soares2025", 2, "no answer within 1.000 s; it was asked .*hello"),
        ("hello-garbage", "soares2025", 2, "hello.name must be text, not 3"),
        ("protocol-9", "soares2025", 2, "speaks protocol 9; this host speaks 1"),
        ("classic-only", "soares2025", 2, "it plays the classic game, not the simultaneous game"),
        ("no-families", "soares2025", 2, "it plays the no game"),
        ("two-seats", "classic", 3, "at most 2 seats, not 3"),
        ("no-fog", "warlight2", 2, "does not play with fog"),
        ("small-maps", "soares2025", 2, "at most 5 territories"),
        ("own-rules", "soares2025", 2, "it plays the rules yao2025"),
        ("no-ready", "soares2025", 2, "no answer within 1.000 s; it was asked .*game"),
    ],
)
def test_a_bot_that_cannot_begin_says_why(mode: str, rules: str, seats: int, told: str) -> None:
    game = hg.Game(None, rules, seats)
    with pytest.raises(AgentError, match=told):
        hg.play(game, [bot(mode, "start=1.0"), *["random"] * (seats - 1)])


def test_nothing_is_left_of_a_bot_that_starts_processes() -> None:
    mark = f"mark-{os.getpid()}"
    assert outcome([bot(f"forking {mark}"), "random"]).fault == ""
    for _ in range(100):  # the kernel takes a moment
        if not running(mark):
            break
        time.sleep(0.1)
    assert not running(mark)
