"""XML of other programs as plain elements with line numbers.

Written on expat, so that a hostile file costs no more than its size: no entities can be declared, no other file is
read, and the depth is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from hegemon.maps.foreign.draft import ImportMapError
from hegemon.maps.foreign.source import Source

_DEEPEST = 50
_MOST_ELEMENTS = 1_000_000


@dataclass(slots=True)
class Element:
    """An element with its own text, without that of its children."""

    tag: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    children: list[Element] = field(default_factory=list)

    @property
    def where(self) -> str:
        return f"line {self.line}"

    @property
    def text(self) -> str:
        return "".join(self.pieces).strip()

    def all(self, tag: str) -> Iterator[Element]:
        """The children with this tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def word(self, tag: str) -> str:
        """The text of the first child with this tag; empty if there is none."""
        child = self.first(tag)
        return child.text if child else ""

    def inside(self, outer: str, inner: str) -> list[Element]:
        """The elements `inner` in all children `outer`."""
        return [element for box in self.all(outer) for element in box.all(inner)]


def parse_xml(source: Source) -> Element:
    """The root of a file; tags are in lower case."""
    try:
        return _parse(source.content, None)
    except _BadEncodingError:
        return _parse(source.text.encode("utf-8", "replace"), "utf-8")


class _BadEncodingError(Exception):
    """The bytes are not in the encoding that the file claims."""


def _parse(content: bytes, encoding: str | None) -> Element:
    builder = _Builder(encoding)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        if encoding is None and not _is_utf8(content):
            raise _BadEncodingError from None
        message = expat.ErrorString(error.code) or "not XML"
        raise ImportMapError([f"line {error.lineno}: not XML: {message}"]) from None
    except (LookupError, ValueError):  # an encoding that Python does not know, or that expat cannot use
        if encoding is None:
            raise _BadEncodingError from None
        raise
    return builder.root.children[0]


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Builder:
    def __init__(self, encoding: str | None) -> None:
        self.root = Element("", 0)
        self._open = [self.root]
        self._count = 0
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        line = self.parser.CurrentLineNumber
        if len(self._open) > _DEEPEST or self._count > _MOST_ELEMENTS:
            raise ImportMapError([f"line {line}: elements are too many or nested too deep for a map"])
        element = Element(tag.lower(), line, attributes)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        self._open[-1].pieces.append(text)

    def _entity(self, *_: object) -> None:
        raise ImportMapError([f"line {self.parser.CurrentLineNumber}: entities are not allowed in map files"])
