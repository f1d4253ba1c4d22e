"""A person's session at the terminal: a line comes in, text goes out.

Nothing is read or printed here. `begin` and `feed` return iterators of pieces of text, because agents think in between:
print each piece when it comes, then ask for the next line with `prompt`, until `over`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hegemon.errors import HegemonError, RecordError
from hegemon.game import ClassicState, Plan, SimultaneousState, State, View
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal.board import Screen, seats_table, show
from hegemon.terminal.commands import COMMANDS, find_command
from hegemon.terminal.drafts import Drafts
from hegemon.terminal.hints import Hint
from hegemon.terminal.live_game import LiveGame
from hegemon.terminal.narrate import news
from hegemon.terminal.phases import explain, task
from hegemon.terminal.saved_game import SavedGame
from hegemon.terminal.words import Names, result_words, seat_name, with_names

HIDE = "\f"
"""A piece that hides all that was shown before: another person is to sit down."""


class Wait(str):
    """A piece that may vanish when the next one comes: an agent thinks."""

    __slots__ = ()


class Session:
    """The people's side of a live game."""

    def __init__(self, live: LiveGame, saved: SavedGame, screen: Screen) -> None:
        self.live, self.saved, self.screen = live, saved, screen
        self.drafts = Drafts(live)
        self.viewer = live.people[0]
        """The person at the keyboard."""
        self.hidden = False
        """Whether the board is hidden until the next person presses Enter."""
        self.left = False
        """Whether the people have left an unfinished game."""
        self.sure = ""
        """A command that is carried out if it is repeated."""
        self.hint: Hint | None = None
        self.hinted: State | None = None
        """The position of the hint; it is good for no other."""
        self.save_problem = ""
        self._told = {seat: live.last_decision(seat) for seat in live.people}
        """The number of turns that each person knows of."""
        self._seen = -1
        """The person who saw the board last; -1 is nobody."""
        self._phase = ""
        self._out_told = False

    # --- what a front end needs ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.left or self.live.record.result is not None

    @property
    def prompt(self) -> str:
        if self.hidden:
            return f"{self._name(self.viewer)}, press Enter> "
        return f"{LETTERS[self.viewer]} {task(self.view, self.drafts.plan(self.viewer))}> "

    def begin(self) -> Iterator[str]:
        """The first texts: who plays, and the first decision."""
        record = self.live.record
        seats = ", ".join(f"{LETTERS[seat]} = {self._name(seat)}" for seat in range(record.game.seats))
        yield f"{record.game}: {seats}"
        yield "Type help for help, quit to stop. The game is saved as you play."
        yield from self.proceed()

    def feed(self, line: str) -> Iterator[str]:
        """What a line brings about. Mistakes are told; they change nothing."""
        line = line.strip()
        if self.over:
            return
        command, rest = find_command(line)
        if self.hidden and command not in ("quit", "help"):
            self.hidden = False
            yield from self._present()
            if not line:
                return
        sure, self.sure = self.sure, ""
        try:
            if command:
                yield from COMMANDS[command].run(self, rest, sure == command)
            elif line:
                yield from self.order(line)
        except HegemonError as error:
            yield self._mistake(error)
            if not command:
                yield self._allowed()

    def leave(self) -> str:
        """Stop here: what to do to continue."""
        self.left = True
        if not self.saved.exists:
            return "Nothing was played."
        if self.save_problem:
            return f"The game is not saved: {self.save_problem}."
        return f"The game is saved. To continue: hegemon play --resume {self.saved.path}"

    # --- the flow of the game -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.live.record.final

    @property
    def view(self) -> View:
        """What the person at the keyboard may know."""
        return self.state.view(self.viewer)

    @property
    def names(self) -> Names:
        return Names(self.live.record.agents, self.viewer)

    def order(self, line: str) -> Iterator[str]:
        """Orders of the person at the keyboard."""
        said = self.drafts.add(self.viewer, line)
        if said:
            self.save()
            yield said
        if self.drafts.complete(self.viewer):
            yield from self.submit(self.drafts.plan(self.viewer))
        elif not said:
            yield from self.proceed()

    def submit(self, plan: Plan) -> Iterator[str]:
        """The whole plan of the person at the keyboard."""
        self.live.decide(self.viewer, plan)
        yield from self.proceed()

    def proceed(self) -> Iterator[str]:
        """Play on until a person must decide, or the game is over."""
        asked = -1
        while self.live.record.result is None:
            waiting = self.live.waiting
            if waiting:
                yield from self._decide_or_ask(waiting[0])
                if self.live.waiting == waiting:
                    return
                continue
            thinker = next((seat for seat in self.state.deciders if seat not in self.live.people), -1)
            if thinker not in (-1, asked):
                yield from self._out()
                yield self.thinks(self.names.name(thinker))
                asked = thinker
            self.live.step()
            self.drafts.clear()
            self.save()
            if self.live.record.result is not None:
                yield from self.end()

    def _decide_or_ask(self, seat: int) -> Iterator[str]:
        """Decide what was typed before; otherwise ask the person."""
        try:
            decided = self.drafts.decide_next(seat)
        except HegemonError as error:
            decided = False
            yield self._mistake(error)
            yield self._allowed()
        if not decided:
            yield from self._ask(seat)

    def _ask(self, seat: int) -> Iterator[str]:
        if seat != self.viewer:
            self.hint = None
        self.viewer = seat
        if len(self.live.people) > 1 and self._seen != seat and self._secret():
            self.hidden = True
            yield HIDE
            yield f"{self._name(seat)} ({LETTERS[seat]}) is next. Nobody else should look at the screen."
        else:
            yield from self._present()

    def _secret(self) -> bool:
        """Whether a person would see what another one must not know."""
        state = self.state
        if isinstance(state, ClassicState):
            return state.game.rules.hides and any(state.hands)
        return True  # orders of this turn, and the board in fog

    def _present(self) -> Iterator[str]:
        """What is new for the person at the keyboard, and what to decide."""
        record, seat, view = self.live.record, self.viewer, self.view
        since, self._told[seat] = min(self._told[seat], len(record.turns)), len(record.turns)
        others = any(decisions[seat] is None for decisions in record.plans[since:])
        resolved = isinstance(self.state, SimultaneousState) and since < len(record.turns)
        fresh = self._seen != seat or (others and view.phase != "setup") or resolved
        if fresh:
            yield ""
            yield self.headline()
            yield show(view, self.screen)
            yield "\n".join(seats_table(record, view, self.names))
        lines = news(record, since, self.names)
        if lines:
            yield "\n".join(["", *lines])
        if fresh or view.phase != self._phase:
            yield "\n".join(["", *explain(view, self.drafts.plan(seat))])
        self._seen, self._phase = seat, view.phase
        if self.save_problem:
            yield f"The game is not saved: {self.save_problem}."

    def again(self) -> Iterator[str]:
        """After decisions were taken back."""
        self._told[self.viewer] = min(self._told[self.viewer], len(self.live.record.turns))
        self._phase = self.view.phase
        yield from ()

    def thinks(self, name: str) -> Wait:
        return Wait(f"{name} thinks ...")

    def headline(self) -> str:
        state = self.state
        when = "before the first turn" if state.phase in ("pick", "setup") else f"turn {state.turns + 1}"
        name = self._name(self.viewer)
        who = "you are" if name == "you" else f"{name} is"
        return f"--- {state.game.map.name}, {when}: {who} {LETTERS[self.viewer]} ---"

    def _out(self) -> Iterator[str]:
        """Tell once that no person is in the game any more."""
        owners = set(self.state.owners.tolist())
        if not self._out_told and self.state.phase not in ("pick", "setup") and not owners & set(self.live.people):
            self._out_told = True
            yield "You are out of the game; the others play on. Ctrl-C stops."

    def end(self) -> Iterator[str]:
        """The end of the game, for everybody."""
        record = self.live.record
        yield "\n".join(["", *news(record, self._told[self.viewer], self.names)])
        yield show(self.state, self.screen)
        yield f"\nThe game is over after {record.length} turns: {result_words(record, self.live.people)}"
        if not self.save_problem:
            yield f"It is recorded in {self.saved.path}: hegemon watch {self.saved.path} replays it."

    # --- details ----------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the game so far; a problem is kept for the person to be told."""
        record = self.live.record
        record.info.pop("orders", None)
        if typed := self.drafts.to_json():
            record.info["orders"] = typed
        try:
            self.saved.save(record)
            self.save_problem = ""
        except RecordError as error:
            self.save_problem = str(error)

    def _name(self, seat: int) -> str:
        return seat_name(self.live.record.agents, self.live.people, seat)

    def _allowed(self) -> str:
        """What is allowed now, in a line."""
        return explain(self.view, self.drafts.plan(self.viewer))[0]

    def _mistake(self, error: HegemonError) -> str:
        text = with_names(str(error).rstrip(".?"), self.live.record.game.map, self.names)
        return f"{text[:1].upper()}{text[1:]}{'?' if str(error).endswith('?') else '.'}"
