"""Options that several commands share, so that they read the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

MapOption = Annotated[
    str, typer.Option("--map", "-m", help="A catalogue name (hegemon maps), grid(6,4), random(40, seed=1), or a file.")
]
RulesOption = Annotated[
    str, typer.Option("--rules", "-r", help="A preset (hegemon rules), with changes if you like: warlight2(fog=none).")
]
SeedOption = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Same seed, same games.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for scripts instead of a table.")]
TimeOption = Annotated[
    float | None, typer.Option("--time", "-t", min=0.001, help="Seconds per decision; over it the game is lost.")
]
