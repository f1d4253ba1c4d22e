"""Every validator message, and no crash whatever the input."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hegemon.errors import MapError
from hegemon.maps import Map, check_map

GOOD: dict[str, Any] = {
    "format": "hegemon-map",
    "schema": 1,
    "name": "small",
    "territories": [{"name": "A", "x": 0, "y": 0}, {"name": "B", "x": 1, "y": 0}, {"name": "C", "x": 1, "y": 1}],
    "links": [["A", "B"], ["B", "C"]],
    "groups": [{"name": "G", "value": 2, "members": ["A", "B", "C"]}],
}
TRIANGLE = [[0, 0], [1, 0], [0, 1]]


def edit(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Set the item at a path such as ``territories.0.name``; "DELETE" removes it."""

    def change(data: dict[str, Any]) -> None:
        *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        place: Any = data
        for key in parents:
            place = place[key]
        if value == "DELETE":
            del place[last]
        else:
            place[last] = value

    return change


CASES = [
    ("format", "DELETE", "format", 'is null: write "format": "hegemon-map"'),
    ("schema", 2, "schema", "is 2: this version reads schema 1 only"),
    ("schema", True, "schema", "is true: this version reads schema 1 only"),
    ("name", "DELETE", "name", "has no name: add one"),
    ("name", 5, "name", "the name is 5, not text"),
    ("note", [], "note", "is a list, not text"),
    ("territories", "DELETE", "territories", 'is missing: add "territories": [...]'),
    ("territories", {}, "territories", "is an object, not a list"),
    ("territories", [], "territories", "the list is empty: a map needs at least one territory"),
    ("territories.1", 7, "territory 1", 'is 7: write {"name": "...", "x": 0, "y": 0}'),
    ("territories.1.name", " ", "territory 1", "the name is empty"),
    ("territories.1.name", "B\n", "territory 1", r"the name 'B\n' has a control or invisible character: remove it"),
    ("territories.1.name", "x" * 81, "territory 1", f"the name {'x' * 57!r}... has 81 characters: use at most 80"),
    ("territories.1.name", " a", "territory ' a'", "has the same name as territory 0 ('A'): rename one"),
    ("territories.1.x", "DELETE", "territory 'B'", "has no x: add its place on the drawing, a number"),
    ("territories.1.x", "1", "territory 'B'", "x is '1', not a number"),
    ("territories.1.y", True, "territory 'B'", "y is true, not a number"),
    ("territories.1.y", float("nan"), "territory 'B'", "y is nan: use a number between -1000000 and 1000000"),
    ("territories.1.y", float("inf"), "territory 'B'", "y is inf: use a number between -1000000 and 1000000"),
    ("territories.1.y", 10**100, "territory 'B'", "y is a huge number: use a number between -1000000 and 1000000"),
    (
        "territories.1.polygon",
        TRIANGLE,
        "territory 'A'",
        "has no polygon although others do: draw all territories or none",
    ),
    (
        "territories.1.polygon",
        [[0, 0], [1, 1]],
        "territory 'B'",
        "the polygon needs at least 3 points: write [[x, y], [x, y], [x, y]]",
    ),
    (
        "territories.1.polygon",
        [[0, 0], [1], [1, 1]],
        "territory 'B'",
        "polygon point 1 is a list: write [x, y] with two numbers",
    ),
    (
        "territories.1.polygon",
        [[0, 0], [1, None], [1, 1]],
        "territory 'B' polygon point 1",
        "has no y: add its place on the drawing, a number",
    ),
    ("links", None, "links", 'is missing: add "links": [...]'),
    ("links.0", ["A"], "link 0", 'must join two territories: write ["one name", "other name"]'),
    ("links.0", ["A", "A"], "link 0", "joins 'A' to itself: remove it"),
    ("links.1", [1, 0], "link 1", "'B' - 'A' repeats link 0: links go both ways, remove one"),
    ("links.0", ["A", 3], "link 0", "there is no territory 3: numbers run from 0 to 2"),
    ("links.0", ["A", True], "link 0", "true is not a territory: write its name or its number"),
    ("links.0", ["A", "Z"], "link 0", "there is no territory 'Z'"),
    ("links", [["A", "B"]], "links", "'C' cannot be reached from the rest of the map: add a link"),
    ("groups", "x", "groups", "is 'x', not a list"),
    ("groups.0", 1.5, "group 0", 'is 1.5: write {"name": "...", "value": 2, "members": [...]}'),
    ("groups.0.value", 1.5, "group 'G'", "the value is 1.5: write a whole number of armies, e.g. 2"),
    ("groups.0.value", 10**7, "group 'G'", "the value is 10000000: use at most 1000000 armies"),
    ("groups.0.members", [], "group 'G'", "has no members: list at least one territory or remove the group"),
    ("groups.0.members", 4, "group 'G'", "members is 4, not a list"),
    ("groups.0.members", ["A", 0], "group 'G'", "lists 'A' twice: remove one"),
    ("groups.0.members", ["A", "Q"], "group 'G'", "there is no territory 'Q'"),
    (
        "hash",
        "0123",
        "hash",
        "is '0123' but the content gives 2b1d437abaf07bd5; the map was edited",
    ),
]


@pytest.mark.parametrize(("path", "value", "item", "message"), CASES)
def test_each_error(path: str, value: object, item: str, message: str) -> None:
    data = copy.deepcopy(GOOD)
    edit(path, value)(data)
    errors = [p for p in check_map(data) if p.severity == "error"]
    assert any(p.item == item and p.message.startswith(message) for p in errors), [str(p) for p in errors]
    with pytest.raises(MapError) as caught:
        Map.from_json(data)
    assert str(errors[0]) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_good_map_has_no_problem() -> None:
    assert check_map(GOOD) == []
    assert Map.from_json(GOOD).territories == ("A", "B", "C")


@pytest.mark.parametrize("value", [0, -3])
def test_zero_and_negative_bonuses_are_fine(value: int) -> None:
    data = copy.deepcopy(GOOD)
    data["groups"][0]["value"] = value
    assert check_map(data) == []


def test_warnings_do_not_forbid_loading() -> None:
    data = copy.deepcopy(GOOD)
    data["groups"][0]["members"] = ["A", "B"]
    data["groups"][0]["valeu"] = 1
    problems = check_map(data)
    assert [(p.severity, p.item, p.message) for p in problems] == [
        ("warning", "group 'G'", "unknown field 'valeu' is ignored: did you mean 'value'?"),
        ("warning", "territory 'C'", "is in no group"),
    ]
    assert Map.from_json(data).groups[0].members == (0, 1)


def test_duplicate_group_names_and_misspelt_territories() -> None:
    data = copy.deepcopy(GOOD)
    data["territories"][0]["name"] = "Egypt"
    data["links"][0] = ["Egpyt", "B"]
    data["groups"].append({"name": "g", "value": 1, "members": ["Egypt"]})
    messages = [str(p) for p in check_map(data)]
    assert "link 0: there is no territory 'Egpyt': did you mean 'Egypt'?" in messages
    assert "group 'g': has the same name as group 0: rename one" in messages


def test_numbers_too_long_to_print_are_refused() -> None:
    for path in ("schema", "links.0", "groups.0.value", "territories.0.x"):
        data = copy.deepcopy(GOOD)
        edit(path, ["A", 10**5000] if path == "links.0" else 10**5000)(data)
        with pytest.raises(MapError, match="a huge number"):
            Map.from_json(data)


def test_all_problems_are_collected() -> None:
    data = copy.deepcopy(GOOD)
    for path, value in [("name", ""), ("territories.2.x", None), ("links.0", ["A", "A"]), ("groups.0.value", None)]:
        edit(path, value)(data)
    items = [p.item for p in check_map(data)]
    assert items == ["name", "territory 'C'", "link 0", "group 'G'", "links"]


def test_size_limit() -> None:
    data = copy.deepcopy(GOOD)
    data["territories"] = [{"name": f"T{i}", "x": i, "y": 0} for i in range(513)]
    data["links"] = [[i, i + 1] for i in range(512)]
    data["groups"] = [{"name": "G", "value": 1, "members": list(range(513))}]
    assert [str(p) for p in check_map(data)] == ["territories: there are 513: a map may have at most 512"]
    for key in ("territories", "links"):
        data[key].pop()
    data["groups"][0]["members"].pop()
    assert len(Map.from_json(data).territories) == 512


def test_a_hopeless_file_is_refused_quickly() -> None:
    data = copy.deepcopy(GOOD)
    data["territories"] = [{"name": f"Territory {i}", "x": i, "y": 0} for i in range(500)]
    data["links"] = [[f"Teritory {i} x", f"Territori {i} y"] for i in range(20_000)]
    assert len(check_map(data)) > 40_000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["format", "schema", "name", "hash", "provenance", "note", "territories", "links", "groups", "polygon"]


def only_map_errors(data: object) -> None:
    """Data with an error raises a MapError of one line; data without one makes a map that survives a round trip."""
    if any(p.severity == "error" for p in check_map(data)):
        with pytest.raises(MapError) as caught:
            Map.from_json(data)
        assert "\n" not in str(caught.value)
    else:
        board = Map.from_json(data)
        assert Map.from_json(board.to_json()) == board


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_fuzz_any_json(data: object) -> None:
    only_map_errors(data)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_fuzz_a_good_map_with_damage(draw: st.DataObject) -> None:
    """Replace one item anywhere in a good map by anything, or by another item of the map."""
    data = copy.deepcopy(GOOD)
    places: list[tuple[Any, Any]] = []

    def collect(place: Any) -> None:
        for key in list(place) if isinstance(place, dict) else range(len(place)):
            places.append((place, key))
            if isinstance(place[key], (dict, list)):
                collect(place[key])

    collect(data)
    place, key = draw.draw(st.sampled_from(places))
    place[key] = draw.draw(JSON | st.sampled_from([copy.deepcopy(p[k]) for p, k in places]))
    if draw.draw(st.booleans()):
        data[draw.draw(st.sampled_from(FIELDS))] = draw.draw(JSON)
    only_map_errors(data)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=40) | JSON.map(lambda data: json.dumps(data).encode()))
def test_fuzz_files(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "map.json"
    path.write_bytes(content)
    with pytest.raises(MapError) as caught:
        Map.load(path)
    assert "\n" not in str(caught.value)
