"""The tables of docs/protocol.md and docs/engine.md, as the definitions of the messages say."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal

from hegemon._fields import explanations, hints
from hegemon.protocol import json_schema
from hegemon.protocol.schema import _split, _words

LARGE = 10**5
"""Limits beyond this are not worth a reader's time."""


def rows(kind: type, *, host: bool = False) -> list[str]:
    """One row per field: its name, what it may be, whether it may be missing, and what it means.

    A host sends every field but those that do not apply; a bot may leave out whatever has a default.
    """
    notes, required = explanations(kind), json_schema(kind)["required"]
    assert isinstance(required, list)
    found = []
    for field in fields(kind):
        missing = field.default is None if host else field.name not in required
        optional = (", may be missing" if host else ", optional") if missing else ""
        found.append(f"| `{field.name}` | {_type(hints(kind)[field.name])}{optional} | {notes[field.name]} |")
    return found


def _type(hint: object) -> str:
    kind, limits, _ = _split(hint)
    if getattr(kind, "__origin__", None) is tuple:
        return f"list of {_many(getattr(kind, '__args__')[0])}"  # noqa: B009 (a generic alias)
    if limits is not None and (limits.high >= LARGE or limits.low <= -LARGE):
        return "number" if kind is float else "whole number"
    return _words(hint).replace("'", "").removeprefix("a ").removeprefix("an ").replace("one of ", "")


def _many(hint: object) -> str:
    kind, _, _ = _split(hint)
    if getattr(kind, "__origin__", None) is tuple:
        return "lists"
    words = {int: "whole numbers", str: "texts"}
    return words.get(kind, _type(hint) if getattr(kind, "__origin__", None) is Literal else "objects")  # type: ignore[call-overload,no-any-return]
