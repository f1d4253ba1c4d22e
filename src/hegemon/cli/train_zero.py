"""hegemon train zero: self-play, learning and games, iteration by iteration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_loop import (
    ListOption,
    OutOption,
    RayOption,
    ThreadsOption,
    curriculum,
    do,
    learning,
    print_settings,
    require_folder,
)
from hegemon.training.settings import changed, read_changes


def zero(
    out: OutOption = None,
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            "-m",
            help="Maps of an iteration, separated by commas; once for each iteration. By default those of the thesis.",
        ),
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Samples per map and iteration.")] = 10_000,
    first_visits: Annotated[
        int, typer.Option(min=1, help="Iterations per decision of the search without a network.")
    ] = 300,
    visits: Annotated[int, typer.Option(min=1, help="Iterations per decision of the search with a network.")] = 150,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs per iteration.")] = 200,
    batch: Annotated[int, typer.Option(min=1, help="Samples of a step.")] = 32,
    games: Annotated[
        int, typer.Option(min=2, help="Evaluation games against the last network and the baseline, on every map.")
    ] = 30,
    value: Annotated[str, typer.Option(help="Value target: search, result or mix.")] = "search",
    policy: Annotated[str, typer.Option(help="Policy target: visits or most-visited.")] = "visits",
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="Any setting of --list, e.g. --set learning.rate=0.003 --set play.temperature_turns=5.",
        ),
    ] = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = 2,
    ray: RayOption = None,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train a network for the simultaneous game from scratch, as in the co-evolution thesis (Soares 2025).

    You can stop it at any time; run the same command again to resume. To play with the result:
    guided-mcts(net=OUT/nets/3.safetensors)

        hegemon train zero --out zero --map simple,banana --map simple,banana --positions 2000 --epochs 20
    """
    settings = zero_settings(
        map, change or [], seed=seed, positions=positions, first_visits=first_visits, games=games,
        **{"play.visits": visits, "learning.epochs": epochs, "learning.batch": batch, "learning.value": value,
           "learning.policy": policy},
    )  # fmt: skip
    if listed:
        return print_settings("zero", settings)
    do(learning("zero").ZeroRun(require_folder(out), settings, threads=threads, ray=ray), as_json)


def zero_settings(maps: Sequence[str] | None, changes: Sequence[str], **given: Any) -> Any:
    """The settings of a run: maps of each iteration, values by name, and texts such as learning.rate=0.003."""
    settings = changed(learning("zero").Zero(), given | read_changes(changes), "zero")
    return replace(settings, maps=curriculum(maps)) if maps else settings
