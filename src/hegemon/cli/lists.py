"""hegemon agents and hegemon rules: list what is available."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from hegemon._fields import allowed, explanations, hints
from hegemon.agents import REGISTRY, Entry, make_agent
from hegemon.agents.from_code import settings_of
from hegemon.agents.registry import describe_settings
from hegemon.cli._output import print_json
from hegemon.cli._plugins import plugin_rows, print_plugins
from hegemon.cli.options import JsonOption
from hegemon.match.foreign.description import described
from hegemon.rules import PRESETS, Rules, home_map, load_rules, rules_title


def agents(
    name: Annotated[str | None, typer.Argument(help="List the settings of this agent.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the agents, or the settings of one agent. Your own agent is path/to/file.py:Class."""
    if name is not None and name not in REGISTRY:
        _show_other(name, as_json)
        return
    entries = [REGISTRY[name]] if name else list(REGISTRY.values())
    if as_json:
        print_json([entry.to_json() for entry in entries] + ([] if name else plugin_rows("agents", list(REGISTRY))))
        return
    if name is not None:
        _print_settings(REGISTRY[name])
        return
    table = Table(Column("agent", no_wrap=True), "what it does", "presets")
    for entry in entries:
        table.add_row(entry.name, entry.summary, "\n".join(entry.presets))
    Console().print(table)
    print_plugins("agents", list(REGISTRY))
    print("settings of one agent: hegemon agents NAME")


def rules(
    name: Annotated[str | None, typer.Argument(help="List every field of these rules.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rules presets and their differences, or all fields of one: hegemon rules "warlight2(fog=none)"."""
    chosen = [load_rules(name)] if name else list(PRESETS.values())
    if as_json:
        added = [] if name else plugin_rows("rules", list(PRESETS))
        print_json([value.to_json() | {"hash": value.hash} for value in chosen] + added)
        return
    if name is not None:
        _print_fields(chosen[0])
        return
    for family in dict.fromkeys(value.family for value in chosen):
        _print_presets([value for value in chosen if value.family == family])
    print_plugins("rules", list(PRESETS))
    print("fields of one preset: hegemon rules NAME")


def _show_other(name: str, as_json: bool) -> None:
    """An agent of a file or of another package: its settings, if they are checked."""
    made = make_agent(name)  # raises and suggests the nearest name
    settings = settings_of(type(made))
    if as_json:
        known = [] if settings is None else describe_settings(settings)
        print_json([{"name": name, "families": list(described(made).families), "settings": known}])
        return
    summary = (inspect.getdoc(type(made)) or "no description").split("\n")[0]
    print(f"{name} plays the {' and the '.join(described(made).families)} game: {summary}")
    if settings is None:
        print(f"settings: {inspect.signature(type(made))}")
        return
    notes = explanations(settings)
    for key, default, what in describe_settings(settings):
        print(f"  {key}={default.lower()}: {notes.get(key, '')} ({what})")


def _print_settings(entry: Entry) -> None:
    """Every setting of an agent with default and meaning, and the settings of its presets."""
    if not fields(entry.settings):
        print(f"{entry.name}: {entry.summary} It has no settings.")
        return
    notes = explanations(entry.settings)
    columns = Column("setting", no_wrap=True), Column("default", overflow="fold"), "meaning"
    table = Table(*columns, title=f"{entry.name}: {entry.summary}")
    for key, default, what in entry.describe_settings():
        table.add_row(key, default.lower(), _meaning(notes.get(key, ""), what))
    Console().print(table)
    if entry.presets:
        presets = Table(Column("preset", no_wrap=True), "settings")
        for name, settings in entry.presets.items():
            presets.add_row(name, ", ".join(f"{key}={str(value).lower()}" for key, value in settings.items()))
        Console().print(presets)
        print(f'for example "{entry.name}(preset={next(iter(entry.presets))})"')


def _meaning(note: str, what: str) -> str:
    return f"{escape(note)} [dim]({what})[/dim]".strip()


def _print_fields(rules: Rules) -> None:
    """Every field with its value, meaning and allowed values."""
    cls: type = type(rules)
    known, notes = hints(cls), explanations(cls)
    title = f"{rules_title(rules)} ({rules.family}, home map {home_map(rules)})"
    table = Table(Column("field", no_wrap=True), Column("value", overflow="fold"), "meaning", title=escape(title))
    for field in fields(rules):
        if field.name != "name":
            meaning = _meaning(notes.get(field.name, ""), allowed(known[field.name]))
            table.add_row(field.name, _value(rules, field.name), meaning)
    Console().print(table)


def _print_presets(chosen: Sequence[Rules]) -> None:
    """One row per preset: its home map and its differences from the defaults of its family."""
    base = type(chosen[0])()
    columns = Column("preset", no_wrap=True), Column("home map", no_wrap=True), f"differs from {base.name} in"
    table = Table(*columns, title=f"{base.family} game", show_lines=True)
    for value in chosen:
        differing = (f.name for f in fields(value) if f.name not in ("name", "version"))
        changes = [f"{f}={_value(value, f)}" for f in differing if getattr(value, f) != getattr(base, f)]
        table.add_row(value.name, home_map(value), escape(", ".join(changes)) or "nothing")
    Console().print(table)


def _value(rules: Rules, field: str) -> str:
    return str(getattr(rules, field)).lower()
