"""A bot of the Warlight AI challenges as an agent."""

from __future__ import annotations

import time
from functools import partial
from typing import Literal

from hegemon._core import Random
from hegemon.agents.base import Clock
from hegemon.agents.bots import dialect as words
from hegemon.agents.bots.bot import Settings
from hegemon.agents.bots.program import BotFailed, BotLate, Program
from hegemon.agents.bots.wrong_dialect import WrongDialect, ask_first, complains, with_hint
from hegemon.errors import AgentError
from hegemon.game import Game, Order, Pick, Plan, Result, SimultaneousGame, SimultaneousView
from hegemon.maps.foreign.warlight import map_lines

REQUEST_SECONDS = 2.0
"""The time for each request in the first challenge."""
MATCH_MARGIN = 0.5
"""Seconds to wait for a late answer under the clock of the match, whose referee decides what is late."""
MOST_LATE = 3
"""Late answers after which the challenge no longer asked."""


class ChallengeBot:
    """A program that speaks a dialect of the Warlight AI challenges."""

    def __init__(self, settings: Settings, dialect: Literal[1, 2]) -> None:
        self.settings, self.dialect = settings, dialect
        self.statistics: dict[str, float] = {}
        self._program: Program | None = None

    def begin(self, game: Game, seat: int, random: Random) -> None:
        if not isinstance(game, SimultaneousGame):
            raise AgentError(f"agent bot plays the simultaneous game, not {game.rules.name}; try rules warlight2")
        words.require_expressible(game.map)
        self.end()
        self._seat, self._random = seat, random
        self._bank = self.settings.bank
        self._margin = MATCH_MARGIN if self.settings.clock == "match" else 0.0
        self._ranking: list[int] = []
        self._other_picks: list[int] = []
        self._told_board = self._told_offers = self._told_picks = False
        self._counts = {"illegal": 0, "unread": 0, "late": 0, "bad_picks": 0}
        self._answered = False
        kept = self.settings.stderr
        self._program = Program(self.settings.cmd, self.settings.cwd, last_line=self.dialect == 2, stderr=kept)
        lines = words.settings_lines(game, seat, self.dialect, self.settings.bank, self.settings.increment)
        self._program.tell(lines + map_lines(game.map))
        self._program.warm_up()

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        """Ask the program: for its picks, or for its deployments and then its moves."""
        self._other_picks += [
            e.order.territory for e in view.events if isinstance(e.order, Pick) and e.seat != view.seat
        ]
        if not self._told_board and self.dialect == 2:
            self._tell([words.wasteland_line(view)])
        self._told_board = True
        plan = self._picks(view, clock) if view.phase == "pick" else self._orders(view, clock)
        self.statistics = dict(self._counts)
        return plan

    def end(self, result: Result | None = None) -> None:
        """The game is over: the program ends."""
        if self._program is not None:
            self._program.close()
            self._program = None

    # --- Picks --------------------------------------------------------------------------------

    def _picks(self, view: SimultaneousView, clock: Clock) -> Plan:
        if self.dialect == 2 and not self._told_offers:
            self._tell(words.offer_lines(view))
            self._told_offers = True
        if view.game.rules.picking == "ranked":
            return Plan(map(Pick, self._ranked(view, clock, 2 * view.picks_each)))
        if self.dialect == 2:
            return Plan([Pick(self._next_pick(view.offered, clock))])
        if not self._ranking:  # the first challenge asked once
            self._ranking = self._ranked(view, clock, min(2 * view.picks_each, len(view.offered)))
        free = [pick for pick in self._ranking if pick in view.offered]
        return Plan([Pick(free[0] if free else self._random.choice(view.offered))])

    def _ranked(self, view: SimultaneousView, clock: Clock, wanted: int) -> list[int]:
        """A ranked list; a bot of the second challenge is asked for one territory after the other."""
        offered = list(view.offered)
        if self.dialect == 2:
            return [offered.pop(offered.index(self._next_pick(offered, clock))) for _ in range(wanted)]
        answer = self._ask(words.pick_request(offered, 1, self._seconds(clock)), clock)
        picks = words.read_ranking(answer or "", offered, wanted)
        if picks is None:
            self._bad_pick(answer)
            self._random.shuffle(offered)
            return offered[:wanted]
        return picks

    def _next_pick(self, offered: list[int] | tuple[int, ...], clock: Clock) -> int:
        answer = self._ask(words.pick_request(offered, 2, self._seconds(clock)), clock)
        pick = words.read_pick(answer or "", offered)
        if pick is None:
            self._bad_pick(answer)
            return int(self._random.choice(list(offered)))
        return pick

    def _bad_pick(self, answer: str | None) -> None:
        self._counts["bad_picks"] += 1
        if self.settings.bad_pick == "forfeit":
            raise AgentError(f"the bot picked nothing that is offered: {answer!r:.80}")

    # --- Orders -------------------------------------------------------------------------------

    def _orders(self, view: SimultaneousView, clock: Clock) -> Plan:
        if self.dialect == 2 and self._other_picks and not self._told_picks:
            self._tell([words.opponent_picks_line(self._other_picks)])
            self._told_picks = True
        self._tell(words.round_lines(view))
        territories = len(view.game.map.territories)
        orders: list[Order] = []
        for verb, request in (("place_armies", words.place_request), ("attack/transfer", words.move_request)):
            answer = self._ask(request(self._seconds(clock)), clock)
            read, unread = words.read_orders(answer or "", view.seat, verb, territories)
            orders += read
            self._counts["unread"] += unread
        return self._legal(view, Plan(orders))

    def _legal(self, view: SimultaneousView, plan: Plan) -> Plan:
        """The plan without its illegal orders, which the challenges ignored."""
        illegal = view.illegal_reasons(plan)
        self._counts["illegal"] += len(illegal)
        while illegal and view.game.rules.illegal_orders == "refuse-plan":
            wrong = {reason.index for reason in illegal}
            plan = Plan(order for number, order in enumerate(plan) if number not in wrong)
            illegal = view.illegal_reasons(plan)
        return plan

    # --- The conversation ---------------------------------------------------------------------

    def _seconds(self, clock: Clock) -> float:
        """The time for the next request."""
        if self.settings.clock == "match" and clock.limit is not None:
            return max(0.0, (clock.limit if clock.bank is None else clock.bank) - clock.used)
        return self._bank if self.dialect == 2 else REQUEST_SECONDS

    def _tell(self, lines: list[str]) -> None:
        if self._program is not None:
            self._program.tell(lines)

    def _ask(self, request: str, clock: Clock) -> str | None:
        """The program's answer; None if it passes."""
        if self._program is None:
            return None
        began = time.monotonic()
        try:
            ask = self._program.ask if self._answered else partial(ask_first, self._program)
            answer = ask(request, self._seconds(clock) + self._margin)
            self._answered = True
            return answer
        except BotLate as error:
            self._counts["late"] += 1
            if self.settings.late == "forfeit":
                raise error if self._answered else with_hint(error, self.dialect) from None
            if self._counts["late"] >= MOST_LATE:
                self.end()
            return None
        except BotFailed as error:
            known = self._answered or isinstance(error, WrongDialect)
            hinted = not known and complains(self._program)
            raise with_hint(error, self.dialect) if hinted else error from None
        finally:
            used = time.monotonic() - began
            self._bank = min(max(self._bank - used, 0.0) + self.settings.increment, self.settings.bank)
