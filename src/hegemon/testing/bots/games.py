"""Games in which a bot is tried: one seat is the bot's, the others play at random."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hegemon._core import Random
from hegemon.game import ClassicView, Decision, Game, SimultaneousView, State, Turn, View
from hegemon.protocol import Hello

ADVICE = (
    (
        r"has no territory|no such territory|could be",
        "name territories by their number, or as `map` of the game message spells them, with _ for blanks",
    ),
    (r"more than the income", "the armies of all deployments of a plan together are at most `income` of the position"),
    (
        r"wrong phase",
        "look at `phase`: in phase pick territories are picked (!5, ranked !5 !9 !2 !7), in phase play armies deploy "
        "and move",
    ),
    (
        r"number of picks",
        "where rules.picking is ranked, send 2 * picks_each picks, the most wanted first (!5 !9 !2 !7); else one (!5)",
    ),
    (r"not an order|not an action|empty plan", "the notation is in docs/protocol.md; a plan without orders is `-`"),
    (r"not offered|already picked|twice", "pick one of the territories in `offered` of the position, each once"),
    (
        r"\b(your|own|owned|owner|neighbours?|adjacent|links?)\b",
        "deploy and move only from territories whose owner is your seat, along `links`",
    ),
    (r"seat \d decides", "it is not your turn"),
)
OTHERWISE = 'say "legal": true in your hello, and every position lists what is allowed (legal_orders, legal_actions)'


def advice_for(reason: str) -> str:
    """What helps against an illegal decision."""
    return next((advice for pattern, advice in ADVICE if re.search(pattern, reason)), OTHERWISE)


def games_for(hello: Hello) -> Iterator[tuple[Game, int, int]]:
    """Games that a bot says it plays, with the bot's seat and the decisions that it makes."""
    if "simultaneous" in hello.families:
        yield from _fitting(hello, [("soares2025", "banana", 2), ("soares2025", "italy", 2)])
        yield from _fitting(hello, [("warlight1", "simple", 2), ("warlight2", "earth", 2), ("warzone", "italy", 2)])
    if "classic" in hello.families:
        seats = sorted({2, 3, hello.max_seats})
        known = [("yao2025", None, 2), ("heredia2022", None, 2), ("swiss2025", None, 2), ("aminian2020", None, 2)]
        rules = "classic" if hello.fog else "classic(open_hands=true)"
        yield from _fitting(hello, [*known, *((rules, None, n) for n in seats), ("classic(deal=draft)", None, 2)])


def _fitting(hello: Hello, wanted: list[tuple[str, str | None, int]]) -> Iterator[tuple[Game, int, int]]:
    from hegemon.agents.bots.protocol_bot import refusal

    for number, (rules, map, seats) in enumerate(wanted):
        game = Game(map, rules, seats)
        if not refusal(hello, game):
            yield game, number % seats, 12 if game.rules.family == "simultaneous" else 60


class Play:
    """One game: `view` is what the bot sees next, and `take` plays its decision."""

    def __init__(self, game: Game, seat: int, seed: int = 1) -> None:
        self.game, self.seat = game, seat
        self._random = Random(seed)
        self.state: State = game.start(seed)
        self._turns: list[Turn] = []
        self._told = 0

    def view(self) -> View | None:
        """The next view of the bot; None when the game is over, or the bot is out of it."""
        while self.seat not in self.state.deciders:
            if self.state.result is not None or len(self._turns) > 5000:
                return None
            self._advance(None)
        events = [event for turn in self._turns[self._told :] for event in turn.events]
        self._told = len(self._turns)
        return self.state.view(self.seat, events)

    def take(self, decision: Decision) -> None:
        """Play a legal decision of the bot."""
        self._advance(decision)

    def _advance(self, own: Decision | None) -> None:
        decisions: list[Decision | None] = [None] * self.game.seats
        for seat in self.state.deciders:
            mine = seat == self.seat and own is not None
            decisions[seat] = own if mine else random_decision(self.state.view(seat), self._random)
        self._turns.append(self.state.advance(decisions, self._random))
        self.state = self._turns[-1].state


def random_decision(view: View, random: Random) -> Decision:
    if isinstance(view, ClassicView):
        return view.random_action(random)
    assert isinstance(view, SimultaneousView)
    return view.random_plan(random)
