"""Whether the rows of a store say what its records say: a result that was changed afterwards is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hegemon.arena.results import AgentFacts, GameResult, SetupFacts
from hegemon.arena.schedule import Block
from hegemon.arena.stored import StoredGames
from hegemon.errors import HegemonError
from hegemon.game import Record
from hegemon.match.finish import finishing_order
from hegemon.match.seatings import seatings

SAMPLE = 10_000
"""Games whose last lines are looked at without being asked for; of larger stores a scattered share."""


@dataclass(frozen=True)
class Difference:
    """A game whose row and record differ, and in what."""

    game: str
    what: str

    def __str__(self) -> str:
        return f"game {self.game}: {self.what}"


@dataclass(frozen=True)
class Check:
    """What a check has found, and how many games it looked at."""

    games: int
    differences: tuple[Difference, ...]
    replayed: bool = False

    def __str__(self) -> str:
        how = "replayed" if self.replayed else "compared with the end of its record"
        found = f"{len(self.differences)} differ" if self.differences else "all agree"
        return f"{self.games} games {how}: {found}" if self.games != 1 else f"1 game {how}: {found}"


def compare_ends(store: StoredGames, games: Sequence[GameResult]) -> Check:
    """Compare winner, loser, fault, reason and hash of rows with the last lines of their records, without a replay."""
    by_id = {game.id: game for game in games}
    looked, found = 0, list[Difference]()
    for id, end in store.ends(min(1.0, SAMPLE / max(1, len(games)))):
        game = by_id.get(id)
        if game is None:  # it was added after the games were read
            continue
        looked += 1
        found += _difference(game, "its record is damaged" if end is None else _of_end(game, end))
    return Check(looked, tuple(found))


def verify(store: StoredGames, on_game: Callable[[int], None] = lambda done: None) -> Check:
    """Replay every record, and compare everything that a row says of the game with what it shows."""
    agents, setups, blocks = store.agents(), store.setups(), store.blocks()
    looked, found = 0, list[Difference]()
    for game in store.checked_games():
        looked += 1
        if isinstance(game, str):
            found.append(Difference(*game.removeprefix("game ").split(": ", 1)))
            continue
        try:
            record = store.record(*game.id)
            moves = len(store.moves(*game.id))
            what = _of_record(game, record, moves, agents, setups[game.setup], blocks)
        except HegemonError as error:
            what = str(error)
        found += _difference(game, what)
        on_game(looked)
    return Check(looked, tuple(found), replayed=True)


def _difference(game: GameResult, what: str) -> Iterator[Difference]:
    if what:
        yield Difference(f"{game.block}.{game.number}", what)


def _of_end(game: GameResult, end: Mapping[str, Any]) -> str:
    row = {"winner": game.winner, "loser": game.loser, "fault": game.fault, "reason": game.reason, "hash": game.hash}
    return _unequal(row, {name: end.get(name, "" if name == "fault" else None) for name in row})


def _of_record(
    game: GameResult,
    record: Record,
    moves: int,
    agents: Sequence[AgentFacts],
    setup: SetupFacts,
    blocks: Mapping[int, Block],
) -> str:
    result = record.result
    assert result is not None
    block = blocks[game.block]
    seated = tuple(block.agents[at] for at in seatings(len(block.agents))[game.number])
    row = {
        "winner": game.winner, "loser": game.loser, "fault": game.fault, "reason": game.reason, "order": game.order,
        "hash": game.hash, "rounds": game.rounds, "seats": game.seats, "moves": sum(game.decisions),
        "agents": tuple(agents[agent].alias for agent in game.seats), "map": setup.map_hash, "rules": setup.rules_hash,
    }  # fmt: skip
    shown = {
        "winner": result.winner, "loser": result.loser, "fault": result.fault, "reason": result.reason,
        "order": finishing_order(record), "hash": record.final.hash, "rounds": record.length, "seats": seated,
        "moves": moves, "agents": record.agents, "map": record.game.map.hash, "rules": record.game.rules.hash,
    }  # fmt: skip
    return _unequal(row, shown)


def _unequal(row: Mapping[str, object], record: Mapping[str, object]) -> str:
    return "; ".join(
        f"{name} is {value!r:.60}, the record says {record[name]!r:.60}"
        for name, value in row.items()
        if record[name] != value or type(record[name]) is not type(value)
    )
