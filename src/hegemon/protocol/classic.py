"""Views of the classic game as plain data, and back."""

from __future__ import annotations

from hegemon.errors import NotationError, ProtocolError
from hegemon.game import Action, ClassicEvent, ClassicGame, ClassicView
from hegemon.game.classic.notation import DECK, NO_COPY, PHASES
from hegemon.protocol.views import ActionEvent, Cards, ClassicViewData, Occupied

_TRADED, _HIDDEN = 253, 252
"""Places of cards in the core."""


def view_data(view: ClassicView, *, legal: bool = False) -> ClassicViewData:
    """What a seat sees, as plain data."""
    core = view.core
    movable = tuple(core.movable.tolist())
    return ClassicViewData(
        turns=core.turns,
        phase=view.phase,  # type: ignore[arg-type]
        mover=core.mover,
        owners=tuple(view.owners.tolist()),
        armies=tuple(view.armies.tolist()),
        income=view.income(view.seat),
        to_place=core.to_place,
        pool=tuple(core.pool) if view.phase in ("pick", "setup") else (),
        occupation=None if view.occupation is None else Occupied(*view.occupation),
        cards=_cards(view) if view.game.core.card_copies else None,
        set_value=view.next_set_value if view.game.core.card_copies else None,
        trades=core.trades,
        conquered=core.conquered,
        mid_trade=core.mid_trade,
        attacks=core.attacks,
        fortifies=core.fortifies,
        movable=movable if any(movable) else (),
        round=core.round,
        decisions=core.decisions,
        starter=core.starter,
        events=tuple(ActionEvent(e.seat, str(e.action), e.chance, e.kinds) for e in view.events),  # type: ignore[arg-type]
        legal_actions=tuple(map(str, view.legal_actions)) if legal else None,
    )


def view_from_data(game: ClassicGame, seat: int, data: ClassicViewData) -> ClassicView:
    """The view that view_data wrote; a ProtocolError if it does not fit the game."""
    size = len(game.map.territories)
    for name, entries in (("owners", data.owners), ("armies", data.armies), ("movable", data.movable)):
        if len(entries) != size and not (name == "movable" and not entries):
            raise ProtocolError(f"position.{name} needs {size} entries, one per territory", f"position.{name}")
    occupied = data.occupation or Occupied(0, 0, 0, 0)
    head = {
        "phase": PHASES.index(data.phase), "turns": data.turns, "round": data.round, "decisions": data.decisions,
        "mover": data.mover, "starter": data.starter, "winner": -1, "to_place": data.to_place, "trades": data.trades,
        "attacks": data.attacks, "fortifies": data.fortifies, "source": occupied.source, "target": occupied.target,
        "dice": occupied.least, "committed": occupied.most, "conquered": int(data.conquered),
        "mid_trade": int(data.mid_trade), "chance": 0,
    }  # fmt: skip
    pool = (list(data.pool) + [0] * game.seats)[: game.seats]
    places = _places(game, seat, data.cards)
    try:
        state = game.core.make(
            list(data.owners), list(data.armies), list(data.movable) or [0] * size, places, pool, head
        )
        core = game.core.view(state, seat)
    except (ValueError, TypeError, OverflowError) as error:
        raise ProtocolError(f"position: {error}", "position") from None
    events = tuple(_event(event, number) for number, event in enumerate(data.events))
    return ClassicView(game, core, seat)._tell(lambda: events)


def _cards(view: ClassicView) -> Cards:
    held: dict[int, list[int]] = {}
    for slot, place in enumerate(view.core.cards.tolist()):
        held.setdefault(place, []).append(slot)
    return Cards(
        hands=tuple(tuple(held.get(seat, ())) for seat in range(view.game.seats)),
        counts=view.hands,
        traded=tuple(held.get(_TRADED, ())),
        hidden=tuple(held.get(_HIDDEN, ())),
        absent=tuple(held.get(NO_COPY, ())),
    )


def _places(game: ClassicGame, seat: int, cards: Cards | None) -> list[int]:
    """A place for every card that agrees with what is known: the hidden ones are dealt in their order, since the view
    of the seat hides them again."""
    places = [DECK] * game.core.card_copies
    if cards is None:
        return places
    known = [*enumerate(cards.hands[: game.seats]), (_TRADED, cards.traded), (NO_COPY, cards.absent)]
    for place, slots in known:
        for slot in slots:
            if slot >= len(places):
                raise ProtocolError(f"position.cards: there is no card {slot}", "position.cards")
            places[slot] = place
    hidden = [slot for slot in cards.hidden if slot < len(places)]
    for other, count in enumerate(cards.counts[: game.seats]):
        missing = count - places.count(other)
        if other == seat and missing:
            raise ProtocolError(f"position.cards: the hand of seat {seat} has not {count} cards", "position.cards")
        for _ in range(min(missing, len(hidden))):
            places[hidden.pop(0)] = other
    return places


def _event(data: ActionEvent, number: int) -> ClassicEvent:
    try:
        action = Action.parse(data.action)
    except NotationError as error:
        raise ProtocolError(f"position.events[{number}].action: {error}", "position.events") from None
    return ClassicEvent(data.seat, action, data.chance, data.kinds)
