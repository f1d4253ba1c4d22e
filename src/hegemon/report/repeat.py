"""The conditions of a tournament in words, and a program that repeats it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from hegemon.arena.conditions import Conditions
from hegemon.arena.participants import IN_PYTHON
from hegemon.arena.results import AgentFacts, SetupFacts
from hegemon.arena.schedule import DEALS, Block
from hegemon.match import Adjudication, TimeControl
from hegemon.match.seatings import seatings

STARTS = {
    "random": "a new deal for every block",
    "fixed": "one deal for all blocks",
    "balanced": f"for every block the most even of {DEALS} deals",
}


def in_words(conditions: Conditions) -> dict[str, str]:
    """The conditions of a tournament as readable text."""
    starts, time, ends = conditions.starts, conditions.time, conditions.adjudication
    return {
        "Time": time.in_full,
        "Starts": STARTS[starts] if isinstance(starts, str) else f"{len(starts)} given positions, in turn",
        "Adjudication": "a draw at the default turn limit" if ends is None else str(ends),
        "Hang timeout": f"{conditions.hang_timeout:g} s",
        "Seed": str(conditions.seed),
    }


def games_per_pairing(setups: Sequence[SetupFacts], blocks: Mapping[int, Block]) -> int:
    """The maximum number of games of a pairing on a setup."""
    count: dict[tuple[int, tuple[int, ...]], int] = {}
    for block in blocks.values():
        key = block.setup, block.agents
        count[key] = count.get(key, 0) + len(seatings(setups[block.setup].seats))
    return max(count.values(), default=0)


def program(
    name: str,
    conditions: Conditions,
    agents: Sequence[AgentFacts],
    setups: Sequence[SetupFacts],
    blocks: Mapping[int, Block],
) -> str:
    """A Python program that plays the tournament into a new store."""
    pairings = {(block.setup, block.agents) for block in blocks.values()}
    gauntlet = len(agents) > 2 and bool(pairings) and _all_meet_the_first(pairings)
    lines = [
        "from hegemon.arena import Setup, Store, StoredGames, make_tournament, prepare",
        *_imports(conditions),
        "",
        'if __name__ == "__main__":',
        "    tournament = make_tournament(",
        "        {",
        *(f"            {agent.alias!r}: {_agent(agent.spec)}" for agent in agents),
        "        },",
        "        setups=[",
        *(f"            Setup({setup.map!r}, {setup.rules!r}, {setup.seats})," for setup in setups),
        "        ],",
        f"        games={games_per_pairing(setups, blocks)},",
        *(["        format='gauntlet',"] if gauntlet else []),
        f"        seed={conditions.seed!r},",
        *_argument("time", conditions.time),
        f"        starts={conditions.starts!r},",
        *_argument("adjudication", conditions.adjudication),
        f"        hang_timeout={conditions.hang_timeout!r},",
        f"        name={name!r},",
        "    )",
        "    with Store.open('again') as store:",
        "        for game in prepare(tournament, store):",
        "            print(game.id, game.kind)",
    ]
    return "\n".join(lines)


def _agent(spec: str) -> str:
    """A spec as text, or the name of a class of the program that played the tournament."""
    if not spec.startswith(IN_PYTHON):
        return f"{spec!r},"
    return f"{spec.rpartition('.')[2]},  # a class of your own program: {spec.removeprefix(IN_PYTHON)}"


def _all_meet_the_first(pairings: set[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether on every setup the first agent plays in every pairing."""
    first = {setup: min(min(agents) for at, agents in pairings if at == setup) for setup, _ in pairings}
    size = {setup: len({a for at, agents in pairings if at == setup for a in agents}) for setup in first}
    seats = {setup: len(agents) for setup, agents in pairings}
    everywhere = all(first[setup] in agents for setup, agents in pairings)
    return everywhere and any(size[setup] > seats[setup] for setup in first)


def _imports(conditions: Conditions) -> list[str]:
    names = ["Adjudication"] * (conditions.adjudication is not None)
    names += ["TimeControl"] * (conditions.time != TimeControl())
    return [f"from hegemon.match import {', '.join(names)}"] if names else []


def _argument(name: str, value: TimeControl | Adjudication | None) -> list[str]:
    """The argument for a value, with the fields that differ from their defaults; empty for a default."""
    if value is None or value == TimeControl():
        return []
    default = type(value)()
    changed = [f"{key}={given!r}" for key, given in asdict(value).items() if getattr(default, key) != given]
    return [f"        {name}={type(value).__name__}({', '.join(changed)}),"]
