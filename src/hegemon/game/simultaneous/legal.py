"""What a seat may order on each of its territories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

if TYPE_CHECKING:
    from hegemon.game.simultaneous.position import SimultaneousPosition


@dataclass(frozen=True, slots=True)
class LegalOrders:
    """What a seat may order on one territory in this turn.

    All armies that a seat deploys in a turn come from its one income, and all that leave a territory from the armies
    there: each number is a limit by itself, not for the whole plan.
    """

    territory: int
    deploy: int = 0
    """The most armies that may be deployed here: the income; 0 if none."""
    armies: int = 0
    """The most armies that may leave: those here now, without those that must stay (`stands_guard`).

    Armies deployed here come on top, and those that arrive earlier in the turn if they may move again
    (`moving_twice=free`). An order for more is legal, and sends what is there when it runs.
    """
    attacks: tuple[int, ...] = ()
    """Neighbours that a move attacks, unless they change hands before it runs."""
    transfers: tuple[int, ...] = ()
    """Own neighbours, to which armies may be transferred."""
    pick: bool = False
    """Whether the territory may be picked, in the pick phase."""

    @property
    def moves(self) -> tuple[int, ...]:
        """All neighbours that armies may be sent to, ascending."""
        return tuple(sorted(self.attacks + self.transfers))

    def __bool__(self) -> bool:
        """Whether there is anything to order."""
        return bool(self.deploy or self.attacks or self.transfers or self.pick)


def legal_orders(position: SimultaneousPosition, seat: int, territory: str | SupportsIndex) -> LegalOrders:
    """What a seat may order on a territory, as far as the position shows."""
    game, core = position.game, position.core
    at = game.map.index(territory)
    if position.phase == "pick":
        return LegalOrders(at, pick=seat in game.core.deciders(core) and at in position.offered)
    owners = position.owners
    own = bool(owners[at] == seat)
    if position.phase == "over" or (not own and game.rules.source_check == "planning"):
        return LegalOrders(at)
    around = game.map.neighbours[at]
    return LegalOrders(
        at,
        deploy=game.core.income(core, seat) if own else 0,
        armies=max(0, int(position.armies[at]) - game.rules.stands_guard) if own else 0,
        attacks=tuple(near for near in around if owners[near] != seat),
        transfers=tuple(near for near in around if owners[near] == seat),
    )


def all_legal_orders(position: SimultaneousPosition, seat: int) -> tuple[LegalOrders, ...]:
    """The legal orders of every territory that the seat owns, or may pick."""
    if position.phase == "pick":
        found = [legal_orders(position, seat, territory) for territory in position.offered]
        return tuple(orders for orders in found if orders)
    own = [territory for territory, owner in enumerate(position.owners.tolist()) if owner == seat]
    return tuple(orders for orders in (legal_orders(position, seat, territory) for territory in own) if orders)
