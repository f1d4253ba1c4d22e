"""HTML and SVG from values. Text that is not Markup is escaped, because names and reasons are untrusted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

Child: TypeAlias = "str | int | float | Iterable[Child] | None"
_VOID = frozenset(("meta", "br", "hr", "img", "input", "col"))


class Markup(str):
    """Text that is already markup."""

    __slots__ = ()


class Picture(str):
    """A whole SVG file; notebooks show it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """An element. Attributes: `class_` is class, an underscore a hyphen; None and False are left out."""
    opening = f"<{name}{''.join(map(_attribute, attributes, attributes.values()))}>"
    return Markup(opening if name in _VOID else f"{opening}{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Concatenated children, with text escaped."""
    return Markup("".join(map(_render, children)))


def _render(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return str(child)
    if isinstance(child, str):
        return escape(child, quote=False)
    if isinstance(child, int | float):
        return number(child)
    return "".join(map(_render, child))


def _attribute(name: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{escape(value) if isinstance(value, str) else number(value)}"'


def number(value: float) -> str:
    """A number with the precision that drawings need."""
    return str(value) if isinstance(value, int) else f"{value:.1f}".removesuffix(".0")


def shorten(text: str, columns: int) -> str:
    """The text cut to about `columns` columns; wide letters count twice."""
    used = 0
    for at, letter in enumerate(text):
        used += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if used > columns:
            return text[: max(1, at - 1)].rstrip() + "…"
    return text
