"""hegemon bench: speed of the core per second of CPU time, with a calibration loop."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hegemon import __version__
from hegemon._words import did_you_mean
from hegemon.bench import BENCHMARKS, Measurement, calibrate
from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption

SETTINGS = ("games", "apart", "net", "policy", "cutoff", "threads", "visits", "depth", "batch")
"""Details that are settings and not results."""


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of benchmarks or of groups of them (envs); by default all.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=600, help="CPU seconds per measurement.")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Measure speed in units per second of CPU time, with a calibration loop to compare machines."""
    console = Console(stderr=True)
    chosen = list(dict.fromkeys(found for name in names or [""] for found in _named(name)))
    results: list[Measurement] = []
    with console.status("calibrating") as status:
        calibration = calibrate()
        for name in chosen:
            for measurement in BENCHMARKS[name](seconds):
                results.append(measurement)
                status.update(f"{name} {measurement.map}: {measurement.per_cpu_second:,.0f}")
    if as_json:
        data = {"version": __version__, "calibration": asdict(calibration), "results": [m.to_json() for m in results]}
        print_json(data)
        return
    _print(results, calibration.steps_per_cpu_second)


def _named(name: str) -> list[str]:
    """The benchmark of a name, all of a group (`envs`), or all."""
    found = [known for known in BENCHMARKS if not name or known == name or known.startswith(f"{name}.")]
    if not found:
        raise typer.BadParameter(f"no benchmark {name!r}; {did_you_mean(name, BENCHMARKS)}")
    return found


def _print(results: list[Measurement], steps: float) -> None:
    """A table for each benchmark."""
    for name in dict.fromkeys(m.name for m in results):
        found = [m for m in results if m.name == name]
        table = Table(title=name, title_justify="left")
        for column in ("map", "rules", "with"):
            table.add_column(column, overflow="fold")
        for column in (found[0].unit, "relative"):
            table.add_column(column, justify="right")
        for m in found:
            peers = [other for other in found if (other.map, other.rules) == (m.map, m.rules)]
            rate = f"{m.per_cpu_second:,.0f}" if m.per_cpu_second >= 100 else f"{m.per_cpu_second:.3g}"
            relative = f"{1e6 * m.per_cpu_second / steps:,.1f}"
            table.add_row(m.map, m.rules, _details(m, peers), rate, relative)
        Console().print(table)
    print("rates are the best of the repeats, per second of CPU time on one thread")
    print("relative: per million steps of the calibration loop, to compare machines")


def _details(measurement: Measurement, peers: list[Measurement]) -> str:
    """The settings in which figures of the same board differ; what was measured besides is in the JSON."""
    own = measurement.details
    told = [key for key in SETTINGS if any(peer.details.get(key) != own.get(key) for peer in peers)]
    return " ".join(f"{key}={str(own[key]).lower()}" for key in told if key in own)
