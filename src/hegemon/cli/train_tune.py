"""hegemon train tune: hyperparameter search by many short runs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hegemon._spec import format_value
from hegemon.cli._output import print_json
from hegemon.cli._progress import bars, stopped
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_loop import learning
from hegemon.cli.train_zero import zero_settings
from hegemon.errors import TrainingError
from hegemon.training.dqn.settings import make_settings
from hegemon.training.tune.search import Finished, Over, Search

SHORT = {
    "zero": ("positions=1000", "learning.epochs=20"),
    "dqn": ("steps=5000",),
}
"""Defaults that make a run short."""
ZERO_MAPS = ("banana",)
SHOWN = 10


def tune(
    what: Annotated[str, typer.Argument(help="zero or dqn.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The folder of the search; if it exists, the search resumes.")
    ],
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            help="A setting to search: name=low..high, name=low..high:log (logarithmic), or name=a,b,c.",
        ),
    ],
    trials: Annotated[int, typer.Option(min=1, help="Total number of runs; can be increased later.")] = 20,
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            "-m",
            help="zero: maps of an iteration, separated by commas; repeat for further iterations (by default "
            "banana). dqn: one map.",
        ),
    ] = None,
    rules: Annotated[str | None, typer.Option("--rules", "-r", help="Rules; by default those of the training.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="A fixed setting of every run. Runs are short by default: zero positions=1000, 20 epochs; dqn "
            "steps=5000.",
        ),
    ] = None,
    seed: SeedOption = 0,
    threads: Annotated[
        int, typer.Option(min=1, max=256, help="zero: parallel games; the result does not depend on it.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Search for good settings of hegemon train zero or dqn with Optuna, using many short runs.

    The objective is the score against the baseline over all maps (zero) or against a random player (dqn). You can stop
    it at any time; run the same command again to resume. Do not quote the best score: it is the luckiest of many.

        hegemon train tune zero --out search --over learning.rate=1e-4..1e-2:log --over learning.batch=32,64,128

        hegemon train tune dqn --out search2 --over learning_rate=1e-4..1e-2:log --set evaluate_games=500
    """
    if what not in SHORT:
        raise TrainingError(f"there is no training {what!r:.60} to tune; choose zero or dqn")
    ranges = [Over.parse(text) for text in over]
    changes = [*SHORT[what], *(change or [])]
    with bars(transient=True) as report:
        task = _task(what, map, rules, changes, seed, threads, lambda done, of: report("this run", done, of))
        search = Search(out, task, ranges, seed)
        try:
            best = search.run(trials, lambda done: report("runs", done, trials))
        except KeyboardInterrupt:
            raise stopped(f"{out} contains everything that was finished") from None
    command = _command(what, map, rules, changes, seed, best[0])
    if as_json:
        told = [{"trial": trial.number, "settings": trial.chosen, **vars(trial.result)} for trial in best]
        print_json({"trials": told, "command": command})
        return
    Console().print(_table(best))
    print(f"train with the best settings: {command}")


def _task(
    what: str, maps: Sequence[str] | None, rules: str | None, changes: Sequence[str], seed: int, threads: int,
    progress: Any,
) -> Any:  # fmt: skip
    tune_tasks = learning("tune.tasks")
    if what == "dqn":
        if maps and len(maps) > 1:
            raise TrainingError("dqn trains on one map: give one --map")
        given = {"rules": rules, "map": maps[0] if maps else None, "seed": seed}
        return tune_tasks.DqnTask(make_settings("", given, changes), progress)
    given = {"seed": seed} | ({} if rules is None else {"rules": rules})
    return tune_tasks.ZeroTask(zero_settings(maps or ZERO_MAPS, changes, **given), threads, progress)


def _command(
    what: str, maps: Sequence[str] | None, rules: str | None, changes: Sequence[str], seed: int, best: Finished
) -> str:
    """The command that repeats the best trial."""
    words = ["hegemon", "train", what, "--out", "best", "--seed", str(seed)]
    for name in maps or (ZERO_MAPS if what == "zero" else ()):
        words += ["--map", name]
    chosen = [f"{name}={format_value(value)}" for name, value in best.chosen.items()]
    if rules is not None:
        words += ["--rules", rules] if what == "dqn" else ["--set", f"rules={rules}"]
    for text in [*changes, *chosen]:
        words += ["--set", text]
    return shlex.join(words)


def _table(best: Sequence[Finished]) -> Table:
    table = Table(title=f"the best of {len(best)} runs")
    table.add_column("trial", justify="right")
    for name in best[0].chosen:
        table.add_column(name, justify="right")
    for column in ("score", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    for trial in best[:SHOWN]:
        values = [f"{value:.4g}" if isinstance(value, float) else str(value) for value in trial.chosen.values()]
        found = trial.result
        interval = f"{100 * found.low:.1f} - {100 * found.high:.1f} %"
        table.add_row(str(trial.number), *values, f"{100 * found.score:.1f} %", interval)
    return table
