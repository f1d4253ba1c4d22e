"""What the seats of a game are called on the page: one name for each seat, everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon._spec import Spec
from hegemon.game import Record
from hegemon.terminal import is_person
from hegemon.terminal.live_game import person_name
from hegemon.terminal.words import Names

PERSON = "Person"
"""A person who has given no name; the page says "You" to that person."""


class SeatNames(Names):
    """The names of the seats for a viewer. Who has a name is called by it, also by the page."""

    def who(self, seat: int) -> str:
        return "You" if self._is_you(seat) else self.name(seat)

    def subject(self, seat: int) -> str:
        if not 0 <= seat < len(self.agents):
            return f"seat {seat}"
        return "you" if self._is_you(seat) else self.name(seat)

    def _is_you(self, seat: int) -> bool:
        return seat == self.viewer and self.agents[seat] == _unnamed()


def names_for(agents: Sequence[str], viewer: int | None = None) -> SeatNames:
    """The names of the seats of these specs for a seat, or for everybody."""
    named = [_unnamed() if is_person(spec) and not person_name(spec) else spec for spec in agents]
    return SeatNames(named, -1 if viewer is None else viewer)


def seat_names(agents: Sequence[str]) -> list[str]:
    """The names for everybody."""
    names = names_for(agents)
    return [names.name(seat) for seat in range(len(agents))]


def result_text(record: Record, viewer: int | None) -> str:
    """Who has won a game that is over, and how."""
    result, names = record.result, names_for(record.agents, viewer)
    assert result is not None
    if result.winner is not None:
        who, ends = names.who(result.winner), ("win", "wins")
    elif result.loser is not None:
        who, ends = names.who(result.loser), ("lose, the others share the win", "loses, the others share the win")
    else:
        who, ends = "Nobody", ("", "wins")
    return f"{who} {ends[who != 'You']} ({reason_text(result.reason)})."


def reason_text(reason: str) -> str:
    """Why a game is over, in words of the page: the caps of the rules are limits of turns, too."""
    return "turn limit" if reason in ("cap", "round cap") else reason


def _unnamed() -> str:
    return str(Spec("human", (), {"name": PERSON}))
