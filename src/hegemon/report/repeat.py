"""The conditions of a tournament in words, and a program that repeats it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from hegemon._words import counted
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


def dropped_in_words(dropped: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Games that were deleted from the store: whoever reads its results should know."""
    if not dropped:
        return {}
    return {"Dropped": ", ".join(f"{counted(games, 'game')} of {alias}" for alias, games in dropped)}


@dataclass(frozen=True)
class _Part:
    """A part of a store that one call plays: agents that all meet on setups, so many games each."""

    agents: tuple[int, ...]
    setups: tuple[int, ...]
    games: int
    gauntlet: bool = False


def program(
    name: str,
    conditions: Conditions,
    agents: Sequence[AgentFacts],
    setups: Sequence[SetupFacts],
    blocks: Mapping[int, Block],
) -> str:
    """A Python program that plays the tournament into a new store; what was added to it later follows in turn."""
    parts = _parts(setups, blocks)
    lines = [
        "from hegemon.arena import Setup, Store, make_tournament, prepare",
        *_imports(conditions),
        "",
        'if __name__ == "__main__":',
        "    with Store.open('again') as store:",
        *(line for part in parts for line in _played(part, name, conditions, agents, setups)),
    ]
    return "\n".join(lines)


def _played(
    part: _Part, name: str, conditions: Conditions, agents: Sequence[AgentFacts], setups: Sequence[SetupFacts]
) -> list[str]:
    named = [agents[at] for at in part.agents]
    where = [setups[at] for at in part.setups]
    return [
        "        tournament = make_tournament(",
        "            {",
        *(f"                {agent.alias!r}: {_agent(agent.spec)}" for agent in named),
        "            },",
        "            setups=[",
        *(f"                Setup({setup.map!r}, {setup.rules!r}, {setup.seats})," for setup in where),
        "            ],",
        f"            games={part.games},",
        *(["            format='gauntlet',"] if part.gauntlet else []),
        f"            seed={conditions.seed!r},",
        *_argument("time", conditions.time),
        f"            starts={conditions.starts!r},",
        *_argument("adjudication", conditions.adjudication),
        f"            hang_timeout={conditions.hang_timeout!r},",
        f"            name={name!r},",
        "        )",
        "        for game in prepare(tournament, store):",
        "            print(game.id, game.kind)",
    ]


def _parts(setups: Sequence[SetupFacts], blocks: Mapping[int, Block]) -> list[_Part]:
    """The calls that schedule exactly these blocks, in the order in which agents were added."""
    games: dict[tuple[int, tuple[int, ...]], int] = {}
    for block in blocks.values():
        key = block.setup, block.agents
        games[key] = games.get(key, 0) + len(seatings(setups[block.setup].seats))
    alike: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for (setup, pairing), count in games.items():
        alike.setdefault((setup, count), []).append(pairing)
    found: dict[tuple[tuple[int, ...], int, bool], list[int]] = {}
    for (setup, count), pairings in alike.items():
        for agents, gauntlet in _tournaments(pairings):
            found.setdefault((agents, count, gauntlet), []).append(setup)
    return [_Part(agents, tuple(where), count, gauntlet) for (agents, count, gauntlet), where in found.items()]


def _tournaments(pairings: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The agents of tournaments that have exactly these pairings: one, or else one for each pairing."""
    agents, seats = tuple(sorted({agent for pairing in pairings for agent in pairing})), len(pairings[0])
    given, every = set(pairings), set(combinations(agents, seats))
    if given == every:
        yield agents, False
    elif given == {pairing for pairing in every if pairing[0] == agents[0]}:
        yield agents, True
    else:  # the order of a pairing matters, as it is the order of its first seating
        yield from ((pairing, False) for pairing in pairings)


def _agent(spec: str) -> str:
    """A spec as text, or the name of a class of the program that played the tournament."""
    if not spec.startswith(IN_PYTHON):
        return f"{spec!r},"
    return f"{spec.rpartition('.')[2]},  # a class of your own program: {spec.removeprefix(IN_PYTHON)}"


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
    return [f"            {name}={type(value).__name__}({', '.join(changed)}),"]
