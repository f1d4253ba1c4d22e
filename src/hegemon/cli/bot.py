"""hegemon bot: an agent as a bot of the Warlight AI challenges."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hegemon.agents import make_agent
from hegemon.agents.bots.guest import Guest, unanswered
from hegemon.errors import AgentError


def bot(
    agent: Annotated[str, typer.Argument(help='The agent, e.g. smcts or "ga(generations=40)".')],
    dialect: Annotated[int, typer.Option(min=1, max=2, help="The challenge whose engine is spoken to.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of the agent's random stream.")] = 0,
    seconds: Annotated[
        float | None, typer.Option("--time", min=0.001, help="Seconds per decision; by default what the engine allows.")
    ] = None,
) -> None:
    """Play as a bot of the Warlight AI challenges: the engine's lines on stdin, the answers on stdout.

    hegemon bot smcts --dialect 2
    """
    made = make_agent(agent)  # an error in the spec is told at once
    guest = Guest(lambda: made, dialect, seed, seconds)
    try:
        for line in sys.stdin:
            try:
                answer = guest.answer(line)
            except AgentError as error:
                print(f"hegemon bot: {error}", file=sys.stderr)
                answer = unanswered(line)
            if answer is not None:
                print(answer, flush=True)
    finally:
        guest.end()
