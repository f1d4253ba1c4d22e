"""Words for the terminal: who a seat is, lists, cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hegemon.game import ClassicGame, Decision, Position, Record
from hegemon.game.drawing.canvas import shorten
from hegemon.game.drawing.describe import LETTERS
from hegemon.maps import Map
from hegemon.terminal.live_game import is_person, person_name

_LONGEST = 30


@dataclass(frozen=True)
class Names:
    """The seats as one of them speaks of them: the viewer is "You"."""

    agents: Sequence[str]
    viewer: int

    def who(self, seat: int) -> str:
        """The subject of a sentence in the past tense."""
        return "You" if seat == self.viewer else self.name(seat)

    def subject(self, seat: int) -> str:
        """A seat within a sentence."""
        if not 0 <= seat < len(self.agents):
            return f"seat {seat}"
        return "you" if seat == self.viewer else self.name(seat)

    def name(self, seat: int) -> str:
        """The name of a seat, with its letter if another one is called the same."""
        name = plain_name(self.agents[seat])
        same = sum(plain_name(other) == name for other in self.agents)
        return name if same == 1 else f"{name} ({LETTERS[seat]})"


def seat_name(agents: Sequence[str], people: Sequence[int], seat: int) -> str:
    """The name of a seat for everybody; "you" for the only person, unless the person has a name."""
    only = tuple(people) == (seat,) and not person_name(agents[seat])
    return "you" if only else Names(agents, -1).name(seat)


def result_words(record: Record, people: Sequence[int]) -> str:
    """Who has won a game that is over, and how."""
    result = record.result
    assert result is not None
    who = "nobody wins"
    if result.winner is not None:
        name = seat_name(record.agents, people, result.winner)
        who = "you win" if name == "you" else f"{name} wins"
    elif result.loser is not None:
        name = seat_name(record.agents, people, result.loser)
        who = f"{name} {'lose' if name == 'you' else 'loses'}, the others share the win"
    return f"{who} ({result.reason})."


def plain_name(spec: str) -> str:
    """The name of a person, or the spec of an agent, short and printable."""
    name = (person_name(spec) or "human") if is_person(spec) else spec
    return shorten("".join(letter if letter.isprintable() else "?" for letter in name), _LONGEST)


def listed(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = list(items) or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def count(number: int, word: str) -> str:
    """``1 army``, ``2 armies``."""
    many = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number} {word if number == 1 else many}"


def card_name(game: ClassicGame, card: int) -> str:
    names = game.map.territories
    return names[card] if card < len(names) else "wildcard"


def write(position: Position, decision: Decision) -> str:
    """A decision as a person would type it."""
    return decision.text(position.game.map)


def with_names(message: str, map: Map, names: Names) -> str:
    """A message of the rules, which know territories and seats by their numbers, as a person reads it."""

    def places(found: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall("[0-9]+", found[0])]
        known = all(number < len(map.territories) for number in numbers)
        return " and ".join(map.territories[number] for number in numbers) if known else found[0]

    message = re.sub("territory [0-9]+|territories [0-9]+ and [0-9]+", places, message)
    return re.sub("seat ([0-5])(?![0-9])", lambda found: names.subject(int(found[1])), message)
