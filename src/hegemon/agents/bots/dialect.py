"""The words of the Warlight AI challenges: what the engine sends to a bot, and how it reads the answers.

Ids on the wire are numbers from 1; in the package territories and groups are numbered from 0. All functions are pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hegemon._core import MAX_ARMIES
from hegemon.errors import AgentError, MapError
from hegemon.game import NEUTRAL, Deploy, Move, Order, SimultaneousEvent, SimultaneousGame, SimultaneousView
from hegemon.maps import Map
from hegemon.maps.foreign.warlight import map_lines

NAMES = ("player1", "player2")
MOST_ITEMS = 51
"""Orders of an answer that the engines read."""
NO_MOVES = "No moves"
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def require_expressible(map: Map) -> None:
    """An AgentError if the dialects cannot describe the map: a territory belongs to exactly one group there."""
    try:
        map_lines(map)
    except MapError as error:
        raise AgentError(str(error)) from None


def settings_lines(game: SimultaneousGame, seat: int, dialect: int, bank: float, increment: float) -> list[str]:
    """What a bot is told before the map."""
    clocks = [
        f"settings timebank {_ms(bank)}",
        f"settings time_per_move {_ms(increment)}",
        f"settings max_rounds {game.core.round_cap or game.turn_limit}",
    ]
    names = [f"settings your_bot {NAMES[seat]}", f"settings opponent_bot {NAMES[1 - seat]}"]
    return clocks + names if dialect == 2 else names


def offer_lines(view: SimultaneousView) -> list[str]:
    """What a bot of the second challenge is told before its first pick: all that was offered, picked since or not."""
    return [
        _line("settings starting_regions", view.all_offered),
        f"settings starting_pick_amount {view.picks_each}",
    ]


def wasteland_line(view: SimultaneousView) -> str:
    return _line("setup_map wastelands", view.wastelands)


def opponent_picks_line(picks: Iterable[int]) -> str:
    return _line("setup_map opponent_starting_regions", picks)


def pick_request(offered: Iterable[int], dialect: int, seconds: float) -> str:
    verb = "pick_starting_region" if dialect == 2 else "pick_starting_regions"
    return _line(f"{verb} {_ms(seconds)}", offered)


def round_lines(view: SimultaneousView) -> list[str]:
    """What a bot is told before its orders: its armies to place, the board, and what it saw of the other's orders."""
    seat = view.seat
    own = [t for t, owner in enumerate(view.owners) if owner == seat]
    others = [t for t, owner in enumerate(view.owners) if owner in (NEUTRAL, 1 - seat) and view.armies[t] >= 0]
    seen = " ".join(f"{t + 1} {_owner(int(view.owners[t]))} {view.armies[t]}" for t in own + others)
    moves = [text for event in view.events if event.seat != seat and (text := _told(event))]
    return [
        f"settings starting_armies {view.income(seat)}",
        f"update_map {seen}",
        " ".join(["opponent_moves", *moves]),
    ]


def place_request(seconds: float) -> str:
    return f"go place_armies {_ms(seconds)}"


def move_request(seconds: float) -> str:
    return f"go attack/transfer {_ms(seconds)}"


def read_pick(answer: str, offered: Sequence[int]) -> int | None:
    """The picked territory; None if the answer is not exactly one of the offered ids."""
    if not _NUMBER.fullmatch(answer) or int(answer) - 1 not in offered:
        return None
    return int(answer) - 1


def read_ranking(answer: str, offered: Sequence[int], wanted: int) -> list[int] | None:
    """The ranked picks; None, for the whole list, if one of them is not offered, or is there twice, or missing."""
    words = answer.split()
    picks = [int(word) - 1 for word in words[:wanted] if _NUMBER.fullmatch(word)]
    good = len(picks) == wanted == len(set(picks)) and all(pick in offered for pick in picks)
    return picks if good else None


def read_orders(answer: str, seat: int, verb: str, territories: int) -> tuple[list[Order], int]:
    """The orders of an answer to `go`, and the number of items that are none.

    A wrong item is left out: a wrong name, verb or number. An item that ends too early ends the answer.
    """
    orders: list[Order] = []
    bad = 0
    if len(answer.strip()) <= 1 or answer.strip().lower() == NO_MOVES.lower():
        return orders, bad
    items = [item.split() for item in answer.strip().rstrip(",").split(",")]
    for item in items[:MOST_ITEMS]:
        if len(item) < (3 if verb == "place_armies" else 4):
            return orders, bad + 1
        order = _order(item, seat, verb, territories)
        if order is None:
            bad += 1
        else:
            orders.append(order)
    return orders, bad


def _order(item: Sequence[str], seat: int, verb: str, territories: int) -> Order | None:
    name, said, *fields = item
    wanted = 2 if verb == "place_armies" else 3
    if name != NAMES[seat] or said != verb or len(fields) < wanted:
        return None
    if not all(_NUMBER.fullmatch(field) for field in fields[:wanted]):
        return None
    *places, armies = (min(int(field), MAX_ARMIES) for field in fields[:wanted])
    if not all(1 <= place <= territories for place in places):
        return None
    return Deploy(places[0] - 1, armies) if wanted == 2 else Move(places[0] - 1, places[1] - 1, armies)


def format_orders(orders: Iterable[Order], seat: int, verb: str) -> str:
    """Orders as a bot writes them."""
    texts = []
    for order in orders:
        if isinstance(order, Deploy) and verb == "place_armies":
            texts.append(f"{NAMES[seat]} place_armies {order.territory + 1} {order.armies}")
        elif isinstance(order, Move) and verb == "attack/transfer":
            texts.append(f"{NAMES[seat]} attack/transfer {order.source + 1} {order.target + 1} {order.armies}")
    return ",".join(texts) or NO_MOVES


def _told(event: SimultaneousEvent) -> str:
    """An order of the other seat as it is told; nothing for an order that did not run, or whose armies are hidden."""
    if event.kind not in ("deploy", "transfer", "attack") or event.armies < 0:
        return ""
    verb = "place_armies" if event.kind == "deploy" else "attack/transfer"
    return format_orders([event.order], event.seat, verb)


def _owner(owner: int) -> str:
    return "neutral" if owner < 0 else NAMES[owner]


def _line(words: str, territories: Iterable[int]) -> str:
    return " ".join([words, *(str(territory + 1) for territory in territories)])


def _ms(seconds: float) -> int:
    return max(0, int(1000 * seconds))
