"""What the people have been told, and the texts that tell them what is new."""

from __future__ import annotations

from collections.abc import Iterator

from hegemon.game import Plan, SimultaneousState, View
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal.board import Screen, seats_table, show
from hegemon.terminal.live_game import LiveGame
from hegemon.terminal.narrate import news
from hegemon.terminal.phases import explain
from hegemon.terminal.words import Names, result_words, seat_name


class Telling:
    """Tells the people of a live game what each of them does not know yet."""

    def __init__(self, live: LiveGame, screen: Screen) -> None:
        self.live, self.screen = live, screen
        self.shown_to = -1
        """The person who saw the board last; -1 is nobody."""
        self._known = {seat: live.last_decision(seat) for seat in live.people}
        """The number of turns that each person knows of."""
        self._phase = ""
        self._out_told = False

    def names(self, viewer: int) -> Names:
        return Names(self.live.record.agents, viewer)

    def person(self, seat: int) -> str:
        return seat_name(self.live.record.agents, self.live.people, seat)

    def headline(self, view: View) -> str:
        when = "before the first turn" if view.phase in ("pick", "setup") else f"turn {view.turns + 1}"
        name = self.person(view.seat)
        who = "you are" if name == "you" else f"{name} is"
        return f"--- {view.game.map.name}, {when}: {who} {LETTERS[view.seat]} ---"

    def board(self, view: View) -> Iterator[str]:
        """The position: where we are, the map, the seats."""
        yield self.headline(view)
        yield show(view, self.screen)
        yield "\n".join(seats_table(self.live.record, view, self.names(view.seat)))

    def present(self, view: View, plan: Plan) -> Iterator[str]:
        """What is new for the seat of the view, and what it has to decide."""
        record, seat = self.live.record, view.seat
        since, self._known[seat] = min(self._known[seat], len(record.turns)), len(record.turns)
        others = any(decisions[seat] is None for decisions in record.plans[since:])
        resolved = isinstance(record.final, SimultaneousState) and since < len(record.turns)
        fresh = self.shown_to != seat or (others and view.phase != "setup") or resolved
        if fresh:
            yield ""
            yield from self.board(view)
        lines = news(record, since, self.names(seat))
        if lines:
            yield "\n".join(["", *lines])
        if fresh or view.phase != self._phase:
            yield "\n".join(["", *explain(view, plan)])
        self.shown_to, self._phase = seat, view.phase

    def taken_back(self, view: View) -> None:
        """The seat of the view has taken decisions back: they are news when they are made again."""
        self._known[view.seat] = min(self._known[view.seat], len(self.live.record.turns))
        self._phase = view.phase

    def out(self) -> Iterator[str]:
        """Tell once that no person is in the game any more."""
        state = self.live.record.final
        owners = set(state.owners.tolist())
        if not self._out_told and state.phase not in ("pick", "setup") and not owners & set(self.live.people):
            self._out_told = True
            yield "You are out of the game; the others play on. Ctrl-C stops."

    def end(self, viewer: int) -> Iterator[str]:
        """The end of the game, for everybody."""
        record = self.live.record
        yield "\n".join(["", *news(record, self._known[viewer], self.names(viewer))])
        yield show(record.final, self.screen)
        yield f"\nThe game is over after {record.length} turns: {result_words(record, self.live.people)}"
