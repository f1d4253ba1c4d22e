"""A program that speaks the protocol of this package (docs/protocol.md) as an agent of both families."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hegemon._core import Random
from hegemon.agents.base import Clock
from hegemon.agents.bots.conversation import BotReports, Conversation
from hegemon.agents.bots.program import Deadline, Program
from hegemon.agents.bots.wrong_dialect import complains, with_hint
from hegemon.errors import AgentError, AgentLateError
from hegemon.game import Action, ClassicView, Decision, Game, Plan, Result, SimultaneousView, View
from hegemon.protocol import (
    PROTOCOL,
    BestMove,
    End,
    Go,
    Hello,
    HostHello,
    Quit,
    Ready,
    Stop,
    game_message,
    view_message,
)

if TYPE_CHECKING:
    from hegemon.agents.bots.bot import Settings

HOST = "hegemon"
GRACE = 0.5
"""Seconds to wait for an answer after stop: the referee decides what is late."""
QUIT = 0.2
"""Seconds that it has to exit by itself."""


class ProtocolBot:
    """A program that speaks the protocol of this package."""

    def __init__(self, settings: Settings | None, command: str, folder: str, start: float, visits: int) -> None:
        self.settings = settings
        self.estimate: float | None = None
        self.statistics: dict[str, float] = {}
        self._command, self._folder, self._start, self._visits = command, folder, start, visits
        self._stderr = settings.stderr if settings is not None else ""
        self._talk: Conversation | None = None

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Start the program, shake hands, and tell it the game. This counts for nobody's clock."""
        self.end()
        self._talk = Conversation(Program(self._command, self._folder, last_line=False, stderr=self._stderr))
        self._go = 0
        self.hello = shake_hands(self._talk, self._start)
        require_plays(self.hello, game)
        begin_game(self._talk, game, seat, random.next() >> 11, self._start)

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        found = self._decide(view, clock)
        assert isinstance(found, Plan)
        return found

    def act(self, view: ClassicView, clock: Clock) -> Action:
        found = self._decide(view, clock)
        assert isinstance(found, Action)
        return found

    def end(self, result: Result | None = None) -> None:
        """The game is over: the program may exit by itself, and is ended."""
        if self._talk is not None:
            if result is not None:
                self._talk.send(End(result.winner, result.reason))
            self._talk.send(Quit())
            self._talk.program.wait(QUIT)
            self._talk.program.close()
            self._talk = None

    def _decide(self, view: View, clock: Clock) -> Decision:
        """Ask the program; a NotationError if its decision cannot be read."""
        assert self._talk is not None, "begin comes first"
        self._go += 1
        self._talk.info = None
        self._talk.send(view_message(view, legal=self.hello.legal))
        self._talk.request(Go(self._go, clock.limit, clock.bank, self._visits or None))
        answer = self._answer(self._talk, clock)
        self._keep(self._talk, answer)
        return view.read(answer.decision)

    def _answer(self, talk: Conversation, clock: Clock) -> BestMove:
        """The answer in time, or soon after it was told to stop."""
        limit = clock.limit if clock.bank is None else clock.bank
        process = talk.program.pid if clock.fair else 0
        deadline = Deadline(math.inf if limit is None else limit, process)
        try:
            return talk.best_move(self._go, deadline)
        except AgentLateError:
            talk.send(Stop())
            deadline.extend(GRACE)
            return talk.best_move(self._go, deadline)

    def _keep(self, talk: Conversation, answer: BestMove) -> None:
        win = talk.info.win if talk.info is not None else None
        self.estimate = answer.estimate if answer.estimate is not None else win
        numbers = {k: v for k, v in (answer.statistics or {}).items() if isinstance(v, int | float)}
        if talk.info is not None and talk.info.visits is not None:
            numbers.setdefault("visits", talk.info.visits)
        self.statistics = {**numbers, "unread": talk.unread}


def shake_hands(talk: Conversation, seconds: float) -> Hello:
    """The bot's hello; an AgentError if there is none, or its protocol is another."""
    talk.request(HostHello(PROTOCOL, HOST))
    try:
        hello = talk.expect(Hello, Deadline(seconds))
    except BotReports:
        raise
    except AgentError as error:
        wrong = isinstance(error, AgentLateError) or complains(talk.program)
        raise with_hint(error, "hegemon") if wrong else error from None
    if hello.protocol != PROTOCOL:
        raise AgentError(f"the bot {hello.name[:60]} speaks protocol {hello.protocol}; this host speaks {PROTOCOL}")
    return hello


def begin_game(talk: Conversation, game: Game, seat: int, seed: int, seconds: float) -> None:
    """Tell the bot the game, and wait until it is ready."""
    talk.request(game_message(game, seat, seed))
    talk.expect(Ready, Deadline(seconds))


def require_plays(hello: Hello, game: Game) -> None:
    """An AgentError if the bot says that it cannot play this game."""
    why = refusal(hello, game)
    if why:
        raise AgentError(f"the bot {hello.name[:60]} cannot play {game}: {why}")


def refusal(hello: Hello, game: Game) -> str:
    """Why a bot cannot play a game, by its own words; empty if it can."""
    rules, territories = game.rules, len(game.map.territories)
    if rules.family not in hello.families:
        return f"it plays the {' and '.join(hello.families) or 'no'} game, not the {rules.family} game"
    if game.seats > hello.max_seats:
        return f"it plays with at most {hello.max_seats} seats, not {game.seats}"
    if territories > hello.max_territories:
        return f"it plays maps of at most {hello.max_territories} territories, not {territories}"
    if hello.rules is not None and rules.name not in hello.rules:
        return f"it plays the rules {', '.join(hello.rules)}"
    if rules.hides and not hello.fog:
        return "these rules hide something, and it does not play with fog"
    return ""
