"""The compliance check of bots that speak the protocol of this package (docs/protocol.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from hegemon.agents.bots.conversation import BotReports, Conversation
from hegemon.agents.bots.program import Deadline
from hegemon.errors import AgentError, NotationError
from hegemon.game import Decision, Game, View
from hegemon.protocol import (
    PROTOCOL,
    BestMove,
    BotMessage,
    End,
    Error,
    Go,
    Hello,
    HostHello,
    Ping,
    Pong,
    Quit,
    Ready,
    Stop,
    game_message,
    view_message,
)
from hegemon.testing.bots.checker import Checker
from hegemon.testing.bots.games import Play, advice_for, games_for
from hegemon.testing.bots.report import BotCheck, BotFails, BotReport
from hegemon.testing.bots.trial import Trial

HELLO = '{"type": "hello", "protocol": 1, "name": "mybot", "families": ["simultaneous"]}'
FLUSH = (
    "write the answer as one line to stdout and flush it; read stdin line by line, and do not wait for its end; "
    "decide within `seconds` of go"
)
MOST_FAILED = 2
"""Games that fail before no more are tried."""
STRANGE = ("", "what a nice day", "[1, 2]", '{"type": "from-a-later-version", "id": 1}', '{"no": "type"}')
"""Lines that a bot must bear."""


@dataclass(frozen=True)
class Patience:
    """Seconds that a bot has, while it is tried."""

    start: float = 20.0
    answer: float = 10.0
    """For answers without a limit of their own."""
    limit: float = 0.5
    """The limit of decisions in the check of time limits."""
    margin: float = 0.1
    """Beyond the limit."""
    stop: float = 1.0
    quit: float = 2.0


class ProtocolCheck(Checker):
    """Tries one bot. Every check but the first has a new process."""

    FIRST = "handshake"

    def __init__(
        self,
        command: str,
        folder: str = "",
        patience: Patience | None = None,
        only: Sequence[str] = (),
        stderr: str = "",
    ) -> None:
        """`only` are the beginnings of the names of the checks that are wanted; without them, all are."""
        self._command, self._folder, self._patience = command, folder, patience or Patience()
        self._stderr = stderr
        super().__init__(BotReport(command), only)
        self._hello: Hello | None = None
        self._unread = ""

    def run(self) -> BotReport:
        """All checks, in their order; without a handshake the others make no sense."""
        if not self._check("handshake", self._handshake) or self._hello is None:
            return self._report
        hello = self._hello
        self._report.about = f"{hello.name} {hello.version}".strip() + f": plays {', '.join(hello.families)}"
        games = list(games_for(hello))
        self._check("ping", self._ping)
        self._games(games)
        if games:
            self._checks_with(games[0][0], games[-1][0])
        self._check("strange lines", self._strange_lines)
        self._check("quit", self._quit)
        self._check("end of input", self._end_of_input)
        if self._unread:
            fix = "write everything that is no message to stderr"
            note = BotCheck("stdout", "note", "lines that are no messages were skipped", came=self._unread, fix=fix)
            self._report.checks.append(note)
        self._require_found()
        return self._report

    def _games(self, games: list[tuple[Game, int, int]]) -> None:
        self._names += [f"game {game}, seat {seat} of {game.seats}" for game, seat, _ in games]
        failed = 0
        for number, (game, seat, decisions) in enumerate(games):
            if failed == MOST_FAILED:
                why = f"{len(games) - number} more games are not tried, since {failed} have failed"
                self._report.checks.append(BotCheck("games", "note", why))
                return
            name = f"game {game}, seat {seat} of {game.seats}"
            failed += not self._check(name, lambda g=game, s=seat, d=decisions: self._play(g, s, d))  # type: ignore[misc]
        if not games:
            why = "none of the games of this check is one that it says it plays"
            self._report.checks.append(BotCheck("games", "note", f"{why}: rules, max_territories or fog in its hello"))

    def _checks_with(self, game: Game, other: Game) -> None:
        self._check("second game", lambda: self._second_game(other, game))
        self._check("time limit", lambda: self._time_limit(game))
        self._check("stop", lambda: self._stop(game))
        self._check("visits", lambda: self._visits(game))
        self._check("quit while it thinks", lambda: self._quit_thinking(game))

    # --- The conversation ---------------------------------------------------------------------

    @contextmanager
    def _started(self) -> Iterator[Conversation]:
        trial = Trial(self._command, self._folder, self._stderr)
        talk = Conversation(trial)
        try:
            yield talk
        finally:
            self._sent = trial.sent
            if talk.unread and not self._unread:
                self._unread = f"{talk.unread} lines, the last because: {talk.complaint}"
            trial.close()

    @contextmanager
    def _greeted(self) -> Iterator[Conversation]:
        with self._started() as talk:
            talk.request(HostHello(PROTOCOL, "hegemon bot-check"))
            self._expect(talk, Hello, self._patience.start, f"a hello such as {HELLO}")
            yield talk

    @contextmanager
    def _in_game(self, game: Game, seat: int) -> Iterator[tuple[Conversation, Play]]:
        with self._greeted() as talk:
            self._begin(talk, game, seat)
            yield talk, Play(game, seat)

    def _begin(self, talk: Conversation, game: Game, seat: int) -> None:
        talk.request(game_message(game, seat, 1))
        self._expect(talk, Ready, self._patience.start, '{"type": "ready"}')

    def _expect(self, talk: Conversation, kind: type[BotMessage], seconds: float, wanted: str) -> BotMessage:
        """The next message of a kind; a BotFails that shows what came instead."""
        assert isinstance(talk.program, Trial)
        before = talk.unread
        try:
            return talk.expect(kind, Deadline(seconds, talk.program.pid))
        except BotReports as error:
            raise BotFails(str(error), wanted, talk.program.came(""), "an error of the bot loses its game") from None
        except AgentError as error:
            fix = f"{talk.complaint}" if talk.unread > before else FLUSH
            raise talk.program.no_answer(error, seconds, wanted, fix) from None

    def _ask(self, talk: Conversation, view: View, go: Go, seconds: float) -> BestMove:
        """The answer to a go."""
        assert self._hello is not None
        talk.send(view_message(view, legal=self._hello.legal))
        talk.request(go)
        return self._answer(talk, go, seconds)

    def _answer(self, talk: Conversation, go: Go, seconds: float) -> BestMove:
        assert isinstance(talk.program, Trial)
        wanted = f'{{"type": "bestmove", "id": {go.id}, "decision": ".."}}'
        found = self._expect(talk, BestMove, seconds, wanted)
        assert isinstance(found, BestMove)
        if found.id != go.id:
            fix = "repeat the id of the go that you answer, and answer every go once"
            raise BotFails(f"the id is {found.id}, not {go.id}", wanted, talk.program.came(""), fix)
        return found

    def _legal(self, talk: Conversation, view: View, answer: BestMove) -> Decision:
        """The decision; a BotFails if it cannot be read, or is illegal."""
        assert isinstance(talk.program, Trial)
        expected = f"a legal {'action' if view.game.rules.family == 'classic' else 'plan'} in the position {view}"
        try:
            decision = view.read(answer.decision)
            reasons = [str(reason) for reason in view.illegal_reasons(decision)]
        except NotationError as error:
            reasons = [str(error)]
        if reasons:
            raise BotFails(reasons[0], expected, talk.program.came(""), advice_for(reasons[0]))
        return decision

    # --- The checks ---------------------------------------------------------------------------

    def _handshake(self) -> str | None:
        with self._started() as talk:
            assert isinstance(talk.program, Trial)
            talk.request(HostHello(PROTOCOL, "hegemon bot-check"))
            try:
                hello = self._expect(talk, Hello, self._patience.start, f"a hello such as {HELLO}")
            except BotFails as error:
                if not any(line.startswith("{") for line in talk.program.got):
                    error.fix += "; a bot of a Warlight AI challenge is checked with --dialect 2 (or 1)"
                raise
            assert isinstance(hello, Hello)
            self._hello = hello
            if hello.protocol != PROTOCOL:
                self._hello = None
                fix = f'answer with "protocol": {PROTOCOL}'
                raise BotFails(f"protocol {hello.protocol}", f"protocol {PROTOCOL}", talk.program.came(""), fix)
            if not hello.families or not hello.name.strip():
                fix = "give a name, and at least one of the families simultaneous and classic"
                raise BotFails("name or families are empty", HELLO, talk.program.came(""), fix)
        return None

    def _ping(self) -> str | None:
        with self._greeted() as talk:
            for id in (7, 8):
                talk.request(Ping(id))
                wanted = f'{{"type": "pong", "id": {id}}}'
                pong = self._expect(talk, Pong, self._patience.answer, wanted)
                assert isinstance(pong, Pong)
                if pong.id != id:
                    raise BotFails(f"the id is {pong.id}, not {id}", wanted, "", "repeat the id of the ping")
        return None

    def _play(self, game: Game, seat: int, decisions: int) -> str:
        made = 0
        with self._in_game(game, seat) as (talk, play):
            while made < decisions and (view := play.view()) is not None:
                made += 1
                answer = self._ask(talk, view, Go(made, self._patience.answer), self._patience.answer)
                play.take(self._legal(talk, view, answer))
            talk.send(End(None, "the check has seen enough"))
        return f"{made} legal decisions"

    def _second_game(self, first: Game, second: Game) -> str | None:
        """A bot that keeps something of the last game plays nonsense in the next one."""
        with self._in_game(first, 0) as (talk, play):
            for number, game in enumerate((first, second)):
                if number:
                    talk.send(End(0, "conquest"))
                    self._begin(talk, game, 1)
                    play = Play(game, 1)
                view = play.view()
                assert view is not None
                self._legal(talk, view, self._ask(talk, view, Go(number + 1), self._patience.answer))
        return None

    def _time_limit(self, game: Game) -> str:
        slowest, limit = 0.0, self._patience.limit
        with self._in_game(game, 0) as (talk, play):
            assert isinstance(talk.program, Trial)
            for number in range(1, 4):
                view = play.view()
                if view is None:
                    break
                began = time.monotonic()
                deadline = Deadline(limit + self._patience.margin, talk.program.pid)
                answer = self._ask(talk, view, Go(number, limit), self._patience.answer)
                used = time.monotonic() - began
                if deadline.passed():
                    fix = "stop when `seconds` of go are nearly over, and keep a few hundredths of a second in reserve"
                    raise BotFails(f"it took {used:.2f} s", f"an answer within {limit:g} s", f"{used:.2f} s", fix)
                slowest = max(slowest, used)
                play.take(self._legal(talk, view, answer))
        return f"at most {slowest:.3f} s of {limit:g} s"

    def _stop(self, game: Game) -> str | None:
        with self._in_game(game, 0) as (talk, play):
            view = play.view()
            assert view is not None
            assert self._hello is not None
            talk.send(Stop())
            talk.send(view_message(view, legal=self._hello.legal))
            talk.request(Go(1, 3600.0))
            time.sleep(0.2)
            talk.request(Stop())
            try:
                answer = self._answer(talk, Go(1), self._patience.stop)
            except BotFails as error:
                fix = "read stdin also while you think (with a second thread), and answer with the best so far"
                raise BotFails(error.message, f"bestmove within {self._patience.stop:g} s", error.came, fix) from None
            self._legal(talk, view, answer)
        return None

    def _visits(self, game: Game) -> str | None:
        with self._in_game(game, 0) as (talk, play):
            view = play.view()
            assert view is not None
            self._legal(talk, view, self._ask(talk, view, Go(1, visits=1), self._patience.answer))
            self._legal(talk, view, self._ask(talk, view, Go(2), self._patience.answer))
        return None

    def _strange_lines(self) -> str | None:
        with self._greeted() as talk:
            for number, line in enumerate(STRANGE):
                talk.program.tell([line])
                talk.request(Ping(number))
                fix = f"ignore lines that you do not understand, such as {line!r}: later versions may send more"
                try:
                    self._expect(talk, Pong, self._patience.answer, f'{{"type": "pong", "id": {number}}}')
                except BotFails as error:
                    raise BotFails(f"after {line!r}: {error.message}", error.expected, error.came, fix) from None
            talk.send(Error("this is only a test"))
            talk.send(Stop())
            talk.program.request('{"type": "ping", "id": 99, "from_a_later_version": true}')
            self._expect(talk, Pong, self._patience.answer, '{"type": "pong", "id": 99}')
        return None

    def _quit(self) -> str | None:
        with self._greeted() as talk:
            talk.request(Quit())
            self._ends(talk, "exit when quit comes", "after quit")
        return None

    def _quit_thinking(self, game: Game) -> str | None:
        with self._in_game(game, 0) as (talk, play):
            view = play.view()
            assert view is not None
            talk.send(view_message(view))
            talk.request(Go(1, 3600.0))
            talk.request(Quit())
            self._ends(talk, "exit when quit comes, also while you think", "after quit")
        return None

    def _end_of_input(self) -> str | None:
        with self._greeted() as talk:
            talk.program.close_input()
            self._ends(talk, "exit when stdin ends: the host is gone", "after the end of its input")
        return None

    def _ends(self, talk: Conversation, fix: str, when: str) -> None:
        code = talk.program.wait(self._patience.quit)
        if code is None:
            expected = f"the program ends within {self._patience.quit:g} s"
            raise BotFails(f"it still runs {when}", expected, "it goes on", fix)
        if code != 0:
            assert isinstance(talk.program, Trial)
            came = talk.program.came(f"code {code}")
            raise BotFails(f"it ends {when} with code {code}", "exit code 0", came, fix, note=True)
