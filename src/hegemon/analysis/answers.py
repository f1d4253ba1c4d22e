"""Analyses as JSON objects: what `hegemon analyse --json` prints and the engine answers."""

from __future__ import annotations

from hegemon._json import JSONObject
from hegemon.analysis.position import analyse, deciding_seat
from hegemon.analysis.record import DecisionAnalysis, analyse_steps, view_at
from hegemon.analysis.text import analysis_json
from hegemon.game import Position, Record
from hegemon.search import AnyAnalysis


def position_json(position: Position, found: AnyAnalysis, agent: str, seed: int, top: int) -> JSONObject:
    """What an agent thinks of a position."""
    head: JSONObject = {"position": str(position), "agent": agent, "seed": seed}
    return head | analysis_json(found, position.game, top)


def analyse_decision(
    record: Record, step: int, agent: str, *, seat: int | None = None, seconds: float | None = None, seed: int = 0
) -> tuple[AnyAnalysis, DecisionAnalysis | None]:
    """What an agent thinks before a decision of a game, and of what was played; in the final position nothing was."""
    seat = deciding_seat(record.states[step], seat)
    played = next(iter(analyse_steps(record, agent, seat=seat, steps=[step], seconds=seconds, seed=seed)), None)
    if played is not None:
        return played.analysis, played
    return analyse(view_at(record, step, seat), agent, seconds=seconds, seed=seed), None


def decision_json(
    record: Record, step: int, found: tuple[AnyAnalysis, DecisionAnalysis | None], agent: str, seed: int, top: int
) -> JSONObject:
    """What analyse_decision found."""
    analysis, played = found
    answer = position_json(record.states[step], analysis, agent, seed, top)
    judged: JSONObject = {"played": played.to_json()} if played else {}
    return answer | {"turn": record.turn_number(step)} | judged
