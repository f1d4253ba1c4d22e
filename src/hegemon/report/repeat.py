"""The conditions of a tournament in words, and a program that repeats it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hegemon.arena.results import AgentFacts, BoardFacts
from hegemon.arena.schedule import DEALS, Block
from hegemon.match import Adjudication, TimeControl
from hegemon.match.seatings import seatings

STARTS = {
    "random": "a new deal for every block",
    "fixed": "one deal for all blocks",
    "balanced": f"for every block the most even of {DEALS} deals",
}


def in_words(conditions: Mapping[str, Any]) -> dict[str, str]:
    """The conditions of a tournament as readable text."""
    if not conditions:
        return {}
    starts = conditions["starts"]
    time = TimeControl(**conditions["time"])
    patience = f"{conditions['patience']:g} s, if there is no time limit"
    return {
        "Time": str(time) + (f", {time.forgiven:g} s grace" if time.limited else ""),
        "Starts": STARTS[starts] if isinstance(starts, str) else f"{len(starts)} given positions, in turn",
        "Adjudication": str(Adjudication.parse(conditions["adjudication"]) or "a draw at the turn limit of the board"),
        "Hang timeout": patience,
        "Seed": str(conditions["seed"]),
    }


def games_per_pairing(boards: Sequence[BoardFacts], blocks: Mapping[int, Block]) -> int:
    """The maximum number of games of a pairing on a board."""
    count: dict[tuple[int, tuple[int, ...]], int] = {}
    for block in blocks.values():
        key = block.board, block.agents
        count[key] = count.get(key, 0) + len(seatings(boards[block.board].seats))
    return max(count.values(), default=0)


def program(
    name: str,
    conditions: Mapping[str, Any],
    agents: Sequence[AgentFacts],
    boards: Sequence[BoardFacts],
    blocks: Mapping[int, Block],
) -> str:
    """A Python program that plays the tournament into a new store."""
    if not conditions:
        return ""
    pairings = {(block.board, block.agents) for block in blocks.values()}
    gauntlet = len(agents) > 2 and bool(pairings) and _all_meet_the_first(pairings)
    lines = [
        "from hegemon.arena import Board, Store, StoredGames, make_tournament, prepare",
        *_imports(conditions),
        "",
        'if __name__ == "__main__":',
        "    tournament = make_tournament(",
        "        {",
        *(f"            {agent.alias!r}: {agent.spec!r}," for agent in agents),
        "        },",
        "        boards=[",
        *(f"            Board({board.map!r}, {board.rules!r}, {board.seats})," for board in boards),
        "        ],",
        f"        games={games_per_pairing(boards, blocks)},",
        *(["        format='gauntlet',"] if gauntlet else []),
        f"        seed={conditions['seed']!r},",
        *_given("time", TimeControl, conditions["time"]),
        f"        starts={_starts(conditions['starts'])},",
        *_given("adjudication", Adjudication, conditions["adjudication"]),
        f"        patience={conditions['patience']!r},",
        f"        name={name!r},",
        "    )",
        "    with Store.open('again') as store:",
        "        for game in prepare(tournament, store):",
        "            print(game.id, game.kind)",
    ]
    return "\n".join(lines)


def _all_meet_the_first(pairings: set[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether on every board the first agent plays in every pairing."""
    first = {board: min(min(agents) for at, agents in pairings if at == board) for board, _ in pairings}
    size = {board: len({a for at, agents in pairings if at == board for a in agents}) for board in first}
    seats = {board: len(agents) for board, agents in pairings}
    everywhere = all(first[board] in agents for board, agents in pairings)
    return everywhere and any(size[board] > seats[board] for board in first)


def _starts(starts: Any) -> str:
    return repr(starts if isinstance(starts, str) else tuple(starts))


def _imports(conditions: Mapping[str, Any]) -> list[str]:
    names = ["Adjudication"] * (conditions["adjudication"] is not None)
    names += ["TimeControl"] * bool(_changed(TimeControl, conditions["time"]))
    return [f"from hegemon.match import {', '.join(names)}"] if names else []


def _given(name: str, kind: type[Any], found: Mapping[str, Any] | None) -> list[str]:
    """The argument that recreates settings, unless all have their defaults."""
    changed = [] if found is None else _changed(kind, found)
    needed = bool(changed) or (found is not None and kind is Adjudication)
    return [f"        {name}={kind.__name__}({', '.join(changed)}),"] if needed else []


def _changed(kind: type[Any], found: Mapping[str, Any]) -> list[str]:
    default = kind()
    return [f"{name}={value!r}" for name, value in found.items() if getattr(default, name) != value]
