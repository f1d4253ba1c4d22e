"""The map value: lookup, files, hash."""

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import pytest

from hegemon.errors import MapError
from hegemon.maps import Group, Map, grid, load_map, map_names, random_map


def small() -> Map:
    return Map(
        "small", ("A", "B b", "C"), ((1, 0), (1, 2)), (Group("G", -1, (2, 0)),), ((0.0, 0.0), (1.5, 0.0), (2.0, 1.0))
    )


@pytest.mark.parametrize("spec", [*map_names(), "grid(3, 5)", "random(30, seed=2)"])
def test_round_trip_through_data_and_file(spec: str, tmp_path: Path) -> None:
    board = load_map(spec)
    assert Map.from_json(json.loads(json.dumps(board.to_json()))) == board
    board.save(tmp_path / "map.json")
    assert Map.load(tmp_path / "map.json") == board


def test_a_renamed_group_keeps_its_alias_and_the_map_its_hash(tmp_path: Path) -> None:
    renamed = dataclasses.replace(small(), groups=(Group("New", -1, (2, 0), alias="G"),))
    assert renamed.hash == small().hash
    renamed.save(tmp_path / "map.json")
    assert Map.load(tmp_path / "map.json") == renamed
    with pytest.raises(MapError, match="group 'New': alias: the name is 3, not text"):
        Map.from_json(renamed.to_json() | {"groups": [{"name": "New", "alias": 3, "value": 1, "members": [0]}]})


def test_file_has_one_item_per_line(tmp_path: Path) -> None:
    small().save(tmp_path / "small.json")
    lines = (tmp_path / "small.json").read_text().splitlines()
    assert '    {"name": "B b", "x": 1.5, "y": 0},' in lines
    assert '    ["B b", "A"],' in lines
    assert '    {"name": "G", "value": -1, "members": ["C", "A"]}' in lines


def test_references_by_number_and_by_loose_name() -> None:
    data: Any = small().to_json()
    data["links"] = [["b  B", 0], [1, "c"]]
    data["groups"][0]["members"] = [2, " a "]
    assert Map.from_json(data) == small()


def test_index_and_neighbours() -> None:
    board = small()
    assert board.neighbours == ((1,), (0, 2), (1,))
    assert board.groups_of == ((0,), (), (0,))
    assert [board.index("A"), board.index(" b B"), board.index("bb"), board.index(2)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("what", "message"),
    [(3, "no territory 3: use 0 to 2"), (-1, "no territory -1"), ("B c", "did you mean B b?"), (True, "not True")],
)
def test_index_of_unknown_territory(what: str | int, message: str) -> None:
    with pytest.raises(MapError, match=message.replace("?", r"\?") if "mean" in message else message):
        small().index(what)


def test_hash_is_of_the_topology_only() -> None:
    board = small()
    redrawn = dataclasses.replace(
        board, name="other", positions=((9.0, 9.0), (0.0, 0.0), (1.0, 1.0)), provenance="p", note="n"
    )
    assert redrawn.hash == board.hash
    changed = [
        dataclasses.replace(board, links=((1, 2), (1, 0))),
        dataclasses.replace(board, links=((0, 1), (1, 2))),
        dataclasses.replace(board, territories=("A", "B", "C")),
        dataclasses.replace(board, groups=(Group("G", 0, (2, 0)),)),
        dataclasses.replace(board, groups=(Group("G", -1, (0, 2)),)),
        dataclasses.replace(board, groups=()),
    ]
    assert len({board.hash, *(b.hash for b in changed)}) == 7


def test_wrong_hash_is_refused_and_removing_it_accepts_the_edit() -> None:
    data: Any = small().to_json()
    data["groups"][0]["value"] = 3
    with pytest.raises(MapError, match="remove the hash field to accept the edits"):
        Map.from_json(data)
    del data["hash"]
    assert Map.from_json(data).groups[0].value == 3


def test_making_an_invalid_map_is_an_error() -> None:
    with pytest.raises(MapError, match="joins 'A' to itself"):
        dataclasses.replace(small(), links=((0, 0), (0, 1), (1, 2)))
    with pytest.raises(MapError, match="2 positions for 3 territories"):
        dataclasses.replace(small(), positions=((0.0, 0.0), (1.0, 1.0)))
    with pytest.raises(MapError, match="1 polygons for 3 territories"):
        dataclasses.replace(small(), polygons=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),))


def test_load_names_the_file_and_counts_the_other_errors(tmp_path: Path) -> None:
    data: Any = small().to_json()
    data["links"] += [["A", "A"], ["A", "X"]]
    (tmp_path / "bad.json").write_text(json.dumps(data))
    with pytest.raises(MapError, match=r"bad\.json.*link 2: joins 'A' to itself: remove it \(and 1 more\)"):
        Map.load(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\xff\xfe\x00", "not a text file in UTF-8"),
        (b"", "not JSON: Expecting value at line 1 column 1"),
        (b'{\n  "format": \n}', "not JSON: Expecting value at line 3 column 1"),
        (b"[" * 200_000, "nesting is too deep"),
        (b"9" * 10_000, "number is too long"),
        (b"[]", "is a list, not an object"),
        (b"\xef\xbb\xbf{}", "format: is null"),
        (b" " * 16_000_001, "larger than 16 MB"),
    ],
)
def test_bad_files_give_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(MapError, match=message) as caught:
        Map.load(path)
    assert "\n" not in str(caught.value)


def test_unreadable_paths(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="No such file"):
        Map.load(tmp_path / "missing.json")
    with pytest.raises(MapError, match="directory"):
        Map.load(tmp_path)
    with pytest.raises(MapError, match="null"):
        Map.load("a\0b.json")
    with pytest.raises(MapError, match="cannot write"):
        small().save(tmp_path / "no" / "such" / "folder.json")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_forbidden_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    small().save(path)
    path.chmod(0)
    with pytest.raises(MapError, match="Permission denied"):
        Map.load(path)


def test_values_are_hashable_and_comparable() -> None:
    assert len({small(), small(), grid(2, 2), random_map(10, 1)}) == 3


def test_a_map_draws_itself() -> None:
    board = load_map("triangle")
    assert board.svg(title="A <map>").startswith("<svg ")
    assert "A &lt;map&gt;" in board.svg(title="A <map>")
    assert all(name in board._repr_svg_() for name in board.territories)
    assert repr(board) == "<Map triangle: 3 territories, 3 links, 3 groups>"
