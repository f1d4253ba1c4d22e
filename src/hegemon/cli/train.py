"""hegemon train: tune agents; every run can be stopped at any time and goes on with the same command."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from hegemon.cli.options import JsonOption, RulesOption, SeedOption
from hegemon.training.weights import Gene, Protocol, Training, open_training, train_weights

app = typer.Typer(help="Tune agents; a stopped run goes on with the same command.", no_args_is_help=True)


@app.callback()
def root() -> None:
    """Keeps `weights` a command of its own while it is the only one."""


@app.command()
def weights(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the run; where it exists the run goes on.")],
    genes: Annotated[int, typer.Option(help="Size of the population.")] = 100,
    generations: Annotated[int, typer.Option(help="Rounds of tournaments.")] = 4,
    tournament: Annotated[int, typer.Option(help="Genes of a tournament.")] = 10,
    parents: Annotated[int, typer.Option(help="Best of each tournament that become parents.")] = 3,
    crossovers: Annotated[int, typer.Option(help="Children that are the mean of two parents.")] = 12,
    mutations: Annotated[int, typer.Option(help="Children with one weight drawn anew.")] = 3,
    highest: Annotated[float, typer.Option(help="Weights are drawn from 0 to this.")] = 10.0,
    map: Annotated[str, typer.Option("--map", "-m", help="Where the games are played.")] = "grid(6,6)",
    rules: RulesOption = "aminian2020",
    turns: Annotated[int, typer.Option(help="Turns after which more territories win.")] = 200,
    depth: Annotated[int, typer.Option(help="Plies that the agents look ahead.")] = 3,
    attacks: Annotated[int, typer.Option(help="Most attacks of a turn in the tree.")] = 3,
    threshold: Annotated[int, typer.Option(help="Least surplus of an attack that is looked at.")] = 1,
    targets: Annotated[str, typer.Option(help="best or all.")] = "best",
    patience: Annotated[int, typer.Option(help="Round from which turns do not end while there is an attack.")] = 30,
    seed: SeedOption = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Games at a time; the result is the same.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Learn the four weights of the alphabeta agent by the genetic algorithm of Aminian, Ahmadi and Fahmide (2020).

    hegemon train weights --out weights.json --threads 2
    """
    protocol = Protocol(
        genes=genes, generations=generations, tournament=tournament, parents=parents, crossovers=crossovers,
        mutations=mutations, highest=highest, map=map, rules=rules, turns=turns, depth=depth, attacks=attacks,
        threshold=threshold, targets=targets, patience=patience, seed=seed,  # type: ignore[arg-type]  # checked by the protocol
    )  # fmt: skip
    training = open_training(out, protocol)
    with _progress(training) as advance:
        try:
            training = train_weights(out, protocol, threads=threads, on_games=advance)
        except KeyboardInterrupt:
            command = shlex.join(["hegemon", *sys.argv[1:]])
            print(f"stopped; {out} holds everything up to the last tournament. Go on with: {command}", file=sys.stderr)
            raise typer.Exit(130) from None
    if as_json:
        print(json.dumps({"games": training.games, "best": [_to_json(gene) for gene in training.best(10)]}))
    else:
        _print(training)


@contextmanager
def _progress(training: Training) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("games", total=training.protocol.games, completed=training.games)
        yield lambda games: progress.advance(task, games)


def _to_json(gene: Gene) -> dict[str, object]:
    return {
        "weights": dict(zip(("land", "armies", "front", "safety"), gene.weights, strict=True)),
        "wins": gene.points / 2,
        "games": gene.games,
        "fitness": gene.fitness,
        "interval": list(gene.interval),
        "born": gene.born,
    }


def _print(training: Training) -> None:
    table = Table(title=f"best genes after {training.games} games")
    for column in ("land", "armies", "front", "safety", "wins", "games", "share", "95 %", "born"):
        table.add_column(column, justify="right", no_wrap=True)
    for gene in training.best(10):
        low, high = gene.interval
        numbers = [f"{weight:.3f}" for weight in gene.weights] + [f"{gene.points / 2:g}", str(gene.games)]
        table.add_row(*numbers, f"{100 * gene.fitness:.1f} %", f"{100 * low:.0f} - {100 * high:.0f} %", str(gene.born))
    Console().print(table)
    settings = ", ".join(
        f"{name}={weight:.4g}"
        for name, weight in zip(("land", "armies", "front", "safety"), training.best()[0].weights, strict=True)
    )
    print(f"play it with: alphabeta({settings})")
