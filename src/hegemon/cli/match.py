"""hegemon match: many games between two to six agents, and the score with its interval."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from hegemon.cli.options import (
    ForceOption,
    JsonOption,
    OptionalMap,
    RulesOption,
    SeedOption,
    TimeOption,
    printable,
    require_free,
    require_writable,
)
from hegemon.errors import RecordError
from hegemon.game import AnyGame, Game, Record
from hegemon.match import SOARES2025, Adjudication, Score, Series, play_series

Adjudications = Annotated[
    str,
    typer.Option(
        "--adjudicate",
        help="When to end undecided games: turns (a turn limit only) or soares2025 (its surrender and tie rules too).",
    ),
]


def match(
    agents: Annotated[list[str], typer.Argument(help="Two agents, or up to six for the classic game.")],
    map: OptionalMap = None,
    rules: RulesOption = "soares2025",
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, help="Every start is played once in each seating: a multiple of seats."),
    ] = 100,
    seed: SeedOption = 0,
    time: TimeOption = None,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Processes to play on.")] = 1,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            min=1,
            help="Turns after which a game is drawn; by default 100, or 2 a territory if that is more. In the classic "
            "game a turn is one seat's, and the default is that for each seat.",
        ),
    ] = None,
    adjudicate: Adjudications = "turns",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the game records to this file.")] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a match and print the score with its 95 % interval.

    Games come in blocks with the same start and the same dice: two games with the seats swapped, or with n agents n
    games, in which everybody moves up one seat from game to game. --games is best a multiple of that.

        hegemon match heuristic random --map italy --games 200 --seed 7
    """
    if len(agents) < 2:
        raise typer.BadParameter("give a second agent")
    game = Game(map, rules, len(agents))
    series = Series(game, tuple(agents), games, seed, time, _adjudication(game, adjudicate, turns))
    require_free(out, force)
    require_writable(out)
    with _record_file(out) as write, _progress(games) as advance:

        def on_game(score: Score, record: Record) -> None:
            write(record)
            advance(score)

        score = play_series(series, workers=workers, on_game=on_game)
    if as_json:
        print(json.dumps(score.to_json() | ({"interrupted": True} if score.games < games else {})))
    else:
        _print(score)
    if score.games < games:
        print(f"stopped after {score.games} of {games} games; the same command plays them all again", file=sys.stderr)
        raise typer.Exit(130)


def _adjudication(game: AnyGame, name: str, turns: int | None) -> Adjudication:
    if name not in ("turns", "soares2025"):
        raise typer.BadParameter(f"--adjudicate {name}: expected turns or soares2025")
    base = SOARES2025 if name == "soares2025" else Adjudication.default(game)
    limit = base.turn_limit if turns is None else turns
    return Adjudication(limit, base.surrender, base.tie_after, base.tie_band)


@contextmanager
def _record_file(path: Path | None) -> Iterator[Callable[[Record], None]]:
    """A function that appends each finished game, so that a stopped match keeps what was played."""
    if path is None:
        yield lambda record: None
        return
    known: set[str] = set()
    with ExitStack() as stack:
        file: list[IO[str]] = []  # opened with the first game, so that a match without one leaves no empty file

        def write(record: Record) -> None:
            try:
                if not file:
                    file.append(stack.enter_context(path.open("w", encoding="utf-8")))
            except OSError as error:
                raise RecordError(f"cannot write {path}: {error.strerror or error}") from None
            file[0].write("".join(line + "\n" for line in record.lines(known)))
            file[0].flush()

        yield write


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Score], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("playing", total=games)
        yield lambda score: progress.update(task, completed=score.games, description=f"score {score.score[0]:.3f}")


def _print(score: Score) -> None:
    console, series = Console(), score.series
    if score.games == 0:
        return
    table = Table("agent", Column("score", justify="right"), Column("95 % interval", justify="right"))
    for name, value, (low, high) in zip(series.agents, score.score, score.interval, strict=True):
        table.add_row(escape(name), f"{100 * value:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %")
    clock = f"{series.time_per_move:g} s a decision" if series.time_per_move else "no time limit"
    console.print(f"{series.game}, {_count(score.games, 'game')}, seed {series.seed}, {clock}", markup=False)
    console.print(table)
    endings = ", ".join(f"{reason} {count}" for reason, count in sorted(score.reasons.items()))
    wins, mean = score.seat_wins, score.rounds / score.games
    console.print(
        f"wins by seat {' / '.join(map(str, wins))}, {_count(score.ties, 'tie')}; {mean:.1f} turns a game; "
        f"{score.seconds:.1f} s; endings: {endings}",
        markup=False,
    )
    for reason in score.forfeits[:3]:
        console.print(printable(reason), style="red", markup=False)
    if len(score.forfeits) > 3:
        console.print(f"... and {len(score.forfeits) - 3} more forfeits", style="red")


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
