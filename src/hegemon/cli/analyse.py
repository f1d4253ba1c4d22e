"""hegemon analyse: an agent's analysis of a position or of a game."""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hegemon._files import write_whole
from hegemon.analysis import RecordAnalysis, analyse_steps, analysis_text, default_agent
from hegemon.analysis import analyse as analyse_position
from hegemon.analysis.answers import analyse_decision, decision_json, position_json
from hegemon.analysis.record import step_of
from hegemon.analysis.text import decision_lines
from hegemon.cli._games import GAME_HELP, find_game
from hegemon.cli._output import print_json
from hegemon.cli._progress import bars
from hegemon.cli.options import ForceOption, JsonOption, SeedOption, printable, require_free, require_writable
from hegemon.errors import NotationError, RecordError
from hegemon.game import Record, parse_position
from hegemon.game.drawing.describe import LETTERS

EXAMPLE = "italy; soares2025; 0 play; Toscana=a5 Lazio=b4 *=.2"


def analyse(
    what: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|RECORD",
            help="A position as text, as print(state) in Python and hegemon watch --positions write it (- reads it "
            "from standard input); a record, as hegemon watch and play save it; or the store of a tournament.",
        ),
    ],
    agent: Annotated[
        str, typer.Option("--agent", "-a", help='The agent, e.g. "mcts(visits=2000)"; see hegemon agents.')
    ] = "",
    seat: Annotated[
        str, typer.Option("--seat", help="The seat, a to f or 0 to 5; by default the one that decides first.")
    ] = "",
    map: Annotated[
        str | None, typer.Option("--map", "-m", help="The file of the position's map, if it is yours.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", min=0, help="A turn of a record; 0 is before the first turn.")
    ] = None,
    decision: Annotated[int, typer.Option("--decision", min=1, help="Which decision of the turn (classic game).")] = 1,
    whole: Annotated[bool, typer.Option("--all", help="All decisions of a record, and those that lost most.")] = False,
    game: Annotated[str, typer.Option("--game", "-g", help=GAME_HELP)] = "",
    seconds: Annotated[float | None, typer.Option("--time", "-t", min=0.001, help="Seconds per search.")] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="Candidates to show; with --all, decisions.")] = 5,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="With --all: draw the winning probabilities to this file.")
    ] = None,
    force: ForceOption = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Analyse a position, a turn of a recorded game, or with --all the whole game.

    Shows what a searching agent would play, best first: the winning probability, the share of the search (visits;
    alphabeta: nodes below; ga: generations survived), the prior if the agent has a policy (simultaneous game: a
    multiple of the average), the decision, and what the agent expects after the best one.

    hegemon analyse "italy; soares2025; 0 play; Toscana=a5 Lazio=b4 *=.2" --seat b

    hegemon analyse game.jsonl --turn 3

    hegemon analyse game.jsonl --all --svg game.svg
    """
    search = _Search(agent, _seat(seat), seconds, seed, top, as_json)
    if not _is_file(what):
        if whole or turn is not None or game or svg is not None:
            raise RecordError(f"there is no record {what[:60]!r}; --turn, --all, --game and --svg are for records")
        _position(what, map, search)
        return
    if whole == (turn is not None):
        raise typer.BadParameter(f"{what} is a record: add either --turn N or --all")
    if svg is not None and not whole:
        raise typer.BadParameter("--svg draws a whole game: add --all")
    require_free(svg, force)
    require_writable(svg)
    found = find_game(Path(what), game)
    if whole:
        _whole_game(found.record, svg, search)
    else:
        _turn(found.record, step_of(found.record, turn or 0, decision), search)
    if found.note and not as_json:
        print(f"\n{found.note}")
    if found.problem:
        raise RecordError(found.problem)


@dataclass(frozen=True)
class _Search:
    """The options that all forms of the command share."""

    agent: str
    seat: int | None
    seconds: float | None
    seed: int
    top: int
    as_json: bool


def _seat(text: str) -> int | None:
    if not text:
        return None
    if text.lower() in LETTERS or (text.isdecimal() and int(text) < len(LETTERS)):
        return LETTERS.index(text.lower()) if text.lower() in LETTERS else int(text)
    raise typer.BadParameter(f"--seat {text}: the seats are a to f, or 0 to 5")


def _is_file(what: str) -> bool:
    try:
        return what != "-" and Path(what).exists()
    except OSError:  # too long for a name
        return False


def _width() -> int:
    return max(60, shutil.get_terminal_size((100, 50)).columns)


def _position(what: str, map: str | None, search: _Search) -> None:
    text = sys.stdin.read() if what == "-" else what
    if not text.strip():
        raise NotationError("there is no position to analyse")
    if ";" not in text:
        raise NotationError(
            f"{text[:60]!r} is neither a file nor a position; give a record (game.jsonl), the store of a tournament, "
            f"or a position such as {EXAMPLE!r}"
        )
    state = parse_position(text, map)
    agent = search.agent or default_agent(state.game, search.seconds)
    with Console(stderr=True).status("thinking"):
        found = analyse_position(state, agent, seat=search.seat, seconds=search.seconds, seed=search.seed)
    if search.as_json:
        print_json(position_json(state, found, agent, search.seed, search.top))
    else:
        print(analysis_text(found, state.game, top=search.top, width=_width(), agent=agent))


def _turn(record: Record, step: int, search: _Search) -> None:
    """One decision of a game: what the agent thinks before it, and what was played."""
    game, agent = record.game, search.agent or default_agent(record.game, search.seconds)
    with Console(stderr=True).status("thinking"):
        found, played = analyse_decision(
            record, step, agent, seat=search.seat, seconds=search.seconds, seed=search.seed
        )
    if search.as_json:
        print_json(decision_json(record, step, (found, played), agent, search.seed, search.top))
        return
    players = ", ".join(f"{LETTERS[each]} = {printable(name)}" for each, name in enumerate(record.agents))
    print(f"{game}, {players}, turn {record.turn_number(step)}")
    print(analysis_text(found, game, top=search.top, width=_width(), agent=agent))
    if played:
        print("\n" + "\n".join(decision_lines(played, game, _width())))


def _whole_game(record: Record, svg: Path | None, search: _Search) -> None:
    """All decisions; an interrupted analysis shows what it has."""
    agent = search.agent or default_agent(record.game, search.seconds, whole=True)
    done, stopped, began = [], False, time.monotonic()
    steps = analyse_steps(record, agent, seat=search.seat, seconds=search.seconds, seed=search.seed)
    try:
        with bars(transient=True) as report:
            for decision in steps:
                done.append(decision)
                if time.monotonic() > began + 2:
                    report("turns analysed", decision.step + 1, len(record))
    except KeyboardInterrupt:
        stopped = True
    found = RecordAnalysis(record, agent, tuple(done), complete=not stopped)
    if search.as_json:
        print_json(found.to_json() | {"seed": search.seed})
    elif done:
        print("\n".join(map(printable, found.text(top=search.top, width=_width()).split("\n"))))
    if svg is not None and done:
        write_whole(svg, found.svg(), RecordError)
        print(f"wrote {svg}", file=sys.stderr)
    if stopped:
        print(f"stopped after {len({each.step for each in done})} of {len(record)} turns", file=sys.stderr)
        raise typer.Exit(130)
