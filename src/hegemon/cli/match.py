"""hegemon match: a series of games between two to six agents, and their scores with intervals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, RenderableColumn, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from hegemon._words import counted
from hegemon.cli._family import rules_for
from hegemon.cli._output import print_json
from hegemon.cli._waiting import Waiting
from hegemon.cli.options import (
    ClockKindOption,
    ClockOption,
    FittingRulesOption,
    ForceOption,
    JsonOption,
    MarginOption,
    OptionalMap,
    SaltOption,
    SeedOption,
    TracebackOption,
    printable,
    printable_lines,
    require_free,
    require_writable,
)
from hegemon.game import Game, Record
from hegemon.game.records.append import appending_records
from hegemon.match import Adjudication, Score, SequentialTest, Series, TimeControl, play_series
from hegemon.match.forfeits import fold_forfeits
from hegemon.statistics import Sprt

REASONS = 3
"""Reasons of forfeits that are shown."""
Adjudications = Annotated[
    str,
    typer.Option(
        "--adjudicate",
        help="Adjudication of undecided games: turns (turn limit only) or soares2025 (also its surrender and tie "
        "rules).",
    ),
]


def match(
    agents: Annotated[list[str], typer.Argument(help="Two agents, or up to six in the classic game.")],
    map: OptionalMap = None,
    rules: FittingRulesOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            max=10**9,
            help="Number of games, by default 100. Every start is played once in each seating: use a multiple of the "
            "seats.",
        ),
    ] = None,
    seed: SeedOption = 0,
    salt: SaltOption = None,
    time: ClockOption = "none",
    margin: MarginOption = None,
    clock: ClockKindOption = "fair",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Number of processes.")] = 1,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            min=1,
            help="Turn limit, after which a game is drawn; by default 100, or 2 per territory if that is more. In "
            "the classic "
            "game a turn belongs to one seat, and the default is that many for each seat.",
        ),
    ] = None,
    adjudicate: Adjudications = "turns",
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt",
            metavar="ELO0 ELO1",
            help="Stop as soon as it is clear whether the first agent is ELO1 stronger or only ELO0 (each wrong in 5 % "
            "of cases): --sprt 0 20. --games is then the most that are played, by default 100,000.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the game records to this file.")] = None,
    force: ForceOption = False,
    traceback: TracebackOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a match and print the scores with 95 % intervals.

    Games are played in blocks with the same start and the same dice: two games with the seats swapped; with 3 agents
    all 6 orders, with 4 and 6 agents as many games as agents, with 5 agents ten. Use a multiple of that for --games.

        hegemon match heuristic random --map italy --games 200 --seed 7
        hegemon match "smcts(visits=400)" "smcts(visits=200)" --map banana --sprt 0 20
    """
    if len(agents) < 2:
        raise typer.BadParameter("give a second agent")
    game = Game(map, rules_for(rules, agents, len(agents)), len(agents))
    test = _sprt(sprt, len(agents))
    games = games or (100 if test is None else 100_000)
    control = TimeControl.parse(time, margin, clock)
    series = Series(game, tuple(agents), games, seed, control, Adjudication.parse(adjudicate, turns), salt)
    require_free(out, force)
    require_writable(out)
    waiting = Waiting()
    with appending_records(out) as write, _progress(games, waiting) as advance:

        def on_game(score: Score, record: Record) -> None:
            write(record)
            advance(score)

        enough = test.enough if test else None
        score = play_series(series, workers=workers, on_game=on_game, enough=enough, observer=waiting)
    interrupted = score.games < games and not (test and test.decided)
    if as_json:
        more = {"interrupted": True} if interrupted else {}
        print_json(score.to_json() | (test.to_json() if test else {}) | more)
    else:
        _print(score, traceback)
        if test:
            print(test)
    if interrupted:
        print(f"stopped after {score.games} of {games} games; running the command again starts over", file=sys.stderr)
        raise typer.Exit(130)


def _sprt(elos: tuple[float, float] | None, agents: int) -> SequentialTest | None:
    if elos is None:
        return None
    if agents != 2:
        raise typer.BadParameter("--sprt compares two agents")
    return SequentialTest(Sprt(*elos))


@contextmanager
def _progress(games: int, waiting: Waiting) -> Iterator[Callable[[Score], None]]:
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        RenderableColumn(waiting),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("playing", total=games)
        yield lambda score: progress.update(task, completed=score.games, description=f"score {score.score[0]:.3f}")


def _print(score: Score, traceback: bool) -> None:
    console, series = Console(), score.series
    if score.games == 0:
        return
    seats = [f"seat {seat}" for seat in range(len(series.agents))]
    columns = ("score", "95 % interval", *seats)
    table = Table("agent", *(Column(name, justify="right", no_wrap=True) for name in columns))
    for name, value, (low, high), by_seat in zip(
        series.names, score.score, score.interval, score.from_seats, strict=True
    ):
        parts = [f"{100 * sum(points) / len(points):.1f} %" if points else "" for points in by_seat]
        table.add_row(escape(name), f"{100 * value:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %", *parts)
    console.print(
        f"{series.game}, {counted(score.games, 'game')}, seed {series.seed}, {series.time.in_full}", markup=False
    )
    console.print(table)
    endings = ", ".join(f"{reason} {count}" for reason, count in sorted(score.reasons.items()))
    mean = score.rounds / score.games
    console.print(
        f"{_wins(score)}; {mean:.1f} turns per game; {score.seconds:.1f} s; endings: {endings}",
        markup=False,
    )
    size = series.games_per_block
    if score.games % size:
        console.print(
            f"the last block is half played: its seats are not balanced; play a multiple of {size} games", markup=False
        )
    _print_forfeits(console, score, traceback)


def _print_forfeits(console: Console, score: Score, traceback: bool) -> None:
    folds = fold_forfeits(score.forfeits)
    for fold in folds[:REASONS]:
        console.print(printable(str(fold)), style="red", markup=False)
    rest = sum(fold.count for fold in folds[REASONS:])
    if rest:
        console.print(f"... and {counted(rest, 'other forfeit')}", style="red")
    if not traceback and score.tracebacks:
        console.print("run with --traceback to see where the code failed")
    for trace in score.tracebacks if traceback else ():
        console.print(f"\n{printable_lines(trace)}", markup=False, highlight=False, soft_wrap=True)


def _wins(score: Score) -> str:
    """Wins by seat, and games that nobody won alone."""
    shared = len(score.forfeits) if len(score.series.agents) > 2 else 0
    more = f", {counted(shared, 'forfeit')} (the other seats share the point)" if shared else ""
    return f"wins by seat {' / '.join(map(str, score.seat_wins))}, {counted(score.ties, 'tie')}{more}"
