"""hegemon train value: trains the value network with which the agent best evaluates positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, cast

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
from hegemon.training.settings import changed, read_changes
from hegemon.training.value.losses import ClassLosses, mean_of_classes
from hegemon.training.value.settings import ValueSettings

SHARDS = 40
"""By default, without a time."""
SHOWN = ("weights", "linear", "network")
"""The evaluations whose losses are printed."""


def value(
    out: OutOption = None,
    shards: Annotated[
        int | None, typer.Option(min=1, help=f"Files of positions to play for, by default {SHARDS}; see --set tables.")
    ] = None,
    minutes: MinutesOption = None,
    generations: Annotated[
        int,
        typer.Option(
            min=0,
            help="After planners, best plays so many times for --minutes, each time with the network that was trained "
            "last, and the network learns from its games.",
        ),
    ] = 0,
    rules: SeveralRulesOption = None,
    seats: Annotated[
        list[int] | None,
        typer.Option(
            min=2, max=6, help="Numbers of seats of classic games; repeat for more, or to have some more often."
        ),
    ] = None,
    home: HomeOption = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings, e.g. --set steps=50000 --set largest=200; see --list."),
    ] = None,
    seed: SeedOption = 0,
    threads: GamesThreadsOption = 1,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train the value network of best, on games of planners. Needs torch.

    Planners play; the network learns from their positions who wins in the end. Games and maps that it has not seen test
    it. Run the same command again to resume.

        hegemon train value --out value --minutes 15

        hegemon train value --out six --rules classic --seats 6 --home 1 --shards 20 --threads 2

        hegemon train value --out plans --rules warlight2 --rules warzone --minutes 10 --generations 3
    """
    settings = _settings(rules, seats, home, change or [], seed)
    if listed:
        return print_settings("value", settings)
    length = Length(shards, minutes, generations, SHARDS)
    train_network("value", out, settings, length, value_table, against="heuristic", threads=threads, as_json=as_json)


def _settings(
    rules: Sequence[str] | None,
    seats: Sequence[int] | None,
    home: float | None,
    changes: Sequence[str],
    seed: int,
) -> ValueSettings:
    usual = ValueSettings()
    settings = ValueSettings(
        rules=tuple(rules or usual.rules),
        seats=tuple(seats or usual.seats),
        home=usual.home if home is None else home,
        seed=seed,
    )
    return changed(settings, read_changes(changes), "train value")


def value_table(found: JSONObject) -> Table:
    """The losses by rules; classes of positions count equally."""
    classes = cast("list[ClassLosses]", found["losses"])
    title = f"cross-entropy after {found['games']} games, on {found['held']} positions held out:"
    table = Table(title=f"{title} on home maps and on new maps", pad_edge=False)
    table.add_column("rules", no_wrap=True)
    for column in ("seats", *(f"{where}\n{name}" for where in ("home", "new") for name in SHOWN)):
        table.add_column(column, justify="right", no_wrap=True)
    for rules in dict.fromkeys(each["rules"] for each in classes):
        for seats, numbers in (("2", (2,)), ("3-6", (3, 4, 5, 6))):
            here = [each for each in classes if each["rules"] == rules and each["seats"] in numbers]
            if here:
                table.add_row(rules, seats, *_cells(here))
    table.add_row("all", "", *_cells(classes))
    return table


def _cells(classes: Sequence[ClassLosses]) -> list[str]:
    means = (
        mean_of_classes((each for each in classes if each["home"] is home), name)
        for home in (True, False)
        for name in SHOWN
    )
    return ["-" if mean is None else f"{mean:.3f}" for mean in means]
