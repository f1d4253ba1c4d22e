"""hegemon train zero: self-play, learning and games, iteration by iteration."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hegemon.cli._progress import bars, stopped
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.training.settings import changed, read_changes
from hegemon.training.weights import TrainingError


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
    games: Annotated[int, typer.Option(min=2, help="Against the last network and the baseline, on every map.")] = 30,
    value: Annotated[str, typer.Option(help="What the value learns: search, result or mix.")] = "search",
    policy: Annotated[str, typer.Option(help="What the policy learns: shares or most-visited.")] = "shares",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other setting, e.g. --set learning.rate=0.003 --set play.hot_turns=5."),
    ] = None,
    seed: SeedOption = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Games at a time; the samples are the same.")] = 2,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray", metavar="ADDRESS", help="Self-play on a Ray cluster: its address, or auto, or local; same samples."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn a network for the simultaneous game from nothing, as in the co-evolution thesis (Soares 2025).

    Stop it at any time; the same command goes on. Then play with it: guided-mcts(net=OUT/nets/3.safetensors)

        hegemon train zero --out zero --map simple,banana --map simple,banana --positions 2000 --epochs 20
    """
    settings = zero_settings(
        map, change or [], seed=seed, positions=positions, first_visits=first_visits, games=games,
        **{"play.visits": visits, "learning.epochs": epochs, "learning.batch": batch, "learning.value": value,
           "learning.policy": policy},
    )  # fmt: skip
    run = _zero().ZeroRun(out, settings, threads=threads, ray=ray)
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


def score_table(scores: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="scores of the networks")
    for column in ("iteration", "against", "map"):
        table.add_column(column, overflow="fold")
    for column in ("games", "score", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    for number, found in enumerate(scores, 1):
        note = "" if found["accepted"] else "not accepted"
        for other, boards in found["scores"].items():
            against = f"network {found['last']}" if other == "last" else other
            for board, score in boards.items():
                low, high = f"{100 * score['low']:.1f}", f"{100 * score['high']:.1f}"
                share = f"{100 * score['score']:.1f} %"
                table.add_row(str(number), against, board, str(score["games"]), share, f"{low} - {high} %", note)
    return table


def zero_settings(maps: Sequence[str] | None, changes: Sequence[str], **given: Any) -> Any:
    """The settings of a run: maps of each iteration, values by name, and texts such as learning.rate=0.003."""
    settings = changed(_zero().Zero(), given | read_changes(changes), "zero")
    return replace(settings, maps=curriculum(maps)) if maps else settings


def curriculum(maps: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The maps of each iteration, from texts with commas."""
    return tuple(tuple(part.strip() for part in text.split(",")) for text in maps)


def _zero() -> Any:
    """The module that learns; it needs torch."""
    try:
        from hegemon.training import zero
    except ImportError as error:
        raise TrainingError(f"learning needs torch: pip install 'hegemon[learn]' (or make learn): {error}") from None
    return zero
