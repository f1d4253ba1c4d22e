"""hegemon bench: how fast this machine runs the core, per second of CPU time, next to a calibration loop."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hegemon import __version__, _core
from hegemon._words import did_you_mean
from hegemon.cli import bench_guided, bench_nets, bench_search, bench_selfplay
from hegemon.cli.measure import Measurement, best_rate
from hegemon.cli.options import JsonOption
from hegemon.game import AnyGame, ClassicGame, Game
from hegemon.rules import rules_spec

CALIBRATION_STEPS = 50_000_000
SETTINGS = ("net", "policy", "cutoff", "threads", "visits", "depth", "batch")
"""Details that are settings and not results."""


def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Which benchmarks; all by default.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=600, help="CPU time for each figure.")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Measure speed in units per second of CPU time, with a calibration loop so that machines can be compared."""
    for name in names or ():
        if name not in BENCHMARKS:
            raise typer.BadParameter(f"no benchmark {name!r}; {did_you_mean(name, BENCHMARKS)}")
    console = Console(stderr=True)
    chosen = names or list(BENCHMARKS)
    results: list[Measurement] = []
    with console.status("calibrating") as status:
        calibration = _calibrate()
        for name in chosen:
            for measurement in BENCHMARKS[name](seconds):
                results.append(measurement)
                status.update(f"{name} {measurement.map}: {measurement.per_cpu_second:,.0f}")
    if as_json:
        data = {"version": __version__, "calibration": calibration, "results": [m.to_json() for m in results]}
        print(json.dumps(data))
        return
    _print(results, calibration["steps_per_cpu_second"])


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
            rate, relative = f"{m.per_cpu_second:,.0f}", f"{1e6 * m.per_cpu_second / steps:,.1f}"
            table.add_row(m.map, m.rules, _details(m, peers), rate, relative)
        Console().print(table)
    print("rates are the best of the repeats, per second of CPU time on one thread")
    print("relative: per million steps of the calibration loop, to compare machines")


def _details(measurement: Measurement, peers: list[Measurement]) -> str:
    """The settings in which figures of the same board differ; what was measured besides is in the JSON."""
    own = measurement.details
    told = [key for key in SETTINGS if any(peer.details.get(key) != own.get(key) for peer in peers)]
    return " ".join(f"{key}={str(own[key]).lower()}" for key in told if key in own)


def _calibrate() -> dict[str, Any]:
    """A fixed integer loop; the ratio to it is what can be compared between machines."""
    best = min(_cpu_time(lambda: _core.spin(CALIBRATION_STEPS)) for _ in range(3))
    return {
        "steps_per_cpu_second": round(CALIBRATION_STEPS / best),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }


def _cpu_time(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _random_turns(seconds: float) -> Iterator[Measurement]:
    """Whole turns of random play: two random plans and their resolution."""
    cases = [(map, "soares2025") for map in ("simple", "banana", "owl-island", "italy", "earth", "classic")]
    cases += [(f"random({n}, seed=1)", "soares2025") for n in (60, 125, 250, 500)]
    cases += [("earth", rules) for rules in ("warlight1", "warlight2", "warzone")]
    for map, rules in cases:
        yield _measure_random(Game(map, rules), seconds)


def _measure_random(game: Game, seconds: float) -> Measurement:
    limit = game.turn_limit
    rate = best_rate(seconds, lambda at, count: game.core.play_random(1, at, count, limit, 1).turns)
    signature = game.core.play_random(1, 0, 8, limit, 1).signature
    state = game.start(0).core
    return _measurement("simultaneous.random_turns", game, "turns", rate, state.nbytes, signature)


def _measurement(name: str, game: AnyGame, unit: str, rate: float, size: int, signature: int) -> Measurement:
    details = {"territories": len(game.map.territories), "state_bytes": size, "signature": f"{signature:016x}"}
    return Measurement(name, game.map.name, rules_spec(game.rules), unit, rate, 1, details)


def _classic(
    name: str, unit: str, cases: Sequence[tuple[str, str, int]], cutoff: int = 0, steps: bool = False
) -> Callable[[float], Iterator[Measurement]]:
    """Random play of the classic game: whole games, playouts cut off with the resources evaluation, or single steps."""

    def measure(seconds: float) -> Iterator[Measurement]:
        for map, rules, seats in cases:
            game = ClassicGame(map, rules, seats)

            def work(at: int, count: int, core: _core.ClassicGame = game.core) -> float:
                play = core.play_random(1, at, count, cutoff, 1)
                return play.decisions if steps else play.games

            rate = best_rate(seconds, work)
            signature = game.core.play_random(1, 0, 8, cutoff, 1).signature
            yield _measurement(name, game, unit, rate, game.core.state_bytes, signature)

    return measure


BENCHMARKS: dict[str, Callable[[float], Iterator[Measurement]]] = (
    {
        "simultaneous.random_turns": _random_turns,
        "classic.full_playouts": _classic("classic.full_playouts", "playouts", [("switzerland", "swiss2025", 2)]),
        "classic.cutoff25_playouts": _classic(
            "classic.cutoff25_playouts", "playouts", [("switzerland", "swiss2025", 2)], cutoff=25
        ),
        "classic.random_games": _classic(
            "classic.random_games",
            "games",
            [
                ("hex", "heredia2022(pool=10, decision_cap=150)", 2),
                ("classic", "heredia2022(pool=40, decision_cap=2000)", 2),
                ("classic", "classic(decision_cap=2000)", 6),
            ],
        ),
        "classic.env_steps": _classic(
            "classic.env_steps", "steps", [("old-world", "yao2025", 2), ("old-world", "yao2025-code", 2)], steps=True
        ),
    }
    | bench_search.BENCHMARKS
    | bench_nets.BENCHMARKS
    | bench_guided.BENCHMARKS
    | bench_selfplay.BENCHMARKS
)
