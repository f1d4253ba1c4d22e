"""The games on which agents are tried: both families, 2 to 6 seats, fog, picks, cards, and maps that are unusual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hegemon.game import Game
from hegemon.maps import Group, Map

ODD_MAP = Map(
    name="odd",
    territories=("Île d'Or", "7", "North", "North-East", "northwest", "A > B", "Q"),
    links=((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 4)),
    groups=(
        Group("inner; outer", 3, (1, 2, 3)),
        Group("shared", 2, (3, 4)),
        Group("worthless", 0, (5,)),
        Group("dear", -1, (0, 6)),
    ),
    positions=((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1)),
)
"""Names with signs of the notation, a name of digits, names that begin alike, a territory in two groups, a group
without a bonus and one that costs armies."""

_SIMULTANEOUS: tuple[tuple[str | Map, str], ...] = (
    ("simple", "soares2025"),
    ("italy", "warzone"),
    ("earth", "warlight1"),
    ("earth", "warlight2"),
    ("italy", "soares2025(fog=light)"),
    ("banana", "warlight2(fog=complete, base_income=1)"),
    ("random(120, seed=3)", "warzone(fog=dense, luck_percent=50)"),
    (ODD_MAP, "soares2025(territories_each=1)"),
)
_CLASSIC: tuple[tuple[str | Map, str, int], ...] = (
    ("classic", "classic", 2),
    ("classic", "classic", 3),
    ("classic", "classic(open_hands=true)", 6),
    ("hex", "heredia2022", 2),
    ("switzerland", "swiss2025", 4),
    ("switzerland", "swiss2025-text", 2),
    ("old-world", "yao2025", 2),
    ("old-world", "yao2025-code", 2),
    ("grid(6, 6)", "aminian2020", 5),
    ("random(120, seed=3)", "classic(attack_mode=roll, attack_dice=choose)", 2),
    (ODD_MAP, "classic(trade_at=3)", 3),
)
SHORT = 5
"""Turns of each seat in a trial."""


@dataclass(frozen=True)
class Trial:
    """A short game, and the seat of the agent that is tried; the others play at random."""

    game: Game
    seat: int
    turns: int = SHORT

    @property
    def turn_limit(self) -> int:
        """As matches count turns: in the classic game, those of all seats."""
        return self.turns * (self.game.seats if self.game.rules.family == "classic" else 1)

    def __str__(self) -> str:
        return f"{self.game}, seat {self.seat} of {self.game.seats}"


def trials(families: Sequence[str], games: Sequence[Game] | None = None) -> Iterator[Trial]:
    """The trials of an agent that plays these families; of games of your own, every seat of each."""
    if games is not None:
        yield from (Trial(game, seat) for game in games for seat in range(game.seats) if game.rules.family in families)
        return
    if "simultaneous" in families:
        for number, (board, rules) in enumerate(_SIMULTANEOUS):
            yield Trial(Game(board, rules), number % 2)
    if "classic" in families:
        for number, (board, rules, seats) in enumerate(_CLASSIC):
            yield Trial(Game(board, rules, seats), number % seats, turns=3 if seats > 2 else SHORT)
