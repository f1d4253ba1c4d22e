"""The record of a game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from hegemon._json import JSONObject
from hegemon.errors import RecordError
from hegemon.game.common import Decision, Game, State, Turn
from hegemon.game.records.lines import FORMAT, end_line, line, map_line
from hegemon.game.result import Result

Decisions = tuple[Decision | None, ...]
"""One per seat: a Plan or an Action, or None for a seat that had nothing to decide."""


@dataclass(repr=False)
class Record:
    """The record of a game. `states[0]` is the start; `states[k]` is the position after turn k."""

    game: Game
    agents: tuple[str, ...]
    start: State
    plans: list[Decisions] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    result: Result | None = None
    info: JSONObject = field(default_factory=dict)
    """Notes on how the game was played; replay does not need them."""

    def __len__(self) -> int:
        """The number of turns."""
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    @overload
    def __getitem__(self, number: int) -> Turn: ...
    @overload
    def __getitem__(self, number: slice) -> list[Turn]: ...
    def __getitem__(self, number: int | slice) -> Turn | list[Turn]:
        return self.turns[number]

    def __bool__(self) -> bool:
        return True  # also before the first turn

    def __repr__(self) -> str:
        ended = "not over" if self.result is None else repr(self.result)
        return f"Record({self.game}, {' v '.join(self.agents)}, {len(self)} turns, {ended})"

    @property
    def states(self) -> list[State]:
        return [self.start, *(turn.state for turn in self.turns)]

    @property
    def final(self) -> State:
        return self.turns[-1].state if self.turns else self.start

    @property
    def rounds(self) -> int:
        """Completed turns, without picks."""
        return self.final.turns

    @property
    def length(self) -> int:
        """Turns, including an unfinished last turn of a classic game."""
        before = self.turns[-2].state if len(self.turns) > 1 else self.start
        result = self.final.result
        ended_within = bool(self.turns) and result is not None and self.final.turns == before.turns
        return self.rounds + (ended_within and result is not None and result.winner is not None)

    def turn_number(self, step: int) -> int:
        """The number of the turn that comes after this many steps; 0 while territories are picked and filled."""
        state = self.turns[step - 1].state if step else self.start
        return 0 if state.phase in ("pick", "setup") else state.turns + 1

    def add(self, plans: Sequence[Decision | None], turn: Turn) -> None:
        self.plans.append(tuple(plans))
        self.turns.append(turn)

    def lines(self, known_maps: set[str] | None = None) -> Iterator[str]:
        """The record as JSON lines; the map line is omitted if its hash is in `known_maps`, else the hash is added."""
        known_maps = set() if known_maps is None else known_maps
        if self.game.map.hash not in known_maps:
            known_maps.add(self.game.map.hash)
            yield map_line(self.game.map)
        yield self.head_line()
        yield from (self.turn_line(number) for number in range(len(self.turns)))
        if self.result is not None:
            yield end_line(self.result, self.rounds, self.final.hash)

    def head_line(self) -> str:
        """The line that begins the game."""
        return line(
            type="game",
            format=FORMAT,
            map=self.game.map.hash,
            rules=self.game.rules.to_json(),
            agents=list(self.agents),
            start=self.start.cells(),
            hash=self.start.hash,
            info=self.info,
        )

    def turn_line(self, number: int) -> str:
        """The line of one turn."""
        turn = self.turns[number]
        texts = [None if plan is None else str(plan) for plan in self.plans[number]]
        return line(type="turn", plans=texts, chance=list(turn.chance), hash=turn.state.hash)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file."""
        from hegemon.game.records.files import save_records  # files of records are made of records

        save_records(path, [self])

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a file with exactly one complete game; a RecordError describes the problem."""
        from hegemon.game.records.files import load_records

        found = load_records(path)
        if found.problem:
            raise RecordError(found.problem)
        if len(found.records) != 1:
            raise RecordError(f"{path} contains {len(found.records)} games, not one; use load_records")
        return found.records[0]
