"""Live table of a running tournament in the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live as RichLive
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Column, Table
from rich.text import Text

from hegemon.arena import GameResult
from hegemon.cli._waiting import waiting_for
from hegemon.statistics import score_interval

PAUSE = 0.5
"""Seconds between two redraws."""


class Live:
    """Counts finished games and redraws the table periodically; draws nothing if the output is a pipe."""

    def __init__(
        self,
        aliases: Sequence[str],
        total: int,
        games: Iterable[GameResult],
        waiting: Callable[[], Sequence[tuple[str, float]]] = tuple,
    ) -> None:
        """`waiting` says which agents are thinking, and for how many seconds."""
        self.aliases, self.waiting = aliases, waiting
        self.points: dict[int, dict[int, list[float]]] = {at: {} for at in range(len(aliases))}
        self.faults: dict[int, int] = dict.fromkeys(self.points, 0)
        console = Console(stderr=True)
        self.shown = console.is_terminal
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self.progress = Progress(*columns, console=console)
        before = list(games)
        self.task = self.progress.add_task("games", total=total, completed=len(before))
        self.drawn = 0.0
        for game in before:
            self._count(game)
        self.table = self._table()
        self.live = RichLive(get_renderable=self._view, console=console, transient=True, refresh_per_second=1 / PAUSE)

    def __enter__(self) -> Live:
        if self.shown:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            self.live.stop()

    def add(self, game: GameResult) -> None:
        self._count(game)
        self.progress.advance(self.task)
        if self.shown and time.monotonic() - self.drawn > PAUSE:
            self._draw()

    def _count(self, game: GameResult) -> None:
        for seat, agent in enumerate(game.seats):
            self.points[agent].setdefault(game.block, []).append(game.points[seat])
        if game.loser is not None:
            self.faults[game.seats[game.loser]] += 1

    def _draw(self) -> None:
        """Make the table anew; it is shown with the next refresh."""
        self.table, self.drawn = self._table(), time.monotonic()

    def _view(self) -> Group:
        slow = [Text(line) for line in (waiting_for(*found) for found in self.waiting()) if line]
        return Group(self.table, self.progress, *slow)

    def _table(self) -> Table:
        right = [Column(name, justify="right") for name in ("games", "score", "95 % interval", "forfeits")]
        table = Table("agent", *right)
        rows = []
        for at, alias in enumerate(self.aliases):
            blocks = list(self.points[at].values())
            games = sum(map(len, blocks))
            score = sum(map(sum, blocks)) / games if games else 0.0
            rows.append((score, alias, games, score_interval(blocks), self.faults[at]))
        for score, alias, games, (low, high), faults in sorted(rows, key=lambda row: -row[0]):
            cells = (f"{100 * score:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %") if games else ("", "")
            table.add_row(escape(alias), str(games), *cells, str(faults or ""))
        return table
