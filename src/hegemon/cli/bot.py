"""hegemon bot: an agent as a bot, of the Warlight AI challenges or of the protocol of this package."""

from __future__ import annotations

import sys
import threading
from typing import Annotated, Literal

import typer

from hegemon.agents import VERBS, Agent, make_agent
from hegemon.agents.bots.guest import Guest, unanswered
from hegemon.agents.bots.protocol_guest import ProtocolGuest
from hegemon.cli._input import input_lines
from hegemon.cli._output import keep_for_json, print_line
from hegemon.errors import AgentError


def bot(
    agent: Annotated[str, typer.Argument(help='The agent, e.g. smcts or "ga(generations=40)".')],
    dialect: Annotated[
        Literal["1", "2", "hegemon"],
        typer.Option(help="What the engine speaks: that of a challenge, or the protocol of this package."),
    ] = "2",
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the agent's random stream; by default the host's, or 0.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", min=0.001, help="Seconds per decision; by default what the engine allows.")
    ] = None,
) -> None:
    """Play as a bot: the engine's lines on stdin, the answers on stdout.

    hegemon bot smcts --dialect 2

    hegemon bot "mcts(visits=500)" --dialect hegemon
    """
    keep_for_json(True)
    made = make_agent(agent)  # an error in the spec is told at once
    if dialect == "hegemon":
        _speak_protocol(agent, seed, seconds)
    else:
        if not hasattr(made, VERBS["simultaneous"]):
            why = "the Warlight AI challenges are the simultaneous game, which it does not play"
            raise AgentError(f"agent {agent}: {why}; try smcts, or --dialect hegemon")
        _speak_dialect(made, int(dialect), seed or 0, seconds)


def _speak_dialect(made: Agent, dialect: int, seed: int, seconds: float | None) -> None:
    guest = Guest(lambda: made, dialect, seed, seconds)
    try:
        for line in filter(None, input_lines()):
            try:
                answer = guest.answer(line)
            except AgentError as error:
                _complain(str(error))
                answer = unanswered(line)
            if answer is not None:
                print_line(answer)
    finally:
        guest.end()


def _speak_protocol(agent: str, seed: int | None, seconds: float | None) -> None:
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            print_line(line)

    guest = ProtocolGuest(lambda: make_agent(agent), agent, say, _complain, seed=seed, seconds=seconds)
    try:
        for line in filter(None, input_lines()):
            if not guest.hear(line):
                break
    finally:
        guest.finish()


def _complain(text: str) -> None:
    print(f"hegemon bot: {text}", file=sys.stderr, flush=True)
