"""hegemon check: try an agent, or a map with rules."""

from __future__ import annotations

from typing import Annotated

import typer

from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption, OptionalMap, SeedOption, TracebackOption, printable_lines
from hegemon.game import Game
from hegemon.rules import DEFAULT_RULES
from hegemon.testing import Report, check_agent, check_game


def check(
    agent: Annotated[
        str | None,
        typer.Argument(help="The agent, e.g. my_agent.py:Bold. Without one, the map and the rules are checked."),
    ] = None,
    map_name: OptionalMap = None,
    rules: Annotated[
        str | None, typer.Option("--rules", "-r", help="Only games of these rules (hegemon rules).")
    ] = None,
    seats: Annotated[int, typer.Option(min=2, max=6, help="Seats of the game, with --map or --rules.")] = 2,
    seconds: Annotated[float, typer.Option("--time", "-t", min=0.001, help="Seconds per decision.")] = 0.1,
    deterministic: Annotated[
        bool | None,
        typer.Option(
            "--deterministic/--random",
            help="It is a problem, or of no interest, if the agent's decisions cannot be repeated; otherwise it is "
            "noted.",
        ),
    ] = None,
    budget: Annotated[float, typer.Option(min=1, help="Seconds after which no new game begins.")] = 60.0,
    seed: SeedOption = 0,
    traceback: TracebackOption = False,
    as_json: JsonOption = False,
) -> None:
    """Try an agent in short games of every kind, or try a map and rules, and explain what is wrong.

    hegemon check examples/my_agent.py:Bold

    hegemon check --map owl-island --rules warlight2
    """
    game = Game(map_name, rules or DEFAULT_RULES["simultaneous"], seats) if agent is None or map_name or rules else None
    if agent is None:
        assert game is not None
        report = check_game(game, seed=seed, raises=False)
    else:
        report = check_agent(
            agent,
            games=None if game is None else [game],
            seconds=seconds,
            deterministic=deterministic,
            budget=budget,
            seed=seed,
            raises=False,
        )
    if as_json:
        print_json(report.to_json())
    else:
        _print(report, traceback)
    raise typer.Exit(0 if report.ok else 1)


def _print(report: Report, traceback: bool) -> None:
    print(printable_lines(str(report)))
    traces = [finding.traceback for finding in report.problems if finding.traceback]
    for trace in dict.fromkeys(traces) if traceback else ():
        print(f"\n{printable_lines(trace)}")
    if traces and not traceback:
        print("--traceback shows where the code failed")
