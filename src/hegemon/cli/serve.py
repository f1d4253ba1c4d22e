"""hegemon serve: the page on this machine, to play, watch, replay and analyse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hegemon.cli._page import serve_page
from hegemon.errors import HegemonError
from hegemon.match.foreign import describe

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", help="The folder in which games are kept; by default HEGEMON_DATA, or the user's data folder."
    ),
]


def serve(
    host: Annotated[
        str,
        typer.Option("--host", help="The address to listen on. Any but this machine needs a token, which is printed."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=1, max=65535, help="The port, or the next one that is free.")
    ] = 8642,
    data: DataOption = None,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", "-a", help="An agent of your own to offer, e.g. my_agent.py:Bold; may be repeated."),
    ] = None,
    token: Annotated[
        str, typer.Option("--token", help="What visitors must know; by default a new one, and none on this machine.")
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the page: play, watch, replay and analyse in the browser. Ctrl-C stops; games continue next time.

    hegemon serve --open

    hegemon serve --agent my_agent.py:Bold --port 9000
    """
    for spec in agent or []:
        describe(spec)
    if token and len(token) < 8:
        raise HegemonError("--token needs at least 8 characters")
    serve_page("", host=host, port=port, data=data, agents=tuple(agent or ()), token=token, browser=open_browser)
