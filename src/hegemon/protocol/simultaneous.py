"""Views of the simultaneous game as plain data, and back."""

from __future__ import annotations

from hegemon import _core
from hegemon.errors import NotationError, ProtocolError
from hegemon.game import Mark, Plan, SimultaneousEvent, SimultaneousGame, SimultaneousView
from hegemon.game.simultaneous.notation import PHASES
from hegemon.protocol.views import OrderEvent, SimultaneousViewData, TerritoryOrders


def view_data(view: SimultaneousView, *, legal: bool = False) -> SimultaneousViewData:
    """What a seat sees, as plain data."""
    core = view.core
    return SimultaneousViewData(
        turns=view.turns,
        phase=view.phase,  # type: ignore[arg-type]
        owners=tuple(view.owners.tolist()),
        armies=tuple(view.armies.tolist()),
        income=view.income(view.seat) if view.phase == "play" else 0,
        offered=view.offered,
        starting=_marked(core, Mark.OFFERED),
        wastelands=view.wastelands,
        picked=tuple(view.picked(seat) for seat in range(view.game.seats)),
        picks_each=view.picks_each,
        picks_made=core.picks_made,
        first=core.first,
        events=tuple(map(_event_data, view.events)),
        legal_orders=_legal(view) if legal else None,
    )


def view_from_data(game: SimultaneousGame, seat: int, data: SimultaneousViewData) -> SimultaneousView:
    """The view that view_data wrote; a ProtocolError if it does not fit the game."""
    size = len(game.map.territories)
    for name in ("owners", "armies"):
        if len(getattr(data, name)) != size:
            raise ProtocolError(f"position.{name} needs {size} entries, one per territory", f"position.{name}")
    marks = [0] * size
    for places, mark in (
        (data.starting, Mark.OFFERED),
        (data.wastelands, Mark.WASTELAND),
        *((places, Mark.picked_by(number)) for number, places in enumerate(data.picked[:2])),
    ):
        for place in places:
            if place >= size:
                raise ProtocolError(f"position: there is no territory {place} on this map", "position")
            marks[place] |= mark
    try:
        core = _core.SimultaneousState(
            list(data.owners), list(data.armies), marks, data.turns, PHASES.index(data.phase), -1, data.first,
            data.picks_each, data.picks_made,
        )  # fmt: skip
    except (ValueError, TypeError) as error:
        raise ProtocolError(f"position: {error}", "position") from None
    events = tuple(_event(event, number) for number, event in enumerate(data.events))
    return SimultaneousView(game, core, seat)._tell(lambda: events)


def _marked(core: _core.SimultaneousState, mark: int) -> tuple[int, ...]:
    return tuple(territory for territory, marks in enumerate(core.marks.tolist()) if marks & mark)


def _event_data(event: SimultaneousEvent) -> OrderEvent:
    return OrderEvent(
        seat=event.seat,
        order=str(event.order),
        kind=event.kind,  # type: ignore[arg-type]
        armies=event.armies,
        kills=event.kills,
        losses=event.losses,
        captured=event.captured,
        reason=event.reason,
    )


def _event(data: OrderEvent, number: int) -> SimultaneousEvent:
    try:
        orders = Plan.parse(data.order).orders
    except NotationError as error:
        raise ProtocolError(f"position.events[{number}].order: {error}", "position.events") from None
    if len(orders) != 1:
        raise ProtocolError(f"position.events[{number}].order must be one order", "position.events")
    return SimultaneousEvent(
        data.kind, data.seat, orders[0], data.armies, data.kills, data.losses, data.captured, data.reason
    )


def _legal(view: SimultaneousView) -> tuple[TerritoryOrders, ...]:
    return tuple(
        TerritoryOrders(each.territory, each.deploy, each.armies, each.attacks, each.transfers, each.pick)
        for each in view.legal_orders()
    )
