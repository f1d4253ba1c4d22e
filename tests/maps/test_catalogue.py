"""The bundled maps against pinned facts, and the ways to name a map."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hegemon.errors import HegemonError, MapError
from hegemon.maps import Map, check_map, grid, load_map, map_names, random_map

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "known_maps.json").read_text())
DOCS = Path(__file__).parents[2] / "docs" / "maps.md"


def test_names_are_the_known_ones() -> None:
    assert list(map_names()) == sorted(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name: str) -> None:
    board, known = load_map(name), KNOWN[name]
    assert board.name == name
    assert len(board.territories) == known["territories"]
    assert len(board.links) == known["links"]
    assert [[g.value, len(g.members)] for g in board.groups] == known["groups"]
    assert sorted(len(near) for near in board.neighbours) == known["degrees"]
    assert board.hash == known["hash"]
    assert board.provenance
    assert check_map(board.to_json()) == []


def test_earth_is_classic_without_one_link() -> None:
    classic, earth = load_map("classic"), load_map("earth")

    def links(board: Map) -> set[frozenset[str]]:
        return {frozenset((board.territories[a], board.territories[b])) for a, b in board.links}

    def groups(board: Map) -> set[tuple[str, int, frozenset[str]]]:
        return {(g.name, g.value, frozenset(board.territories[m] for m in g.members)) for g in board.groups}

    assert links(classic) - links(earth) == {frozenset(("Northern Europe", "Scandinavia"))}
    assert links(earth) < links(classic)
    assert groups(classic) == groups(earth)


def test_link_order_is_kept() -> None:
    assert load_map("simple").links == ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (2, 3), (5, 6))


def test_italy_puts_every_territory_in_two_groups() -> None:
    assert {len(groups) for groups in load_map("italy").groups_of} == {2}


def test_load_map_understands_every_kind_of_spec(tmp_path: Path) -> None:
    board = load_map("banana")
    board.save(tmp_path / "mine.json")
    assert load_map(board) is board
    assert load_map(tmp_path / "mine.json") == board
    assert load_map(str(tmp_path / "mine.json")) == board
    assert load_map("grid(4,3)") == load_map("grid(width=4, height=3)") == grid(4, 3)
    assert load_map("random(12)") == random_map(12, 0)
    assert load_map("random(12, seed=5)") == random_map(12, 5)


@pytest.mark.parametrize("spec", ["grid(5, 2)", "random(15, seed=3)", "hex"])
def test_a_map_is_found_again_by_its_name(spec: str) -> None:
    board = load_map(spec)
    assert load_map(board.name) == board


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("itly", "did you mean 'italy'?"),
        ("zzzz", "known maps: banana, classic"),
        ("italy(3)", "takes no settings"),
        ("grid(4)", "height is missing"),
        ("grid(4, 3, 2)", "at most 2 values"),
        ("grid(4, depth=3)", "no setting 'depth'"),
        ("grid(4, 3, width=4)", "given twice"),
        ("grid(4, true)", "height is True, not a whole number"),
        ("random(2.5)", "territories is 2.5, not a whole number"),
        ("no/such/file.json", "No such file"),
        ("nosuch.json", "No such file"),
    ],
)
def test_bad_specs_say_what_to_do(spec: str, message: str) -> None:
    with pytest.raises(MapError, match=re.escape(message)):
        load_map(spec)


def test_unreadable_spec_is_a_user_error() -> None:
    with pytest.raises(HegemonError):
        load_map("grid(4,,3)")


def test_the_example_of_the_documentation_loads(tmp_path: Path) -> None:
    example = re.search(r"```json[^\n]*\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    (tmp_path / "valley.json").write_text(example.group(1))
    board = load_map(tmp_path / "valley.json")
    assert (len(board.territories), len(board.links), len(board.groups)) == (5, 6, 3)
    assert check_map(json.loads(example.group(1))) == []


def test_the_table_of_the_documentation_is_right() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (\d+) \| (\d+) \| (\d+) \| (-?\d+) \|", DOCS.read_text(), re.MULTILINE)
    boards = [load_map(name) for name in sorted(KNOWN)]
    expected = [
        (b.name, len(b.territories), len(b.links), len(b.groups), sum(g.value for g in b.groups)) for b in boards
    ]
    assert [(name, *map(int, counts)) for name, *counts in rows] == expected
