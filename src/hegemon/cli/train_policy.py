"""hegemon train policy: trains the network that proposes plans to the agent best in the simultaneous game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

import typer
from rich.table import Table

from hegemon._json import JSONObject
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_loop import (
    GamesThreadsOption,
    HomeOption,
    Length,
    ListOption,
    MinutesOption,
    OutOption,
    SeveralRulesOption,
    print_settings,
    train_network,
)
from hegemon.training.policy.decisions import STEPS
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.settings import changed, read_changes

SHARDS = 20
"""By default, without a time."""


def policy(
    out: OutOption = None,
    shards: Annotated[
        int | None, typer.Option(min=1, help=f"Files of plans to play for, by default {SHARDS}; see --set tables.")
    ] = None,
    minutes: MinutesOption = None,
    generations: Annotated[
        int,
        typer.Option(
            min=0,
            help="After games without a policy network, best plays so many times for --minutes, each time with the "
            "network that was trained last.",
        ),
    ] = 0,
    rules: SeveralRulesOption = None,
    home: HomeOption = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings, e.g. --set visits=400 --set steps=5000; see --list."),
    ] = None,
    seed: SeedOption = 0,
    threads: GamesThreadsOption = 1,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train the network that proposes plans to best, on games of best with itself. Needs torch.

    The network learns which plans the search has played. Games and maps that it has not seen test it. Run the same
    command again to resume.

        hegemon train policy --out policy --minutes 10

        hegemon train policy --out policy --minutes 10 --generations 2 --threads 2
    """
    settings = _settings(rules, home, change or [], seed)
    if listed:
        return print_settings("policy", settings)
    length = Length(shards, minutes, generations, SHARDS)
    train_network(
        "policy", out, settings, length, policy_table, against='"best(proposed=0)"', threads=threads, as_json=as_json
    )


def _settings(rules: Sequence[str] | None, home: float | None, changes: Sequence[str], seed: int) -> PolicySettings:
    usual = PolicySettings()
    settings = PolicySettings(rules=tuple(rules or usual.rules), home=usual.home if home is None else home, seed=seed)
    return changed(settings, read_changes(changes), "train policy")


def policy_table(found: JSONObject) -> Table:
    """The losses by rules and maps."""
    title = f"cross-entropy of {found['plans']} plans, on {found['held']} held out: of a random choice, of the network,"
    table = Table(title=f"{title} and how often its most likely choice was made", pad_edge=False)
    table.add_column("rules", no_wrap=True)
    table.add_column("map", no_wrap=True)
    for step in STEPS:
        table.add_column(step, justify="right", no_wrap=True)
    for each in cast("Sequence[Mapping[str, Any]]", found["losses"]):
        table.add_row(
            each["rules"], "home" if each["home"] else "new", *(_cell(each["losses"], step) for step in STEPS)
        )
    return table


def _cell(losses: Mapping[str, Mapping[str, float]], step: str) -> str:
    if step not in losses:
        return "-"
    one = losses[step]
    return f"{one['even']:.2f} {one['network']:.2f} {100 * one['agrees']:.0f} %"
