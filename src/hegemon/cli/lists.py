"""hegemon agents and hegemon rules: what there is to choose from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from hegemon._fields import allowed, hints
from hegemon.agents import REGISTRY, make_agent
from hegemon.cli.options import JsonOption
from hegemon.rules import PRESETS, Rules, load_rules, rules_spec


def agents(
    name: Annotated[str | None, typer.Argument(help="Show this agent's settings.")] = None, as_json: JsonOption = False
) -> None:
    """List the agents, or one agent's settings. Your own agent is named path/to/file.py:Class."""
    if name is not None and name not in REGISTRY:
        make_agent(name)  # raises with the nearest name, or shows that a spec or an own agent is fine
        print(f"{name} can be used as it is")
        return
    entries = [REGISTRY[name]] if name else list(REGISTRY.values())
    if as_json:
        print(json.dumps([entry.to_json() for entry in entries]))
        return
    table = Table("agent", "what it does", "settings")
    for entry in entries:
        settings = [f"{key}={default}: {what}" for key, default, what in entry.describe_settings()]
        if entry.presets:
            settings.append(f"preset: one of {', '.join(entry.presets)}")
        table.add_row(entry.name, entry.summary, "\n".join(settings) or "none")
    Console().print(table)


def rules(
    name: Annotated[str | None, typer.Argument(help="Show every field of these rules.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rules presets and where they differ, or all fields of one, e.g. hegemon rules "warlight2(fog=none)"."""
    chosen = [load_rules(name)] if name else list(PRESETS.values())
    if as_json:
        print(json.dumps([value.to_json() | {"hash": value.hash} for value in chosen]))
        return
    for family in dict.fromkeys(value.family for value in chosen):
        _print_rules([value for value in chosen if value.family == family], full=name is not None)


def _print_rules(chosen: Sequence[Rules], full: bool) -> None:
    """One column per value; without `full` only the fields in which they differ."""
    cls: type = type(chosen[0])
    known = hints(cls)
    columns = [Column(rules_spec(value), overflow="fold") for value in chosen]
    table = Table(Column("field", no_wrap=True), *columns, *(["allowed"] if full else []), title=chosen[0].family)
    for field in fields(chosen[0]):
        if field.name != "name" and (full or not _same(chosen, field.name)):
            cells = [str(getattr(value, field.name)).lower() for value in chosen]
            table.add_row(field.name, *cells, *([allowed(known[field.name])] if full else []))
    Console().print(table)


def _same(chosen: Sequence[Rules], field: str) -> bool:
    return len({getattr(value, field) for value in chosen}) == 1
