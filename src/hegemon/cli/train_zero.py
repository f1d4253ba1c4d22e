"""hegemon train zero: self-play, learning and games, iteration by iteration."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hegemon.cli.options import JsonOption, SeedOption
from hegemon.training.weights import TrainingError

LEARNING = ("epochs", "batch", "rate", "schedule", "value", "policy", "dropout")


def zero(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the run; where it exists the run goes on.")],
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map", "-m", help="Maps of an iteration, with commas; once for each iteration. By default the thesis's."
        ),
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Samples of every map and iteration.")] = 10_000,
    first_visits: Annotated[int, typer.Option(min=1, help="Of the search without a network.")] = 300,
    visits: Annotated[int, typer.Option(min=1, help="Of the search with one.")] = 150,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the samples.")] = 200,
    batch: Annotated[int, typer.Option(min=1, help="Samples of a step.")] = 32,
    rate: Annotated[float, typer.Option(help="How fast it learns.")] = 0.001,
    schedule: Annotated[str, typer.Option(help="How the rate goes on: constant, or linear to nothing.")] = "constant",
    dropout: Annotated[float, typer.Option(help="While learning: of attention and of the value.")] = 0.5,
    games: Annotated[int, typer.Option(min=2, help="Against the last network and the baseline, on every map.")] = 30,
    value: Annotated[str, typer.Option(help="What the value learns: search, result or mix.")] = "search",
    policy: Annotated[str, typer.Option(help="What the policy learns: shares or most-visited.")] = "shares",
    seed: SeedOption = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Games at a time; the samples are the same.")] = 2,
    as_json: JsonOption = False,
) -> None:
    """Learn a network for the simultaneous game from nothing, as in the co-evolution thesis (Soares 2025).

    Stop it at any time; the same command goes on. Then play with it: guided-mcts(net=OUT/nets/3.safetensors)

        hegemon train zero --out zero --map simple,banana --map simple,banana --positions 2000 --epochs 20
    """
    run = _open(out, map, seed, threads, positions=positions, first_visits=first_visits, games=games,
                visits=visits, epochs=epochs, batch=batch, value=value, policy=policy, rate=rate,
                schedule=schedule, dropout=dropout)  # fmt: skip
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        tasks: dict[str, Any] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=min(done, total))

        run.report = report
        try:
            scores = run.run()
        except KeyboardInterrupt:
            command = shlex.join(["hegemon", *sys.argv[1:]])
            print(f"stopped; {out} holds everything that was finished. Go on with: {command}", file=sys.stderr)
            raise typer.Exit(130) from None
    if as_json:
        print(json.dumps({"out": str(out), "iterations": scores}))
        return
    for number, found in enumerate(scores, 1):
        against = ", ".join(f"{100 * score:.0f} % against {other}" for other, score in found["scores"].items())
        print(f"iteration {number}: {against}{'' if found['accepted'] else '; not accepted'}")
    print(f"play with it: guided-mcts(net={run.net_path(len(scores))})")


def _open(out: Path, maps: list[str] | None, seed: int, threads: int, **given: Any) -> Any:
    try:
        from hegemon.training.learner import Learning
        from hegemon.training.zero import Zero, ZeroRun
    except ImportError as error:
        raise TrainingError(f"learning needs torch: pip install 'hegemon[learn]' (or make learn): {error}") from None
    learning = Learning(**{name: given.pop(name) for name in LEARNING})
    settings = Zero(seed=seed, learning=learning)
    settings = replace(settings, play=replace(settings.play, visits=given.pop("visits")), **given)
    if maps:
        settings = replace(settings, maps=tuple(tuple(part.strip() for part in text.split(",")) for text in maps))
    return ZeroRun(out, settings, threads=threads)
