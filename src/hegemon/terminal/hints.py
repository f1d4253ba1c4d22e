"""Hints: what an agent would do in a person's place."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon._core import Random
from hegemon.agents import VERBS, Clock, ask, make_agent
from hegemon.agents.failures import error_line
from hegemon.errors import AgentError, HegemonError
from hegemon.game import Decision, View
from hegemon.match.foreign import is_foreign

ADVISERS = {"classic": ("mcts", "heuristic"), "simultaneous": ("smcts", "heuristic")}
"""The agents that give hints, the first that can."""
SECONDS = 1.0


@dataclass(frozen=True)
class Hint:
    """A decision, who recommends it, and its winning probability if the agent has one."""

    agent: str
    decision: Decision
    estimate: float | None


def hint(view: View, spec: str = "", seconds: float = SECONDS) -> Hint:
    """The decision of an agent for this view; without a spec, of one that plays these rules well."""
    if spec:
        return _hint(view, spec, seconds)
    first, second = ADVISERS[view.game.rules.family]
    try:
        return _hint(view, first, seconds)
    except HegemonError:  # a search may need more than the view shows
        return _hint(view, second, seconds)


def _hint(view: View, spec: str, seconds: float) -> Hint:
    if is_foreign(spec):
        raise AgentError("hints come from agents of the package: see hegemon agents")
    agent, family = make_agent(spec), view.game.rules.family
    if not hasattr(agent, VERBS[family]):
        raise AgentError(f"agent {spec} does not play the {family} game; try {ADVISERS[family][0]}")
    agent.begin(view.game, view.seat, Random(view.turns))
    try:
        decision = ask(agent, view, Clock(seconds))
    except HegemonError:
        raise
    except Exception as error:
        raise AgentError(f"agent {spec} has no hint here: {error_line(error)}") from None
    assert isinstance(decision, Decision)
    estimate = getattr(agent, "estimate", None)
    return Hint(spec, decision, estimate if isinstance(estimate, float) else None)
