"""Settings by name: `learning.rate` is the field `rate` of the settings in the field `learning`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass, replace
from typing import Any, TypeVar

from hegemon._fields import hints, require_allowed, require_known
from hegemon._json import JSONObject
from hegemon._spec import Value, parse_value
from hegemon.errors import TrainingError

S = TypeVar("S")


def read_changes(texts: Sequence[str]) -> dict[str, Value]:
    """Values by name from texts such as learning.rate=0.003."""
    found: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise TrainingError(f"{text!r:.60} is not a setting; write name=value, e.g. positions=2000")
        found[name.strip()] = parse_value(value)
    return found


def changed(settings: S, changes: Mapping[str, object], what: str) -> S:
    """A dataclass of settings with some of them changed; `what` names it in errors."""
    for name, value in changes.items():
        settings = _changed(settings, name, value, what)
    return settings


def _changed(settings: S, name: str, value: object, what: str) -> S:
    first, _, rest = name.partition(".")
    kind: type = type(settings)
    require_known({first: value}, kind, what, TrainingError)
    inner = getattr(settings, first)
    if rest:
        if not is_dataclass(inner):
            raise TrainingError(f"{what}: {first} has no nested settings")
        value = _changed(inner, rest, value, f"{what}: {first}")
    elif is_dataclass(inner) or isinstance(inner, tuple):
        raise TrainingError(f"{what}: {first} cannot be set to one value")
    else:
        require_allowed(first, value, hints(kind)[first], what, TrainingError)
    return replace(settings, **{first: value})  # type: ignore[type-var]  # a dataclass, as its fields were found


def plain_settings(settings: Any) -> JSONObject:
    """A dataclass of settings as JSON data."""
    found: JSONObject = json.loads(json.dumps(asdict(settings)))
    return found


def hint_of(cls: type, name: str) -> object:
    """The type hint of a setting that exists."""
    first, _, rest = name.partition(".")
    found = hints(cls)[first]
    return hint_of(found, rest) if rest and isinstance(found, type) else found
