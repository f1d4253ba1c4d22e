"""How agents open recorded games of the simultaneous family: the first bonus, and the income after some turns.

hegemon match best best --rules warlight2 --games 20 --time 0.2 --out games.jsonl
python scripts/opening.py games.jsonl
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from hegemon.game import Record, SimultaneousState, load_records

TURNS = (2, 6, 10)


def incomes(record: Record, seat: int) -> list[int]:
    """The income of a seat before every turn of play, and after the last one."""
    states = [state for state in record.states if isinstance(state, SimultaneousState)]
    return [state.income(seat) for state in states if state.phase != "pick"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path, nargs="+", help="files of recorded games")
    found: dict[str, list[list[int]]] = defaultdict(list)
    for path in parser.parse_args().records:
        for record in load_records(path):
            for seat, agent in enumerate(record.agents):
                found[agent].append(incomes(record, seat))
    table = Table(title="first bonus, by turns of play; income after so many turns")
    for column in ("agent", "seats", "with a bonus", "first bonus", *map(str, TURNS)):
        table.add_column(column, justify="left" if column == "agent" else "right")
    for agent, games in found.items():
        first = [next((turn for turn, now in enumerate(each) if now > each[0]), None) for each in games]
        turns = [turn for turn in first if turn is not None]
        after = [[each[turn] for each in games if len(each) > turn] for turn in TURNS]
        mean = f"{np.mean(turns):.2f}" if turns else ""
        cells = [f"{np.mean(part):.1f}" if part else "" for part in after]
        table.add_row(agent, str(len(games)), str(len(turns)), mean, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
