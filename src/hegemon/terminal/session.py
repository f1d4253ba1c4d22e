"""A person's session at the terminal: a line comes in, text goes out.

Nothing is read or printed here. `begin` and `feed` return iterators of pieces of text, because agents think in between:
print each piece when it comes, then ask for the next line with `prompt`, until `over`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hegemon.errors import HegemonError, RecordError
from hegemon.game import ClassicState, Plan, State, View
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal.board import Screen
from hegemon.terminal.commands import COMMANDS, find_command, nearest_command
from hegemon.terminal.drafts import Drafts
from hegemon.terminal.hints import Hint
from hegemon.terminal.live_game import LiveGame
from hegemon.terminal.phases import explain, task
from hegemon.terminal.saved_game import SavedGame
from hegemon.terminal.telling import Telling
from hegemon.terminal.words import Names, with_names

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
        self.telling = Telling(live, screen)

    # --- what a front end needs ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.left or self.live.record.result is not None

    @property
    def prompt(self) -> str:
        if self.hidden:
            return f"{self.telling.person(self.viewer)}, press Enter> "
        return f"{LETTERS[self.viewer]} {task(self.view, self.drafts.plan(self.viewer))}> "

    def begin(self) -> Iterator[str]:
        """The first texts: who plays, and the first decision."""
        record = self.live.record
        seats = ", ".join(f"{LETTERS[seat]} = {self.telling.person(seat)}" for seat in range(record.game.seats))
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
            yield from self.present()
            if not line:
                return
        sure, self.sure = self.sure, ""
        if sure and line.lower() in ("y", "yes"):
            command, rest = sure, ""
        elif sure and line.lower() in ("n", "no"):
            yield "The game goes on."
            return
        try:
            if command:
                yield from COMMANDS[command].run(self, rest, sure == command)
            elif line:
                yield from self.order(line)
        except HegemonError as error:
            near = "" if command else nearest_command(line)
            yield near or self._mistake(error)
            if not command and not near:
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
        return self.telling.names(self.viewer)

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
                yield from self.telling.out()
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
        if len(self.live.people) > 1 and self.telling.shown_to != seat and self._secret():
            self.hidden = True
            yield HIDE
            yield f"{self.telling.person(seat)} ({LETTERS[seat]}) is next. Nobody else should look at the screen."
        else:
            yield from self.present()

    def _secret(self) -> bool:
        """Whether a person would see what another one must not know."""
        state = self.state
        if isinstance(state, ClassicState):
            return state.game.rules.hides and any(state.hands)
        return True  # orders of this turn, and the board in fog

    def thinks(self, name: str) -> Wait:
        return Wait(f"{name} thinks ...")

    def present(self) -> Iterator[str]:
        """What is new for the person at the keyboard, and what to decide."""
        yield from self.telling.present(self.view, self.drafts.plan(self.viewer))
        if self.save_problem:
            yield f"The game is not saved: {self.save_problem}."

    def end(self) -> Iterator[str]:
        """The end of the game, for everybody."""
        yield from self.telling.end(self.viewer)
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

    def _allowed(self) -> str:
        """What is allowed now, in a line."""
        return explain(self.view, self.drafts.plan(self.viewer))[0]

    def _mistake(self, error: HegemonError) -> str:
        text = with_names(str(error).rstrip(".?"), self.live.record.game.map, self.names)
        return f"{text[:1].upper()}{text[1:]}{'?' if str(error).endswith('?') else '.'}"
