"""Reads a page as strictly as a test needs it: every element closed where it should be."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("meta", "br", "hr", "img", "input", "col"))


@dataclass
class Node:
    """An element."""

    name: str
    attributes: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    def all(self, name: str = "", style: str = "") -> list[Node]:
        """Elements below this one, by name and class."""
        found = []
        for child in self.children:
            if isinstance(child, Node):
                styles = child.attributes.get("class", "").split()
                if name in ("", child.name) and (not style or style in styles):
                    found.append(child)
                found += child.all(name, style)
        return found

    def one(self, name: str = "", style: str = "", id: str = "") -> Node:
        found = [node for node in self.all(name, style) if not id or node.attributes.get("id") == id]
        assert len(found) >= 1, (name, style, id)
        return found[0]

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def rows(self) -> list[list[str]]:
        """The texts of a table's cells."""
        return [[cell.text for cell in row.children if isinstance(cell, Node)] for row in self.all("tr")]


class Reader(HTMLParser):
    """Builds the tree of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(text: str) -> Node:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"never closed: {[node.name for node in reader.open]}"
    return reader.open[0]
