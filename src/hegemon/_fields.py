"""Checked settings: dataclass fields whose type hints say what is allowed, with errors that name field and fix."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

from hegemon._words import did_you_mean
from hegemon.errors import HegemonError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Hint: TypeAlias = object
"""A type hint: a type, or what typing makes of one."""


@dataclass(frozen=True)
class Range:
    """Allowed values of a number, both ends included: ``visits: Annotated[int, Range(1, 10**9)] = 300``."""

    low: float
    high: float


_DEFAULT = Range(0, 10**9)
_NUMBERS: dict[type, type | tuple[type, ...]] = {float: (int, float)}
T = TypeVar("T")


@cache
def hints(cls: type) -> dict[str, Hint]:
    """The type hints of a dataclass, with their annotations."""
    return get_type_hints(cls, include_extras=True)


@cache
def explanations(cls: type) -> dict[str, str]:
    """The text below each field of a dataclass, from its source, in one line."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, text in zip(body.body, body.body[1:], strict=False):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(note))):
                    found[name] = " ".join(note.split())
    return found


def allowed(hint: Hint) -> str:
    """What a field accepts, in words."""
    kind, limits = split_hint(hint)
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(str, get_args(kind)))
    if kind is bool:
        return "true or false"
    if kind is int:
        return f"a whole number from {limits.low:g} to {limits.high:.10g}"
    if kind is float:
        return f"a number from {limits.low:g} to {limits.high:.10g}"
    return "text"


def changed_fields(instance: DataclassInstance) -> dict[str, object]:
    """The fields of a dataclass instance that differ from their defaults."""
    found = {}
    for field in fields(instance):
        value = getattr(instance, field.name)
        if field.default_factory is not MISSING:
            default: object = field.default_factory()
        else:
            default = field.default
        if default is MISSING or value != default:
            found[field.name] = value
    return found


class ShortRepr:
    """A dataclass whose repr shows only the fields that differ from their defaults."""

    def __init_subclass__(cls, **more: object) -> None:
        super().__init_subclass__(**more)
        setattr(cls, "__repr__", ShortRepr.__repr__)  # noqa: B010 (dataclass() leaves what a class defines)

    def __repr__(self) -> str:
        changed = changed_fields(cast("DataclassInstance", self))
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in changed.items())})"


def check_fields(instance: DataclassInstance, what: str, error: type[HegemonError]) -> None:
    """Raise `error` if any field of a dataclass instance holds something its hint does not allow."""
    cls: type = type(instance)
    known = hints(cls)
    for field in fields(instance):
        require_allowed(field.name, getattr(instance, field.name), known[field.name], what, error)


def require_allowed(name: str, value: object, hint: Hint, what: str, error: type[HegemonError]) -> None:
    """Raise `error` if a type hint does not allow the value of a field."""
    if not _fits(value, hint):
        raise error(f"{what}: {name}={value!r} is not allowed; expected {allowed(hint)}")


def require_known(names: Mapping[str, object], cls: type, what: str, error: type[HegemonError]) -> None:
    """Raise `error` for the first name that is no field of the dataclass, with the nearest one that is."""
    known = [f.name for f in fields(cls)]
    for name in names:
        if name not in known:
            options = f"it has {', '.join(known)}" if known else "it has none"
            raise error(f"{what} has no setting {name}; {did_you_mean(name, known, options)}")


def defaults(**values: object) -> Callable[[type[T]], type[T]]:
    """Other defaults for fields that a dataclass inherits: `@defaults(depth=3)`, below `@dataclass(frozen=True)`."""

    def change(cls: type[T]) -> type[T]:
        inherited = hints(cls.__mro__[1])
        for name, value in values.items():
            if name not in inherited or not _fits(value, inherited[name]):
                raise TypeError(f"{cls.__qualname__} cannot have the default {name}={value!r}")
            cls.__annotations__[name] = inherited[name]
            setattr(cls, name, value)
        return cls

    return change


def split_hint(hint: Hint) -> tuple[Hint, Range]:
    """The type that a hint names, and the limits it sets."""
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, next((note for note in notes if isinstance(note, Range)), _DEFAULT)
    return hint, _DEFAULT


def _fits(value: object, hint: Hint) -> bool:
    kind, limits = split_hint(hint)
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) is tuple:  # of any length
        return isinstance(value, tuple) and all(_fits(part, get_args(kind)[0]) for part in value)
    if kind is bool or kind is str:
        return isinstance(value, kind)
    if isinstance(value, bool) or not isinstance(kind, type) or not isinstance(value, _NUMBERS.get(kind, kind)):
        return False
    return not isinstance(value, int | float) or limits.low <= value <= limits.high
