"""An agent's analysis of every decision of a game: winning probabilities, and what each decision lost.

What a decision lost is the difference between the agent's own choice and it, in winning probability.

Classic game: both are candidates of the same search, which averages over the dice. A candidate with few visits has an
unreliable value; it counts as if it had DOUBT more visits with the value of the position.

Simultaneous game: the plan that was played is hardly ever one of the candidates. Both plans are resolved against the
plan that the other seat really played, with the same random streams, and the agent analyses the positions after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from hegemon._core import Random
from hegemon._json import JSONObject
from hegemon.agents import Agent, Clock, end_game
from hegemon.analysis.position import Analyst, default_agent, make_analyst
from hegemon.errors import GameError, IllegalDecisionError
from hegemon.game import Action, Decision, Record, State, View, seeded
from hegemon.search import AnyAnalysis, win_probability

DOUBT = 10
OUTCOMES = 2
"""Chance outcomes over which the two plans are compared."""


@dataclass(frozen=True)
class DecisionAnalysis:
    """One decision of a game and what an agent thinks of it."""

    step: int
    """The index of the turn in the record, from 0."""
    turn: int
    """The number of the turn, as watch shows it; 0 before the first."""
    seat: int
    played: Decision
    best: Decision
    """What the agent would have played."""
    win: float
    """The seat's winning probability before the decision."""
    win_played: float | None
    """The winning probability after the decision that was played; None if the agent has not looked at it."""
    win_best: float | None
    """The winning probability after the agent's own choice."""
    analysis: AnyAnalysis

    @property
    def loss(self) -> float | None:
        """The winning probability that the decision lost; below 0 if it is better than the agent's own."""
        return None if self.win_played is None or self.win_best is None else self.win_best - self.win_played

    def to_json(self) -> JSONObject:
        return {
            "step": self.step,
            "turn": self.turn,
            "seat": self.seat,
            "win": round(self.win, 4),
            "played": str(self.played),
            "best": str(self.best),
            "win_played": _rounded(self.win_played),
            "win_best": _rounded(self.win_best),
            "loss": _rounded(self.loss),
        }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


@dataclass(frozen=True)
class RecordAnalysis:
    """All decisions of a game, as far as they have been analysed, in the order of play."""

    record: Record
    agent: str
    decisions: tuple[DecisionAnalysis, ...]
    complete: bool = True
    """False if the analysis was stopped before the end of the game."""

    @cached_property
    def curves(self) -> dict[int, list[tuple[int, float]]]:
        """Each seat's winning probability before its first decision in every turn: (turn, probability)."""
        seats = range(self.record.game.seats)
        curves: dict[int, dict[int, float]] = {seat: {} for seat in seats}
        for decision in self.decisions:
            curves[decision.seat].setdefault(decision.turn, decision.win)
            if len(seats) == 2 and isinstance(decision.played, Action):
                curves[1 - decision.seat].setdefault(decision.turn, 1 - decision.win)
        return {seat: sorted(curve.items()) for seat, curve in curves.items()}

    def worst(self, most: int = 5, *, least: float = 0.02) -> list[DecisionAnalysis]:
        """The decisions that lost most winning probability, those that lost at least `least`."""
        known = [decision for decision in self.decisions if (decision.loss or 0.0) >= least]
        return sorted(known, key=lambda decision: -(decision.loss or 0.0))[:most]

    def mean_loss(self, seat: int) -> float | None:
        """What a decision of the seat lost on average; None if nothing is known."""
        losses = [d.loss for d in self.decisions if d.seat == seat and d.loss is not None]
        return sum(losses) / len(losses) if losses else None

    def text(self, *, top: int = 5, width: int = 100) -> str:
        """The game in a few lines per turn, and the decisions that lost most."""
        from hegemon.analysis.text import record_text

        return record_text(self, top, width)

    def svg(self) -> str:
        """The winning probabilities of all seats over the turns, as a picture."""
        from hegemon.analysis.picture import record_svg

        return record_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"RecordAnalysis({self.record.game}, {len(self.decisions)} decisions by {self.agent})"

    def to_json(self) -> JSONObject:
        seats = range(self.record.game.seats)
        return {
            "game": str(self.record.game),
            "agents": list(self.record.agents),
            "agent": self.agent,
            "complete": self.complete,
            "mean_loss": [_rounded(self.mean_loss(seat)) for seat in seats],
            "win": {str(seat): [[turn, round(p, 4)] for turn, p in self.curves[seat]] for seat in seats},
            "decisions": [decision.to_json() for decision in self.decisions],
        }


def analyse_record(
    record: Record,
    agent: Agent | str = "",
    *,
    seat: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> RecordAnalysis:
    """Analyse every decision of a game, or those of one seat; `seconds` is the limit of each search.

    `progress` is called with the number of turns that are done and their total.
    """
    agent = agent or default_agent(record.game, seconds, whole=True)
    decisions = []
    for decision in analyse_steps(record, agent, seat=seat, seconds=seconds, seed=seed):
        decisions.append(decision)
        if progress is not None:
            progress(decision.step + 1, len(record))
    return RecordAnalysis(record, agent if isinstance(agent, str) else type(agent).__name__, tuple(decisions))


def analyse_steps(
    record: Record,
    agent: Agent | str = "",
    *,
    seat: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    steps: Iterable[int] | None = None,
) -> Iterator[DecisionAnalysis]:
    """The analyses of the decisions one by one, by default of all turns of the record."""
    if seat is not None:
        record.game.require_seat(seat)
    seats = range(record.game.seats) if seat is None else [seat]
    agent = agent or default_agent(record.game, seconds, whole=True)
    random = seeded(seed)
    judges = {each: _Judge(make_analyst(agent, record.game), each, seconds, random.stream(each)) for each in seats}
    for judge in judges.values():
        judge.analyst.begin(record.game, judge.seat, judge.random)
    try:
        for step in range(len(record)) if steps is None else steps:
            decisions = record.plans[step] if step < len(record) else ()
            for each in seats:
                if each < len(decisions) and decisions[each] is not None and each in state_at(record, step).deciders:
                    yield judges[each].decision(record, step)
    finally:
        for judge in judges.values():
            end_game(judge.analyst, record.result)


def step_of(record: Record, turn: int, decision: int = 1) -> int:
    """The index of a decision of a turn in the record; the turn after the last one is the final position."""
    steps = [step for step in range(len(record) + 1) if record.turn_number(step) == turn]
    steps = [step for step in steps if step < len(record) or state_at(record, step).deciders]
    if not steps:
        last = record.turn_number(len(record) - 1) if len(record) else 0
        raise GameError(f"there is no turn {turn}; the game has {last}")
    if decision > len(steps):
        raise GameError(f"there is no decision {decision} in turn {turn}; it has {len(steps)}")
    return steps[decision - 1]


def state_at(record: Record, step: int) -> State:
    """The position before a turn of the record."""
    if not 0 <= step <= len(record):
        raise GameError(f"there is no position {step!r:.40}: the record has {len(record)} turns")
    return record.turns[step - 1].state if step else record.start


def view_at(record: Record, step: int, seat: int) -> View:
    """What a seat knew before a turn of the record, with the events since its last decision."""
    since = step
    while since > 0 and (since == step or record.plans[since][seat] is None):
        since -= 1
    return state_at(record, step).view(seat, [event for turn in record.turns[since:step] for event in turn.events])


@dataclass
class _Judge:
    """One seat's decisions, as an agent in its place sees them."""

    analyst: Analyst
    seat: int
    seconds: float | None
    random: Random

    def decision(self, record: Record, step: int) -> DecisionAnalysis:
        analysis = self.analyst.analyse(view_at(record, step, self.seat), Clock(self.seconds))
        played, best, seats = record.plans[step][self.seat], analysis.decision, record.game.seats
        assert played is not None
        win = win_probability(analysis.value, seats)
        after: tuple[float | None, float | None] = win, win
        if isinstance(played, Action):
            after = _candidate_win(analysis, played, seats), win_probability(analysis.best.value, seats)
        elif played != best:
            after = self._after(record, step, played), self._after(record, step, best)
        return DecisionAnalysis(step, record.turn_number(step), self.seat, played, best, win, *after, analysis)

    def _after(self, record: Record, step: int, own: Decision) -> float | None:
        """The winning probability after an own plan and what the other seat played; the same streams for all plans."""
        state = state_at(record, step)
        plans = [own if seat == self.seat else plan for seat, plan in enumerate(record.plans[step])]
        wins = 0.0
        for number in range(OUTCOMES):
            try:
                turn = state.advance(plans, self.random.stream(1 + step).stream(number))
            except IllegalDecisionError:  # the agent did not see what forbids its plan
                return None
            wins += self._win(turn.state)
        return wins / OUTCOMES

    def _win(self, state: State) -> float:
        """The seat's winning probability in a position of two seats."""
        if state.result is not None:
            return state.result.points[self.seat]
        seat = self.seat if self.seat in state.deciders else state.deciders[0]
        win = win_probability(self.analyst.analyse(state.view(seat), Clock(self.seconds)).value, 2)
        return win if seat == self.seat else 1 - win


def _candidate_win(analysis: AnyAnalysis, played: Action, seats: int) -> float | None:
    """The winning probability of a candidate, with a doubt about few visits."""
    found = next((candidate for candidate in analysis.candidates if candidate.decision == played), None)
    if found is not None and found is analysis.best:
        return win_probability(found.value, seats)
    if found is None:
        return None
    doubt = DOUBT if analysis.visits > 1 else 0  # without a search values do not depend on visits
    seen = found.visits + doubt
    value = (found.visits * found.value + doubt * analysis.value) / seen if seen else found.value
    return win_probability(value, seats)
