"""Agents, maps and rules of other installed packages, by their entry points.

A package names them in its pyproject.toml, e.g. under ``[project.entry-points."hegemon.agents"]``. Nothing of it is
imported before it is used, and a package that is broken harms nothing else.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, TypeAlias

from hegemon.errors import HegemonError

if TYPE_CHECKING:
    from importlib.metadata import Distribution

Group: TypeAlias = Literal["agents", "maps", "rules"]
MOST_TRACEBACK = 4000
_ONE = {"agents": "agent", "maps": "map", "rules": "rules"}


@dataclass(frozen=True)
class Plugin:
    """Something that another package adds."""

    group: Group
    name: str
    value: str
    """Where it is: ``module:name``."""
    package: str
    version: str

    @property
    def full_name(self) -> str:
        """The name with its package, which tells it from others of its name."""
        return f"{self.name}@{self.package}"

    def load(self, error: type[HegemonError]) -> object:
        """Import it; an `error` says what is wrong with the package, with the traceback as a note."""
        module, _, path = self.value.partition(":")
        try:
            found: object = import_module(module.strip())
            for part in path.strip().split(".") if path.strip() else ():
                found = getattr(found, part)
        except (Exception, SystemExit) as problem:  # another package's code
            failed = error(f"{self} cannot be loaded: {type(problem).__name__}: {problem!s:.200}")
            failed.add_note(traceback.format_exc()[-MOST_TRACEBACK:].strip())
            raise failed from None
        return found

    def __str__(self) -> str:
        return f"{_ONE[self.group]} {self.name} of package {self.package} {self.version}"


def plugins(group: Group) -> tuple[Plugin, ...]:
    """What the installed packages add, by name and package."""
    return tuple(plugin for plugin in _all(tuple(sys.path)) if plugin.group == group)


def find_plugin(group: Group, name: str, error: type[HegemonError]) -> Plugin | None:
    """The plugin with a name, or with ``name@package``; an `error` if several packages have it."""
    plain, _, package = name.partition("@")
    found = [plugin for plugin in plugins(group) if plugin.name == plain]
    if package:
        found = [plugin for plugin in found if _normal(plugin.package) == _normal(package)]
    if len(found) > 1:
        names = " or ".join(plugin.full_name for plugin in found)
        raise error(f"several packages have the name {plain} for {group}: write {names}")
    return found[0] if found else None


def plugin_names(group: Group, taken: Sequence[str] = ()) -> list[str]:
    """The names by which plugins are used: with the package where the name is taken or there are several."""
    found = plugins(group)
    names = [plugin.name for plugin in found]
    return [p.full_name if names.count(p.name) > 1 or p.name in taken else p.name for p in found]


@cache
def _all(path: tuple[str, ...]) -> tuple[Plugin, ...]:
    """The plugins of all packages on a path, on which the first package of a name counts."""
    from importlib.metadata import distributions

    found: dict[str, list[Plugin]] = {}
    for distribution in distributions():
        try:
            text = distribution.read_text("entry_points.txt")
            if text is None or "[hegemon." not in text:  # nearly all packages: nothing more is read
                continue
            found.setdefault(_normal(distribution.name), list(_of(distribution)))
        except Exception:  # a damaged installation is not our business
            continue
    return tuple(sorted((p for group in found.values() for p in group), key=lambda p: (p.group, p.name, p.package)))


def _of(distribution: Distribution) -> Iterator[Plugin]:
    for entry in distribution.entry_points:
        prefix, _, group = entry.group.partition(".")
        if prefix == "hegemon" and group in _ONE:
            yield Plugin(group, entry.name, entry.value, distribution.name, distribution.version or "?")  # type: ignore[arg-type]


def _normal(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()
