"""hegemon train expert-iteration: a network learns from a searching expert, iteration by iteration."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from hegemon._words import did_you_mean
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
from hegemon.errors import TrainingError
from hegemon.rules import home_map, load_rules
from hegemon.training.settings import changed, read_changes


def expert_iteration(
    out: OutOption = None,
    preset: Annotated[
        str,
        typer.Option(help="Preset of all settings: heredia2022 (hex), swiss2025 (Switzerland), or best: many maps."),
    ] = "heredia2022",
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", "-r", help="Rules of the classic family, two seats; may be repeated."),
    ] = None,
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            "-m",
            help="Maps of an iteration, separated by commas (by default the home map of the rules), each with rules of "
            "its own if it names them: 'hex under heredia2022'; repeat for further iterations, the last applies to the "
            "rest.",
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, max=10_000, help="How many.")] = None,
    architecture: Annotated[
        str | None, typer.Option(help="The network: heredia2022 or classic-graph, which plays anywhere.")
    ] = None,
    positions: Annotated[int | None, typer.Option(min=1, help="Samples per map, rules and iteration.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any setting of --list, e.g. --set play.visits=500 --set learning.epochs=20."),
    ] = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = 2,
    ray: RayOption = None,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train a network for the classic game from scratch by Expert Iteration (Gnecco Heredia and Cazenave 2022).

    You can stop it at any time; run the same command again to resume. To play with the result: without search
    exit(net=OUT/nets/5.safetensors), with search puct(net=..).

        hegemon train expert-iteration --out hex --iterations 3 --positions 1000
    """
    given = {"architecture": architecture, "positions": positions, "seed": seed}
    values = {name: value for name, value in given.items() if value is not None} | read_changes(change or [])
    module = learning("expert_iteration")
    if preset not in module.PRESETS:
        raise TrainingError(f"there is no preset {preset!r}; {did_you_mean(preset, module.PRESETS)}")
    settings = changed(module.PRESETS[preset], values, "expert iteration")
    usual = settings.maps
    if rules:
        usual = ((home_map(load_rules(rules[0])),),) * len(usual)
    settings = replace(settings, maps=_maps(usual, map, iterations), rules=tuple(rules or settings.rules))
    if listed:
        return print_settings("expert-iteration", settings)
    do(module.ExpertRun(require_folder(out), settings, threads=threads, ray=ray), as_json)


def _maps(
    usual: tuple[tuple[str, ...], ...], given: list[str] | None, iterations: int | None
) -> tuple[tuple[str, ...], ...]:
    maps = curriculum(given) if given else usual
    if iterations is None:
        iterations = max(len(maps), len(usual))
    return tuple(maps[min(at, len(maps) - 1)] for at in range(iterations))
