"""Messages as dataclasses: one definition is read, checked, written, and published as JSON Schema.

Hints may be bool, int, float, str, Literal, tuple[X, ...], another dataclass, Mapping[str, object] (any JSON object),
and X | None; numbers may be limited with Annotated[.., Range(low, high)]. A field with a default may be missing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from hegemon._fields import Hint, Range, explanations, hints
from hegemon._json import JSON, JSONObject
from hegemon._words import did_you_mean
from hegemon.errors import ProtocolError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")

_SIMPLE: dict[object, tuple[str, str]] = {
    bool: ("boolean", "true or false"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    str: ("string", "text"),
}
"""The JSON type of a hint, and its words."""


def read(cls: type[T], data: object, where: str = "", *, strict: bool = False) -> T:
    """An instance made of plain data; a ProtocolError names the first wrong field, what was expected, and what came.

    Unknown fields are ignored, so that later versions can add some; where `strict`, they are errors.
    """
    if not isinstance(data, Mapping):
        raise _wrong(where, "an object", data)
    kind: type = cls
    known, wanted = {field.name: field for field in fields(kind)}, hints(kind)
    if strict:
        for name in data:
            if name not in known and name != "type":
                hint = did_you_mean(str(name), known, f"the fields are {', '.join(known)}")
                raise ProtocolError(f"{_at(where, str(name)[:40])} is unknown; {hint}", _at(where, str(name)[:40]))
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in data:
            values[name] = _value(wanted[name], data[name], _at(where, name), strict)
        elif _required(field):
            raise ProtocolError(f"{_at(where, name)} is missing; expected {_words(wanted[name])}", _at(where, name))
    return cls(**values)


def write(value: DataclassInstance) -> JSONObject:
    """The instance as plain data; what is None is left out."""
    found: JSONObject = {}
    for field in fields(value):
        item = getattr(value, field.name)
        if item is not None:
            found[field.name] = _plain(item)
    return found


def json_schema(cls: type) -> JSONObject:
    """The JSON Schema (draft 2020-12) of a dataclass, with the explanations of its fields."""
    notes = explanations(cls)
    properties: dict[str, JSON] = {}
    for field in fields(cls):
        note: JSONObject = {"description": notes[field.name]} if field.name in notes else {}
        properties[field.name] = {**_type_schema(hints(cls)[field.name]), **note}
    required = [field.name for field in fields(cls) if _required(field)]
    about = " ".join((cls.__doc__ or "").split())
    return {"type": "object", "description": about, "properties": properties, "required": required}


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _wrong(where: str, wanted: str, data: object) -> ProtocolError:
    came = f"{data!r:.60}" if isinstance(data, str | int | float) or data is None else _kind(data)
    came = {"True": "true", "False": "false", "None": "null"}.get(came, came)
    return ProtocolError(f"{where or 'the message'} must be {wanted}, not {came}", where)


def _kind(data: object) -> str:
    return "a list" if isinstance(data, list | tuple) else "an object"


def _split(hint: Hint) -> tuple[Hint, Range | None, bool]:
    """The type that a hint names, its limits, and whether it may be null."""
    optional = False
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        assert len(parts) == 1, "only X | None"
        hint, optional = parts[0], True
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        return hint, next((note for note in notes if isinstance(note, Range)), None), optional
    return hint, None, optional


def _words(hint: Hint) -> str:
    """What a hint allows."""
    kind, limits, _ = _split(hint)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(repr, get_args(kind)))
    if get_origin(kind) is tuple:
        return "a list"
    words = _SIMPLE[kind][1] if kind in _SIMPLE else "an object"
    return f"{words} from {limits.low:.16g} to {limits.high:.16g}" if limits else words


def _value(hint: Hint, data: object, where: str, strict: bool) -> object:
    kind, limits, optional = _split(hint)
    if data is None and optional:
        return None
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple):
            raise _wrong(where, "a list", data)
        item = get_args(kind)[0]
        return tuple(_value(item, each, f"{where}[{at}]", strict) for at, each in enumerate(data))
    if get_origin(kind) is Mapping:
        if not isinstance(data, Mapping):
            raise _wrong(where, "an object", data)
        return dict(data)
    if isinstance(kind, type) and is_dataclass(kind):
        return read(kind, data, where, strict=strict)
    if not _fits(kind, limits, data):
        raise _wrong(where, _words(hint), data)
    return float(data) if kind is float else data  # type: ignore[arg-type]


def _fits(kind: Hint, limits: Range | None, data: object) -> bool:
    if get_origin(kind) is Literal:
        return any(data == each and type(data) is type(each) for each in get_args(kind))
    if kind is bool or kind is str:
        return isinstance(data, kind)
    if isinstance(data, bool) or not isinstance(data, int if kind is int else int | float):
        return False
    try:
        return math.isfinite(data) and (limits is None or limits.low <= data <= limits.high)
    except OverflowError:
        return False


def _plain(value: object) -> JSON:
    if is_dataclass(value) and not isinstance(value, type):
        return write(value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    assert value is None or isinstance(value, str | int | float)
    return value


def _type_schema(hint: Hint) -> JSONObject:
    kind, limits, optional = _split(hint)
    if get_origin(kind) is Literal:
        return {"enum": [*get_args(kind), *([None] if optional else [])]}
    if get_origin(kind) is tuple:
        found: JSONObject = {"type": "array", "items": _type_schema(get_args(kind)[0])}
    elif isinstance(kind, type) and is_dataclass(kind):
        found = json_schema(kind)
    elif get_origin(kind) is Mapping:
        found = {"type": "object"}
    else:
        found = {"type": _SIMPLE[kind][0]}
    if limits is not None:
        found |= {"minimum": limits.low, "maximum": limits.high}
    return {**found, "type": [str(found["type"]), "null"]} if optional else found
