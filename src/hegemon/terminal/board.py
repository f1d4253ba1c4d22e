"""The board as a person sees it: drawn, or as a list for screen readers and large maps."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon.game import ClassicView, Position, Record, View
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal.words import Names, card_name, count, listed


@dataclass(frozen=True)
class Screen:
    """How to show things."""

    width: int = 100
    colour: bool = False
    drawn: bool = True
    """Whether boards are drawn; otherwise they are lists."""


def show(view: Position, screen: Screen) -> str:
    """The board."""
    if not screen.drawn:
        return "\n".join(_line(view, t) for t in range(len(view.game.map.territories)))
    return view.draw(colour=screen.colour, width=screen.width, numbers=True).rstrip("\n")


def own_list(view: View) -> list[str]:
    """The territories of the viewer with their neighbours, those next to others first."""
    own = [t for t, owner in enumerate(view.owners.tolist()) if owner == view.seat]
    inner = [t for t in own if all(view.owners[near] == view.seat for near in view.game.map.neighbours[t])]
    return [_line(view, t) for t in [*(t for t in own if t not in inner), *inner]]


def _line(view: Position, t: int) -> str:
    around = listed(_short(view, near) for near in view.game.map.neighbours[t])
    return f"{_short(view, t)}, next to {around}"


def _short(view: Position, t: int) -> str:
    """For example ``3 Owl Mountain a5``."""
    name, owner, armies = view.game.map.territories[t], int(view.owners[t]), int(view.armies[t])
    letter = "?" if owner <= -2 else "." if owner < 0 else LETTERS[owner]
    place = name if name == str(t) else f"{t} {name}"
    return f"{place} {letter}{armies if armies >= 0 else ''}"


def seats_table(record: Record, view: View, names: Names) -> list[str]:
    """One line for every seat: its letter, name, territories, armies, income and cards as far as they are known."""
    lines = []
    owners, armies = view.owners.tolist(), view.armies.tolist()
    for seat in range(record.game.seats):
        held = [t for t, owner in enumerate(owners) if owner == seat]
        who = "you" if seat == names.viewer else names.name(seat)
        known = "" if seat == names.viewer or not _hides(view) else "at least "
        line = f"  {LETTERS[seat]} {who}: {known}{count(len(held), 'territory')}, "
        line += count(sum(max(armies[t], 0) for t in held), "army")
        if not known:
            line += f", income {view.income(seat)}"
        if isinstance(view, ClassicView) and view.game.rules.cards != "none":
            cards = [card_name(view.game, card) for card in view.cards(seat)]
            line += f", {count(view.hands[seat], 'card')}" + (f" ({', '.join(cards)})" if cards else "")
        lines.append(line)
    return lines


def _hides(view: View) -> bool:
    """Whether part of the board is hidden; in the classic game only cards are."""
    return view.game.rules.hides and not isinstance(view, ClassicView)
