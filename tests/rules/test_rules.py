"""Rules are values: what their hash counts, and what a record's fields mean."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args, get_origin

import pytest

from hegemon import PRESETS, ClassicRules, Rules, SimultaneousRules, _core, load_rules
from hegemon._fields import hints, split_hint

HASHES = {
    "soares2025": "74537c292834e4e9",
    "warlight1": "c1a8a871de0a077a",
    "warlight2": "1b677014bf6fed3a",
    "warzone": "bcb97bb73eaf11a2",
    "classic": "432a4779bd2e6236",
    "heredia2022": "ee11547bc902e0de",
    "swiss2025": "6f8869d9b5ab8593",
    "swiss2025-text": "31a7d1778b1492da",
    "yao2025": "387e80042a487d4a",
    "yao2025-code": "198565971dc9d92d",
    "aminian2020": "e11af50f9f70452f",
}
"""Stores of tournaments and samples name rules by these; games of a tournament are dealt by them."""


@dataclass(frozen=True, kw_only=True)
class LaterClassic(ClassicRules):
    """The classic rules of a later version, with one more field."""

    later: int = 7


@dataclass(frozen=True, kw_only=True)
class LaterSimultaneous(SimultaneousRules):
    later: bool = False


@pytest.mark.parametrize("name", PRESETS)
def test_the_hash_of_a_preset_never_changes(name: str) -> None:
    assert PRESETS[name].hash == HASHES[name]


@pytest.mark.parametrize(
    ("now", "later", "changed"),
    [
        (ClassicRules(pool=30), LaterClassic(pool=30), LaterClassic(pool=30, later=8)),
        (SimultaneousRules(), LaterSimultaneous(), LaterSimultaneous(later=True)),
    ],
    ids=["classic", "simultaneous"],
)
def test_a_new_field_changes_a_hash_only_where_it_is_used(now: Rules, later: Rules, changed: Rules) -> None:
    assert now.hash == later.hash != changed.hash


def test_every_field_but_the_name_counts() -> None:
    rules = load_rules("classic")
    assert rules.with_(name="mine").hash == rules.hash
    assert len({rules.hash, *(rules.with_(**{field: 3}).hash for field in ("version", "pool", "trade_at"))}) == 4


def test_missing_fields_are_those_of_the_same_version_of_the_preset_only() -> None:
    assert load_rules({"name": "swiss2025", "pool": 30}) == PRESETS["swiss2025"].with_(pool=30)
    old = load_rules({"name": "swiss2025", "version": 99, "pool": 30})
    assert old == ClassicRules(name="swiss2025", version=99, pool=30)


@pytest.mark.parametrize(
    ("family", "core"),
    [(SimultaneousRules, _core.SimultaneousRules), (ClassicRules, _core.ClassicRules)],
    ids=["simultaneous", "classic"],
)
def test_the_core_knows_the_same_fields_words_and_defaults(
    family: type[SimultaneousRules] | type[ClassicRules], core: type[_core.SimultaneousRules] | type[_core.ClassicRules]
) -> None:
    kinds: type = family
    told = {name: (default, tuple(words)) for name, default, words in core.describe()}
    known = {}
    for field in fields(family):
        kind, _ = split_hint(hints(kinds)[field.name])
        known[field.name] = (field.default, get_args(kind) if get_origin(kind) is Literal else ())
    del known["name"], known["version"]
    assert told == known
    with pytest.raises(ValueError, match="there is no setting later"):
        core({"later": 1})
