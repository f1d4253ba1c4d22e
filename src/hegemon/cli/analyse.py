"""hegemon analyse: an agent's analysis of a position."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hegemon.agents import VERBS, Clock, make_agent
from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption, SeedOption
from hegemon.errors import AgentError, GameError, NotationError
from hegemon.game import parse_position, seeded
from hegemon.search import AnyAnalysis


def analyse(
    position: Annotated[
        str, typer.Argument(help='A position as text, as in records and str(state); "-" reads standard input.')
    ],
    agent: Annotated[str, typer.Option("--agent", "-a", help='The agent, e.g. "mcts(visits=2000)".')] = "",
    seat: Annotated[int | None, typer.Option("--seat", help="The seat; by default the one to decide.")] = None,
    seconds: Annotated[float | None, typer.Option("--time", "-t", min=0.001, help="Time limit in seconds.")] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="Candidates to show.")] = 10,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Analyse a position with a searching agent and show the candidates.

    Each candidate has its visits (alphabeta: nodes below it; ga: generations it has survived), its value for the seat
    (1 is a certain win, -1 a certain loss), its prior if there is a policy (a probability; in the simultaneous game a
    multiple of the average), and the principal variation.
    """
    text = sys.stdin.read() if position == "-" else position
    if not text.strip():
        raise NotationError("there is no position to analyse")
    state = parse_position(text)
    if not state.deciders:
        raise GameError("no seat has a decision in this position")
    chosen = state.deciders[0] if seat is None else seat
    if chosen not in state.deciders:
        raise GameError(f"seat {chosen} has nothing to decide here; only {' and '.join(map(str, state.deciders))}")
    thinker = _thinker(agent or DEFAULTS[state.game.rules.family], state)
    thinker.begin(state.game, chosen, seeded(seed).stream(chosen))
    began = time.monotonic()
    with Console(stderr=True).status("thinking"):
        analysis: AnyAnalysis = thinker.analyse(state.view(chosen), Clock(seconds))
    if as_json:
        spec = agent or DEFAULTS[state.game.rules.family]
        shown = replace(analysis, candidates=analysis.candidates[:top])
        print_json({"position": str(state), "agent": spec, "seed": seed} | shown.to_json())
        return
    Console().print(_table(analysis, top, time.monotonic() - began))


DEFAULTS = {"classic": "mcts", "simultaneous": "smcts"}
"""The default agent of each family."""


def _thinker(spec: str, state: Any) -> Any:
    agent = make_agent(spec)
    verb = VERBS[state.game.rules.family]
    if not hasattr(agent, verb):
        raise AgentError(
            f"agent {spec} does not play the {state.game.rules.family} game; try {DEFAULTS[state.game.rules.family]}"
        )
    if not hasattr(agent, "analyse"):
        raise AgentError(
            f"agent {spec} does not search, so there is nothing to show; try {DEFAULTS[state.game.rules.family]}"
        )
    return agent


def _table(analysis: AnyAnalysis, top: int, seconds: float) -> Table:
    chance = f" ({100 * analysis.estimate:.0f} % to win)" if abs(analysis.value) <= 1 else ""
    unit = analysis.unit if analysis.visits != 1 else analysis.unit.removesuffix("s")
    visits = f"{analysis.visits:,} {unit}"
    caption = f"value {analysis.value:+.3f}{chance}, {visits} in {seconds:.2f} s"
    hidden = len(analysis.candidates) - top
    table = Table(
        title=f"seat {analysis.seat}", caption=caption + (f"; {hidden} more candidates" if hidden > 0 else "")
    )
    table.add_column("candidate", overflow="fold")
    for column in ("visits", "value", "prior"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("expected to go on", overflow="fold")
    for candidate in analysis.candidates[:top]:
        prior = "" if candidate.prior is None else f"{candidate.prior:.3f}"
        line = "  ".join(candidate.line)
        value = f"{candidate.value:+.3f}" if candidate.visits else ""  # an untried candidate has no value
        table.add_row(str(candidate.decision), f"{candidate.visits:,}", value, prior, line)
    return table
