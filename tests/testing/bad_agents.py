"""Agents with one fault each, and some that are only unusual."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any, ClassVar

from hegemon import Plan
from hegemon.errors import AgentError


class Good:
    def begin(self, game: Any, seat: int, random: Any) -> None:
        self.game, self.seat, self.random = game, seat, random

    def plan(self, view: Any, clock: Any) -> Any:
        return view.random_plan(self.random)


class Writes(Good):
    """Its plans are text."""

    def plan(self, view: Any, clock: Any) -> Any:
        return str(super().plan(view, clock))


class Choosy(Good):
    def begin(self, game: Any, seat: int, random: Any) -> None:
        if game.rules.hides:
            raise AgentError("I play only what I can see")
        super().begin(game, seat, random)


class Both(Good):
    def act(self, view: Any, clock: Any) -> Any:
        return view.random_action(self.random)


class Forgets(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        super().plan(view, clock)


class NeverPicks(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        return Plan() if view.phase == "pick" else super().plan(view, clock)


class Greedy(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        if view.phase == "pick":
            return super().plan(view, clock)
        own = view.owners.tolist().index(view.seat)
        return f"{own}+{view.income(view.seat) + 1}"


class Peeks(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        return view.state.random_plan(self.seat, self.random)


class Counts(Good):
    """Counts its milliseconds, of which there may be infinitely many."""

    def plan(self, view: Any, clock: Any) -> Any:
        self.milliseconds = int(1000 * clock.left)
        return super().plan(view, clock)


class Scribbles(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        view.armies.flags.writeable = True
        view.armies[0] += 1
        return super().plan(view, clock)


class Dices(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        return max((view.random_plan(self.random) for _ in range(8)), key=lambda plan: random.random())


class Remembers(Good):
    games = 0

    def begin(self, game: Any, seat: int, random: Any) -> None:
        super().begin(game, seat, random)
        self.games += 1

    def plan(self, view: Any, clock: Any) -> Any:
        plans = [view.random_plan(self.random) for _ in range(self.games)]
        return plans[-1]


class Hoards(Good):
    files: ClassVar[list[Any]] = []
    freed: ClassVar[threading.Event] = threading.Event()

    def begin(self, game: Any, seat: int, random: Any) -> None:
        super().begin(game, seat, random)
        self.files.append(Path(__file__).open())  # noqa: SIM115
        threading.Thread(target=self.freed.wait, daemon=True).start()


class Tidies(Good):
    def begin(self, game: Any, seat: int, random: Any) -> None:
        super().begin(game, seat, random)
        self.file = Path(__file__).open()  # noqa: SIM115

    def end(self, result: Any) -> None:
        self.file.close()


class Sleeps(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        time.sleep(30)
        return super().plan(view, clock)


class Late(Good):
    def plan(self, view: Any, clock: Any) -> Any:
        time.sleep(0.02)
        return super().plan(view, clock)


class Sure(Good):
    estimate = 1.5


class Winner(Good):
    def end(self, result: Any) -> None:
        self.won = result.winner == self.seat or result.reason.nowhere


class Stumbles(Good):
    def begin(self, game: Any, seat: int, random: Any) -> None:
        raise KeyError("my notes")


class Refuses(Good):
    def begin(self, game: Any, seat: int, random: Any) -> None:
        raise AgentError("never")
