"""hegemon train best: trains both networks of the agent best in the simultaneous game, from nothing."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from hegemon._spec import Spec
from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.cli.train_loop import (
    GamesThreadsOption,
    ListOption,
    OutOption,
    SeveralRulesOption,
    finish,
    learning,
    print_example,
    print_settings,
    require_folder,
    require_time,
)
from hegemon.cli.train_policy import policy_table
from hegemon.cli.train_value import value_table
from hegemon.training.best.settings import MINUTES, best_settings
from hegemon.training.settings import changed, read_changes


def best(
    out: OutOption = None,
    minutes: Annotated[
        float, typer.Option(min=0, help="Minutes of games in all; the fits of the networks come on top.")
    ] = MINUTES,
    rules: SeveralRulesOption = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings, e.g. --set value.visits=200 --set policy.steps=5000; see --list."),
    ] = None,
    seed: SeedOption = 0,
    threads: GamesThreadsOption = 1,
    listed: ListOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train both networks of best in the simultaneous game from nothing. Needs torch.

    Planners play first, then best plays itself with the networks that were trained last: the value network, the policy
    network, and the value network again. Run the same command again to resume.

        hegemon train best --out mine --threads 2

        hegemon train best --out duel --rules warlight2 --minutes 30
    """
    settings = changed(best_settings(rules or (), seed), read_changes(change or []), "train best")
    if listed:
        return print_settings("best", settings)
    folder = require_folder(out)
    require_time(minutes)
    run = learning("best.run")
    found = finish(folder, partial(run.train_best, folder, settings, minutes=minutes, threads=threads))
    spec = Spec("best", (), {"value": str(folder / run.VALUE_NET), "policy": str(folder / run.POLICY_NET)})
    if as_json:
        return print_json({"out": str(folder), "agent": str(spec), **found})
    for table in (value_table(found["value"]), policy_table(found["policy"])):
        Console().print(table)
    print_example(spec, f'smcts --rules "{settings.value.rules[0]}" --time 0.1 --games 20')
