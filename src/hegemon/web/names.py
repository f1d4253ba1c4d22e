"""What the seats of a game are called on the page: one name for each seat, everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hegemon._json import JSON
from hegemon._spec import Spec
from hegemon.game import Record
from hegemon.terminal import is_person
from hegemon.terminal.live_game import person_name
from hegemon.terminal.words import Names
from hegemon.web.levels import LEVELS

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


def names_for(agents: Sequence[str], viewer: int | None = None, levels: Sequence[str] = ()) -> SeatNames:
    """The names of the seats of these specs for a seat, or for everybody. Who was chosen as a level is called so."""
    named = [_unnamed() if is_person(spec) and not person_name(spec) else spec for spec in agents]
    called = [level or name for level, name in zip(levels, named, strict=True)] if levels else named
    return SeatNames(called, -1 if viewer is None else viewer)


def names_of(record: Record, viewer: int | None = None) -> SeatNames:
    """The names of the seats of a game for a seat, or for everybody."""
    return names_for(record.agents, viewer, chosen_levels(record.agents, record.info))


def seat_names(agents: Sequence[str], levels: Sequence[str] = ()) -> list[str]:
    """The names for everybody."""
    names = names_for(agents, None, levels)
    return [names.name(seat) for seat in range(len(agents))]


def chosen_levels(agents: Sequence[str], info: Mapping[str, JSON]) -> list[str]:
    """The level that was chosen for each seat, as the record of a game says; empty where there is none."""
    found = info.get("levels")
    known = {(level.agent, level.name) for level in LEVELS}
    levels = found if isinstance(found, list) and len(found) == len(agents) else [""] * len(agents)
    named = [level if isinstance(level, str) else "" for level in levels]
    return [level if (spec, level) in known else "" for spec, level in zip(agents, named, strict=True)]


def result_text(record: Record, viewer: int | None) -> str:
    """Who has won a game that is over, and how."""
    result, names = record.result, names_of(record, viewer)
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
