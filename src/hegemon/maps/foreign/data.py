"""JSON of other programs, part by part: what has the wrong type is a problem with its place, not an error of Python."""

from __future__ import annotations

import re

from hegemon.maps.foreign.draft import Draft, ImportMapError
from hegemon.maps.foreign.source import Source
from hegemon.maps.formats import read_json
from hegemon.maps.validate import show

_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,15}\s*")
_DECIMAL = re.compile(r"\s*[+-]?([0-9]{1,15}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?\s*")


def read_object(source: Source) -> dict[str, object]:
    """The object that is the whole file."""
    try:
        data = read_json(source.text.encode("utf-8", "replace"))
    except ValueError as error:
        raise ImportMapError([str(error)]) from None
    if not isinstance(data, dict):
        raise ImportMapError([f"the file is {show(data)}, not an object"])
    return data


def as_list(draft: Draft, where: str, value: object) -> list[object]:
    if isinstance(value, list):
        return value
    draft.wrong(where, "is missing" if value is None else f"is {show(value)}, not a list")
    return []


def as_object(draft: Draft, where: str, value: object) -> dict[str, object]:
    if isinstance(value, dict):
        return value
    draft.wrong(where, f"is {show(value)}, not an object")
    return {}


def number(draft: Draft, where: str, value: object, otherwise: int | None = None) -> int | None:
    """A whole number, also one that is written as text."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15:
        return value
    draft.wrong(where, "is missing" if value is None else f"is {show(value)}, not a whole number")
    return otherwise


def decimal(text: str) -> float | None:
    """A number of a drawing; None if the text is none."""
    return float(text) if _DECIMAL.fullmatch(text) else None
