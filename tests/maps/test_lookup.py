"""Territories by name: abbreviations, what is forgiven, what is refused, and how names are written."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hegemon.errors import MapError
from hegemon.maps import Map, load_map, map_names


def named(*names: str) -> Map:
    """A map of territories in a row."""
    rows = [{"name": name, "x": i, "y": 0} for i, name in enumerate(names)]
    links = [[i, i + 1] for i in range(len(names) - 1)]
    head = {"format": "hegemon-map", "schema": 1, "name": "named"}
    return Map.from_json(head | {"territories": rows, "links": links, "groups": []})


ODD = named(
    "Zürich", "Val d'Aosta", "A-B", "A B", "A_B", "7", "x", "C1", "C10", 'The "End"', "a+b>c:d", "-", "-3", "★", "all"
)


@pytest.mark.parametrize(
    ("map", "text", "name"),
    [
        ("italy", "toscana", "Toscana"),
        ("italy", "TOSC", "Toscana"),
        ("italy", "valle_d_aosta", "Valle d'Aosta"),
        ("italy", "valle-daosta", "Valle d'Aosta"),
        ("italy", "vda", "Valle d'Aosta"),
        ("italy", "aosta", "Valle d'Aosta"),
        ("italy", "emilia romagna", "Emilia-Romagna"),
        ("italy", "  er ", "Emilia-Romagna"),
        ("italy", "5", "Toscana"),
        ("classic", '"Great Britain"', "Great Britain"),
        ("classic", "w aus", "Western Australia"),
        ("classic", "WUS", "Western United States"),
        ("classic", "guinea", "New Guinea"),
        ("banana", "end", "The End"),
    ],
)
def test_what_a_person_types(map: str, text: str, name: str) -> None:
    board = load_map(map)
    assert board.territories[board.index(text)] == name


@pytest.mark.parametrize(
    ("text", "name"),
    [("zurich", "Zürich"), ("ZÜR", "Zürich"), ("A-B", "A-B"), ("a b", "A B"), ("c1", "C1"), ("the end", 'The "End"')],
)
def test_an_exact_name_wins_and_accents_are_forgiven(text: str, name: str) -> None:
    assert ODD.territories[ODD.index(text)] == name


@pytest.mark.parametrize(
    ("map", "text", "message"),
    [
        ("italy", "s", "'s' may be Sicilia or Sardegna"),
        ("classic", "north", "'north' may be Northwest Territory, Northern Europe or North Africa"),
        ("italy", "Tooscana", "map 'italy' has no territory 'Tooscana': did you mean Toscana?"),
        ("triangle", "zz", "map 'triangle' has no territory 'zz': there are C1, C2, C3"),
        ("grid(12,2)", "a", "'a' may be A1 or A2"),
        ("simple", "T", "'T' may be T0, T1, T2, T3, T4, T5, T6, T7, .. (9 territories)"),
        ("italy", "20", "map 'italy' has no territory 20: use 0 to 19"),
        ("italy", "", "map 'italy' has no territory ''"),
        ("italy", '"5"', "map 'italy' has no territory '5'"),
    ],
)
def test_ambiguous_and_unknown_names_list_candidates(map: str, text: str, message: str) -> None:
    with pytest.raises(MapError) as caught:
        load_map(map).index(text)
    assert str(caught.value).startswith(message)


def test_a_name_of_digits_is_quoted_in_notation() -> None:
    assert ODD.read_territory("7") == 7
    assert ODD.territories[ODD.read_territory('"7"')] == "7"
    assert ODD.read_territory("99") == 99  # the rules say that there is no such territory
    assert ODD.words[5] == "5"


@pytest.mark.parametrize("name", [*map_names(), "random(200, seed=3)"])
def test_every_name_and_every_word_finds_its_territory(name: str) -> None:
    board = load_map(name)
    for number, territory in enumerate(board.territories):
        assert board.index(territory) == number
        assert board.read_territory(board.words[number]) == number
        assert not set(board.words[number]) & set(' +>:!;,@=/*"')


def test_names_that_fold_alike_are_written_so_that_they_are_found() -> None:
    assert [ODD.read_territory(word) for word in ODD.words] == list(range(len(ODD.words)))
    assert ODD.words[:5] == ("Zürich", "Val_d'Aosta", "A-B", "3", "A_B")


def test_completion() -> None:
    classic = load_map("classic")
    assert classic.complete("ea") == ["Eastern_United_States", "East_Africa", "Eastern_Australia"]
    assert classic.complete("Great B") == ["Great_Britain"]
    assert classic.complete("brit") == ["Great_Britain"]
    assert classic.complete("") == list(classic.words)
    assert classic.complete("zz") == []
    assert ODD.complete("c1") == ["C1", "C10"]


texts = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" _-'\"+>:!x=7"), min_size=1, max_size=12
)


@given(
    st.lists(texts.filter(str.strip), min_size=1, max_size=8, unique_by=lambda name: " ".join(name.split()).casefold())
)
def test_any_names_are_written_and_read(names: list[str]) -> None:
    board = named(*names)
    assert [board.read_territory(word) for word in board.words] == list(range(len(names)))
    assert [board.index(name) for name in names if len(name) < 2 or name[0] != '"'] == [
        number for number, name in enumerate(names) if len(name) < 2 or name[0] != '"'
    ]


@given(texts)
def test_any_text_is_a_territory_or_refused(text: str) -> None:
    with contextlib.suppress(MapError):
        assert 0 <= ODD.index(text) < len(ODD.territories)
    assert set(ODD.complete(text)) <= set(ODD.words)
