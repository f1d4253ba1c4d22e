"""Whatever a parser is given: an answer or a HegemonError of one line, never anything else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from hegemon import (
    Adjudication,
    Game,
    HegemonError,
    Plan,
    Record,
    load_records,
    load_rules,
    parse_position,
    play,
)
from hegemon._spec import parse_spec
from hegemon.game import read_records, write_records
from hegemon.game.simultaneous.orders import parse_order
from hegemon.rules import rules_spec
from tests.game.strategies import GAMES, played, steady


def survives(parse: Callable[[], object]) -> object:
    """What it gives, or None if it refuses politely."""
    try:
        return parse()
    except HegemonError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)
words = st.sampled_from(
    [
        "simple",
        "italy",
        "grid(4,3)",
        "soares2025",
        "warlight2",
        ";",
        "3",
        "play",
        "pick",
        "over",
        "each=2",
        "made=1",
        "winner=0",
        "a1",
        "b2",
        ".0",
        ".2!",
        "?",
    ]
)
order_like = st.text("0123456789+>:!- ax\u0663\u00b2", max_size=12)
some_orders = st.lists(st.one_of(st.sampled_from(["deploy", "move", "pick"]), st.integers(), json_values), max_size=5)


# --- Text ---------------------------------------------------------------------------------------------------------


@steady(200)
@given(st.one_of(st.text(max_size=60), st.lists(words, max_size=16).map(" ".join)))
@example("simple; soares2025; 99999999 play; a1")
@example("simple; soares2025(name=x); 0 play; a1 b1 .1 .1 .1 .1 .1 .1 .1")
def test_position_reader_survives_any_text(text: str) -> None:
    survives(lambda: parse_position(text))


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A good text with a piece cut out and another put in."""
    text = draw(texts)
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 4)))
    return text[:start] + draw(st.text("ab.!?#;()=, 019-\n", max_size=3)) + text[end:]


@steady(200)
@given(damaged(played().map(str)))
def test_position_reader_survives_damage(text: str) -> None:
    state = survives(lambda: parse_position(text))
    assert state is None or parse_position(str(state)) == state


@steady(200)
@given(st.one_of(st.text(max_size=30), order_like))
def test_plan_reader_survives_any_text(text: str) -> None:
    plan = survives(lambda: Plan.parse(text))
    assert plan is None or Plan.parse(str(plan)) == plan
    survives(lambda: parse_order(text))


@steady(200)
@given(st.one_of(json_values, st.lists(some_orders, max_size=3)))
@example([["deploy", 10**400, 1]])
@example([["move", 0, 1, 2, 3]])
@example([["deploy", 1.0, 1]])
def test_plan_reader_survives_any_json(data: object) -> None:
    plan = survives(lambda: Plan.from_json(data))
    assert plan is None or (isinstance(plan, Plan) and plan.to_json() == data)


@steady(200)
@given(st.one_of(st.text(max_size=40), st.text("ab(),='\"\\ 1.e", max_size=20)))
@example("a(b=1_0, c=1e999, d=nan)")
@example("a(" + "9" * 5000 + ")")
def test_spec_reader_survives_any_text(text: str) -> None:
    spec = survives(lambda: parse_spec(text))
    if spec is not None and "nan" not in str(spec):
        assert parse_spec(str(spec)) == spec


fields = st.sampled_from(["fog", "luck_percent", "name", "version", "family", "start", "territories_each", "rounding"])
values = st.one_of(st.sampled_from(["none", "true", "50", "-1", "1e3", '""', "scatter", "picks"]), st.text(max_size=6))
settings_like = st.lists(st.tuples(fields, values).map("=".join), max_size=3).map(", ".join)
presets = st.sampled_from(["soares2025", "warzone"])


@steady(200)
@given(st.one_of(st.text(max_size=30), st.tuples(presets, settings_like).map(lambda parts: f"{parts[0]}({parts[1]})")))
def test_rules_reader_survives_any_text(text: str) -> None:
    rules = survives(lambda: load_rules(text))
    assert rules is None or load_rules(text) == rules


@steady(200)
@given(st.dictionaries(st.one_of(fields, st.text(max_size=8)), json_values, max_size=4))
def test_rules_reader_survives_any_json_object(data: dict[str, object]) -> None:
    survives(lambda: load_rules(data))


@steady(100)
@given(st.sampled_from([rules for _, rules in GAMES]))
def test_rules_survive_their_spec(text: str) -> None:
    rules = load_rules(text)
    assert load_rules(rules_spec(rules)) == rules
    assert load_rules(rules.to_json()) == rules


# --- Records ------------------------------------------------------------------------------------------------------


@cache
def real_record() -> tuple[bytes, tuple[str, ...]]:
    """Three games on two maps as bytes, and the hash of every position in them."""
    short = Adjudication(turn_limit=6)
    some = [("simple", "soares2025"), ("hex", "warlight2"), ("simple", "warzone")]
    games = [play(Game(*pair), ["random", "random"], seed=5, adjudication=short) for pair in some]
    file = io.StringIO()
    write_records(file, games)
    return file.getvalue().encode(), tuple(positions(games))


def positions(games: list[Record]) -> list[str]:
    return [state.hash for game in games for state in game.states]


def check_reading(data: bytes, good_lines: int) -> None:
    """Reading ends with a problem of one line or none, and with every position of the undamaged lines."""
    found = read_records(io.BytesIO(data), "file")
    assert "\n" not in found.problem
    assert found.problem == "" or found.problem.startswith("file: ")
    kept = data.split(b"\n")[:good_lines]
    expected = sum(b'"type":"turn"' in line or b'"type":"game"' in line for line in kept)
    assert positions(list(found.records))[:expected] == list(real_record()[1][:expected])
    whole = sum(b'"type":"end"' in line for line in kept)
    assert [record.result is not None for record in found.records][:whole] == [True] * whole


@steady(150)
@given(at=st.integers(0, 10**6), change=st.one_of(st.integers(1, 255), st.none()))
def test_record_reader_survives_a_changed_byte_and_a_cut(at: int, change: int | None) -> None:
    data, _ = real_record()
    at %= len(data)
    mutated = data[:at] if change is None else data[:at] + bytes([data[at] ^ change]) + data[at + 1 :]
    check_reading(mutated, data[:at].count(b"\n"))


@steady(150)
@given(
    at=st.integers(0, 10**6), line=st.one_of(st.binary(max_size=40), json_values.map(lambda v: json.dumps(v).encode()))
)
@example(0, b"[" * 100_000)
@example(0, b'{"type":"game"}')
@example(3, b'{"type":"map","hash":"","map":{"name":"a\\nb"}}')
@example(5, b'{"type":"turn","plans":["-","-"],"chance":[-1],"hash":""}')
@example(9, b'{"type":"end","winner":7}')
def test_record_reader_survives_a_foreign_line(at: int, line: bytes) -> None:
    assume(line.strip())
    lines = real_record()[0].split(b"\n")
    at %= len(lines)
    lines.insert(at, line)
    check_reading(b"\n".join(lines), at)


@steady(100)
@given(first=st.integers(0, 10**6), second=st.integers(0, 10**6))
def test_record_reader_survives_swapped_and_missing_lines(first: int, second: int) -> None:
    lines = real_record()[0].split(b"\n")
    first, second = sorted((first % len(lines), second % len(lines)))
    swapped = list(lines)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    check_reading(b"\n".join(swapped), first)
    check_reading(b"\n".join(lines[:first] + lines[first + 1 :]), first)


@steady(100)
@given(data=st.binary(max_size=200))
def test_record_reader_survives_any_bytes(data: bytes) -> None:
    found = read_records(io.BytesIO(data))
    assert found.records == ()
    assert found.problem


def test_an_outcome_beyond_all_bounds_is_a_problem_of_one_line() -> None:
    lines = real_record()[0].split(b"\n")
    lines[2] = b'{"type":"turn","plans":["-","-"],"chance":[99999999999999999999],"hash":""}'
    check_reading(b"\n".join(lines), 2)


@pytest.mark.parametrize("text", ["a(b=1,\n, c)", "a(b=1, c\nd)"])
def test_a_spec_with_line_breaks_is_refused_in_one_line(text: str) -> None:
    survives(lambda: parse_spec(text))


@pytest.mark.parametrize("path", ["", "/", "\udc80", "/dev/null/x", "x" * 5000, "\0"])
def test_record_files_survive_any_path(path: str) -> None:
    survives(lambda: load_records(path))


def test_a_changed_position_or_outcome_never_goes_unnoticed() -> None:
    """Every digit of every turn line counts: plans, chance and hash."""
    lines = real_record()[0].split(b"\n")
    number = next(i for i, line in enumerate(lines) if b'"type":"turn"' in line)
    line = lines[number]
    for at, byte in enumerate(line):
        if chr(byte).isdigit():
            other = line[:at] + str((int(chr(byte)) + 1) % 10).encode() + line[at + 1 :]
            found = read_records([*lines[:number], other, *lines[number + 1 :]])
            if found.problem == "":  # an order that had no effect whatever its number is
                assert positions(list(found.records)) == list(real_record()[1])
