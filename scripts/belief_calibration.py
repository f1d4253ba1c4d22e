"""How close to the truth `best` believes the hidden land of the other seat to be, in recorded games under fog.

    hegemon match best smcts --rules warlight1 --games 10 --time 0.1 --out games.jsonl
    python scripts/belief_calibration.py games.jsonl --agent best

The games are replayed. Before every decision of the agent its belief is set beside the position as it was: the other
seat's income, armies and land, and the share of its hidden territories that the believed positions give to it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from hegemon.game import (
    Plan,
    Record,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousState,
    SimultaneousTurn,
    SimultaneousView,
    read_records,
    seeded,
)
from hegemon.game.simultaneous.position import SimultaneousPosition
from hegemon.nets.policy import shipped_policy
from hegemon.search import Rollouts

SPANS = ((0, 1), (2, 3), (4, 6), (7, 10), (11, 15), (16, 30), (31, 1000))


class Row(NamedTuple):
    """What was true and what was believed of the other seat before one decision."""

    round: int
    income: tuple[float, float]
    armies: tuple[float, float]
    land: tuple[float, float]
    found: float
    """Share of its hidden territories that are believed to be its own; nan if none was hidden."""


def _held(position: SimultaneousPosition, seat: int) -> tuple[int, int]:
    owned = position.owners == seat
    return int(position.armies[owned].sum()), int(owned.sum())


def compare(record: Record, seat: int) -> Iterator[Row]:
    """Replay the game for a seat."""
    game, state = record.game, record.start
    assert isinstance(game, SimultaneousGame)
    search, random = Rollouts(game, policy=shipped_policy()), seeded(1)
    ordered: Plan | None = None
    events: tuple[SimultaneousEvent, ...] = ()
    for turn, plans in zip(record.turns, record.plans, strict=True):
        assert isinstance(turn, SimultaneousTurn)
        assert isinstance(state, SimultaneousState)
        if isinstance(plans[seat], Plan):
            view = state.view(seat, events)
            worlds = search.believe(view, ordered, random)
            ordered = cast(Plan, plans[seat])
            if state.phase == "play":
                yield _row(state, view, worlds)
        state, events = turn.state, turn.events


def _row(state: SimultaneousState, view: SimultaneousView, worlds: tuple[SimultaneousState, ...]) -> Row:
    other = 1 - view.seat
    armies, land = _held(state, other)
    believed = np.mean([(world.income(other), *_held(world, other)) for world in worlds], axis=0)
    hidden = [t for t in range(len(state.owners)) if state.owners[t] == other != view.owners[t]]
    found = float(np.mean([[world.owners[t] == other for t in hidden] for world in worlds])) if hidden else np.nan
    income, of_armies, of_land = map(float, believed)
    return Row(state.turns, (state.income(other), income), (armies, of_armies), (land, of_land), found)


def table(rows: Sequence[Row]) -> Table:
    """Means by round; of pairs the truth comes first."""
    shown = Table("rounds", "decisions", "income", "armies", "land", "hidden land found", pad_edge=False)
    for first, last in SPANS:
        here = [row for row in rows if first <= row.round <= last]
        if not here:
            continue
        pairs = (np.mean(column, axis=0) for column in list(zip(*here, strict=True))[1:4])
        cells = [f"{true:.1f} / {believed:.1f}" for true, believed in pairs]
        found = [row.found for row in here if not np.isnan(row.found)]
        shown.add_row(f"{first}-{last}", str(len(here)), *cells, f"{np.mean(found):.0%}" if found else "-")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--agent", default="best", help="the seats of agents whose name begins so are looked at")
    given = parser.parse_args()
    rows: list[Row] = []
    for path in track(given.records, "records"):
        with path.open(encoding="utf-8") as lines:
            for record in read_records(lines).records:
                for seat, name in enumerate(record.agents):
                    if str(name).startswith(given.agent):
                        rows += compare(record, seat)
    Console().print(table(rows))


if __name__ == "__main__":
    main()
