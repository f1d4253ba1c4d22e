"""All commands together, and the one place that turns errors into one line and an exit code."""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import NoReturn

import typer

from hegemon import __version__
from hegemon.cli import analyse, bench, lists, maps, match, odds, report, resolve, tournament, train, watch
from hegemon.cli._output import restoring
from hegemon.errors import HegemonError

app = typer.Typer(
    name="hegemon",
    help="Play and study Risk-like games, and train agents for them.\n\n"
    "Start with: [bold]hegemon match heuristic random --map italy --games 100[/bold], "
    "or watch one game: [bold]hegemon watch heuristic random[/bold]",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.command("watch")(watch.watch)
app.command("analyse")(analyse.analyse)
app.add_typer(maps.app, name="maps")
app.command("agents")(lists.agents)
app.command("rules")(lists.rules)
app.command("resolve")(resolve.resolve)
app.command("odds")(odds.odds)
app.command("bench")(bench.bench)
app.add_typer(train.app, name="train")

MOST = 2000
"""Characters of a message."""


@app.callback(invoke_without_command=True)
def root(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        print(f"hegemon {__version__}")
        raise typer.Exit


def run() -> NoReturn:
    """Run the command line. Bad input prints one line to standard error and exits with code 2, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    try:
        with restoring():
            code = app(standalone_mode=False)
        sys.stdout.flush()
    except HegemonError as error:
        _fail(str(error))
    except BrokenPipeError:  # the reader has left, e.g. `hegemon resolve | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'input or output'}: {error.strerror or error}")
    except RecursionError:
        _fail("the input is nested too deep")
    except MemoryError:
        _fail("there is not enough memory for this")
    except (KeyboardInterrupt, typer.Abort):
        print("stopped", file=sys.stderr)
        _leave(130)
    except Exception as error:
        usage = getattr(error, "format_message", None)  # what the argument parser raises
        if usage is None:
            raise
        _fail(usage() or "see hegemon --help")
    _leave(code if isinstance(code, int) else 0)


def _leave(code: int) -> NoReturn:
    """Exit, and ignore further interrupts while exiting."""
    if code == 130:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def _fail(message: str) -> NoReturn:
    line = " ".join(message.split())
    print(f"hegemon: {line if len(line) <= MOST else line[:MOST] + '...'}", file=sys.stderr)
    sys.exit(2)
