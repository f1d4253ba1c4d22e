"""What happened, in sentences, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hegemon.game import (
    ClassicEvent,
    ClassicGame,
    ClassicState,
    ClassicTurn,
    Deploy,
    Game,
    Move,
    Pick,
    Record,
    SimultaneousEvent,
    SimultaneousTurn,
)
from hegemon.terminal.words import Names, card_name, listed


def news(record: Record, since: int, names: Names) -> list[str]:
    """Sentences on the turns of a record from number `since` on, in the order in which things happened."""
    lines: list[str] = []
    turns = record.turns[since:]
    for turn in turns:
        if isinstance(turn, SimultaneousTurn):
            seen = turn.state.view(names.viewer, turn.events).events
            lines += order_news(record.game, seen, names)
    if isinstance(record.final, ClassicState):
        before = record.turns[since - 1].state if since else record.start
        assert isinstance(before, ClassicState)
        lines += decision_news(before, [turn for turn in turns if isinstance(turn, ClassicTurn)], names)
    return lines


def order_news(game: Game, events: Sequence[SimultaneousEvent], names: Names) -> list[str]:
    """One sentence for the deployments of a seat, and one for each move."""
    lines = []
    for (seat, kind), group in groupby(events, key=lambda event: (event.seat, event.kind)):
        together = list(group)
        if kind == "deploy":
            lines.append(f"{names.who(seat)} deployed {listed(_placed(game, event) for event in together)}.")
        elif kind == "pick":
            picked = (game.map.territories[e.order.territory] for e in together if isinstance(e.order, Pick))
            lines.append(f"{names.who(seat)} picked {listed(picked)}.")
        else:
            moves = [_move(game, event, names) for event in together]
            lines += [line for line in moves if line]
    return lines


def _placed(game: Game, event: SimultaneousEvent) -> str:
    assert isinstance(event.order, Deploy)
    armies = "armies" if event.armies < 0 else str(event.armies)
    return f"{armies} on {game.map.territories[event.order.territory]}"


def outcome_told(event: SimultaneousEvent, viewer: int) -> bool:
    """Whether a viewer knows how an attack went; where fog hides it, the attack seems to have had no effect."""
    return event.seat == viewer or event.captured or bool(event.losses or event.kills)


def _move(game: Game, event: SimultaneousEvent, names: Names) -> str:
    """Empty for an order of another seat without effect."""
    who, places = names.who(event.seat), game.map.territories
    if not isinstance(event.order, Move):
        return ""
    source, target = places[event.order.source], places[event.order.target]
    hidden = event.armies < 0
    if event.kind == "idle":
        why = f": {event.reason}" if event.reason else ""
        return f"The order from {source} to {target} had no effect{why}." if event.seat == names.viewer else ""
    if event.kind == "transfer":
        return f"{who} moved {'armies' if hidden else event.armies} from {source} to {target}."
    if hidden:
        return f"{who} attacked {target} from {source}."
    if not outcome_told(event, names.viewer):
        return f"{who} attacked {target} from {source} with {event.armies}."
    outcome = "conquered" if event.captured else "failed"
    lost = f"(lost {event.losses}, killed {event.kills})"
    return f"{who} attacked {target} from {source} with {event.armies}: {outcome} {lost}."


def decision_news(before: ClassicState, turns: Sequence[ClassicTurn], names: Names) -> list[str]:
    """One sentence for consecutive placements of a seat, for all rolls of a battle, and for any other decision."""
    lines: list[str] = []
    states = [before, *(turn.state for turn in turns)]
    numbered = list(enumerate(turns))
    for (seat, kind, *_), group in groupby(numbered, key=lambda item: _together(*item)):
        steps = list(group)
        events = [turn.event.told(names.viewer) if before.game.rules.hides else turn.event for _, turn in steps]
        earlier, later = states[steps[0][0]], states[steps[-1][0] + 1]
        said = _classic(before.game, str(kind), events, earlier, later)
        lines += [f"{names.who(int(str(seat)))} {sentence}." for sentence in said]
    return lines


def _together(number: int, turn: ClassicTurn) -> tuple[object, ...]:
    """Equal for decisions that are told in one sentence."""
    event = turn.event
    action = event.action
    if action.kind in ("place", "pick"):
        return event.seat, action.kind
    if action.kind == "attack" and action.dice:
        return event.seat, "attack", action.source, action.target
    return event.seat, action.kind, number


def _classic(
    game: ClassicGame, kind: str, events: Sequence[ClassicEvent], before: ClassicState, after: ClassicState
) -> list[str]:
    places, action = game.map.territories, events[0].action
    said = []
    match kind:
        case "pick":
            said.append(f"picked {listed(places[event.action.source] for event in events)}")
        case "place":
            sums: dict[int, int] = {}
            for event in events:
                sums[event.action.source] = sums.get(event.action.source, 0) + event.action.armies
            said.append(f"placed {listed(f'{armies} on {places[t]}' for t, armies in sums.items())}")
        case "attack":
            said.append(_battle(game, events, before, after))
        case "occupy" if before.occupation is not None:
            said.append(f"moved {action.armies} into {places[before.occupation.target]}")
        case "fortify":
            said.append(f"moved {action.armies} from {places[action.source]} to {places[action.target]}")
        case "trade":
            cards = listed(card_name(game, card) for card in (action.source, action.target, action.third))
            said.append(f"traded the cards {cards}")
    return said + [_draw(game, event) for event in events if "draw" in event.kinds]


def _battle(game: ClassicGame, events: Sequence[ClassicEvent], before: ClassicState, after: ClassicState) -> str:
    """A battle to the end, or all rolls of one."""
    places, action, seat = game.map.territories, events[0].action, events[0].seat
    taken = bool(after.owners[action.target] == seat)
    if action.dice:
        lost = sum(event.chance[0] for event in events)
        rolls = "once" if len(events) == 1 else f"{len(events)} times"
        how = f"rolled {rolls} against {places[action.target]} from {places[action.source]}"
    else:
        left = events[0].chance[0] + 1
        lost = (
            action.armies - left
            if left <= action.armies
            else int(before.armies[action.source]) - int(after.armies[action.source])
        )
        how = f"attacked {places[action.target]} from {places[action.source]} with {action.armies}"
    held = int(after.armies[action.target])
    outcome = "conquered" if taken else f"{held} still {'holds' if held == 1 else 'hold'} it"
    return f"{how}: {outcome} (lost {lost})"


def _draw(game: ClassicGame, event: ClassicEvent) -> str:
    card = event.chance[event.kinds.index("draw")]
    return "drew a card" if card < 0 else f"drew the card {card_name(game, card)}"
