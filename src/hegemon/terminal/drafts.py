"""Orders that people have typed and that are not played yet."""

from __future__ import annotations

from collections.abc import Iterable

from hegemon.errors import GameError
from hegemon.game import Action, ClassicState, IllegalOrder, Plan, SimultaneousState
from hegemon.terminal.live_game import LiveGame
from hegemon.terminal.phases import picks_wanted, undeployed
from hegemon.terminal.words import count, write

PASS = ("-", "pass")


class Drafts:
    """The typed lines of each person.

    In the simultaneous game they make up the plan of this turn. In the classic game each decision is played at once;
    what follows it on its line, or what the rules place bit by bit, waits here.
    """

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._lines: dict[int, list[str]] = {seat: [] for seat in live.people}
        saved = live.record.info.get("orders")
        for seat, lines in saved.items() if isinstance(saved, dict) else ():
            if str(seat).isdecimal() and int(seat) in self._lines and isinstance(lines, list):
                self._lines[int(seat)] = [str(line) for line in lines]

    def to_json(self) -> dict[str, list[str]]:
        """The lines, as a saved game keeps them."""
        return {str(seat): list(lines) for seat, lines in self._lines.items() if lines}

    def plan(self, seat: int) -> Plan:
        """The plan so far."""
        state, lines = self._live.record.final, self._lines[seat]
        return state.read(" ".join(lines)) if lines and isinstance(state, SimultaneousState) else Plan()

    def add(self, seat: int, line: str) -> str:
        """Add a typed line; an error says what is wrong with it. What is to be said about it, if anything."""
        if isinstance(self._live.record.final, ClassicState):
            self._lines[seat] = [part.strip() for part in line.split(";") if part.strip()]
            return ""
        return self._add_orders(seat, line)

    def complete(self, seat: int) -> bool:
        """Whether nothing can follow: the one pick of a draft."""
        state = self._live.record.final
        if not isinstance(state, SimultaneousState) or state.phase != "pick" or not self._lines[seat]:
            return False
        return picks_wanted(state.view(seat)) == 1

    def replace(self, seat: int, plan: Plan) -> str:
        """Put another plan in the place of the lines."""
        before, self._lines[seat] = self._lines[seat], []
        try:
            return self._add_orders(seat, str(plan)) if len(plan) else ""
        except GameError:
            self._lines[seat] = before
            raise

    def _add_orders(self, seat: int, line: str) -> str:
        state = self._live.record.final
        assert isinstance(state, SimultaneousState)
        lines = [*self._lines[seat], line]
        plan = state.read(" ".join(lines))
        wanted = picks_wanted(state.view(seat)) if state.phase == "pick" else 0
        reasons = state.illegal_reasons(seat, plan)
        if reasons and not (len(plan) < wanted and all(reason.order is None for reason in reasons)):
            raise GameError(f"Not accepted: {self.why(reasons)}")
        self._lines[seat] = lines
        return f"Your orders: {write(state, plan)}" + self._missing(seat, plan, wanted) + _overcommitted(state, plan)

    def why(self, reasons: Iterable[IllegalOrder]) -> str:
        """The reasons why orders are refused, in words."""
        map = self._live.record.game.map
        return "; ".join(f"{r.order.text(map)}: {r.reason}" if r.order else r.reason for r in reasons)

    def _missing(self, seat: int, plan: Plan, wanted: int) -> str:
        state = self._live.record.final
        if state.phase == "pick":
            return f" ({count(wanted - len(plan), 'pick')} to go)" if len(plan) < wanted else "; done submits them"
        view = state.view(seat)
        left = undeployed(view, plan)  # type: ignore[arg-type]
        return f" ({count(left, 'army')} to deploy)" if left else "; done ends your turn"

    def decide_next(self, seat: int) -> bool:
        """Decide for a person of the classic game what was typed before, or what there is no choice about."""
        state = self._live.record.final
        if not isinstance(state, ClassicState):
            return False
        lines = self._lines[seat]
        if not lines:
            if state.action_count > 1:
                return False
            self._live.decide(seat, state.legal_actions[0])
            return True
        text = lines.pop(0)
        try:
            action, rest = self._part(state, seat, Action() if text in PASS else state.read(text))
        except Exception:
            lines.clear()
            raise
        if rest is not None:
            lines.insert(0, str(rest))
        self._live.decide(seat, action)
        return True

    def _part(self, state: ClassicState, seat: int, action: Action) -> tuple[Action, Action | None]:
        """The action that the rules allow now, and what of it is left for the next time in the setup."""
        if state.phase == "setup" and action.kind == "place":
            amount, pool = state.legal_actions[0].armies, state.core.pool[seat]
            if amount < action.armies <= pool:
                rest = Action("place", action.source, armies=action.armies - amount)
                action = Action("place", action.source, armies=amount)
                self._require_legal(state, seat, action)
                return action, rest
        self._require_legal(state, seat, action)
        return action, None

    def _require_legal(self, state: ClassicState, seat: int, action: Action) -> None:
        reasons = state.illegal_reasons(seat, action)
        if reasons:
            raise GameError(f"Not accepted, {write(state, action)}: {'; '.join(map(str, reasons))}")

    def undo(self, seat: int) -> bool:
        """Take back the last line, or the last decision of the classic game; False if there is none."""
        if isinstance(self._live.record.final, SimultaneousState):
            return bool(self._lines[seat]) and bool(self._lines[seat].pop())
        self._lines[seat].clear()
        undone = False
        while self._live.undo(seat):
            undone = True
            state = self._live.record.final
            if isinstance(state, ClassicState) and state.action_count > 1:
                break
        return undone

    def clear(self) -> None:
        """The plans of a turn have been played."""
        if isinstance(self._live.record.final, SimultaneousState):
            for lines in self._lines.values():
                lines.clear()


def _overcommitted(state: SimultaneousState, plan: Plan) -> str:
    """A note on territories that are ordered to send more armies than they have."""
    notes = []
    for source in dict.fromkeys(move.source for move in plan.moves):
        ordered = sum(move.armies for move in plan.moves if move.source == source)
        there = int(state.armies[source]) + sum(order.armies for order in plan.deploys if order.territory == source)
        free = max(0, there - state.game.rules.stands_guard)
        if ordered > free:
            name = state.game.map.territories[source]
            notes.append(f"{name} is to send {ordered} and has {count(free, 'army')} to send")
    if not notes:
        return ""
    later = ", unless more arrive before" if state.game.rules.moving_twice == "free" else ""
    return f"\nNote: {'; '.join(notes)}: the last orders send what is left{later}."
