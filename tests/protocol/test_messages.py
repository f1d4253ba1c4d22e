"""Messages: what is wrong is told with the field, what is new is ignored, and their JSON Schema is complete."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from hegemon.errors import ProtocolError
from hegemon.protocol import (
    FROM_BOT,
    POSITIONS,
    TO_BOT,
    BestMove,
    Go,
    Hello,
    game_from_message,
    json_schema,
    message_line,
    parse_line,
    read,
    read_bot_message,
    read_host_message,
)
from hegemon.protocol.messages import NewGame

MESSAGES = [*TO_BOT.values(), *FROM_BOT.values(), *POSITIONS.values()]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "not JSON"),
        ("hello", "not JSON .*'hello'"),
        ("[1]", "not an object"),
        ('"x"', "not an object"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ("[" * 100_000, "nested too deep|not JSON"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON"),
        ("x" * 10_000, r"10,000 characters"),
    ],
)
def test_a_bad_line_is_told(line: str, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        parse_line(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{}", "the message has no type"),
        ('{"type": 3}', "the message has no type"),
        ('{"type": "bestmoves"}', "did you mean bestmove"),
        ('{"type": "bestmove", "id": 1}', "bestmove.decision is missing; expected text"),
        ('{"type": "bestmove", "id": "1", "decision": "-"}', "bestmove.id must be a whole number .* not '1'"),
        ('{"type": "bestmove", "id": true, "decision": "-"}', "bestmove.id must be a whole number .* not true"),
        ('{"type": "bestmove", "id": 1, "decision": ["0+1"]}', "bestmove.decision must be text, not a list"),
        ('{"type": "bestmove", "id": 1, "decision": "-", "estimate": 50}', "a number from 0 to 1, not 50"),
        ('{"type": "hello", "name": "x", "protocol": 1, "families": ["chess"]}', r"families\[0\] must be one of"),
        ('{"type": "hello", "name": "x", "protocol": 1, "families": "classic"}', "families must be a list"),
        ('{"type": "pong", "id": 1e400}', "pong.id"),
    ],
)
def test_a_bad_message_is_told_with_its_field(line: str, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        read_bot_message(parse_line(line))


def test_unknown_fields_are_ignored_unless_the_reader_is_strict() -> None:
    data = parse_line('{"type": "go", "id": 1, "second": 2}')
    assert read_host_message(data) == Go(1)
    with pytest.raises(ProtocolError, match="second is unknown; did you mean seconds"):
        read(Go, data, "go", strict=True)


@pytest.mark.parametrize(
    "message",
    [
        Hello("x", 1, ("classic",), rules=("yao2025",), fog=True),
        BestMove(3, "0+1", 0.25, {"visits": 12}),
    ],
)
def test_messages_are_read_as_they_were_written(message: Hello | BestMove) -> None:
    assert read_bot_message(parse_line(message_line(message))) == message


@pytest.mark.parametrize("kind", MESSAGES)
def test_every_field_is_explained_in_the_schema(kind: type) -> None:
    found = json.loads(json.dumps(json_schema(kind)))
    assert found["description"]
    assert set(found["properties"]) == {field.name for field in fields(kind)}
    assert all(each.get("description") for each in found["properties"].values()), found


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (NewGame({}, {}, 2, 0), "game.map"),
        (NewGame({"name": 3}, {}, 2, 0), "game.map"),
        (NewGame({}, {}, 2, 2), "no seat 2"),
    ],
)
def test_a_wrong_game_is_told(message: NewGame, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        game_from_message(message)
