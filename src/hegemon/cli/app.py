"""All commands together, and the one place that turns errors into one line and an exit code."""

from __future__ import annotations

import inspect
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any, NoReturn

import typer

from hegemon.cli._output import restoring
from hegemon.errors import HegemonError

COMMANDS = {
    "play": (
        "play.play",
        "Play against agents, or against other people at the same screen. A page opens in the browser.",
    ),
    "serve": (
        "serve.serve",
        "Serve the page: play, watch, replay and analyse in the browser. Ctrl-C stops; games continue next time.",
    ),
    "match": ("match.match", "Play a match and print the scores with 95 % intervals."),
    "tournament": (
        "tournament.tournament",
        "Play a tournament and report the results: a table, and an HTML page with ratings, plots and replays.",
    ),
    "report": ("report.report", "Write the report of a finished or running tournament, and export its games."),
    "drop": ("drop.drop", "Delete an agent and all its games from the store of a tournament."),
    "watch": (
        "watch.watch",
        "Watch a game turn by turn, live or from a record. A turn of the classic game belongs to one seat.",
    ),
    "analyse": ("analyse.analyse", "Analyse a position, a turn of a recorded game, or with --all the whole game."),
    "check": (
        "check.check",
        "Try an agent in short games of every kind, or try a map and rules, and explain what is wrong.",
    ),
    "engine": (
        "engine.engine",
        "Analyse positions and recorded games for another program: queries as JSON lines on stdin, answers on stdout.",
    ),
    "agents": (
        "lists.agents",
        "List the agents, or the settings of one agent. Your own agent is path/to/file.py:Class.",
    ),
    "rules": (
        "lists.rules",
        'List the rules presets and their differences, or all fields of one: hegemon rules "warlight2(fog=none)".',
    ),
    "resolve": ("resolve.resolve", "Resolve turns given as JSON lines and write one JSON line for each."),
    "bot": (
        "bot.bot",
        "Play as a bot: the engine's lines on stdin, the answers on stdout.",
    ),
    "bot-check": (
        "bot_check.bot_check",
        "Try a bot in every situation of its dialect, and explain every failure: what was sent, expected and came.",
    ),
    "odds": (
        "odds.odds",
        "Print the exact odds of an attack to the end: up to 3 dice against up to 2, ties to the defender.",
    ),
    "bench": (
        "bench.bench",
        "Measure speed in units per second of CPU time, with a calibration loop to compare machines.",
    ),
    "maps": ("maps.app", "List, show, check, create, import and export maps."),
    "train": ("train.app", "Train agents. Run the same command again to resume a stopped run."),
}
"""The function or group of every command, and its help line: only the command that is called is imported."""

MOST = 2000
"""Characters of a message."""


def make_app(called: str | None) -> typer.Typer:
    """The command line with one command that works; of the others only the help lines are known."""
    app = typer.Typer(
        name="hegemon",
        help="Play and study Risk-like games, and train agents for them.\n\n"
        "Start with: [bold]hegemon play smcts[/bold], watch a game: [bold]hegemon watch heuristic random[/bold], "
        "or play many: [bold]hegemon match heuristic random --map italy --games 100[/bold]",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    for name, (place, line) in COMMANDS.items():
        command = load(place) if name == called else _not_called
        if isinstance(command, typer.Typer):
            for each in command.registered_commands:
                each.help = each.help or _help(each.callback)
            app.add_typer(command, name=name)
        else:
            app.command(name, help=line if command is _not_called else _help(command))(_interruptible(command))
    return app


def _help(command: Callable[..., Any] | None) -> str:
    """The docstring of a command with one line for each paragraph: the terminal wraps them, and the source must not."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(text if _is_example(text) else " ".join(text.split()) for text in paragraphs)


def _is_example(paragraph: str) -> bool:
    return paragraph.startswith((" ", "hegemon ", "\b"))


def _interruptible(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command; typer would end it on Ctrl-C without a word."""

    @wraps(command)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            raise typer.Abort from None

    return call


def load(place: str) -> Any:
    """A function or group of commands."""
    module, _, name = place.partition(".")
    return getattr(import_module(f"hegemon.cli.{module}"), name)


def _not_called() -> None:
    """Stands for a command in the list of commands."""
    raise AssertionError("a command that was not imported is called")


def root(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        from hegemon import __version__

        print(f"hegemon {__version__}")
        raise typer.Exit


def run() -> NoReturn:
    """Run the command line. Bad input prints one line to standard error and exits with code 2, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    try:
        with restoring():
            called = next((word for word in sys.argv[1:] if not word.startswith("-")), None)
            code = make_app(called)(standalone_mode=False)
        sys.stdout.flush()
    except HegemonError as error:
        _fail(str(error), getattr(error, "__notes__", ()))
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
        _fail(usage().replace("Value error, ", "") or "see hegemon --help")  # a word of pydantic
    _leave(code if isinstance(code, int) else 0)


def _leave(code: int) -> NoReturn:
    """Exit, and ignore further interrupts while exiting."""
    if code == 130:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def _fail(message: str, notes: Sequence[str] = ()) -> NoReturn:
    """One line; the notes (the traceback of an agent) too if they are wanted."""
    line = " ".join(message.split())
    print(f"hegemon: {line if len(line) <= MOST else line[:MOST] + '...'}", file=sys.stderr)
    if "--traceback" in sys.argv:
        from hegemon.cli.options import printable_lines

        for note in notes:
            print(f"\n{printable_lines(note)}", file=sys.stderr)
    sys.exit(2)
