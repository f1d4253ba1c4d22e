"""hegemon tournament: plays many agents on many maps, stores the games and shows a live table."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from hegemon.arena import Run, Store, make_tournament, prepare
from hegemon.arena.file import read_tournament
from hegemon.arena.machine import cores, load
from hegemon.arena.participants import read_participant
from hegemon.arena.run import PLAYING
from hegemon.arena.stored import FILE
from hegemon.arena.tournament import FORMATS, Format, Tournament
from hegemon.cli._family import rules_for
from hegemon.cli._live import Live
from hegemon.cli._playing import showing
from hegemon.cli._warnings import Warnings
from hegemon.cli.options import (
    ClockKindOption,
    ClockOption,
    JsonOption,
    MarginOption,
    SeedOption,
    TracebackOption,
)
from hegemon.cli.report import tell
from hegemon.errors import StoreError
from hegemon.match import Adjudication, TimeControl
from hegemon.match.foreign import HANG_TIMEOUT

DESCRIBES = (
    "agent", "map", "rules", "seats", "games", "seed", "time", "margin", "clock", "visits", "starts",
    "format",
)  # fmt: skip
"""Options that a tournament file replaces."""


def tournament(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="A tournament file (TOML, see docs/tournaments.md), instead of the options.")
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent", "-a", help="An agent, or alias=agent; give two or more: -a random -a weak=mcts(visits=9)"
        ),
    ] = None,
    map: Annotated[
        list[str] | None,
        typer.Option("--map", "-m", help="A map; may be repeated. By default the home map of the rules."),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            help="Rules (hegemon rules); may be repeated. By default soares2025, or classic if an agent or the number "
            "of seats asks for it.",
        ),
    ] = None,
    seats: Annotated[int, typer.Option("--seats", min=2, max=6, help="Agents per game, in the classic game.")] = 2,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games per pairing and map, rounded up to whole blocks.")
    ] = 100,
    seed: SeedOption = 0,
    time: ClockOption = "none",
    margin: MarginOption = None,
    clock: ClockKindOption = "fair",
    visits: Annotated[
        int, typer.Option("--visits", min=0, help="Visits of every searching agent whose spec does not set them.")
    ] = 0,
    starts: Annotated[
        str,
        typer.Option("--starts", help="Starting positions: random deals, one fixed deal for all, or balanced deals."),
    ] = "random",
    format: Annotated[
        str,
        typer.Option(
            "--format", help="Pairings: round-robin, or gauntlet (the first agent against each of the others)."
        ),
    ] = "round-robin",
    adjudicate: Annotated[
        str,
        typer.Option(
            "--adjudicate",
            help="Adjudication: turns (turn limit only) or soares2025 (also its surrender and tie rules).",
        ),
    ] = "turns",
    turns: Annotated[
        int | None, typer.Option("--turns", min=1, help="Turn limit, after which a game is drawn.")
    ] = None,
    hang_timeout: Annotated[
        float,
        typer.Option("--hang-timeout", min=0.01, help="Hang timeout in seconds, if there is no clock."),
    ] = HANG_TIMEOUT,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            "-o",
            help="Folder for the games; run the same command again to resume. By default the name of the file without "
            "its ending, or tournament; only a named store takes other agents and maps later.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", min=1, max=256, help="Number of processes; by default one per core."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: its address, auto or local."),
    ] = None,
    live: Annotated[
        bool,
        typer.Option(
            "--live",
            help="Also keep the games in progress in the folder `playing` of the store: hegemon watch reads them.",
        ),
    ] = False,
    name: Annotated[str, typer.Option("--name", help="Name of the tournament in the report.")] = "",
    traceback: TracebackOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a tournament and report the results: a table, and an HTML page with ratings, plots and replays.

    Every start is played from all seats, and each game is saved when it ends. To resume a stopped or killed tournament,
    run the same command again. You can add agents, maps and games to a store later.

        hegemon tournament -a random -a heuristic -a "smcts(visits=300)" -m banana -m italy --games 20 --store first
        hegemon tournament league.toml --store league
    """
    if file is not None:
        given = [p for p in DESCRIBES if context.get_parameter_source(p) is not None and _is_given(context, p)]
        if given:
            raise typer.BadParameter(
                f"--{given[0]} is set by {file} (with a file, use only --store, --workers, --json)"
            )
        found = read_tournament(file)
        what, workers = found.tournament, workers or found.workers
    else:
        what = make_tournament(
            agent or [],
            map or (),
            rules or rules_for(None, [read_participant(text)[1] for text in agent or ()], seats),
            seats=seats,
            visits=visits,
            time=TimeControl.parse(time, margin, clock),
            adjudication=Adjudication.parse(adjudicate, turns),
            hang_timeout=hang_timeout,
            name=name,
            games=games,
            seed=seed,
            starts=starts,
            format=_format(format),
        )
    if store is None:
        store = Path(file.stem if file is not None else "tournament")
        _require_own(store, what)
    with Store.open(store) as kept:
        run = prepare(what, kept, workers, ray)
        kept.note_command(_command())
        with showing(run.playing, kept.folder / PLAYING if live else None):
            stopped = _play(run)
        _tell(run, as_json, traceback, stopped)


def _play(run: Run) -> bool:
    """Whether the games were stopped before the last one."""
    _tell_load(run.tournament.time)
    signal.signal(signal.SIGTERM, _stop)
    try:
        aliases = [agent.alias for agent in run.store.agents()]
        warnings = Warnings(run.store)
        with Live(aliases, run.store.scheduled(), run.store.games(), run.waiting) as live:
            for game in run:
                live.add(game)
                warnings.add(game)
    except KeyboardInterrupt:
        return True
    return False


def _tell(run: Run, as_json: bool, traceback: bool, stopped: bool) -> None:
    agree = tell(run.store, as_json, traceback=traceback)
    if stopped:
        done, total = len(run.store.games()), run.store.scheduled()
        print(f"stopped after {done} of {total} games, all saved; resume with: {_command()}", file=sys.stderr)
        raise typer.Exit(130)
    if not agree:
        raise typer.Exit(1)


def _require_own(store: Path, what: Tournament) -> None:
    """Refuse a folder that was not named and has other files or another tournament: nothing is mixed by accident."""
    hint = "name a folder: --store NAME"
    if not store.exists():
        return
    if not store.is_dir():
        raise StoreError(f"{store} is a file; {hint}")
    if not (store / FILE).exists():
        if {path.name for path in store.iterdir()} - {"lock"}:
            raise StoreError(f"the folder {store} has other files; {hint}")
        return
    with Store.read(store) as kept:
        agents = [agent.alias for agent in kept.agents()]
        setups = {(setup.map_hash, setup.rules_hash, setup.seats) for setup in kept.setups()}
        dropped = {alias for alias, _ in kept.dropped}
    asked = {(setup.game.map.hash, setup.game.rules.hash, setup.seats) for setup in what.setups}
    missing = {agent.alias for agent in what.agents} ^ set(agents)
    if agents and (not missing <= dropped - set(agents) or setups != asked):
        raise StoreError(
            f"the store {store} holds another tournament (of {', '.join(agents)[:80]}); {hint} for a new one, or "
            f"--store {store} to add to it"
        )


def _tell_load(time: TimeControl) -> None:
    """Say what a busy machine does to games under a clock."""
    if not time.limited or load() <= cores():
        return
    busy = f"the machine is busy (load {load():g} on {cores()} cores)"
    if time.clock == "wall":
        print(f"{busy}: agents lose thinking time and may be late; --clock fair does not count it", file=sys.stderr)
    else:
        print(f"{busy}: games take longer, but waiting for a processor does not count", file=sys.stderr)


def _stop(*_: object) -> None:
    """SIGTERM is like Ctrl-C: everything is saved, and the table is printed."""
    raise KeyboardInterrupt


def _command() -> str:
    return shlex.join(["hegemon", *sys.argv[1:]])


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise typer.BadParameter(f"--format {name}: expected {' or '.join(FORMATS)}")
    return FORMATS[name]
