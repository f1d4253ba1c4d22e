"""hegemon engine: analyses for other programs, as JSON lines."""

from __future__ import annotations

from typing import Annotated

import typer

from hegemon.cli._input import LONGEST, input_lines
from hegemon.cli._output import keep_for_json, print_json
from hegemon.engine import Engine


def engine(
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Searches at the same time.")] = 1,
) -> None:
    """Analyse positions and recorded games for another program: queries as JSON lines on stdin, answers on stdout.

    Every query has an id, which its answers repeat; answers come when they are ready. At the end of the input the
    engine answers what it was asked and exits.

    hegemon engine --threads 2
    """
    keep_for_json(True)
    found = Engine(print_json, threads)
    for line in input_lines():
        if line is None:
            found.refuse(f"the line is longer than {LONGEST:,} characters")
        elif not found.hear(line):
            break
    found.finish()
