"""Describes the events of a turn in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hegemon.game import ClassicEvent, ClassicGame, Deploy, Event, Game, Move, Pick, SimultaneousEvent, State, Turn

LETTERS = "abcdef"


def describe_turns(game: Game, turns: Sequence[Turn]) -> list[str]:
    """One line per event of the turns; the rolls of one battle share a line."""
    return [f"  {LETTERS[seat]} {sentence}" for seat, sentence in told_turns(game, turns)]


def told_turns(game: Game, turns: Sequence[Turn]) -> list[tuple[int, str]]:
    """What each seat does in the turns; the rolls of one battle are told together."""
    lines = []
    steps = [(event, turn.state) for turn in turns for event in turn.events]
    for _, battle in groupby(enumerate(steps), key=lambda numbered: _battle(numbered[0], numbered[1][0])):
        together = [step for _, step in battle]
        event = together[0][0]
        said = _order(game, event) if isinstance(event, SimultaneousEvent) else _decisions(game, together)
        lines += [(event.seat, sentence) for sentence in said]
    return lines


def _battle(number: int, event: Event) -> object:
    """Equal for the single rolls of one battle; different for everything else."""
    if isinstance(event, ClassicEvent) and event.action.kind == "attack" and event.action.dice:
        return event.seat, event.action.source, event.action.target
    return number


def _order(game: Game, event: SimultaneousEvent) -> list[str]:
    """Empty for an order without effect."""
    names = game.map.territories
    if event.kind == "idle":
        return []
    match event.order:
        case Pick(territory):
            return [f"picks {names[territory]}"]
        case Deploy(territory):
            return [f"+{event.armies} {names[territory]}"]
        case Move(source, target):
            if event.kind == "transfer":
                return [f"{event.armies} from {names[source]} to {names[target]}"]
            outcome = "takes it" if event.captured else "fails"
            losses = f"lost {event.losses}, killed {event.kills}"
            return [f"{event.armies} attack {names[target]} from {names[source]}: {outcome} ({losses})"]


def _decisions(game: Game, steps: Sequence[tuple[Event, State]]) -> list[str]:
    assert isinstance(game, ClassicGame)
    events, after = [event for event, _ in steps if isinstance(event, ClassicEvent)], steps[-1][1]
    said = _attack(game, events, after) if events[0].action.kind == "attack" else _action(game, events[0])
    return [said, *(_draw(game, event) for event in events if "draw" in event.kinds)]


def _action(game: ClassicGame, event: ClassicEvent) -> str:
    names, action = game.map.territories, event.action
    match action.kind:
        case "pick":
            return f"picks {names[action.source]}"
        case "place":
            return f"+{action.armies} {names[action.source]}"
        case "fortify":
            return f"{action.armies} from {names[action.source]} to {names[action.target]}"
        case "occupy":
            return f"moves in with {action.armies}"
        case "trade":
            cards = ", ".join(_card(game, card) for card in (action.source, action.target, action.third))
            return f"trades the cards {cards}" + (f", bonus on {names[action.armies]}" if action.armies >= 0 else "")
    return "passes"


def _attack(game: ClassicGame, events: Sequence[ClassicEvent], after: State) -> str:
    """A battle to the end, or all consecutive rolls."""
    names, action = game.map.territories, events[0].action
    taken = bool(after.owners[action.target] == events[0].seat)
    where = f"{names[action.target]} from {names[action.source]}"
    left = int(after.armies[action.target])
    outcome = "takes it" if taken else f"{left} hold it"
    if not action.dice:
        return f"{action.armies} attack {where}: {outcome}"
    lost = sum(event.chance[0] for event in events)
    throws = "once" if len(events) == 1 else f"{len(events)} times"
    return f"rolls dice {throws} at {where}: {outcome} (lost {lost})"


def _draw(game: ClassicGame, event: ClassicEvent) -> str:
    card = event.chance[event.kinds.index("draw")]
    return "draws a card" if game.rules.hides or card < 0 else f"draws the card {_card(game, card)}"


def _card(game: ClassicGame, card: int) -> str:
    names = game.map.territories
    return names[card] if card < len(names) else "wildcard"
