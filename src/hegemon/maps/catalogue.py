"""The maps of the package, and ``load_map``."""

from __future__ import annotations

import difflib
import json
import os
from dataclasses import replace
from functools import cache
from importlib import resources

from hegemon._plugins import Plugin, find_plugin, plugin_names
from hegemon._spec import Spec, Value, parse_spec
from hegemon.errors import MapError
from hegemon.maps.formats import is_file_name
from hegemon.maps.generate import grid, random_map
from hegemon.maps.map import Map

_GENERATORS = {"grid": "grid(4, 3)", "random": "random(40, seed=1)"}


@cache
def map_names() -> tuple[str, ...]:
    """The names of the maps in the catalogue, in alphabetical order."""
    files = (resources.files("hegemon.maps") / "data").iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


def load_map(spec: str | Map | os.PathLike[str]) -> Map:
    """Load a map by catalogue name, ``grid(w, h)``, ``random(n, seed=0)``, or path; a Map is returned unchanged.

    Text with a path separator or ending in ``.json`` is a path. ``load_map(m.name)`` gives back any catalogue or
    generated map.
    """
    if isinstance(spec, Map):
        return spec
    if not isinstance(spec, str):
        if not isinstance(spec, os.PathLike):
            raise MapError(f"a map is its name, its file or a Map, not {spec!r:.40}")
        return Map.load(spec)
    if is_file_name(spec):
        return Map.load(spec)
    parsed = parse_spec(spec)
    if parsed.name == "grid":
        return grid(*_whole_numbers(parsed, ("width", "height"), {}))
    if parsed.name == "random":
        return random_map(*_whole_numbers(parsed, ("territories", "seed"), {"seed": 0}))
    if parsed.name not in map_names():
        plugin = find_plugin("maps", parsed.name, MapError)
        if plugin is not None:
            return _plugin_map(plugin, parsed)
        known = [*map_names(), *_GENERATORS, *plugin_names("maps", map_names())]
        near = difflib.get_close_matches(parsed.name.lower(), known, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"known maps: {', '.join(known)}; a file name ends in .json"
        raise MapError(f"there is no map {parsed.name!r}: {hint}")
    if parsed.positional or parsed.settings:
        raise MapError(f"map {parsed.name!r} takes no settings: write {parsed.name}")
    return _catalogue_map(parsed.name)


def _plugin_map(plugin: Plugin, spec: Spec) -> Map:
    """The map of another package: a Map, a path, or a function of the settings that returns one of these."""
    found = plugin.load(MapError)
    if callable(found):
        try:
            found = found(*spec.positional, **spec.settings)
        except MapError:
            raise
        except Exception as error:  # another package's code
            raise MapError(f"{plugin} cannot be made: {type(error).__name__}: {error!s:.200}") from None
    elif spec.positional or spec.settings:
        raise MapError(f"{plugin} takes no settings: write {spec.name}")
    if isinstance(found, str | os.PathLike):
        found = Map.load(found)
    if not isinstance(found, Map):
        raise MapError(f"{plugin} is {found!r:.60}, not a Map or the path of its file")
    return replace(found, name=str(spec))  # the name that load_map finds again


@cache
def _catalogue_map(name: str) -> Map:
    file = resources.files("hegemon.maps") / "data" / f"{name}.json"
    return Map.from_json(json.loads(file.read_text(encoding="utf-8")), source=file.name)


def _whole_numbers(spec: Spec, fields: tuple[str, ...], defaults: dict[str, Value]) -> list[int]:
    """The settings of a generated map, by position or by name."""
    example = _GENERATORS[spec.name]
    if len(spec.positional) > len(fields):
        raise MapError(f"{spec.name} takes at most {len(fields)} values ({', '.join(fields)}), e.g. {example}")
    given = dict(zip(fields, spec.positional, strict=False))
    for key, value in spec.settings.items():
        if key not in fields:
            raise MapError(f"{spec.name} has no setting {key!r}: it takes {', '.join(fields)}, e.g. {example}")
        if key in given:
            raise MapError(f"{spec.name}: {key} is given twice")
        given[key] = value
    numbers = []
    for key in fields:
        number = given.get(key, defaults.get(key))
        if not isinstance(number, int) or isinstance(number, bool):
            problem = f"{key} is missing" if number is None else f"{key} is {number!r}, not a whole number"
            raise MapError(f"{spec.name}: {problem}, e.g. {example}")
        numbers.append(number)
    return numbers
