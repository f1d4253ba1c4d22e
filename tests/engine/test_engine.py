"""The analysis engine: ids are echoed, errors belong to their query, and nothing that is asked gets lost."""

from __future__ import annotations

import json
import queue
import re
from pathlib import Path

import pytest

import hegemon as hg
from hegemon._json import JSONObject
from hegemon.agents import REGISTRY
from hegemon.engine import Engine
from hegemon.game.common import GameKey
from hegemon.protocol import game_message, view_message, write

POSITION = "triangle; soares2025; 0 play; a5 b4 .2"
CLASSIC = str(hg.Game(None, "yao2025").start(1))
LONG = "smcts(visits=1000000000)"


class Talk:
    """An engine and what it says."""

    def __init__(self, threads: int = 1) -> None:
        self.said: queue.Queue[JSONObject] = queue.Queue()
        self.engine = Engine(self.said.put, threads)

    def hears(self, **query: object) -> None:
        self.engine.hear(json.dumps(query))

    def says(self, count: int = 1) -> list[JSONObject]:
        return [self.said.get(timeout=60) for _ in range(count)]


def test_all_decisions_of_a_classic_game_are_analysed_in_their_order(tmp_path: Path) -> None:
    record = hg.play(hg.Game(None, "yao2025"), ["random", "random"], seed=1, adjudication=2)
    record.save(tmp_path / "game.jsonl")
    talk = Talk()
    talk.hears(id="all", record=str(tmp_path / "game.jsonl"), visits=5)
    found = talk.says(len(record))
    assert [each["index"] for each in found] == list(range(len(record)))
    assert [each["played"]["step"] for each in found] == list(range(len(record)))  # type: ignore[call-overload,index]
    talk.hears(id="none", record=str(tmp_path / "game.jsonl"), turns=[], visits=5)
    assert talk.says() == [{"id": "none", "of": 0}]


def test_views_of_the_bot_protocol_are_analysed() -> None:
    game = hg.SimultaneousGame("earth", "warlight2")
    state = game.start(1)
    random = hg.Random(1)
    while state.phase == "pick":
        plans = [state.view(seat).random_plan(random) if seat in state.deciders else None for seat in (0, 1)]
        state = state.advance(plans, random).state
    view = state.view(1)
    talk = Talk()
    talk.hears(id="fog", game=write(game_message(game, 1)), views=[write(view_message(view))], visits=20)
    found = talk.says()[0]
    assert found["seat"] == 1
    assert found["position"] == str(view)


def test_many_positions_of_many_queries_are_all_answered_once() -> None:
    talk = Talk(threads=3)
    for number in range(20):
        talk.hears(id=f"q{number}", positions=[POSITION, CLASSIC, POSITION], visits=5)
    found = {(str(each["id"]), int(str(each["index"]))) for each in talk.says(60)}
    assert found == {(f"q{number}", index) for number in range(20) for index in range(3)}
    talk.engine.finish()
    assert talk.said.empty()


def test_positions_of_one_game_share_it() -> None:
    """Reading thousands of positions must not keep the engine from hearing what comes next."""
    games: dict[GameKey, hg.Game] = {}
    texts = [POSITION, CLASSIC, POSITION.replace("a5", "a6"), CLASSIC, "triangle; warlight1; 0 play; a5 b4 .2"]
    states = [hg.parse_position(text, games=games) for text in texts]
    assert [str(state) for state in states] == texts
    assert states[0].game is states[2].game
    assert states[1].game is states[3].game
    assert len(games) == 3
    own = hg.load_map("triangle")
    kept: dict[GameKey, hg.Game] = {}
    mine = [hg.parse_position(POSITION, own, games=kept) for _ in range(2)]
    assert mine[0] == mine[1]
    with pytest.raises(hg.HegemonError, match="2 cells"):
        hg.parse_position("triangle; soares2025; 0 play; a5 b4", games=games)


def test_the_page_names_every_agent_that_analyses() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    named = page[page.index("These agents have an analysis") :].split(".")[0]
    for name, entry in REGISTRY.items():
        assert (f"`{name}`" in named) == hasattr(entry.make, "analyse"), name


def test_a_seat_that_a_record_does_not_have_is_its_own_field(tmp_path: Path) -> None:
    hg.play("banana", ["random", "random"], adjudication=2).save(tmp_path / "game.jsonl")
    talk = Talk()
    talk.hears(id="q", record=str(tmp_path / "game.jsonl"), seat=3)
    assert talk.says() == [{"id": "q", "error": "seat: there is no seat 3; the last one is 1", "field": "seat"}]


def test_a_higher_priority_is_answered_first() -> None:
    talk = Talk()
    talk.hears(id="busy", position=POSITION, agent=LONG)
    for name, priority in (("low", -1), ("high", 5), ("middle", 0)):
        talk.hears(id=name, position=POSITION, visits=5, priority=priority)
    talk.hears(id="t", action="terminate", terminate="busy")
    found = [each["id"] for each in talk.says(5) if "action" not in each]
    assert found == ["busy", "high", "middle", "low"]


def test_terminating_gives_what_is_known_and_drops_what_waits() -> None:
    talk = Talk()
    talk.hears(id="long", positions=[POSITION] * 3, agent=LONG)
    talk.hears(id="other", position=POSITION, visits=5)
    talk.hears(id="t", action="terminate", terminate="long")
    found = talk.says(5)
    told = next(each for each in found if each["id"] == "t")
    assert told == {"id": "t", "action": "terminate", "terminate": "long", "stopped": 3}
    stopped = sorted((each for each in found if each["id"] == "long"), key=lambda each: "candidates" not in each)
    assert [each["stopped"] for each in stopped] == [True, True, True]
    assert ["candidates" in each for each in stopped] in ([True, False, False], [False, False, False])
    assert any(each["id"] == "other" and "candidates" in each for each in found)


def test_quit_ends_everything_at_once() -> None:
    talk = Talk(threads=2)
    talk.hears(id="long", positions=[POSITION] * 4, agent=LONG)
    assert talk.engine.hear('{"id": "q", "action": "quit"}') is False
    talk.engine.finish()
    assert len(talk.says(5)) == 5


@pytest.mark.parametrize(
    ("line", "told", "field"),
    [
        ("nothing", "not JSON", None),
        ("[1]", 'not an object: .* e.g. {"id": 1, "action": "ping"}', None),
        ("[" * 60_000, "not JSON|nested", None),
        ('{"position": "x"}', "id must be text or a whole number", "id"),
        ('{"id": [1], "position": "x"}', "id must be text", "id"),
        ('{"id": "q"}', "nothing to analyse", None),
        ('{"id": "q", "position": "x", "positions": []}', "position and positions are given", "positions"),
        ('{"id": "q", "position": 3}', "position must be text, not 3", "position"),
        ('{"id": "q", "position": "italy; soares2025; 0 play; a1"}', "position: 1 cells", "position"),
        (f'{{"id": "q", "positions": ["{POSITION}", "x"]}}', r"positions\[1\]: 'x' is not a position", "positions[1]"),
        (f'{{"id": "q", "position": "{POSITION}", "visit": 3}}', "did you mean visits", "visit"),
        (f'{{"id": "q", "position": "{POSITION}", "visits": 0}}', "visits must be a whole number from 1", "visits"),
        (f'{{"id": "q", "position": "{POSITION}", "agent": "mtcs"}}', "unknown agent 'mtcs'", "agent"),
        (f'{{"id": "q", "position": "{POSITION}", "agent": "mcts"}}', "does not play the simultaneous", "agent"),
        (f'{{"id": "q", "position": "{POSITION}", "agent": "ga", "visits": 5}}', "no setting visits", "agent"),
        (f'{{"id": "q", "position": "{POSITION}", "seat": 4}}', "seat: seat 4 has nothing to decide", "seat"),
        (f'{{"id": "q", "positions": ["{POSITION}"], "seat": 4}}', r"nothing to decide.*positions\[0\]", "seat"),
        (f'{{"id": "q", "position": "{POSITION}", "map": {{"name": "x"}}}}', "map: ", "map"),
        ('{"id": "q", "record": "no-such-file.jsonl"}', "no-such-file.jsonl", None),
        ('{"id": "q", "record_lines": [{"a": 1}]}', "record_lines: ", "record_lines"),
        ('{"id": "q", "views": [{}]}', "views need their game", "game"),
        ('{"id": "q", "views": [{}], "game": {"map": {}}}', "game.rules is missing", "game.rules"),
        ('{"id": "q", "action": "stop"}', "unknown action 'stop'", "action"),
        ('{"id": "q", "action": "terminate"}', "the id of the query to end is missing", "terminate"),
    ],
)
def test_what_is_wrong_is_answered_with_its_field(line: str, told: str, field: str | None) -> None:
    talk = Talk()
    assert talk.engine.hear(line) is True
    found = talk.says()[0]
    assert re.search(told, str(found["error"])), found
    assert found.get("field") == field
    talk.hears(id="after", action="ping")
    assert talk.says() == [{"id": "after", "action": "ping"}]


def test_an_id_is_used_once_at_a_time() -> None:
    talk = Talk()
    talk.hears(id="q", position=POSITION, agent=LONG)
    talk.hears(id="q", position=POSITION, visits=5)
    assert "is not answered yet" in str(talk.says()[0]["error"])
    talk.hears(id="all", action="terminate_all")
    assert {str(each["id"]) for each in talk.says(2)} == {"q", "all"}
    talk.hears(id="q", position=POSITION, visits=5)
    assert "candidates" in talk.says()[0]


def test_an_agent_that_fails_is_an_error_of_its_position(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "class Broken:\n"
        "    def begin(self, game, seat, random): pass\n"
        "    def plan(self, view, clock): pass\n"
        "    def analyse(self, view, clock): raise SystemExit(3)\n"
    )
    talk = Talk()
    talk.hears(id="q", positions=[POSITION, POSITION], agent=f"{tmp_path}/broken.py:Broken")
    found = talk.says(2)
    assert [each["index"] for each in found] == [0, 1]
    assert all("SystemExit" in str(each["error"]) for each in found)
    talk.hears(id="r", position=POSITION, visits=5)
    assert "candidates" in talk.says()[0]
