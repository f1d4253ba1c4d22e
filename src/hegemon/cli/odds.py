"""hegemon odds: exact odds of a battle with dice."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption
from hegemon.game.classic.odds import Odds, battle_odds

_MOST_ROWS = 40


def odds(
    attackers: Annotated[int, typer.Argument(help="Attacking armies, not counting the one that stays behind.")],
    defenders: Annotated[int, typer.Argument(help="Defending armies.")],
    fair_duel: Annotated[
        bool, typer.Option("--fair-duel", help="Fair duels instead of dice; the last attacker does not fight.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the exact odds of an attack to the end: up to 3 dice against up to 2, ties to the defender.

    hegemon odds 10 7
    """
    result = battle_odds(attackers, defenders, fair_duel=fair_duel)
    if as_json:
        means = {"mean_attackers": result.mean_attackers, "mean_defenders": result.mean_defenders}
        data = {"attackers": attackers, "defenders": defenders, "fair_duel": fair_duel, "win": result.win} | means
        print_json(data | {"attackers_left": result.left, "defenders_left": result.held})
        return
    print(f"{attackers} against {defenders}: the attack wins with {100 * result.win:.2f} %")
    print(f"on average {result.mean_attackers:.2f} attackers or {result.mean_defenders:.2f} defenders are left")
    table = Table("left", "attackers win", "defenders hold")
    rows = range(1, max(attackers, defenders) + 1)
    shown = sorted(sorted(rows, key=lambda count: -_chance(result, count))[:_MOST_ROWS])
    for count in shown:
        won, held = (f"{100 * p[count - 1]:.2f} %" if count <= len(p) else "" for p in (result.left, result.held))
        table.add_row(str(count), won, held)
    Console().print(table)
    if len(shown) < len(rows):
        rest = 1 - sum(_chance(result, count) for count in shown)
        print(
            f"{len(rows) - len(shown)} less likely rows, {100 * rest:.2f} % in all, are not shown; --json has them all"
        )


def _chance(result: Odds, count: int) -> float:
    """The probability of each number of survivors on either side."""
    return sum(p[count - 1] for p in (result.left, result.held) if count <= len(p))
