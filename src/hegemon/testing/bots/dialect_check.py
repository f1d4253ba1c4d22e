"""The compliance check of bots of the Warlight AI challenges (docs/bots.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from hegemon.agents.bots import dialect as words
from hegemon.agents.bots.program import Deadline
from hegemon.agents.bots.wrong_dialect import speaks_hegemon
from hegemon.game import Order, Pick, Plan, SimultaneousGame, SimultaneousView
from hegemon.maps.foreign.warlight import map_lines
from hegemon.testing.bots.checker import Checker
from hegemon.testing.bots.games import Play
from hegemon.testing.bots.report import BotCheck, BotFails, BotReport
from hegemon.testing.bots.trial import Trial

BANK, INCREMENT = 10.0, 0.5
LIMITS = {1: 2.0, 2: 10.0}
"""Seconds for an answer in the two challenges."""
ROUNDS = 10
MOST_ILLEGAL = 0.5
"""Share of illegal orders that is a failure; strong bots have a few in every hundred."""
FLUSH = "write the answer as one line to stdout and flush it; read stdin line by line, and do not wait for its end"
OTHER = "a bot that speaks the protocol of this package is checked with --dialect hegemon"
FORMS = {
    "place_armies": "{name} place_armies REGION ARMIES, separated by commas, or No moves",
    "attack/transfer": "{name} attack/transfer FROM TO ARMIES, separated by commas, or No moves",
}


class DialectCheck(Checker):
    """Tries one bot of a challenge. Every check has a new process."""

    FIRST = "start"

    def __init__(
        self,
        command: str,
        dialect: Literal[1, 2],
        folder: str = "",
        seconds: float = 10.0,
        only: Sequence[str] = (),
        stderr: str = "",
    ) -> None:
        """`only` are the beginnings of the names of the checks that are wanted; without them, all are."""
        self._command, self._dialect, self._folder, self._stderr = command, dialect, folder, stderr
        self._limit = min(seconds, LIMITS[dialect])
        super().__init__(BotReport(command, about=f"a bot of challenge {dialect}"), only)
        self._orders = self._illegal = 0
        self._first_illegal = self._unasked = ""
        self._slowest, self._answered = 0.0, False

    def run(self) -> BotReport:
        """All checks, in their order."""
        if not self._check("start", self._start):
            return self._report
        for map, seat in (("earth", 0), ("earth", 1), ("simple", 1)):
            self._check(f"game on {map} as {words.NAMES[seat]}", lambda m=map, s=seat: self._play(m, s))  # type: ignore[misc]
        self._check("strange lines", lambda: self._play("earth", 0, strange=True, rounds=1))
        self._check("legal orders", self._legal_orders)
        self._check("end of input", self._end_of_input)
        if self._unasked:
            taken = "the last line answers" if self._dialect == 2 else "the first line answers"
            fix = f"write one line for each request, and everything else to stderr: in this challenge {taken}"
            note = BotCheck("stdout", "note", "more lines than requests", came=self._unasked, fix=fix)
            self._report.checks.append(note)
        self._require_found()
        return self._report

    @contextmanager
    def _started(self, game: SimultaneousGame, seat: int) -> Iterator[Trial]:
        trial = Trial(self._command, self._folder, self._stderr)
        try:
            trial.tell(words.settings_lines(game, seat, self._dialect, BANK, INCREMENT) + map_lines(game.map))
            trial.warm_up()
            yield trial
        finally:
            self._sent = trial.sent
            trial.close()

    def _game(self, map: str) -> SimultaneousGame:
        return SimultaneousGame(map, f"warlight{self._dialect}")

    # --- The checks ---------------------------------------------------------------------------

    def _start(self) -> str | None:
        with self._started(self._game("earth"), 0) as trial:
            code = trial.wait(0.3)
            if code is not None:
                fix = "it must read its input in a loop until the end; its stderr may tell why it ended"
                raise BotFails("it ended", "it waits for a request", trial.came(f"exit code {code}"), fix)
            self._drop_unasked(trial)
        return None

    def _play(self, map: str, seat: int, *, strange: bool = False, rounds: int = ROUNDS) -> str:
        game = self._game(map)
        with self._started(game, seat) as trial:
            if strange:
                trial.tell(["", "settings colour blue", "weather sunny", "setup_map oceans 1 2 3"])
            if self._dialect == 2:
                self._told_board = False
            play, self._name = Play(game, seat), words.NAMES[seat]
            while play.state.turns < rounds and (view := play.view()) is not None:
                assert isinstance(view, SimultaneousView)
                play.take(self._picks(trial, view) if view.phase == "pick" else self._plan(trial, view))
            return f"{play.state.turns} rounds; slowest answer {self._slowest:.2f} s of {self._limit:g} s"

    def _picks(self, trial: Trial, view: SimultaneousView) -> Plan:
        if self._dialect == 2 and not self._told_board:
            trial.tell([words.wasteland_line(view), *words.offer_lines(view)])
            self._told_board = True
        answer = self._ask(trial, words.pick_request(view.offered, self._dialect, self._limit))
        if self._dialect == 2:
            pick = words.read_pick(answer, view.offered)
            if pick is not None:
                return Plan([Pick(pick)])
            fix = "answer with the id of one of the regions in the request, and nothing else"
            raise BotFails("this is not one of the offered regions", "one region of the request", repr(answer), fix)
        wanted = 2 * view.picks_each
        ranking = words.read_ranking(answer, view.offered, wanted)
        if ranking is None:
            fix = f"answer with {wanted} different regions of the request, the most wanted first, separated by spaces"
            raise BotFails("this is no ranking of the offered regions", f"{wanted} regions", repr(answer), fix)
        return Plan(map(Pick, ranking))

    def _plan(self, trial: Trial, view: SimultaneousView) -> Plan:
        trial.tell(words.round_lines(view))
        orders: list[Order] = []
        for verb, request in (("place_armies", words.place_request), ("attack/transfer", words.move_request)):
            answer = self._ask(trial, request(self._limit))
            read, unread = words.read_orders(answer, view.seat, verb, len(view.game.map.territories))
            if unread:
                self._unread(view, verb, answer)
            orders += read
        plan = Plan(orders)
        illegal = view.illegal_reasons(plan)
        self._orders += len(plan)
        self._illegal += len(illegal)
        if illegal and not self._first_illegal:
            self._first_illegal = f"{illegal[0]} (regions are numbered from 0 here) in {view}"
        wrong = {reason.index for reason in illegal}
        return Plan(order for number, order in enumerate(plan) if number not in wrong)

    def _unread(self, view: SimultaneousView, verb: str, answer: str) -> None:
        size = len(view.game.map.territories)
        items = answer.strip().rstrip(",").split(",")
        bad = next((item for item in items if words.read_orders(item, view.seat, verb, size)[1]), answer)
        expected = FORMS[verb].format(name=self._name)
        fix = f"begin every order with your own name ({self._name}), and use the ids 1 to {size} of setup_map regions"
        raise BotFails(f"this is no order: {bad.strip()[:80]!r}", expected, repr(answer), fix)

    def _ask(self, trial: Trial, request: str) -> str:
        self._drop_unasked(trial)
        began = time.monotonic()
        trial.request(request)
        fix = FLUSH if self._answered else f"{FLUSH}; {OTHER}"
        answer = trial.answers(Deadline(self._limit, trial.pid), f"an answer within {self._limit:g} s", fix)
        if not self._answered and speaks_hegemon(answer):
            came = trial.came("")
            raise BotFails("this is a message of another protocol", "an answer of the challenge", came, OTHER)
        self._answered = True
        self._slowest = max(self._slowest, time.monotonic() - began)
        return answer

    def _drop_unasked(self, trial: Trial) -> None:
        for line in trial.unasked():
            self._unasked = self._unasked or repr(line[:200])

    def _legal_orders(self) -> str:
        share = self._illegal / max(1, self._orders)
        told = f"{self._illegal} of {self._orders} orders are illegal, which the engines ignore"
        if share > MOST_ILLEGAL:
            fix = "deploy at most starting_armies, on your own regions; attack neighbours, from your own regions"
            raise BotFails(told, "hardly any illegal orders", self._first_illegal, fix)
        if self._illegal:
            raise BotFails(told, came=self._first_illegal, note=True)
        return f"{self._orders} orders"

    def _end_of_input(self) -> str | None:
        with self._started(self._game("earth"), 0) as trial:
            trial.close_input()
            if trial.wait(2.0) is None:
                fix = "leave the loop when stdin ends; engines kill bots that stay"
                raise BotFails("it still runs after the end of its input", "it ends", "it goes on", fix, note=True)
        return None
