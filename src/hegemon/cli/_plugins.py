"""Agents, maps and rules of other packages in the lists of the command line: nothing of them is imported."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from hegemon._json import JSONObject
from hegemon._plugins import Group, plugin_names, plugins
from hegemon._words import counted


def plugin_rows(group: Group, taken: Sequence[str]) -> list[JSONObject]:
    """Name, package, version and place of each."""
    names = zip(plugin_names(group, taken), plugins(group), strict=True)
    return [{"name": name, "package": p.package, "version": p.version, "place": p.value} for name, p in names]


def print_plugins(group: Group, taken: Sequence[str]) -> None:
    """A table of what other packages add, if they add something."""
    rows = plugin_rows(group, taken)
    if not rows:
        return
    packages = len({row["package"] for row in rows})
    table = Table(Column(group, overflow="fold"), "package", "place", title=f"of {counted(packages, 'other package')}")
    for row in rows:
        table.add_row(*(escape(str(row[key])) for key in ("name", "package", "place")))
    Console().print(table)
