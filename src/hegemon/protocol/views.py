"""Positions as one seat may see them, as plain data: both families, to JSON and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from hegemon._fields import Range

Owner: TypeAlias = Annotated[int, Range(-2, 5)]
Armies: TypeAlias = Annotated[int, Range(-1, 10**6)]
Territory: TypeAlias = Annotated[int, Range(0, 511)]
Number: TypeAlias = Annotated[int, Range(0, 10**9)]
Seat: TypeAlias = Annotated[int, Range(0, 5)]


@dataclass(frozen=True)
class OrderEvent:
    """What became of one order, as far as the seat saw it."""

    seat: Seat
    """Whose order it was."""
    order: str
    """The order in the notation; its armies are -1 if they are hidden."""
    kind: Literal["deploy", "transfer", "attack", "idle", "pick"]
    """What it did; idle is nothing."""
    armies: Armies = 0
    """Armies placed or moved; -1 if hidden."""
    kills: Number = 0
    """Armies that the defender lost."""
    losses: Number = 0
    """Armies that the attacker lost."""
    captured: bool = False
    """Whether the target was captured."""
    reason: str = ""
    """Why nothing happened, for idle orders."""


@dataclass(frozen=True)
class TerritoryOrders:
    """What the seat may order on one of its territories; each number is a limit by itself, not for the whole plan."""

    territory: Territory
    """The territory."""
    deploy: Number = 0
    """The most armies that may be deployed here: the whole income."""
    armies: Number = 0
    """The most armies that may leave; those deployed here come on top."""
    attacks: tuple[Territory, ...] = ()
    """Neighbours of others."""
    transfers: tuple[Territory, ...] = ()
    """Own neighbours."""
    pick: bool = False
    """Whether it may be picked, in phase pick."""


@dataclass(frozen=True)
class SimultaneousViewData:
    """A position of the simultaneous game as the bot's seat sees it. It is not answered; go follows."""

    type: ClassVar[str] = "position"
    turns: Number
    """Turns resolved so far, without picks."""
    phase: Literal["pick", "play"]
    """pick: choose starting territories; play: deploy and move."""
    owners: tuple[Owner, ...]
    """The owner of each territory: a seat, -1 neutral, -2 hidden."""
    armies: tuple[Armies, ...]
    """The armies on each territory; -1 hidden."""
    income: Number = 0
    """Armies that the seat may deploy in this turn."""
    offered: tuple[Territory, ...] = ()
    """Phase pick: territories that may be picked now."""
    starting: tuple[Territory, ...] = ()
    """Territories that were offered at the start."""
    wastelands: tuple[Territory, ...] = ()
    """Wastelands: neutral territories that began with more armies."""
    picked: tuple[tuple[Territory, ...], ...] = ()
    """The territories that each seat is known to have picked."""
    picks_each: Number = 0
    """How many territories each seat gets by picking. Where `picking` of the rules is ranked, a decision has twice as
    many picks: `!12 !5 !9 !3` if each seat gets two."""
    picks_made: Number = 0
    """Picks so far, of both seats."""
    first: Seat = 0
    """The seat whose orders run first in this turn, where the rules alternate."""
    events: tuple[OrderEvent, ...] = ()
    """What the seat saw since its last decision, oldest first."""
    legal_orders: tuple[TerritoryOrders, ...] | None = None
    """What may be ordered on each territory, if the bot wants to be told (legal in its hello)."""


@dataclass(frozen=True)
class ActionEvent:
    """One decision of the classic game and the chance that followed it."""

    seat: Seat
    """Whose decision it was."""
    action: str
    """The action in the notation."""
    chance: tuple[Annotated[int, Range(-1, 10**9)], ...] = ()
    """The outcomes: of a roll the armies that the attacker lost, of a draw the card (-1 if hidden), of a blitz the
    number of its outcome."""
    kinds: tuple[Literal["roll", "blitz", "draw"], ...] = ()
    """The kind of each outcome."""


@dataclass(frozen=True)
class Occupied:
    """A territory that was just captured."""

    source: Territory
    """Where the armies come from."""
    target: Territory
    """The captured territory."""
    least: Number
    """The fewest armies that must move in."""
    most: Number
    """The most that can."""


@dataclass(frozen=True)
class Cards:
    """Where the cards are, as far as the seat may know. Cards are the numbers of territories, then come wildcards."""

    hands: tuple[tuple[Number, ...], ...]
    """The known cards of each seat; those of others are hidden, unless hands are open."""
    counts: tuple[Number, ...]
    """The number of cards of each seat."""
    traded: tuple[Number, ...] = ()
    """Cards that were traded."""
    hidden: tuple[Number, ...] = ()
    """Cards in the deck or in the hands of others."""
    absent: tuple[Number, ...] = ()
    """Second copies that are not in the game. A second copy has the number of its card plus the number of cards."""


@dataclass(frozen=True)
class ClassicViewData:
    """A position of the classic game as the bot's seat sees it. It is not answered; go follows."""

    type: ClassVar[str] = "position"
    turns: Number
    """Completed turns, of one seat each."""
    phase: Literal["pick", "setup", "trade", "place", "attack", "occupy", "fortify"]
    """What is to be decided."""
    mover: Seat
    """The seat whose turn it is: the bot's, when go follows."""
    owners: tuple[Owner, ...]
    """The owner of each territory: a seat, -1 nobody."""
    armies: tuple[Armies, ...]
    """The armies on each territory."""
    income: Number = 0
    """Armies that the seat receives in its next turn."""
    to_place: Number = 0
    """Armies that the mover still has to place."""
    pool: tuple[Number, ...] = ()
    """Phases pick and setup: armies that each seat has left."""
    occupation: Occupied | None = None
    """Phase occupy: where armies move in."""
    cards: Cards | None = None
    """Where the cards are; missing if the rules have none."""
    set_value: Number | None = None
    """Armies for the next set of cards; missing if they depend on the set."""
    trades: Number = 0
    """Sets traded so far, by all seats."""
    conquered: bool = False
    """Whether the mover has captured a territory in this turn, which earns a card."""
    mid_trade: bool = False
    """Whether the mover trades the cards of a seat that it has eliminated."""
    attacks: Number = 0
    """Attacks in this turn."""
    fortifies: Number = 0
    """Fortifications in this turn."""
    movable: tuple[Number, ...] = ()
    """Armies of each territory that may still fortify; empty if the rules do not count them."""
    round: Number = 1
    """The round: all seats have one turn in it."""
    decisions: Number = 0
    """Decisions in the whole game."""
    starter: Seat = 0
    """The seat that began."""
    events: tuple[ActionEvent, ...] = ()
    """What happened since the seat's last decision, oldest first."""
    legal_actions: tuple[str, ...] | None = None
    """All legal actions, if the bot wants to be told (legal in its hello)."""
