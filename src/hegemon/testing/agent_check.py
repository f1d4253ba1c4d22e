"""check_agent: short games of every kind that an agent claims to play, and what its author should know about it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from hegemon.agents import Agent, AgentLike, agent_name, make_agent
from hegemon.agents.own import is_object, object_for_game, require_agent
from hegemon.errors import AgentError, GameError
from hegemon.game import Game, Record
from hegemon.match import CannotBegin, TimeControl, play
from hegemon.match.foreign import Described, SeatFault, call_apart, describe, is_foreign
from hegemon.match.foreign.description import described
from hegemon.testing.advice import advice_for
from hegemon.testing.probe import Enough, Held, Probe, Stuck, Watch, alarm
from hegemon.testing.report import Report
from hegemon.testing.trials import Trial, trials

MARGIN = 0.25
"""Seconds beyond its time that an answer may be late: what is checked is whether the agent looks at its clock."""
MOST_DECISIONS = 25
"""Decisions of a game: slow agents are to be seen in many games, too."""
HANG = 20.0
"""Seconds after which an agent without a time limit hangs."""
REPEATS = 6
"""Games after which is counted what an agent has left behind."""
MEGABYTES = 20.0
"""Memory for each of them that is not worth a word."""


def check_agent(
    agent: AgentLike,
    *,
    games: Sequence[Game] | None = None,
    seconds: float = 0.1,
    deterministic: bool | None = None,
    budget: float = 60.0,
    seed: int = 0,
    raises: bool = True,
) -> Report:
    """Try an agent: a spec such as ``my_agent.py:Bold``, a class, a function that makes one, or an object.

    It plays short games of every family that it claims, with 2 to 6 seats, under fog, with picks, on unusual maps, and
    under a clock of `seconds` per decision. A game that it does not play it may refuse in `begin` with an AgentError.
    Then it is checked that it leaves its view as it is, decides the same from the same random stream, can begin again,
    and leaves no files, threads or processes behind. An agent of a file or of another package runs in processes of its
    own.

    `games` replaces the games. `deterministic=True` makes it a problem if decisions cannot be repeated, False does not
    ask. After `budget` seconds no new game begins. A CheckFailed lists the problems; with `raises=False` they are
    only in the report.
    """
    require_agent(agent)
    if not seconds > 0 or not budget > 0:
        raise GameError("seconds and budget are more than 0")
    check = _Check(agent, Report(agent_name(agent)), seconds, time.monotonic() + budget, seed)
    if games is not None and not any(game.rules.family in check.families for game in games):
        raise AgentError(f"agent {agent_name(agent)} plays none of the games: it plays the {check.families} family")
    check.play_all(list(trials(check.families, games)))
    if not check.stuck and check.accepted:
        if isinstance(agent, str) and is_foreign(agent):
            check.look_closer_apart(agent, deterministic)
        else:
            check.look_closer(deterministic)
    check.times()
    return check.report.require_ok() if raises else check.report


def look_closer(
    spec: str, accepted: list[Trial], deterministic: bool | None, seconds: float, budget: float, seed: int
) -> dict[str, object]:
    """What is looked at beside the agent's code, in a process of its own: the report as plain data."""
    check = _Check(spec, Report(spec), seconds, time.monotonic() + budget, seed, described(make_agent(spec)))
    check.accepted = accepted
    check.look_closer(deterministic)
    return check.report.to_json()


class _Check:
    """An agent that is tried, and what was found so far."""

    def __init__(
        self,
        agent: AgentLike,
        report: Report,
        seconds: float,
        deadline: float,
        seed: int,
        found: Described | None = None,
    ) -> None:
        self.agent, self.report, self.seconds, self.deadline, self.seed = agent, report, seconds, deadline, seed
        if found is None:
            found = describe(agent) if isinstance(agent, str) else described(object_for_game(agent))
        self.families = found.families
        self.ends = found.ends
        self.stuck = False
        self.accepted: list[Trial] = []
        self.spent: list[float] = []

    # --- Games as in matches --------------------------------------------------------------------

    def play_all(self, wanted: Sequence[Trial]) -> None:
        refused: list[str] = []
        tried = 0
        for number, trial in enumerate(wanted):
            if self.stuck or time.monotonic() > self.deadline:
                self.report.note("budget", f"{len(wanted) - number} of {len(wanted)} games were not played")
                break
            tried += 1
            self._try(trial, refused)
        if refused and len(refused) == len(wanted):
            self.report.problem("games", f"it refuses every game: {refused[0]}")
        elif refused:
            self.report.scope = f"in {tried - len(refused)} of {len(wanted)} games, and it refuses {len(refused)}"
            self.report.note("games", f"it refuses {len(refused)} of {len(wanted)} games, e.g. {refused[0]}")

    def _try(self, trial: Trial, refused: list[str]) -> None:
        try:
            record = self._play(trial, self.agent, TimeControl(per_move=self.seconds, margin=MARGIN))
        except CannotBegin as error:
            if isinstance(error.__cause__, AgentError) or (error.__cause__ is None and not error.traceback):
                refused.append(str(error))
                return
            self.report.problem("begin", f"{error} ({trial})", advice_for("crash", str(error)), error.traceback)
            return
        if record is None:
            return
        self.report.count("game")
        if self._charge(trial, record):
            self.accepted.append(trial)

    def _play(self, trial: Trial, agent: AgentLike, clock: TimeControl) -> Record | None:
        """The record of a short game; None if it never came to an end."""
        agents: list[AgentLike] = ["random"] * trial.game.seats
        agents[trial.seat] = agent
        watch = Watch(trial.seat, MOST_DECISIONS)
        try:
            with alarm(HANG + 10 if isinstance(agent, str) else HANG):
                record = play(
                    trial.game, agents, seed=self.seed, time_control=clock, adjudication=trial.turn_limit,
                    observer=watch, salt="check", hang_timeout=HANG,
                )  # fmt: skip
        except Enough:
            record = watch.record
        except Stuck:
            self.stuck = True
            self.report.problem("hang", f"no end after {HANG:g} s in {trial}", advice_for("hang", ""))
            return None
        self.report.count("decision", len(watch.seconds))
        if clock.limited:
            self.spent += watch.seconds
        for odd in watch.odd[:1]:
            self.report.problem("estimate", odd)
        return record

    def _charge(self, trial: Trial, record: Record) -> bool:
        """Whether the agent has played well; a forfeit is a problem, told with its lesson."""
        for failure in cast("list[str]", record.info.get("end_failures", [])):
            self.report.problem("end", f"{failure} ({trial})", "end(result) is for closing what the agent holds open")
        result = record.result
        if result is None or result.loser != trial.seat:
            return True
        kind = {"illegal": "legality"}.get(result.fault, result.fault)
        self.stuck |= result.fault in ("hang", "died")
        why = (result.reason.partition("forfeits, ")[2] or result.reason).removeprefix(f"{result.fault}: ")
        advice = advice_for(result.fault, result.reason)
        self.report.problem(kind, f"{why} ({trial})", advice, str(record.info.get("traceback", "")))
        return False

    # --- What only the process of the agent can see ----------------------------------------------

    def look_closer_apart(self, spec: str, deterministic: bool | None) -> None:
        """Look closer in a process of its own: what an agent of other people's code does there harms nobody."""
        left = max(1.0, self.deadline - time.monotonic())
        arguments: dict[str, object] = {
            "spec": spec, "accepted": self.accepted, "deterministic": deterministic, "seconds": self.seconds,
            "budget": left, "seed": self.seed,
        }  # fmt: skip
        try:
            self.report.merge(call_apart(f"{__name__}:look_closer", arguments, left + 2 * HANG))
        except SeatFault as error:
            advice = advice_for(error.fault, str(error))
            self.report.problem(error.fault, f"in games without a clock: {error}", advice, error.traceback)

    def look_closer(self, deterministic: bool | None) -> None:
        for family in self.families:
            played = [trial for trial in self.accepted if trial.game.rules.family == family]
            if not played or time.monotonic() > self.deadline or self.stuck:
                continue
            trial = min(played, key=lambda each: (len(each.game.map.territories), each.game.seats))
            same = self._repeat(trial, deterministic) if deterministic is not False else False
            self._begin_again(trial, played[-1], same=same)
        if self.accepted and not self.stuck and time.monotonic() < self.deadline:
            self._left_behind(self.accepted[0])

    def _made(self) -> Agent:
        return make_agent(self.agent) if isinstance(self.agent, str) else object_for_game(self.agent)

    def _decisions(self, trial: Trial, agent: Agent) -> list[str] | None:
        """Its decisions in a game without a clock; None if it did not get to the end."""
        probe = Probe(agent)
        try:
            record = self._play(trial, probe, TimeControl())
        except CannotBegin as error:
            self.report.problem("begin", f"{error} ({trial})", advice_for("crash", str(error)), error.traceback)
            return None
        if record is None:
            return None
        if probe.changed:
            advice = "a view is shared: copy arrays before you write to them (view.armies.copy())"
            self.report.problem("view", f"it changes its view {probe.changed} of {trial}", advice)
        self._charge(trial, record)
        return [str(decisions[trial.seat]) for decisions in record.plans if decisions[trial.seat] is not None]

    def _repeat(self, trial: Trial, deterministic: bool | None) -> bool:
        """Whether the same random stream makes the same decisions."""
        first, second = self._decisions(trial, self._made()), self._decisions(trial, self._made())
        if first is None or second is None:
            return False
        self.report.count("repeated game")
        if first == second:
            return True
        message = f"the same random stream led to other decisions, first {_difference(first, second)} ({trial})"
        advice = "take all randomness from the stream that begin receives (random.choice, random.integers, ..)"
        (self.report.problem if deterministic else self.report.note)("determinism", message, advice)
        return False

    def _begin_again(self, trial: Trial, other: Trial, *, same: bool) -> None:
        """An object plays a game, and then the trial: it must play as a new object does."""
        agent = self._made()
        if self._decisions(other, agent) is None:
            return
        again = self._decisions(trial, agent)
        fresh = self._decisions(trial, self._made()) if same and not is_object(self.agent) else again
        if again is not None and fresh is not None and again != fresh:
            message = f"after another game it decides differently, first {_difference(fresh, again)} ({trial})"
            self.report.problem("begin again", message, "begin must set everything anew that belongs to a game")

    def _left_behind(self, trial: Trial) -> None:
        """Files, threads, processes and memory after several games."""
        self._decisions(trial, self._made())
        before = Held.now()
        for _ in range(REPEATS):
            if self._decisions(trial, self._made()) is None:
                return
        after = Held.now()
        advice = "close it in end(self, result), which is called after every game" + (
            "" if self.ends else "; the agent has no such method"
        )
        for what, then, now in (
            ("open files", before.files, after.files),
            ("threads", before.threads, after.threads),
            ("processes", before.processes, after.processes),
        ):
            if now - then >= REPEATS:
                self.report.problem("left behind", f"{now - then} {what} after {REPEATS} games", advice)
        grown = after.megabytes - before.megabytes
        if grown > MEGABYTES * REPEATS:
            self.report.note("memory", f"{grown:.0f} MB more after {REPEATS} games", "is something kept that grows?")

    def times(self) -> None:
        if self.spent:
            mean, slowest = 1000 * sum(self.spent) / len(self.spent), 1000 * max(self.spent)
            self.report.note("time", f"{mean:.3g} ms per decision, slowest {slowest:.3g} ms of {1000 * self.seconds:g}")


def _difference(first: Sequence[str], second: Sequence[str]) -> str:
    for number, (one, other) in enumerate(zip(first, second, strict=False), 1):
        if one != other:
            return f"in decision {number}: {one[:60]!r} and {other[:60]!r}"
    return f"in their number: {len(first)} and {len(second)}"
