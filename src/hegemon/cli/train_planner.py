"""hegemon train planner: tunes the weights of the planner of the agent best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hegemon._spec import Spec
from hegemon.cli._output import print_json
from hegemon.cli._progress import bars, stopped
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_loop import (
    GamesThreadsOption,
    ListOption,
    OutOption,
    print_example,
    print_settings,
    require_folder,
    require_time,
)
from hegemon.training.log import Row
from hegemon.training.planner.run import WEIGHTS, Training, train_planner
from hegemon.training.planner.settings import PlannerSettings
from hegemon.training.settings import changed, read_changes

GENERATIONS = 120
"""By default, without a time."""


def planner(
    out: OutOption = None,
    generations: Annotated[
        int | None,
        typer.Option(
            min=1, help=f"Generations of the whole run, by default {GENERATIONS}; more extend a finished run."
        ),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after so many minutes, instead of or before --generations.")
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", "-r", help="Rules of the games; repeat for more. By default three presets."),
    ] = None,
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            "-m",
            help="Play on this map and no generated ones (but see --set generated); repeat for more. By default earth "
            "and 24 generated maps.",
        ),
    ] = None,
    seats: Annotated[
        list[int] | None,
        typer.Option(min=2, max=6, help="Seats of classic games; repeat for more. By default 2."),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings, e.g. --set population=20 --set largest=200; see --list."),
    ] = None,
    seed: SeedOption = 0,
    threads: GamesThreadsOption = 1,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Tune the weights of the planner of best from scratch, by games of planners against each other.

    Run the same command again to resume; with more --generations, or with --minutes, a finished run goes on.

        hegemon train planner --out planner --minutes 8

        hegemon train planner --out duel --rules warlight2 --map earth --generations 60 --threads 2

        hegemon train planner --out dice --rules classic --rules swiss2025 --seats 2 --seats 4 --minutes 30
    """
    settings = _settings(rules, map, seats, change or [], seed)
    if listed:
        return print_settings("planner", settings)
    folder = require_folder(out)
    require_time(minutes)
    if generations is None and minutes is None:
        generations = GENERATIONS
    with bars(transient=True) as report:
        try:
            row = train_planner(folder, settings, _enough(generations, minutes, report), threads=threads)
        except KeyboardInterrupt:
            raise stopped(f"{folder} contains everything up to the last finished generation") from None
    if as_json:
        print_json({"out": str(folder), **row})
    else:
        _print(folder, settings, row)


def _settings(
    rules: Sequence[str] | None,
    maps: Sequence[str] | None,
    seats: Sequence[int] | None,
    changes: Sequence[str],
    seed: int,
) -> PlannerSettings:
    usual = PlannerSettings()
    settings = PlannerSettings(
        rules=tuple(rules or usual.rules),
        seats=tuple(seats or usual.seats),
        maps=tuple(maps or usual.maps),
        generated=0 if maps else usual.generated,
        seed=seed,
    )
    return changed(settings, read_changes(changes), "train planner")


def _enough(
    generations: int | None, minutes: float | None, report: Callable[[str, int, int], None]
) -> Callable[[Training], bool]:
    """Whether a run has its generations or its time; it is asked before every generation and reports progress."""
    began = time.monotonic()

    def enough(training: Training) -> bool:
        seconds = time.monotonic() - began
        if minutes is not None:
            report("seconds", int(seconds), int(60 * minutes))
        if generations is not None:
            report("generations", training.generation, generations)
        done = generations is not None and training.generation >= generations
        return done or (minutes is not None and seconds >= 60 * minutes)

    return enough


def _print(folder: Path, settings: PlannerSettings, row: Row) -> None:
    table = Table(title=f"after {row['generation']} generations and {row['games']} games")
    table.add_column("against")
    for column in ("games", "score", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, key in (("the first weights", "start"), (f"opponent {row['pool']}, the newest", "newest")):
        found = row[key]
        interval = f"{100 * found['low']:.1f} - {100 * found['high']:.1f} %"
        table.add_row(name, str(found["games"]), f"{100 * found['score']:.1f} %", interval)
    Console().print(table)
    spec = Spec("best", (), {"weights": str(folder / WEIGHTS)})
    other = "mcts" if settings.family == "classic" else "smcts"
    print_example(spec, f'{other} --rules "{settings.rules[0]}" --time 0.1 --games 20')
