"""hegemon train expert-iteration: an expert that searches teaches a network, iteration by iteration."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from hegemon._words import did_you_mean
from hegemon.cli._progress import bars, stopped
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_zero import curriculum, score_table
from hegemon.training.settings import changed, read_changes
from hegemon.training.weights import TrainingError


def expert_iteration(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the run; where it exists the run goes on.")],
    preset: Annotated[
        str, typer.Option(help="What to begin from: heredia2022 (hex) or swiss2025 (Switzerland).")
    ] = "heredia2022",
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", "-r", help="Of the classic family, two seats; several are all played."),
    ] = None,
    map: Annotated[
        list[str] | None,
        typer.Option("--map", "-m", help="Maps of an iteration, with commas; the last goes on for --iterations."),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="How many.")] = None,
    architecture: Annotated[str | None, typer.Option(help="The network: heredia2022 or classic-graph.")] = None,
    positions: Annotated[int | None, typer.Option(min=1, help="Samples of every map and iteration.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other setting, e.g. --set play.visits=500 --set learning.epochs=20."),
    ] = None,
    seed: SeedOption = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Games at a time; the samples are the same.")] = 2,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray", metavar="ADDRESS", help="Games on a Ray cluster: its address, or auto, or local; same samples."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn a network for the classic game from nothing: Expert Iteration (Gnecco Heredia and Cazenave 2022).

    Stop it at any time; the same command goes on. Then play with it: exit(net=OUT/nets/6.safetensors) without search,
    or puct(net=..) with it.

        hegemon train expert-iteration --out hex --iterations 3 --positions 1000
    """
    given = {"architecture": architecture, "positions": positions, "seed": seed}
    values = {name: value for name, value in given.items() if value is not None} | read_changes(change or [])
    module = _expert_iteration()
    if preset not in module.PRESETS:
        raise TrainingError(f"there is no preset {preset!r}; {did_you_mean(preset, module.PRESETS)}")
    settings = changed(module.PRESETS[preset], values, "expert iteration")
    settings = replace(settings, maps=_maps(settings.maps, map, iterations), rules=tuple(rules or settings.rules))
    run = module.ExpertRun(out, settings, threads=threads, ray=ray)
    with bars() as run.report:
        try:
            scores = run.run()
        except KeyboardInterrupt:
            raise stopped(f"{out} holds everything that was finished") from None
    if as_json:
        print(json.dumps({"out": str(out), "iterations": scores}))
        return
    Console().print(score_table(scores))
    print(f"play with it: {run.agent(run.accepted(len(scores) + 1))}")


def _maps(
    usual: tuple[tuple[str, ...], ...], given: list[str] | None, iterations: int | None
) -> tuple[tuple[str, ...], ...]:
    maps = curriculum(given) if given else usual
    if iterations is None:
        iterations = max(len(maps), len(usual))
    return tuple(maps[min(at, len(maps) - 1)] for at in range(iterations))


def _expert_iteration() -> Any:
    """The module that learns; it needs torch."""
    try:
        from hegemon.training import expert_iteration
    except ImportError as error:
        raise TrainingError(f"learning needs torch: pip install 'hegemon[learn]' (or make learn): {error}") from None
    return expert_iteration
