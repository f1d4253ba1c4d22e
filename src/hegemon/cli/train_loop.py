"""What the iterative training commands share: options, progress and results."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hegemon._fields import explanations
from hegemon._json import JSONObject
from hegemon._spec import Spec
from hegemon.cli._output import print_json
from hegemon.cli._progress import bars, stopped
from hegemon.errors import TrainingError

if TYPE_CHECKING:
    from hegemon.nets import ClassicNet, SimultaneousNet
    from hegemon.training.gate import GateResult
    from hegemon.training.loop import Loop
    from hegemon.training.samples.base import Samples

S = TypeVar("S", bound="Samples")
R = TypeVar("R")
N = TypeVar("N", "SimultaneousNet", "ClassicNet")

OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="The folder of the run; if it exists, the run resumes.")
]
ThreadsOption = Annotated[int, typer.Option(min=1, max=256, help="Parallel games; the samples do not depend on it.")]
GamesThreadsOption = Annotated[
    int, typer.Option(min=1, max=256, help="Parallel games; the result does not depend on it.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Self-play on a Ray cluster: its address, auto or local; the samples do not depend on it.",
    ),
]
SeveralRulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rules", "-r", help="Rules of the games, of one family; repeat for more, or to have some more often."
    ),
]
HomeOption = Annotated[
    float | None, typer.Option(min=0, max=1, help="Share of the games on home maps; the others are generated.")
]
MinutesOption = Annotated[
    float | None, typer.Option(min=0, help="Play for so many minutes, instead of or before --shards.")
]
ListOption = Annotated[bool, typer.Option("--list", help="Print all settings with their values and exit.")]


def learning(module: str) -> ModuleType:
    """A module of hegemon.training that needs torch."""
    try:
        return importlib.import_module(f"hegemon.training.{module}")
    except ImportError as error:
        raise TrainingError(f"training needs torch: pip install 'hegemon[learn]' (or make learn): {error}") from None


def curriculum(maps: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The maps of each iteration, from texts with commas; those in brackets are of a map's settings."""
    return tuple(tuple(part.strip() for part in re.split(r",(?![^()]*\))", text)) for text in maps)


def require_folder(out: Path | None) -> Path:
    """The folder of a run, which only --list does without."""
    if out is None:
        raise TrainingError("name a folder for the run: --out FOLDER")
    return out


def require_time(minutes: float | None) -> None:
    """Refuse what is no time."""
    if minutes is not None and not math.isfinite(minutes):
        raise TrainingError(f"--minutes {minutes} is not a time")


def do(run: Loop[S, N], as_json: bool) -> None:
    """Finish a run, show its progress, and print the scores of its networks."""
    with bars() as run.report:
        try:
            scores = run.run()
        except KeyboardInterrupt:
            raise stopped(f"{run.folder} contains everything that was finished") from None
    if as_json:
        print_json({"out": str(run.folder), "iterations": scores})
        return
    Console().print(_table(scores))
    spec, setup = run.agent(run.accepted(len(scores) + 1)), run.setups(len(scores))[0]
    print_example(spec, f'random --rules "{setup.rules}" --map "{setup.map}" --games 20')


class Length(NamedTuple):
    """How long the games of a network are played."""

    shards: int | None
    minutes: float | None
    generations: int
    usual: int
    """Shards, if neither they nor a time are named."""


def train_network(
    name: str,
    out: Path | None,
    settings: Any,
    length: Length,
    table: Callable[[JSONObject], Table],
    *,
    against: str,
    threads: int,
    as_json: bool,
) -> None:
    """Train the network `value` or `policy` of best by one run or by generations, and print its losses."""
    folder, (shards, minutes, generations, usual) = require_folder(out), length
    require_time(minutes)
    run = learning(f"{name}.run")
    if generations:
        if minutes is None or shards is not None:
            raise TrainingError(f"train {name}: with --generations, --minutes says how long best plays in each of them")
        train = partial(learning(f"{name}.generations").train_generations, folder, settings, generations)
    else:
        state = run.open_run(folder, settings, shards)
        if shards is None and minutes is None:
            shards = state.shards or usual
        train = partial(getattr(run, f"train_{name}"), folder, settings, shards=shards)
    found = finish(folder, partial(train, minutes=minutes, threads=threads))
    if as_json:
        return print_json({"out": str(folder), **found})
    Console().print(table(found))
    spec = Spec("best", (), {name: str(folder / run.NET)})
    print_example(spec, f'{against} --rules "{settings.rules[0]}" --time 0.05 --games 20')


def finish(folder: Path, train: Callable[..., R]) -> R:
    """What a training returns that is told where to report its progress; Ctrl-C says what is kept."""
    with bars(transient=True) as report:
        try:
            return train(report=report)
        except KeyboardInterrupt:
            raise stopped(f"{folder} contains everything up to the last finished shard or checkpoint") from None


def print_example(spec: Spec | str, match: str) -> None:
    """How to play with what was trained."""
    print(f"play with it: {spec}")
    print(f'for example: hegemon match "{spec}" {match}')


def print_settings(command: str, settings: Any) -> None:
    """A table of all settings of a training; those within another are named as --set names them."""
    table = Table(title=f"settings of hegemon train {command}")
    for column in ("setting", "value", "meaning"):
        table.add_column(column, overflow="fold")
    for name, value, note in _rows(settings, ""):
        table.add_row(name, escape(value), escape(note))
    Console().print(table)


def _rows(settings: Any, prefix: str) -> Iterator[tuple[str, str, str]]:
    kind: type = type(settings)
    notes = explanations(kind)
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            yield from _rows(value, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name, str(value), notes.get(field.name, "")


def _table(scores: Sequence[GateResult]) -> Table:
    table = Table(title="scores of the networks")
    for column in ("iteration", "against", "map"):
        table.add_column(column, overflow="fold")
    for column in ("games", "score", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    refused = not all(found["accepted"] for found in scores)
    if refused:
        table.add_column("")
    for number, found in enumerate(scores, 1):
        note = ["" if found["accepted"] else "not accepted"] if refused else []
        for other, boards in found["scores"].items():
            against = f"network {found['last']}" if other == "last" else other
            for board, score in boards.items():
                low, high = f"{100 * score['low']:.1f}", f"{100 * score['high']:.1f}"
                share = f"{100 * score['score']:.1f} %"
                table.add_row(str(number), against, board, str(score["games"]), share, f"{low} - {high} %", *note)
    return table
